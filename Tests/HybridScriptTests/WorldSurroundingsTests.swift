import HybridJSON
import Testing

@testable import HybridScript

@Test(arguments: [
  WorldCase(
    "values in words",
    "console.log('a', 1, -0, null, undefined, true, 5n, Symbol('s'), () => 1, function f() {}, class A {})",
    "a 1 -0 null undefined true 5n Symbol(s) \u{0192} (anonymous) \u{0192} f class A"),
  WorldCase(
    "objects and arrays",
    """
    console.log({ a: 1, 'b-c': 'x', d: [1, , 'it\\'s'] }, [], {}, new Map([['k', 1]]), new Set([1]), \
    new (class Point { x = 1 })(), /r/g, new Date(0))
    """,
    """
    { a: 1, 'b-c': 'x', d: [1, <empty>, "it's"] } [] {} Map(1) { 'k' => 1 } Set(1) { 1 } Point { x: 1 } \
    /r/g 1970-01-01T00:00:00.000Z
    """
  ),
  WorldCase(
    "depth, cycles, getters, exceptions",
    """
    const o = { a: { b: { c: { d: 1 } } }, get g() { throw 1; } }; o.self = o; \
    console.log(o, new TypeError('t'), document.body, new Proxy({}, { get() { throw 1; \
    }, ownKeys() { throw 2; } }))
    """,
    "{ a: { b: { c: [Object] } }, g: [getter], self: [circular] } TypeError: t <body> {}"),
  WorldCase(
    "levels and assert",
    """
    console.warn(1); console.error(2); console.info(3); console.debug(4); console.assert(1 > 2, 'no'); \
    console.assert(true)
    """,
    "warn: 1", "error: 2", "info: 3", "debug: 4", "error: Assertion failed: no"),
  WorldCase(
    "formats", "console.log('%s is %d years and %i%% %o %c.', 'Jo', 3.7, 4.2, [1], 'css', 'rest')",
    "Jo is 3 years and 4% [1] . rest"),
  WorldCase(
    "groups, counts, times",
    """
    console.group('g'); console.log('in\\nside'); console.groupEnd(); console.count(); console.count(); \
    console.time('t'); console.timeEnd('t')
    """,
    "g", "  in\n  side", "default: 1", "default: 2", "t: 0 ms"),
  WorldCase(
    "tables", "console.table([{ a: 1, b: 'x' }, { a: 22 }])",
    """
    (index)  a   b\n0        1   'x'\n1        22
    """),
])
func consoleWrites(_ testCase: WorldCase) throws {
  let log = try WorldPage().log(testCase.script)
  #expect(log == testCase.log)
}

@Test(arguments: [
  WorldCase(
    "resolving",
    """
    for (const r of ['g', './g', '../g', '/g', '//g', '?y', 'g?y#s', '#s', '../../../g', 'g/./h/../i', \
    'http://A:80/%7e x']) console.log(new URL(r, 'http://a/b/c/d;p?q').href)
    """,
    "http://a/b/c/g", "http://a/b/c/g", "http://a/b/g", "http://a/g", "http://g/", "http://a/b/c/d;p?y",
    "http://a/b/c/g?y#s", "http://a/b/c/d;p?q#s", "http://a/g", "http://a/b/c/g/i", "http://a/%7e%20x"),
  WorldCase(
    "parts",
    """
    const u = new URL('https://me:pw@Shop.test:8443/a/b?x=1&y=%20z#h'); \
    console.log(u.protocol, u.username, u.password, u.host, u.hostname, u.port, u.pathname, u.search, \
    u.hash, u.origin, u.searchParams.get('y')); u.searchParams.set('x', '2'); u.hash = ''; u.port = '443'; \
    console.log(u.href, String(u) === JSON.parse(JSON.stringify(u)))
    """,
    "https: me pw shop.test:8443 shop.test 8443 /a/b ?x=1&y=%20z #h https://shop.test:8443  z",
    "https://me:pw@shop.test/a/b?x=2&y=+z true"),
  WorldCase(
    "other schemes",
    """
    console.log(new URL('tel:+49 1').href, new URL('data:text/plain,a b').pathname, \
    new URL('file:///a/../b').href, URL.canParse('nope'), URL.canParse('http://a b/'), URL.canParse('x', \
    'http://h'))
    """,
    "tel:+49 1 text/plain,a b file:///b false false true"),
  WorldCase(
    "parameters",
    """
    const p = new URLSearchParams({ a: '1 2', b: '\u{e4}&' }); p.append('a', 3); \
    console.log(String(p), p.getAll('a').join(), p.has('c'), [...p].length, [...p.keys()].join()); \
    p.delete('a'); console.log(String(p), new URLSearchParams('?q=a+b%20c&r').get('q'), \
    String(new URLSearchParams([['x', 'y~(']])))
    """,
    "a=1+2&b=%C3%A4%26&a=3 1 2,3 false 3 a,b,a", "b=%C3%A4%26 a b c x=y%7E%28"),
  WorldCase(
    "text",
    """
    console.log([...new TextEncoder().encode('a\u{20ac}\u{1f600}')].length, \
    new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0xff, 0xe2, 0x82])), btoa('hello'), \
    atob(' aGVs bG8='), (() => { try { atob('a'); } catch (e) { return e.name; } })())
    """,
    "8 a\u{fffd}\u{fffd} aGVsbG8= hello InvalidCharacterError"),
  WorldCase(
    "clones",
    """
    const o = { d: new Date(5), m: new Map([[1, { x: 2 }]]), s: new Set(['q']), a: [1, , 3], \
    e: new RangeError('r') }; o.self = o; const c = structuredClone(o); \
    console.log(c !== o, c.self === c, c.d.getTime(), c.m.get(1).x, c.s.has('q'), c.a.length, \
    c.e instanceof RangeError); for (const v of [() => 1, document.body, Symbol()]) try { \
    structuredClone(v); } catch (e) { console.log(e.name); }
    """,
    "true true 5 2 true 3 true", "DataCloneError", "DataCloneError", "DataCloneError"),
  WorldCase(
    "dates are the page's",
    """
    console.log(new Date().toISOString(), Date.now(), new Date(2020, 0, 5).getDate(), \
    new Date(0) instanceof Date, typeof Date(), performance.now(), \
    new (class D extends Date {})().getTime(), Date.UTC(1970, 0))
    """,
    "2020-09-13T12:26:40.000Z 1600000000000 5 true string 100 1600000000000 0"),
  WorldCase(
    "storage",
    """
    localStorage.setItem('a', 1); localStorage.b = { }; sessionStorage.a = 's'; \
    console.log(localStorage.a, localStorage.getItem('b'), localStorage.none, localStorage.getItem('none'), \
    localStorage.length, Object.keys(localStorage).join(), 'a' in localStorage, sessionStorage.length, \
    localStorage.key(0)); delete localStorage.a; console.log(localStorage.length); \
    try { localStorage.big = 'x'.repeat(6000); } catch (e) { console.log(e.name, e instanceof DOMException); \
    } localStorage.clear(); console.log(localStorage.length)
    """,
    "1 [object Object] undefined null 2 a,b true 1 a", "1", "QuotaExceededError true", "0"),
  WorldCase(
    "media",
    """
    for (const q of ['(min-width: 300px)', '(max-width: 300px)', 'screen and (orientation: portrait)', \
    'print', 'not print', '(width: 375px), print', '(bad: 1)']) console.log(matchMedia(q).matches)
    """,
    "true", "false", "true", "false", "true", "true", "false"),
  WorldCase(
    "microtasks before timers",
    """
    queueMicrotask(() => console.log('micro')); Promise.resolve().then(() => console.log('promise')); \
    console.log('now')
    """,
    "now", "micro", "promise"),
  WorldCase(
    "dialogs", "alert('Hi'); console.log(confirm('Sure?'), prompt('Name?'))", "token.alert[\"\",\"Hi\"]",
    "token.alert[\"\",\"Sure?\"]",
    "warn: confirm() cannot wait for an answer here and says false; token.alertTitles calls back",
    "token.alert[\"\",\"Name?\"]",
    "warn: prompt() cannot wait for an answer here and says null; token.alertInput calls back", "false null"),
])
func surroundingsFollowTheStandards(_ testCase: WorldCase) throws {
  let log = try WorldPage().log(testCase.script)
  #expect(log == testCase.log)
}

@Test func randomNumbersRepeat() throws {
  let script = "console.log(Math.random() !== Math.random(), Math.random())"
  let first = try WorldPage().log(script)
  #expect(try WorldPage().log(script) == first)
  #expect(try WorldPage { $0.seed = 2 }.log(script) != first)
}

@Test func timersFireInTheirOwnTurns() throws {
  let page = try WorldPage()
  _ = page.log(
    """
    var once = setTimeout((a) => { console.log('once', a, typeof this); \
    Promise.resolve().then(() => console.log('after')); }, 20, 'x');
    var often = setInterval(() => console.log('often'), 5);
    setTimeout("console.log('text')"); requestAnimationFrame((t) => console.log('frame', t));
    """)
  #expect(page.host.timers[1]?.milliseconds == 20)
  #expect(page.host.timers[2]?.repeats == true)
  for id in [1, 1, 2, 2, 3, 4, 77] { page.world.timerFired(id) }
  #expect(page.host.take() == ["once x object", "after", "often", "often", "text", "frame 100"])
  _ = page.log("clearInterval(often); clearTimeout(undefined)")
  page.world.timerFired(2)
  #expect(page.host.take() == [])
  #expect(page.host.timers[2] == nil)
}

@Test func fetchSendsAndAnswers() throws {
  let page = try WorldPage()
  let sent = page.log(
    """
    fetch('../api?x=1', { method: 'POST', headers: { 'X-A': 'b' }, body: new URLSearchParams({ q: 'a b' }) })
      .then(async (r) => console.log(r.ok, r.status, r.headers.get('content-type'), (await r.json()).n, \
    r.bodyUsed), (e) => console.log(String(e)));
    fetch('gone').catch((e) => console.log(String(e)));
    const control = new AbortController();
    fetch('never', { signal: control.signal }).catch((e) => console.log(e.name)); control.abort();
    fetch('x', { body: 'b' }).catch((e) => console.log(String(e)));
    """)
  #expect(
    sent == [
      """
      send POST http://shop.test:7788/pages/api?x=1 \
      [x-a=b,content-type=application/x-www-form-urlencoded;charset=UTF-8] q=a+b
      """,
      "send GET http://shop.test:7788/pages/list/gone []",
      "send GET http://shop.test:7788/pages/list/never []",
      "cancel 3", "AbortError", "TypeError: a GET request has no body",
    ])
  var answer = PageResponse()
  (answer.status, answer.body, answer.headers) = (200, "{\"n\": 5}", [("Content-Type", "application/json")])
  page.world.requestFinished(1, answer)
  answer.failure = "offline"
  page.world.requestFinished(2, answer)
  page.world.requestFinished(3, answer)
  #expect(
    page.host.take() == [
      "true 200 application/json 5 true", "TypeError: http://shop.test:7788/pages/list/gone: offline",
    ])
}

@Test func requestsOfTheOlderKind() throws {
  let page = try WorldPage()
  _ = page.log(
    """
    const x = new XMLHttpRequest(); x.responseType = 'json';
    x.onreadystatechange = () => console.log('state', x.readyState, x.status);
    x.onload = () => console.log(x.response.a, x.getResponseHeader('X-B'), x.getAllResponseHeaders());
    x.open('post', '/api'); x.setRequestHeader('X-C', 'd'); x.timeout = 3000; x.send('body');
    """)
  #expect(page.host.requests[1]?.timeout == 3)
  #expect(page.host.requests[1]?.method == "POST")
  _ = page.host.take()
  var answer = PageResponse()
  (answer.status, answer.body, answer.headers) = (201, "{\"a\": [1]}", [("x-b", "c")])
  page.world.requestFinished(1, answer)
  #expect(page.host.take() == ["state 2 201", "state 3 201", "state 4 201", "[1] c x-b: c\r\n"])
}

@Test func whatNobodyCatchesIsRecorded() throws {
  let page = try WorldPage()
  #expect(
    page.log("\n  nothing.here;") == ["error ReferenceError: Can't find variable: nothing page.js:2:10"])
  #expect(page.log("}") == ["error Parser error page.js:1:1"])
  #expect(page.log("throw 'text'").first?.hasPrefix("error text") == true)
  #expect(
    page.log("onerror = (m, f, l) => console.log(m, f, l); throw new Error('q')") == [
      "Uncaught Error: q page.js 1", "error Error: q page.js:1:61",
    ])
  #expect(
    page.log("onerror = (...all) => { console.log(all[4].name); return true }; null.x") == ["TypeError"])
  #expect(
    page.log("Promise.reject(new Error('lost'))") == [
      "error Unhandled promise rejection: Error: lost page.js:1:25"
    ])
  #expect(
    page.log("onunhandledrejection = (e) => { e.preventDefault(); console.log('seen') }; Promise.reject(1)")
      == ["seen"])
  #expect(
    page.log(
      "onunhandledrejection = (e) => { console.log(e.promise instanceof Promise, e.reason); return false };"
        + "Promise.reject(7)") == ["true 7"])
  #expect(page.log("console.log('alive')") == ["alive"])
}

@Test func loopsAreStoppedAndThePageGoesOn() throws {
  let page = try WorldPage { $0.limits.turn = .milliseconds(60) }
  #expect(page.log("for (;;) {}").first?.contains("was stopped") == true)
  _ = page.log(
    "addEventListener('x', () => { for (;;) {} }); addEventListener('x', () => console.log('not now'))")
  page.world.dispatch("x", on: nil)
  #expect(page.host.take().count == 1)
  #expect(
    page.log("document.body.addEventListener('click', () => { for (;;) {} }); document.body.click()").count
      == 1)
  #expect(page.log("console.log('alive')") == ["alive"])
}
