import Testing

@testable import HybridScript

/// Makes `a > b, c > d` in the body.
private let family = """
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => document.createElement(name));
  a.append(b, c); c.append(d); document.body.append(a);
  const show = (node = document.body) => console.log(node.innerHTML ?? node.textContent);
  const fails = (f) => { try { f(); console.log('no error'); } \
  catch (e) { console.log(e.name + (e instanceof DOMException ? '' : '!')); } };

  """

@Test(arguments: [
  WorldCase(
    "identity",
    "console.log(document.body === a.parentNode, a.firstChild === b, document.querySelector('d') === d)",
    "true true true"),
  WorldCase(
    "neighbours",
    """
    console.log(b.nextSibling === c, c.previousElementSibling === b, b.previousSibling, a.children.length, \
    d.closest('a') === a, d.parentElement.tagName)
    """,
    "true true null 2 true C"),
  WorldCase(
    "append moves", "b.append(d); show(); b.append('t', d); show()", "<a><b><d></d></b><c></c></a>",
    "<a><b>t<d></d></b><c></c></a>"),
  WorldCase(
    "prepend, before, after", "c.prepend(1, b); d.before('x'); d.after('y', 'z'); show()",
    "<a><c>1<b></b>x<d></d>yz</c></a>"),
  WorldCase(
    "replaceWith, replaceChildren, replaceChild",
    "d.replaceWith('t', b); show(); a.replaceChildren(d); show(); a.replaceChild(c, d); show()",
    "<a><c>t<b></b></c></a>", "<a><d></d></a>", "<a><c>t<b></b></c></a>"),
  WorldCase(
    "insertBefore and removeChild",
    """
    a.insertBefore(d, b); show(); a.removeChild(c); show(); fails(() => a.removeChild(c)); \
    fails(() => a.insertBefore(d, c))
    """,
    "<a><d></d><b></b><c></c></a>", "<a><d></d><b></b></a>", "NotFoundError", "NotFoundError"),
  WorldCase(
    "what cannot be",
    """
    fails(() => d.append(a)); fails(() => a.appendChild({})); fails(() => a.appendChild(null)); \
    fails(() => document.createElement('')); fails(() => new Node()); \
    fails(() => Node.prototype.appendChild.call({}, a)); fails(() => document.querySelector('!')); \
    fails(() => a.setAttribute('a b', 1))
    """,
    "HierarchyRequestError", "TypeError!", "TypeError!", "InvalidCharacterError", "TypeError!", "TypeError!",
    "SyntaxError", "InvalidCharacterError"),
  WorldCase(
    "fragments",
    """
    const f = document.createDocumentFragment(); f.append(d, 'x', b); \
    console.log(f.childNodes.length, f.nodeType); a.prepend(f); show(); console.log(f.childNodes.length)
    """,
    "3 11", "<a><d></d>x<b></b><c></c></a>", "0"),
  WorldCase(
    "clones",
    """
    a.id = 'q'; a.own = 1; const copy = a.cloneNode(true); \
    console.log(copy.outerHTML, copy.own, copy.isConnected, a.cloneNode().outerHTML)
    """,
    "<a id=\"q\"><b></b><c><d></d></c></a> undefined false <a id=\"q\"></a>"),
  WorldCase(
    "own properties stay",
    "a.own = { n: 1 }; a.remove(); document.body.append(a); console.log(document.querySelector('a').own.n)",
    "1"),
  WorldCase(
    "text",
    """
    d.textContent = 'x'; d.firstChild.data += 'y'; console.log(a.textContent, d.innerText, \
    d.firstChild.nodeName, d.firstChild.nodeType, d.firstChild.length); c.innerText = 'z'; show()
    """,
    "xy xy #text 3 2", "<a><b></b><c>z</c></a>"),
  WorldCase(
    "text nodes",
    """
    const t = new Text('hello'); d.append(t); t.splitText(2); console.log(d.childNodes.length, t.data); \
    d.normalize(); console.log(d.childNodes.length, d.textContent); t.replaceData(1, 2, 'X'); \
    console.log(t.data, document.createComment('c').nodeName)
    """,
    "2 he", "1 hello", "hXlo #comment"),
  WorldCase(
    "innerHTML",
    """
    a.innerHTML = 'p q'; show(); a.insertAdjacentHTML('beforeend', 'r s'); show(); \
    a.firstChild.outerHTML = 'z'; show(); a.insertAdjacentElement('afterbegin', b); \
    b.insertAdjacentText('afterend', 'x'); show()
    """,
    "<a><p></p><q></q></a>", "<a><p></p><q></q><r></r><s></s></a>", "<a><z></z><q></q><r></r><s></s></a>",
    "<a><b></b>x<z></z><q></q><r></r><s></s></a>"),
  WorldCase(
    "contains and order",
    """
    console.log(a.contains(d), d.contains(a), a.contains(null), a.contains(a), b.compareDocumentPosition(d), \
    d.compareDocumentPosition(b), a.compareDocumentPosition(d), d.getRootNode() === document)
    """,
    "true false false true 4 2 20 true"),
  WorldCase(
    "lists are arrays",
    """
    const all = document.querySelectorAll('*'); console.log(Array.isArray(all), all.length, \
    all.item(0).tagName, a.childNodes.map((n) => n.nodeName).join(), \
    [...document.getElementsByTagName('d')].length)
    """,
    "true 7 HTML B,C 1"),
  WorldCase(
    "attributes",
    """
    a.setAttribute('data-x', 1); a.id = 'i'; console.log(a.getAttribute('DATA-X'), a.getAttribute('none'), \
    a.hasAttribute('id'), a.attributes.length, a.attributes[0].name, a.toggleAttribute('hidden'), a.hidden, \
    a.getAttributeNames().join()); a.removeAttribute('id'); \
    console.log(a.id === '', a.attributes.getNamedItem('id'))
    """,
    "1 null true 2 data-x true true data-x,id,hidden", "true null"),
  WorldCase(
    "classes",
    """
    a.className = 'x  y x'; a.classList.add('z', 'x'); a.classList.remove('y'); \
    console.log(a.className, a.classList.contains('z'), a.classList.toggle('z'), a.classList.toggle('q', \
    true), a.classList.length, [...a.classList].join('+'), a.classList.replace('q', 'r'), a.className); \
    fails(() => a.classList.add('')); fails(() => a.classList.add('a b'))
    """,
    "x z true false true 2 x+q true x r", "SyntaxError", "InvalidCharacterError"),
  WorldCase(
    "data",
    """
    a.dataset.userName = 'J'; console.log(a.getAttribute('data-user-name'), 'userName' in a.dataset, \
    Object.keys(a.dataset).join(), JSON.stringify(a.dataset)); delete a.dataset.userName; \
    console.log(a.dataset.userName, a.attributes.length)
    """,
    "J true userName {\"userName\":\"J\"}", "undefined 0"),
  WorldCase(
    "style",
    """
    a.style.backgroundColor = 'red'; a.style['font-size'] = '3px'; \
    a.style.setProperty('--gap', '1px', 'important'); \
    console.log(a.style.backgroundColor, a.style.fontSize, a.style.getPropertyValue('--gap'), \
    getComputedStyle(a).fontSize, a.style.color === '', a.style.removeProperty('fontSize'), \
    a.style.fontSize === ''); a.style.cssText = 'color: red; margin: 0'; \
    console.log(a.getAttribute('style'), a.style.length, a.style[1], a.style === a.style)
    """,
    "red 3px 1px 3px true 3px true", "color: red; margin: 0 2 margin true"),
  WorldCase(
    "geometry",
    """
    const r = a.getBoundingClientRect(); console.log(r.x, r.right, r.bottom, a.offsetLeft, a.offsetWidth, \
    a.clientHeight, a.scrollTop, a.scrollHeight, JSON.stringify(r).length > 20); a.scrollTop = 9; \
    a.scrollBy(1, 2); a.scrollTo({ top: 4, behavior: 'smooth' })
    """,
    "10 110 70 5 100 48 7 500 true", "scroll a 0.0 9.0 false", "scroll a 1.0 9.0 false",
    "scroll a 0.0 4.0 true"),
  WorldCase(
    "the document",
    """
    console.log(document.documentElement.tagName, document.head.tagName, document.title, document.nodeType, \
    document.defaultView === window, document.URL); document.title = 'New'; \
    console.log(document.title, window === globalThis, self === top, window.document === document, \
    document.body.ownerDocument === document)
    """,
    "HTML HEAD Title 9 true http://shop.test:7788/pages/list/index.html?page=2#top", "New true true true true"
  ),
  WorldCase(
    "location",
    """
    console.log(location.host, location.pathname, location.search, location.hash, String(location), \
    new URL('../x?y', location.href).href)
    """,
    """
    shop.test:7788 /pages/list/index.html ?page=2 #top \
    http://shop.test:7788/pages/list/index.html?page=2#top http://shop.test:7788/pages/x?y
    """
  ),
  WorldCase(
    "controls",
    """
    const i = document.createElement('input'); i.value = 'x'; i.checked = true; \
    console.log(i.value, i.checked, i.disabled, i.type, i.placeholder === ''); i.placeholder = 'p'; \
    i.type = 'search'; console.log(i.outerHTML)
    """,
    "x true false text true", "<input placeholder=\"p\" type=\"search\"></input>"),
  WorldCase(
    "focus",
    """
    document.body.append(d); d.onfocus = () => console.log('focus'); d.onblur = () => console.log('blur'); \
    d.focus(); console.log(document.activeElement === d); d.blur(); \
    console.log(document.activeElement === document.body)
    """,
    "focus", "true", "blur", "true"),
  WorldCase(
    "scripts that are made run",
    """
    const s = document.createElement('script'); s.textContent = 'console.log(document.currentScript === s, \
    this === window); var made = 1'; document.body.append(s); console.log(made)
    """,
    "true true", "1"),
  WorldCase(
    "observers of changes",
    """
    new MutationObserver((all) => console.log(all.map((r) => [r.type, r.target.tagName ?? r.target.data, \
    r.addedNodes.length, r.removedNodes.length, r.oldValue].join('/')).join(' '))).observe(a, { \
    childList: true, subtree: true, attributeOldValue: true, characterData: true });
    """
      + """
      a.id = 'x'; a.id = 'y'; c.append('t'); c.lastChild.data = 'u'; b.remove(); document.body.id = 'z'; \
      console.log('then')
      """,
    "then", "attributes/A/0/0/ attributes/A/0/0/x childList/C/1/0/ characterData/u/0/0/ childList/A/0/1/"),
])
func treesFollowTheStandard(_ testCase: WorldCase) throws {
  let log = try WorldPage().log(family + testCase.script)
  #expect(log == testCase.log)
}

@Test func listsOfTokenHybridAreReversedOnRequest() throws {
  let build = """
    document.body.innerHTML = 'x x y';
    const [one, two, three] = document.body.children; one.id = 1; two.id = 2; three.id = 3;
    two.innerHTML = 'x x'; two.children[0].id = 21; two.children[1].id = 22;
    for (const node of [one, two, three, ...two.children]) node.className = 'k ' + (node.id > 20 ? 'l' : '');
    const ids = (list) => console.log(list.map((n) => n.id).join());
    ids(document.getElementsByTagName('x')); ids(two.getElementsByTagName('x')); \
    ids(document.getElementsByClassName('k'));
    ids(two.getElementsByClassName('k l')); console.log(document.getElementsByTagName('*').length, \
    document.getElementById('21').id);
    """
  #expect(try WorldPage().log(build) == ["1,2,21,22", "21,22", "1,2,21,22,3", "21,22", "8 21"])
  #expect(
    try WorldPage { $0.legacyLists = true }.log(build)
      == ["2,22,21,1", "2,22,21", "3,2,22,21,1", "22,21", "7 21"])
}

@Test func wrappersOfRemovedTreesStayTogether() throws {
  let page = try WorldPage()
  _ = page.log(
    """
    var kept = document.createElement('section'); kept.append(document.createElement('p')); \
    kept.firstChild.own = 'mine';
    kept.firstChild.addEventListener('x', () => console.log('heard'));
    for (let i = 0; i < 30000; i++) document.createElement('i');
    """)
  page.world.context.collectGarbage()
  let check = "console.log(kept.firstChild.own); kept.firstChild.dispatchEvent(new Event('x'))"
  #expect(page.log(check) == ["mine", "heard"])
  #expect(page.log("document.body.append(kept);" + check) == ["mine", "heard"])
}

@Test func aReplacedDocumentIsSeenAnew() throws {
  let page = try WorldPage()
  #expect(
    page.log(
      "var old = document.createElement('p'); document.body.append(old); console.log(document.body.id === '')"
    ) == ["true"])
  page.host.items = [WorldHost.Item(kind: .document, text: "")]
  let html = page.host.add(.element, "html", to: 0)
  page.host.add(.element, "body", to: html, [("id", "fresh")])
  page.world.documentChanged()
  #expect(
    page.log("console.log(document.body.id, document.head, document.documentElement.tagName)") == [
      "fresh null HTML"
    ])
}
