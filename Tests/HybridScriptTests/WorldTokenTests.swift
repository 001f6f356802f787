import HybridJSON
import Testing

@testable import HybridScript

@Test(arguments: [
  WorldCase(
    "labels",
    """
    const l = make('label'); l.setText('Hi'); l.setTextColor('red'); l.setNumberOfLines(2); \
    l.setTextAlign('center'); l.setFont({ fontName: 'Arial', size: 14 }); l.adjustFontSize(true); \
    console.log(l.outerHTML, l.innerText)
    """,
    """
    <label textColor="red" lines="2" textAlign="center" font="Arial 14px" adjustFontSize="true">Hi</label> Hi
    """
  ),
  WorldCase(
    "buttons",
    """
    const b = make('button'); b.setTitle('Go'); b.setTitleColor('#fff'); b.setSelected(true); \
    console.log(b.outerHTML, b.isSelected); b.setAttribute('title', 'T'); b.setTitle('U'); \
    b.setSelected(false); b.setHightTitle('H'); console.log(b.outerHTML, b.isSelected)
    """,
    "<button titleColor=\"#fff\" selected=\"true\">Go</button> true",
    "<button titleColor=\"#fff\" title=\"U\" highlightTitle=\"H\">Go</button> false"),
  WorldCase(
    "views",
    """
    const v = make('view'); v.setBackgroundColor('red'); v.setCornerRadius(4); v.setBorderWidth(1); \
    v.setHidden(true); v.setSize(30, '40'); console.log(v.outerHTML, v.style.width, v.style.height, \
    v.componentWidth, v.originX, v.originY, v.centerX, v.maxY, v.name, v.innerAttributes.hidden); \
    v.setHidden(false); console.log(v.hasAttribute('hidden'), v.cssAttributes.width)
    """,
    """
    <view backgroundColor="red" borderRadius="4" borderWidth="1" hidden="true">\
    </view> 30px 40px 100 5 6 55 56 view true
    """,
    "false 30px"),
  WorldCase(
    "clicks",
    """
    const b = make('button'); b.setOnClick(() => console.log('no')); \
    b.setOnClick(function () { console.log('yes', arguments.length, this === b) }); b.click(); \
    b.setOnClick(null); b.click()
    """,
    "yes 0 true"),
  WorldCase(
    "inputs",
    """
    const i = make('input'); i.setText('a'); i.setPlaceHolder('p'); i.setSecure(true); \
    i.onBeginEditing(() => console.log('begin')); i.onEndEditing(() => console.log('end')); \
    i.onTextChange((t) => console.log('text', t)); i.onKeyBoardReturn((t) => console.log('return', t)); \
    i.focus(); i.value = 'ab'; i.dispatchEvent(new Event('input')); \
    i.dispatchEvent(new KeyboardEvent('keydown', { key: 'x' })); \
    i.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' })); i.endEditing(); i.clear(); \
    console.log(i.text === '', i.outerHTML)
    """,
    "begin", "text ab", "return ab", "end", "true <input placeholder=\"p\" secure=\"true\"></input>"),
  WorldCase(
    "segments, switches, dots",
    """
    const s = make('segment'), w = make('switch'), d = make('dots'); \
    s.setOnClick((i) => console.log('segment', i)); w.setOnClick((on) => console.log('switch', on)); \
    d.setOnIndexChange((i) => console.log('dots', i)); console.log(s.selectedIndex, w.isOn); \
    s.setSelectedIndex(2); w.setSwitchState(true, true); d.setCurentIndex(1); \
    for (const n of [s, w, d]) n.dispatchEvent(new Event('change')); console.log(d.currentIndex(), w.checked)
    """,
    "-1 false", "segment 2", "switch true", "dots 1", "1 true"),
  WorldCase(
    "scroll views",
    """
    const s = make('scrollView'); s.onHeaderRefresh(() => { console.log('pull'); s.stopHeaderRefresh(); }); \
    s.setOnScroll(() => console.log('scroll', s.offsetY)); s.scrollToTop(true); s.openFooterRefresh(); \
    s.hiddenFooterRefresh(); s.scrollEnable(false); s.setScrollInset(1, 2, 3, 4); \
    s.dispatchEvent(new Event('headerrefresh')); s.dispatchEvent(new Event('scroll')); \
    console.log(s.outerHTML)
    """,
    "scroll scrollView 0.0 0.0 true", "refresh footer running", "refresh footer hidden", "pull",
    "refresh header stopped", "scroll 7",
    "<scrollView allowScroll=\"false\" scrollInset=\"1 2 3 4\"></scrollView>"),
  WorldCase(
    "web views",
    """
    const w = make('webView'); w.loadURL('http://a'); w.loadURL('http://b'); w.goBack(); \
    w.onReceiveJSMessage((m) => console.log(m.name)); \
    w.dispatchEvent(new CustomEvent('message', { detail: { name: 'n', body: 1 } })); console.log(w.src)
    """,
    "webView.loadURL[\"http://a\"]", "webView.loadURL[\"http://b\"]", "webView.goBack[]", "n", "http://a"),
  WorldCase(
    "document",
    """
    document.setTitle('New'); console.log(document.title, document.bodyNode === document.body, \
    document.rootNode.name, document.sourceURL.length > 9, document.navigationBarNode); \
    document.pushNavigatorWithURL('http://a/b', { id: 1, f() {} }); document.popNavigator()
    """,
    "New true html true null", "document.pushNavigatorWithURL[\"http://a/b\",{\"id\":1}]",
    "document.popNavigator[]"),
  WorldCase(
    "storage",
    """
    token.setStorage({ key: 'a', value: { b: [1] } }); \
    console.log(token.getStorage('a').b, token.getStorage('x'), token.getGlobleStorage('x') === ''); \
    token.clearAllStorage(); console.log(token.getStorage('a'))
    """,
    "token.setStorage[{\"key\":\"a\",\"value\":{\"b\":[1]}}]", "token.getStorage[\"a\"]",
    "token.getStorage[\"x\"]", "token.getGlobleStorage[\"x\"]", "[1] undefined true",
    "token.clearAllStorage[]", "token.getStorage[\"a\"]", "undefined"),
  WorldCase(
    "native calls are written down without functions",
    """
    token.alert('a', 'b'); token.alertTitles({ title: 't', actionTitles: ['x'], feedBack() {} }); \
    token.getLocation(() => 1); token.showHUDWithStatus('w'); const o = {}; o.o = o; \
    token.pickData({ data: [[1]], o, finish() {} })
    """,
    "token.alert[\"a\",\"b\"]", "token.alertTitles[{\"title\":\"t\",\"actionTitles\":[\"x\"]}]",
    "token.getLocation[]", "token.showHUDWithStatus[\"w\"]",
    "token.pickData[{\"data\":[[1]],\"o\":{\"o\":\"[circular]\"}}]"),
  WorldCase(
    "requests",
    """
    token.request({ url: 'a?z=1', httpParameter: { c: [1, 2], b: { x: '\u{e4} ' }, a: 1 } }); \
    token.request({ url: '/p', method: 'POST', UA: 'me', header: { q: 'r' }, timeout: 4, jsonParameter: { \
    a: [1] } }); token.request({ url: '/f', method: 'POST', httpParameter: { a: '1&2' } })
    """,
    "token.request[{\"url\":\"a?z=1\",\"httpParameter\":{\"c\":[1,2],\"b\":{\"x\":\"\u{e4} \"},\"a\":1}}]",
    "send GET http://shop.test:7788/pages/list/a?z=1&a=1&b%5Bx%5D=%C3%A4%20&c%5B%5D=1&c%5B%5D=2 []",
    """
    token.request[{"url":"/p","method":"POST","UA":"me","header":{"q":"r"},"timeout":4,\
    "jsonParameter":{"a":[1]}}]
    """,
    "send POST http://shop.test:7788/p [q=r,content-type=application/json,user-agent=me] {\"a\":[1]}",
    "token.request[{\"url\":\"/f\",\"method\":\"POST\",\"httpParameter\":{\"a\":\"1&2\"}}]",
    "send POST http://shop.test:7788/f [content-type=application/x-www-form-urlencoded] a=1%262"),
  WorldCase(
    "globals",
    """
    log({ a: 1 }); receiveLog('raw'); console.log(token.screenWidth(), token.screenHeight(), \
    window.extension); token.log('x')
    """,
    "Object { a: 1 }", "raw", "token.screenWidth[]", "token.screenHeight[]", "375 667 null",
    "token.log[\"x\"]", "x"),
  WorldCase(
    "animation",
    """
    make('view').startAnimation().moveY(5).alpha(0.5).commit(0.3); \
    Animation.create('c', document.body).moveX(1).commit(); \
    F8Scrolling.pin(document.body, document.head, 150); F8Scrolling.unpin(document.body)
    """,
    "animate {\"translateY\":5,\"opacity\":0.5} 0.3 0.0 1", "animate {\"translateX\":1} 0.25 0.0 2",
    "F8Scrolling.pin[\"<body>\",\"<head>\",150]", "pin 2 3 150.0", "F8Scrolling.unpin[\"<body>\"]",
    "pin -1 3 0.0"),
])
func tokenHybridPagesRun(_ testCase: WorldCase) throws {
  let make =
    "const make = (name) => { const n = document.createElement(name); document.body.append(n); return n; };\n"
  let log = try WorldPage { $0.isNative = true }.log(make + testCase.script)
  #expect(log == testCase.log)
}

@Test func answersOfTokenRequests() throws {
  let page = try WorldPage()
  let ask =
    """
    token.request({ url: 'x', success: (d) => console.log('ok', d), failure: (m, c) => console.log('failed', \
    m, c) });
    """
  _ = page.log(
    ask + ask + ask + ask + "token.request({ url: 'x', resultType: 'text', success: (d) => console.log(d) })")
  var answer = PageResponse()
  (answer.status, answer.body) = (200, "{\"a\":1}")
  page.world.requestFinished(1, answer)
  page.world.requestFinished(5, answer)
  (answer.status, answer.statusText) = (404, "Not Found")
  page.world.requestFinished(2, answer)
  (answer.status, answer.body) = (200, "<html>")
  page.world.requestFinished(3, answer)
  answer.failure = "offline"
  page.world.requestFinished(4, answer)
  #expect(
    page.host.take() == [
      "ok { a: 1 }", "{\"a\":1}", "failed HTTP 404 Not Found 404", "failed the answer is not JSON 200",
      "failed offline 0",
    ])
}

@Test func rowsOfTablesStayInJavaScript() throws {
  let page = try WorldPage()
  let table = page.host.add(.element, "table", to: page.host.body)
  let log = page.log(
    """
    const t = document.querySelector('table'), rows = [];
    for (let i = 0; i < 100000; i++) rows.push({ name: 'row ' + i });
    t.reloadData([{ sectionData: { title: 's' }, rowsData: rows }, { sectionData: {}, rowsData: [{}] }]);
    t.setOnClick((s, r) => console.log('tapped', s, r));
    console.log(t.sections, t.rowsInSection(0), t.rowsInSection(9)); t.reloadData([{ rowsData: [] }]); \
    t.reloadData([]);
    """)
  #expect(
    log == [
      "table [100000, 1]", "2 100000 0",
      "warn: reloadData: section 0 lacks sectionData or rowsData; nothing was reloaded",
      "warn: reloadData: an array of sections is needed; nothing was reloaded",
    ])
  #expect(page.world.row(of: table, section: 0, row: 99_999) == ["name": "row 99999"])
  #expect(page.world.section(of: table, section: 0) == ["title": "s"])
  #expect(page.world.row(of: table, section: 0, row: 100_000) == nil)
  #expect(page.world.row(of: table, section: -1, row: 0) == nil)
  #expect(page.world.row(of: 0, section: 0, row: 0) == nil)
  page.world.dispatch("rowclick", on: table, detail: ["section": 1, "row": 2])
  #expect(page.host.take() == ["tapped 1 2"])
}

@Test func componentsTellTheirChangesOnceATurn() throws {
  let page = try WorldPage()
  let first = page.log(
    """
    const c = token.registComponent('cart', {
      data() { return { n: 1, list: [{ q: 1 }], none: null }; },
      methods: { add(by, name, bound) { this.data.n += by; this.data.list[0].q = name; \
    console.log(bound.item); } },
    });
    console.log(token.getComponent('cart') === c, c.data.list === c.data.list, c.data.list.length);
    """)
  #expect(first == ["true true 1", "data cart {\"n\":1,\"list\":[{\"q\":1}],\"none\":null}"])
  #expect(page.log("c.data.n = 1; c.data.list[0].q = 1").isEmpty)
  #expect(
    page.log(
      """
      c.data.list.push({ q: 2 }); c.data.list.push(c.data.list[0]); delete c.data.none; \
      Promise.resolve().then(() => { c.data.n = 7; })
      """
    )
      == ["data cart {\"n\":7,\"list\":[{\"q\":1},{\"q\":2},{\"q\":1}]}"])
  page.host.scope = ("cart", ["item": 5])
  page.world.invoke("add(2, 'it\\'s')", on: 3)
  #expect(
    page.host.take() == ["5", "data cart {\"n\":9,\"list\":[{\"q\":\"it's\"},{\"q\":2},{\"q\":\"it's\"}]}"])
  #expect(page.log("c.data = { fresh: true }; c.data.self = c.data; console.log('on')").first == "on")
}

@Test(arguments: [
  ("go", ["go []"]), ("go()", ["go []"]),
  (" go ( 'a' , \"b\", -1.5e1, true ) ; ", ["go ['a', 'b', -15, true]"]),
  ("missing()", ["error TypeError: there is no method 'missing'"]),
  ("go(a)", ["error SyntaxError: 'go(a)': arguments are strings in quotes and numbers"]),
  (
    "alert(document) || 1",
    ["error SyntaxError: 'alert(document) || 1': arguments are strings in quotes and numbers"]
  ),
  ("go('", ["error SyntaxError: 'go('': arguments are strings in quotes and numbers"]),
  ("", ["error SyntaxError: '' is not the call of a method"]),
])
func clickExpressionsAreCallsOnly(_ expression: String, _ expected: [String]) throws {
  let page = try WorldPage()
  _ = page.log("function go(...given) { console.log('go', given); }")
  page.world.invoke(expression, on: 3)
  #expect(page.host.take() == expected)
}

@Test func extensionsArrive() throws {
  let page = try WorldPage()
  page.world.setExtension(["id": 4])
  #expect(page.log("console.log(window.extension.id, extension.id)") == ["4 4"])
  #expect(page.log("setPriviousPageExtension({ a: 1 })") == ["window.setPriviousPageExtension[{\"a\":1}]"])
}

@Test func httpOfThePackageDialect() throws {
  let page = try WorldPage()
  let sent = page.log(
    """
    $http.postJSON('/a', { b: 1 }).then((r) => console.log(r.data.c, r.response.status)); \
    $http.getText('/t', { data: { q: 1 } }).catch((e) => console.log(e.reason, e.code))
    """
  )
  #expect(
    sent.filter { $0.hasPrefix("send") } == [
      "send POST http://shop.test:7788/a [content-type=application/json] {\"b\":1}",
      "send GET http://shop.test:7788/t?q=1 []",
    ])
  var answer = PageResponse()
  (answer.status, answer.body) = (200, "{\"c\":2}")
  page.world.requestFinished(1, answer)
  answer.failure = "offline"
  page.world.requestFinished(2, answer)
  #expect(page.host.take() == ["2 200", "offline 0"])
}
