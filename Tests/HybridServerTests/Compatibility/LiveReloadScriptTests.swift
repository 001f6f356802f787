import HybridScript
import Testing

@testable import HybridServer

/// `/livereload.js` in a page of a few mock objects: each message, and its effect on the page.
@Suite struct LiveReloadScriptTests {
  /// The parts of a browser that the script uses. A new address is shown as `?new`, an existing element as
  /// its address.
  private static let browser = """
    var window = globalThis, sockets = [], sent = [], timers = [], reloads = 0, alerts = [];
    class URL {
      constructor(text, base) {
        let match = /^([a-z]+:)\\/\\/([^\\/?#]*)([^?#]*)(\\?[^#]*)?/.exec(text);
        if (!match && base) return new URL(new URL(base).start + (text[0] === "/" ? "" : "/") + text);
        if (!match) throw new TypeError("no URL");
        [, this.protocol, this.host, this.pathname] = match;
        this.query = (match[4] || "").slice(1).split("&").filter(Boolean);
        this.searchParams = {set: (name, value) => {
          this.query = this.query.filter(field => !field.startsWith(name + "=")).concat(name + "=" + value);
        }};
      }
      get start() { return this.protocol + "//" + this.host; }
      get href() { return this.start + this.pathname + (this.query.length ? "?" + this.query.join("&") : \
    ""); }
    }
    function WebSocket(address) {
      this.address = address;
      this.send = text => sent.push(text);
      this.close = () => this.onclose();
      sockets.push(this);
    }
    var setTimeout = (call, delay) => timers.push({call, delay}), clearTimeout = id => { \
    timers[id - 1] = null; };
    window.alert = text => alerts.push(text);
    window.location = {href: "http://localhost:3000/shop/index.html", reload: () => { reloads += 1; }};
    class Element {
      constructor(name, fields) { this.name = name; Object.assign(this, fields); }
      get parentNode() { return page.includes(this) ? parent : null; }
      get nextSibling() { return page[page.indexOf(this) + 1] || null; }
      cloneNode() { return new Element(this.name, {rel: this.rel, href: this.href, media: this.media}); }
    }
    var page = [];
    var parent = {
      insertBefore(element, next) { page.splice(next ? page.indexOf(next) : page.length, 0, element); },
      removeChild(element) { page.splice(page.indexOf(element), 1); },
    };
    var document = {
      currentScript: {src: "http://localhost:7788/livereload.js"},
      getElementsByTagName: name => page.filter(element => element.name === name),
    };
    const sheet = (href, rel = "stylesheet") => page.push(new Element("link", {href, rel, media: "screen"}));
    const image = src => page.push(new Element("img", {src}));
    const shown = () => page.map(e => (e.href || e.src).replace("http://localhost:3000", "")
      .replace(/livereload=[0-9.]+/, "new")).join(" ");
    const last = () => sockets[sockets.length - 1];
    const say = message => last().onmessage({data: typeof message === "string" ? message : \
    JSON.stringify(message)});
    const css = path => say({command: "reload", path, liveCSS: true, liveImg: true});
    const arrived = () => page.filter(e => e.onload).forEach(e => e.onload());
    """

  private func page(_ setting: String) throws -> ScriptContext {
    let context = try ScriptContext()
    _ = try context.evaluate(Self.browser + "\n" + setting, path: "browser.js")
    _ = try context.evaluate(
      String(decoding: PackageResources.livereload_js, as: UTF8.self), path: "livereload.js")
    return context
  }

  private static let sheets = """
    sheet('http://localhost:3000/css/base.css'); sheet('http://localhost:3000/css/shop/base.css?v=1');
    sheet('http://localhost:3000/icon.png', 'icon'); image('http://localhost:3000/img/a%20b.png');
    """

  @Test(arguments: [
    // The sheet whose address has the longest common suffix with the path; the old one stays until the new
    // one has loaded.
    (
      "css('pages/css/base.css')",
      "/css/base.css /css/base.css?new /css/shop/base.css?v=1 /icon.png /img/a%20b.png", 0
    ),
    (
      "css('css/shop/base.css'); arrived()",
      "/css/base.css /css/shop/base.css?v=1&new /icon.png /img/a%20b.png", 0
    ),
    // A sheet that is only imported: all sheets are reloaded.
    (
      "css('tokens.css'); arrived()", "/css/base.css?new /css/shop/base.css?v=1&new /icon.png /img/a%20b.png",
      0
    ),
    // Two quick changes: one new sheet replaces the other.
    (
      "css('css/base.css'); css('css/base.css'); css('css/base.css'); arrived()",
      "/css/base.css?new /css/shop/base.css?v=1 /icon.png /img/a%20b.png", 0
    ),
    (
      "css('css/base.css'); arrived(); css('css/base.css'); arrived()",
      "/css/base.css?new /css/shop/base.css?v=1 /icon.png /img/a%20b.png", 0
    ),
    // If the new sheet cannot be loaded, the old one stays.
    (
      "css('css/base.css'); page.find(e => e.onerror).onerror()",
      "/css/base.css /css/shop/base.css?v=1 /icon.png /img/a%20b.png", 0
    ),
    ("css('img/a b.png')", "/css/base.css /css/shop/base.css?v=1 /icon.png /img/a%20b.png?new", 0),
    // Files that cannot be replaced in place reload the page.
    ("css('img/other.png')", nil, 1), ("css('index.html')", nil, 1),
    ("say({command: 'reload', path: 'css/base.css', liveCSS: false})", nil, 1),
    ("say({command: 'reload'})", nil, 1), ("say({command: 'reload', path: 7})", nil, 1),
    // Anything else changes nothing.
    ("say('{'); say('null'); say('[]'); say('7'); say({command: 'later'}); say({})", nil, 0),
  ])
  func aMessageChangesThePage(_ script: String, _ expected: String?, _ reloads: Int) throws {
    let context = try page(Self.sheets)
    let before = try context.evaluate("shown()", path: "test.js").string
    _ = try context.evaluate("last().onopen(); \(script)", path: "test.js")
    #expect(try context.evaluate("shown()", path: "test.js").string == expected ?? before)
    #expect(try context.evaluate("reloads", path: "test.js").int == reloads)
  }

  @Test func itGreetsTheServerThatItCameFrom() throws {
    let context = try page("")
    _ = try context.evaluate("last().onopen()", path: "test.js")
    #expect(
      try context.evaluate("last().address", path: "test.js").string == "ws://localhost:7788/livereload")
    let hello = try context.evaluate("sent.join()", path: "test.js").string ?? ""
    #expect(LiveReload.protocols(offeredBy: Array(hello.utf8)) == [LiveReload.version])
    let secure = try page("document.currentScript.src = 'https://dev.example/livereload.js?x=1'")
    #expect(try secure.evaluate("last().address", path: "test.js").string == "wss://dev.example/livereload")
  }

  @Test func aLostConnectionIsMadeAgainLaterAndLaterAndCostsThePageNothing() throws {
    let context = try page(Self.sheets)
    let delays = try context.evaluate(
      """
      for (let round = 0; round < 20; round++) { last().onclose(); timers[timers.length - 1].call(); }
      timers.map(timer => timer.delay)
      """, path: "test.js"
    )
    #expect(
      try context.evaluate(
        """
        timers.every((timer, i) => timer.delay <= Math.min(250 * 2 ** i, \
        5000) && timer.delay >= Math.min(250 * 2 ** i, 5000) / 2)
        """,
        path: "test.js"
      ).bool == true, "\(delays)")
    #expect(try context.evaluate("sockets.length", path: "test.js").int == 21)
    // A new greeting starts again.
    #expect(
      try context.evaluate(
        "last().onopen(); say({command: 'hello'}); last().onclose(); timers[20].delay <= 250", path: "test.js"
      ).bool == true)
    #expect(try context.evaluate("reloads", path: "test.js").int == 0)
    #expect(
      try context.evaluate("timers[20].call(); LiveReload.shutDown(); timers.length", path: "test.js").int
        == 21)
  }

  @Test(arguments: [
    "window.LiveReload = {}", "document.currentScript = null", "document.currentScript.src = ''",
  ])
  func itStaysAwayWhereItHasNoPlace(_ setting: String) throws {
    #expect(try page(setting).evaluate("sockets.length", path: "test.js").int == 0)
  }

  @Test func anAlertIsShown() throws {
    let context = try page("")
    #expect(
      try context.evaluate("say({command: 'alert', message: 'Hi'}); alerts.join()", path: "test.js").string
        == "Hi")
  }
}
