import Testing

@testable import HybridScript

/// A script and the log it leaves.
struct WorldCase: CustomTestStringConvertible {
  var name: String
  var script: String
  var log: [String]

  init(_ name: String, _ script: String, _ log: String...) {
    (self.name, self.script, self.log) = (name, script, log)
  }

  var testDescription: String { name }
}

@Test(arguments: [
  WorldCase(
    "capture, target, bubble",
    """
    const inner = document.createElement('i'); document.body.append(inner);
    for (const [name, target] of [['window', window], ['body', document.body], ['inner', inner]]) {
      target.addEventListener('x', (e) => console.log(name, 'capture', e.eventPhase), true);
      target.addEventListener('x', (e) => console.log(name, e.eventPhase, e.currentTarget === target, \
    e.target === inner));
    }
    console.log(inner.dispatchEvent(new Event('x', { bubbles: true })));
    """,
    "window capture 1", "body capture 1", "inner capture 2", "inner 2 true true", "body 3 true true",
    "window 3 true true", "true"),
  WorldCase(
    "an event that does not bubble",
    """
    document.addEventListener('x', () => console.log('document'));
    document.addEventListener('x', () => console.log('capture'), true);
    document.body.addEventListener('x', () => console.log('body'));
    document.body.dispatchEvent(new Event('x'));
    """, "capture", "body"),
  WorldCase(
    "once, removal, doubles",
    """
    const f = () => console.log('f'), target = new EventTarget();
    target.addEventListener('x', f); target.addEventListener('x', f); target.addEventListener('x', f, true);
    target.addEventListener('x', () => console.log('once'), { once: true });
    target.dispatchEvent(new Event('x')); target.removeEventListener('x', f); \
    target.dispatchEvent(new Event('x'));
    """, "f", "f", "once", "f"),
  WorldCase(
    "an abort signal removes a listener",
    """
    const control = new AbortController();
    addEventListener('x', () => console.log('heard'), { signal: control.signal });
    dispatchEvent(new Event('x')); control.abort(); dispatchEvent(new Event('x'));
    console.log(control.signal.aborted, control.signal.reason.name);
    """, "heard", "true AbortError"),
  WorldCase(
    "preventDefault",
    """
    addEventListener('x', (e) => { e.preventDefault(); console.log(e.defaultPrevented); });
    console.log(dispatchEvent(new Event('x', { cancelable: true })), dispatchEvent(new Event('x')));
    addEventListener('y', (e) => e.preventDefault(), { passive: true });
    console.log(dispatchEvent(new Event('y', { cancelable: true })));
    """, "true", "false", "false true", "true"),
  WorldCase(
    "stopping",
    """
    const b = document.body;
    b.addEventListener('x', (e) => { console.log(1); e.stopPropagation(); });
    b.addEventListener('x', (e) => { console.log(2); e.stopImmediatePropagation(); });
    b.addEventListener('x', () => console.log(3));
    document.addEventListener('x', () => console.log('document'));
    b.dispatchEvent(new Event('x', { bubbles: true }));
    """, "1", "2"),
  WorldCase(
    "handler properties keep their place",
    """
    const b = document.body;
    b.onclick = () => console.log('first');
    b.addEventListener('click', () => console.log('second'));
    b.onclick = () => { console.log('changed'); return false; };
    console.log(b.dispatchEvent(new Event('click', { cancelable: true })));
    b.onclick = null; b.click(); console.log(b.onclick);
    """, "changed", "second", "false", "second", "null"),
  WorldCase(
    "handlers in attributes",
    """
    document.body.setAttribute('onclick', "console.log(this.tagName, event.type); return false");
    console.log(document.body.dispatchEvent(new Event('click', { cancelable: true })), \
    typeof document.body.onclick);
    document.body.setAttribute('onclick', "console.log('new')"); document.body.click();
    document.body.setAttribute('onclick', "}"); document.body.click();
    """, "BODY click", "false function", "new", "error SyntaxError: Parser error page.js:4:64"),
  WorldCase(
    "an exception does not keep others from hearing",
    """
    addEventListener('error', (e) => console.log('told', e.message, e.error === thrown));
    const thrown = new TypeError('bad');
    addEventListener('x', () => { throw thrown; }); addEventListener('x', () => console.log('next'));
    addEventListener('x', { handleEvent() { console.log(this.y); }, y: 'object' }); addEventListener('x', {});
    console.log(dispatchEvent(new Event('x')));
    """, "told Uncaught TypeError: bad true", "error TypeError: bad page.js:2:29", "next", "object",
    "told Uncaught TypeError: handleEvent of a listener is not a function false",
    "error TypeError: handleEvent of a listener is not a function page.js:5:26", "true"),
  WorldCase(
    "dispatching what is being dispatched",
    """
    const e = new Event('x');
    addEventListener('x', () => { try { dispatchEvent(e); } catch (error) { console.log(error.name); } });
    dispatchEvent(e); dispatchEvent(e);
    """, "InvalidStateError", "InvalidStateError"),
  WorldCase(
    "events within events end",
    """
    let count = 0;
    addEventListener('x', () => { count++; dispatchEvent(new Event('x')); });
    dispatchEvent(new Event('x')); console.log(count);
    """, "error RangeError: more than 200 events within one another page.js:2:53", "200"),
  WorldCase(
    "recursion in a listener",
    "addEventListener('x', function f() { f(); }); dispatchEvent(new Event('x')); console.log('on');",
    "error RangeError: Maximum call stack size exceeded. page.js:1:39", "on"),
  WorldCase(
    "the path is fixed when an event sets out",
    """
    const a = document.createElement('a'), b = document.createElement('b'); document.body.append(a); \
    a.append(b);
    b.addEventListener('x', (e) => { b.remove(); console.log(e.composedPath().map((n) => \
    n.nodeName ?? 'window').join()); });
    a.addEventListener('x', () => console.log('a'));
    b.dispatchEvent(new Event('x', { bubbles: true })); console.log(b.isConnected);
    """, "B,A,BODY,HTML,#document,window", "a", "false"),
  WorldCase(
    "listeners that come and go while one is heard",
    """
    const t = new EventTarget(), late = () => console.log('late'), gone = () => console.log('gone');
    t.addEventListener('x', () => { t.removeEventListener('x', gone); t.addEventListener('x', late); });
    t.addEventListener('x', gone);
    t.dispatchEvent(new Event('x')); console.log('-'); t.dispatchEvent(new Event('x'));
    """, "-", "late"),
  WorldCase(
    "many listeners",
    """
    let n = 0; const t = new EventTarget(), all = [];
    for (let i = 0; i < 20000; i++) { const f = () => { n += 1; }; all.push(f); t.addEventListener('x', f); \
    t.addEventListener('x', f); }
    t.dispatchEvent(new Event('x')); for (const f of all) t.removeEventListener('x', f);
    t.dispatchEvent(new Event('x')); console.log(n);
    """, "20000"),
  WorldCase(
    "subclasses and custom events",
    """
    class Bus extends EventTarget { tell(d) { this.dispatchEvent(new CustomEvent('told', { detail: d })); } }
    const bus = new Bus(); bus.addEventListener('told', (e) => console.log(e.detail, \
    e instanceof CustomEvent, e.isTrusted, this === window));
    bus.tell(5); console.log(new MouseEvent('x', { clientX: 3 }).clientX, new KeyboardEvent('x', { \
    key: 'a' }).key);
    """, "5 true false true", "3 a"),
])
func eventsFollowTheStandard(_ testCase: WorldCase) throws {
  let log = try WorldPage().log(testCase.script)
  #expect(log == testCase.log)
}

@Test func theHostsEventsAreTrustedAndCanBePrevented() throws {
  let page = try WorldPage()
  let input = page.host.add(.element, "input", to: page.host.body)
  _ = page.log(
    """
    const input = document.querySelector('input');
    input.addEventListener('keydown', (e) => { console.log(e.key, e.isTrusted, e instanceof KeyboardEvent, \
    e.detail.key); if (e.key === 'a') e.preventDefault(); });
    input.addEventListener('odd', (e) => console.log(e.detail.some[0]));
    """)
  #expect(page.world.dispatch("keydown", on: input, detail: ["key": "a"]))
  #expect(!page.world.dispatch("keydown", on: input, detail: ["key": "b"]))
  #expect(!page.world.dispatch("odd", on: input, detail: ["some": [1]]))
  #expect(!page.world.dispatch("odd", on: 99999))
  #expect(page.host.take() == ["a true true a", "b true true b", "1"])
}

@Test func lifeOfAPage() throws {
  let page = try WorldPage()
  let script = """
    for (const type of ['load', 'pageshow', 'pagehide', 'resize']) addEventListener(type, (e) => \
    console.log(type, document.readyState, document.visibilityState));
    document.addEventListener('DOMContentLoaded', () => console.log('content', document.readyState));
    window.pageShow = () => console.log('pageShow'); function pageClose() { console.log('pageClose'); }
    App({ onLaunch(o) { console.log('launch', o.from); } }); App({});
    const media = matchMedia('(min-width: 500px)'); media.onchange = (e) => console.log('wide', e.matches);
    console.log(document.readyState, media.matches);
    """
  #expect(page.log(script) == ["warn: App() was called before; this call changes nothing", "loading false"])
  for name in ["DOMContentLoaded", "load", "pageShow", "pageClose"] { page.world.hook(name) }
  page.host.size.width = 600
  page.world.hook("resize")
  page.world.hook("onLaunch", arguments: [["from": "home"]])
  #expect(
    page.host.take() == [
      "content interactive", "load complete visible", "pageShow", "pageshow complete visible", "pageClose",
      "pagehide complete hidden", "resize complete hidden", "wide true", "launch home",
    ])
}
