import Testing

@testable import HybridScript

/// Changes by hostile or careless pages to shared objects.
@Test(arguments: [
  """
  for (const C of [Array, String, Function, Object, Map, Set, WeakMap, Promise, RegExp, JSON, Math, Reflect, \
  Object.prototype]) for (const k of Reflect.ownKeys(C.prototype ?? C)) { try { \
  (C.prototype ?? C)[k] = () => { throw new Error('mine'); }; } catch {} }
  """,
  "for (const k of Reflect.ownKeys(Array.prototype)) { try { delete Array.prototype[k]; } catch {} }",
  "Array.prototype[Symbol.iterator] = function () { throw 1; }; String.prototype[Symbol.iterator] = null;",
  """
  for (let i = 0; i < 20; i++) Object.defineProperty(Array.prototype, i, { set() { throw 'index'; \
  }, get() { throw 'index'; }, configurable: true });
  """,
  """
  for (const k of ['get', 'set', 'value', 'writable', 'enumerable', 'configurable', 'capture', 'detail', \
  'then', 'toJSON', 'kind', 'callback', 'next', 'done']) Object.defineProperty(Object.prototype, k, { \
  get() { throw 'prototype ' + k; }, set() {}, configurable: true });
  """,
  """
  for (const k of Object.getOwnPropertyNames(globalThis)) { try { \
  if (k !== 'console' && k !== 'document' && k !== 'Event') globalThis[k] = undefined; } catch {} }
  """,
  """
  for (const C of [Node, Element, HTMLElement, EventTarget, Event, \
  Document]) for (const k of Object.getOwnPropertyNames(C.prototype)) { \
  if (k !== 'constructor' && !['dispatchEvent', 'addEventListener', 'body'].includes(k)) try { \
  Object.defineProperty(C.prototype, k, { get() { return 5; } }); } catch {} }
  """,
  """
  Object.setPrototypeOf(document, null); Object.setPrototypeOf(Object.getPrototypeOf(globalThis) ?? {}, {});
  """,
  """
  Object.defineProperty(Error.prototype, 'message', { get() { throw this; } }); \
  Object.defineProperty(Error.prototype, 'stack', { get() { for (;;) throw this; } });
  """,
  """
  Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw 1 }; \
  Reflect.apply = null; Symbol.iterator;
  """,
  "console.log = null; window.dispatchEvent = null; Node = null; Event.prototype = null;",
])
func prototypeGamesHarmOnlyThePage(_ script: String) throws {
  let page = try WorldPage { $0.limits.turn = .milliseconds(500) }
  let button = page.host.add(.element, "button", to: page.host.body, [("id", "b"), ("onclick", "1")])
  let table = page.host.add(.element, "table", to: page.host.body)
  _ = page.log(
    """
    document.body.addEventListener('click', () => { heard = 1; }); var heard = 0; \
    document.querySelector('table').reloadData([{ sectionData: {}, rowsData: [{ a: 1 }] }]);
    """
  )
  _ = page.log(script)
  page.world.dispatch("click", on: button, detail: ["x": 1])
  page.world.dispatch("keydown", on: button, detail: ["key": "a"])
  page.world.hook("load")
  page.world.hook("pageShow")
  page.world.hook("resize")
  page.world.timerFired(1)
  page.world.requestFinished(1, PageResponse())
  _ = page.world.row(of: table, section: 0, row: 0)
  page.world.invoke("a('b')", on: button)
  _ = page.host.take()
  // The page still answers: a fresh primitive computation runs.
  #expect(page.log("if (1 + 1 !== 2) throw 'no'") == [])
}

/// The prelude works even if pages replace the built-ins that it uses.
@Test(arguments: [
  """
  Array.prototype.push = Array.prototype.slice = Array.prototype.map = Array.prototype.join = () => { \
  throw 1; };
  """,
  "Array.prototype[Symbol.iterator] = () => { throw 1; };",
  """
  Map.prototype.get = Map.prototype.set = Map.prototype.forEach = WeakMap.prototype.get = Set.prototype.add \
  = () => { throw 1; };
  """,
  """
  String.prototype.split = String.prototype.slice = String.prototype.indexOf = String.prototype.trim = \
  String.prototype.toLowerCase = () => { throw 1; };
  """,
  """
  JSON.parse = JSON.stringify = () => { throw 1; }; Promise.prototype.then = () => { throw 1; }; \
  RegExp.prototype.exec = () => { throw 1; };
  """,
  """
  Reflect.apply = Reflect.ownKeys = Object.keys = Object.defineProperty = Array.isArray = Math.max = () => { \
  throw 1; };
  """,
  """
  for (let i = 0; i < 50; i++) Object.defineProperty(Array.prototype, i, { set() { throw 'index'; \
  }, configurable: true });
  """,
  """
  globalThis.Array = globalThis.Object = globalThis.String = globalThis.Promise = globalThis.Map = \
  globalThis.Proxy = undefined;
  """,
])
func thePreludeStandsOnItsOwn(_ script: String) throws {
  let page = try WorldPage()
  _ = page.log("const log = console.log;" + script)
  let log = page.log(
    """
    const b = document.createElement('b'); b.className = 'x y'; b.classList.add('z'); b.append('t', 'u'); \
    document.body.append(b);
    b.addEventListener('click', () => log('heard')); b.click(); b.style.marginTop = '1px'; b.dataset.k = 'v';
    log(b.outerHTML, b.childNodes.length, document.querySelectorAll('b').length, b.style.marginTop);
    queueMicrotask(() => log('micro')); token.setStorage({ key: 'k', value: [1] }); \
    log(token.getStorage('k').length, new URL('../q', location.href).href);
    token.request({ url: 'u', method: 'POST', jsonParameter: { a: 1 } });
    """)
  #expect(
    log == [
      "heard", "<b class=\"x y z\" data-k=\"v\">tu</b> 2 1 1px",
      "token.setStorage[{\"key\":\"k\",\"value\":[1]}]",
      "token.getStorage[\"k\"]", "1 http://shop.test:7788/pages/q",
      "token.request[{\"url\":\"u\",\"method\":\"POST\",\"jsonParameter\":{\"a\":1}}]",
      "send POST http://shop.test:7788/pages/list/u [content-type=application/json] {\"a\":1}", "micro",
    ])
}

@Test func wrongReceiversThrow() throws {
  let log = try WorldPage().log(
    """
    let failures = 0, tried = 0;
    for (const C of [Node, Element, HTMLElement, HTMLInputElement, HTMLTableElement, CharacterData, \
    Document, Event, EventTarget, Storage, URL, Headers, DOMTokenList, CSSStyleDeclaration, XMLHttpRequest, \
    MutationObserver, AbortController]) {
      for (const key of Reflect.ownKeys(C.prototype)) {
        const d = Object.getOwnPropertyDescriptor(C.prototype, key);
        for (const self of [{}, null, undefined, 5, document, localStorage, Object.create(C.prototype)]) {
          for (const f of [d.value, d.get, d.set]) {
            if (typeof f !== 'function' || key === 'constructor') continue;
            tried += 1;
            try { Reflect.apply(f, self, [self, {}, -1]); } catch { failures += 1; }
          }
        }
      }
    }
    console.log(tried > 1000, failures > 500);
    """)
  #expect(log.last == "true true")
}

@Test func releasedWorldsStaySilent() throws {
  let page = try WorldPage()
  _ = page.log("setTimeout(() => console.log('late')); addEventListener('x', () => console.log('x'))")
  page.world.release()
  page.world.timerFired(1)
  page.world.dispatch("x", on: nil)
  page.world.run("console.log(1)", path: "a.js")
  #expect(page.world.row(of: 1, section: 0, row: 0) == nil)
  #expect(!page.host.log.contains("late"))
  #expect(!page.host.log.contains("1"))
}

@Test func aWorldCanBeReleasedFromWithin() throws {
  final class Closing: NativeModule {
    let name = "document"
    let queue = ModuleQueue.script
    let methods: [NativeMethod]
    init(_ methods: [NativeMethod]) { self.methods = methods }
  }
  let host = WorldHost()
  nonisolated(unsafe) var world: PageWorld?
  let module = Closing([
    .sync("popNavigator") {
      world?.release()
      return nil
    }
  ])
  world = try PageWorld(
    host: host, modules: ModuleRegistry([module]), options: PageWorld.Options(elementClasses: [:]))
  world?.run("try { document.popNavigator(); } catch {} console.log('still here');", path: "page.js")
  world?.run("console.log('gone')", path: "page.js")
  world = nil
  #expect(host.log.first == "document.popNavigator[]")
  #expect(!host.log.contains("gone"))
}

@Test func oddArgumentsAreRefusedInWords() throws {
  let log = try WorldPage().log(
    """
    const fails = (f) => { try { f(); console.log('fine'); } \
    catch (e) { console.log(e.name + ': ' + e.message); } };
    fails(() => document.body.dispatchEvent({})); fails(() => new Event()); \
    fails(() => new (class X extends HTMLElement {})());
    fails(() => document.body.append(null, undefined)); fails(() => document.body.contains('x')); \
    fails(() => fetch);
    fails(() => document.body.addEventListener('x', 5)); fails(() => setTimeout(() => {}, NaN)); \
    fails(() => new URL('http://['));
    """)
  #expect(
    log == [
      "TypeError: an Event is needed to dispatch", "TypeError: an event needs a type",
      "TypeError: Illegal constructor",
      "fine", "TypeError: contains: a string is not a node", "fine",
      "TypeError: a listener is a function or an object", "fine", "TypeError: 'http://[' is not a URL",
    ])
}
