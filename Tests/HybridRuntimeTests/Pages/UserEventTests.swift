import HybridGeometry
import HybridScript
import Testing

@testable import HybridRuntime

/// Events of users in the order of browsers, and what cancelling them changes.
@Suite struct UserEventTests {
  private static func page(_ body: String, _ script: String) throws -> PageRig {
    try PageRig(
      """
      <body>\(body)<script>
      const log = (...words) => console.log(...words), find = (id) => document.getElementById(id);
      const tell = (id, ...types) => types.forEach((type) => find(id).addEventListener(type, () => \
      log(type)));
      const cancel = (id, type) => find(id).addEventListener(type, (event) => event.preventDefault());
      \(script)
      </script></body>
      """)
  }

  private static let types = [
    "pointerdown", "touchstart", "pointerup", "touchend", "mousedown", "focus", "mouseup", "click",
    "dblclick",
  ]

  @Test(
    arguments: [
      ("", types.dropLast().joined(separator: " ")),
      ("mousedown", "pointerdown touchstart pointerup touchend mousedown mouseup click"),
      ("pointerdown", "pointerdown touchstart pointerup touchend focus click"),
      ("touchstart", "pointerdown touchstart pointerup touchend"),
      ("touchend", "pointerdown touchstart pointerup touchend"),
    ])
  func aTapIsToldInOrder(_ cancelled: String, _ expected: String) throws {
    let types = Self.types.map { "'\($0)'" }.joined(separator: ", ")
    let rig = try Self.page(
      "<button id=\"b\" type=\"button\">B</button>",
      "tell('b', \(types)); \(cancelled.isEmpty ? "" : "cancel('b', '\(cancelled)')")")
    try rig.act("tap #b")
    #expect(rig.said.joined(separator: " ") == expected)
  }

  /// Numbers of Chromium, for a click in the middle of the element, or at a point of it.
  @Test(arguments: [
    (nil, "75 35 75 35 50 20 75 235"), (Point(x: 3, y: 4), "23 14 23 14 -2 -1 23 214"),
  ])
  func aTapIsTold(at point: Point?, _ expected: String) throws {
    let rig = try Self.page(
      """
      <style>body { margin: 0; height: 2000px } #a { margin: 210px 20px; border: 5px solid; width: 100px;
        height: 40px }</style><div id="a"></div>
      """,
      """
      scrollTo(0, 200);
      for (const type of ['pointerdown', 'mousedown', 'click']) {
        find('a').addEventListener(type, (e) => log(
          e.clientX, e.clientY, e.x, e.screenY, e.offsetX, e.offsetY, e.pageX, e.pageY));
      }
      """)
    let node = try #require(rig.page.dom.element(withID: "a", in: rig.page.document.root))
    rig.page.tap(node, at: point)
    rig.page.finishTurn()
    rig.driver.settle(keepsTime: false)
    #expect(rig.said == [expected, expected, expected])
  }

  @Test func twoTapsInQuickSuccessionAreADoubleClick() throws {
    let rig = try Self.page(
      "<p id=\"p\">P</p>",
      "find('p').onclick = (event) => log(event.detail); find('p').ondblclick = () => log('double')")
    try rig.act("tap #p", "tap #p", "wait 1", "tap #p")
    #expect(rig.said == ["1", "2", "double", "1"])
    try rig.act("tap #p")
    #expect(rig.said.suffix(2) == ["2", "double"])
  }

  @Test func enterCommitsWhatWasTypedAndSubmits() throws {
    let rig = try Self.page(
      "<form id=\"f\"><input id=\"i\"><button id=\"b\">Add</button></form>",
      """
      for (const type of ['keydown', 'keypress', 'keyup', 'change', 'input']) {
        find('i').addEventListener(type, (event) => log(type, event.keyCode ?? event.inputType ?? ''));
      }
      tell('b', 'click');
      find('f').addEventListener('submit', (event) => { event.preventDefault(); log('submit'); \
      find('i').value = ''; });
      """)
    try rig.act("type #i tea\n", "tap #b")
    #expect(
      rig.said == [
        "input insertText", "keydown 13", "keypress 13", "change ", "click", "submit", "keyup 13", "click",
        "submit",
      ])
  }

  @Test(arguments: ["keydown", "keypress"])
  func aCancelledKeySubmitsNothing(_ type: String) throws {
    let rig = try Self.page(
      "<form id=\"f\"><input id=\"i\"></form>",
      "cancel('i', '\(type)'); tell('f', 'submit'); tell('i', 'change')")
    try rig.act("type #i tea\n")
    #expect(rig.said == [])
  }

  @Test(
    arguments: [
      ("Enter", "Enter Enter 13"), ("Escape", "Escape Escape 27"), ("ArrowDown", "ArrowDown ArrowDown 40"),
      (" ", "  Space 32"), ("a", "a KeyA 65"), ("7", "7 Digit7 55"), ("Unknown", "Unknown Unknown 0"),
    ])
  func keysHaveTheirCodes(_ key: String, _ expected: String) throws {
    let rig = try Self.page(
      "<p id=\"p\" tabindex=\"0\">P</p>",
      "find('p').onkeydown = (event) => log(event.key, event.code, event.keyCode)")
    let node = try #require(
      rig.page.document.nodes(in: rig.page.document.root).first {
        rig.page.document[$0].element?.id == "p"
      })
    rig.page.key(key, on: node)
    rig.driver.settle()
    #expect(rig.said == [expected])
  }

  /// HTML Standard §4.10.5: users choose files and colours, they do not type them.
  @Test(
    arguments: [
      ("file", []), ("color", []), ("COLOR", []), ("checkbox", []), ("button", []), ("text", ["input x"]),
      ("unknown", ["input x"]),
    ] as [(String, [String])])
  func textIsTypedIntoFieldsOnly(_ type: String, _ expected: [String]) throws {
    let rig = try Self.page(
      "<form><input id=\"i\" type=\"\(type)\"></form>",
      """
      find('i').oninput = (event) => log('input', event.target.value);
      find('i').form.onsubmit = () => log('submit');
      """)
    let node = try #require(
      rig.page.document.nodes(in: rig.page.document.root).first {
        rig.page.document[$0].element?.id == "i"
      })
    rig.page.type("x", in: node)
    if expected.isEmpty { rig.page.key("Clear", on: node) }
    rig.driver.settle()
    #expect(rig.said == expected)
  }

  @Test func aPageThatReloadsKeepsItsStores() throws {
    let rig = try Self.page(
      "<p id=\"n\"></p><button id=\"b\" onclick=\"location.reload()\">Again</button>",
      """
      localStorage.n = Number(localStorage.n ?? 0) + 1;
      find('n').textContent = localStorage.n;
      addEventListener('pagehide', () => log('bye'));
      """)
    try rig.act("tap #b", "tap #b")
    #expect(try rig.text("n") == "3")
    #expect(rig.said == ["bye", "bye"])
  }

  @Test func aPageThatReloadsForEverIsStopped() throws {
    let rig = try Self.page("<p>P</p>", "location.reload()")
    #expect(rig.said == ["the page reloaded itself more than 20 times; it stays as it is"])
  }

  @Test func bracesInVerbatimElementsAreLeftToScripts() throws {
    let rig = try PageRig(
      """
      <body><p id="a">{{ name }}</p><div id="b" t:verbatim title="{{ x | y }}"><p>{{ name }} \
      {{ a ? b : c }}</p></div>
      <script>console.log(document.getElementById("b").title, \
      document.getElementById("b").textContent)</script></body>
      """, files: ["page.json": "{\"name\": \"Ada\"}"])
    #expect(try rig.text("a") == "Ada")
    #expect(rig.said == ["{{ x | y }} {{ name }} {{ a ? b : c }}"])
  }

  @Test(
    arguments: [
      ("count(//li)", "3"), ("//li[2]", "Two"), ("//li[last()]/preceding-sibling::li[1]", "Two"),
      ("//*[@class = 'b']", "Two"), ("//li[position() mod 2 = 1]", "One Three"), ("id('m')/li[b]", "Two"),
      (".//*[@*[starts-with(name(), 'hx-')]]", "Three"), ("concat('a', 1 + 2 * 3, true())", "a7true"),
      ("-(-2) div 4", "0.5"), ("normalize-space('  a  b ')", "a b"), ("substring('12345', 2, 3)", "234"),
      ("//b/following::li", "Three"), ("//li[not(@class) and not(b)]/..", "OneTwoThree"),
      ("//li[", "SyntaxError"), ("what()", "SyntaxError"), ("$x", "SyntaxError"), ("", "SyntaxError"),
      (String(repeating: "(", count: 5000), "SyntaxError"),
    ])
  func expressionsOfXPathAreEvaluated(_ expression: String, _ expected: String) throws {
    let rig = try Self.page(
      "<ul id=\"m\"><li class=\"a\">One</li><li class=\"b\"><b>Two</b></li><li hx-get=\"x\">Three</li></ul>",
      """
      try {
        const result = document.evaluate("\(expression)", document, null, XPathResult.ANY_TYPE);
        const all = [];
        if (result.resultType === 4) for (let node; (node = result.iterateNext());) \
      all.push(node.textContent);
        else all.push(result.resultType === 1 ? result.numberValue : result.stringValue);
        log(all.join(' '));
      } catch (error) { log(error.name); }
      """)
    #expect(rig.said == [expected])
  }

  @Test func propertiesOfARIAAreAttributes() throws {
    let rig = try Self.page(
      "<p id=\"p\" aria-label=\"L\">P</p>",
      """
      const p = find('p');
      log(p.ariaLabel, p.ariaHasPopup);
      p.ariaHidden = true; p.ariaLabel = null;
      log(p.outerHTML);
      """)
    #expect(rig.said == ["L null", "<p id=\"p\" aria-hidden=\"true\">P</p>"])
  }

  @Test func whatHasNoBoxHasNoRectangles() throws {
    let rig = try Self.page(
      "<p id=\"p\">P</p><p id=\"q\" style=\"display: none\">Q</p>",
      "log(find('p').getClientRects().length, find('q').getClientRects().length)")
    #expect(rig.said == ["1 0"])
  }

  @Test func selectorsFindTheChildrenOfFragments() throws {
    let rig = try Self.page(
      "<p>P</p>",
      """
      const fragment = document.createDocumentFragment();
      fragment.append(document.createElement('p'), document.createElement('ul'));
      fragment.lastChild.append(document.createElement('li'));
      log(fragment.querySelectorAll('p, li').length, fragment.querySelector('ul > li:first-child') !== null);
      log(fragment.firstChild.matches('p'), fragment.querySelector('b'));
      """)
    #expect(rig.said == ["2 true", "true null"])
  }
}
