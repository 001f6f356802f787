import HybridJSON
import HybridScript
import HybridSource
import Testing

/// What browsers have and pages here do not is told by name where a script needs it, and only there.
@Suite struct WebPlatformTests {
  /// Members that only some objects have, with an expression for such an object.
  private static let owners: [(object: String, names: Set<Substring>)] = [
    ("window", WebPlatformNames.globals), ("navigator", WebPlatformNames.navigator),
    ("document", WebPlatformNames.document), ("location", WebPlatformNames.location),
    ("history", WebPlatformNames.history), ("screen", WebPlatformNames.screen),
    ("performance", WebPlatformNames.performance), ("document.body", WebPlatformNames.nodes),
    ("new KeyboardEvent('keydown')", WebPlatformNames.events),
  ]

  /// The names that an object of a page does not have.
  private static func missing(_ names: Set<Substring>, in object: String) throws -> [String] {
    let list = JSONValue.array(names.sorted().map { .string(String($0)) }).text()
    let rig = try PageRig(
      """
      <body><script>for (const name of \(list)) if (!(name in (\(object)))) console.log(name)</script></body>
      """
    )
    return rig.said
  }

  /// Runs each script on its own in one page, and returns the report of each.
  private static func reports(of scripts: [String]) throws -> [Diagnostic] {
    let rig = try PageRig("<body>\(scripts.map { "<script>\($0)</script>" }.joined(separator: "\n"))</body>")
    return rig.driver.log.compactMap { entry in
      if case .error(let fault) = entry { fault.diagnostic } else { nil }
    }
  }

  @Test(arguments: owners.map(\.object))
  func whatIsMissingIsToldByName(_ object: String) throws {
    let names = try #require(Self.owners.first { $0.object == object }).names
    #expect(names.count > 4)
    let missing = try Self.missing(names, in: object)
    for form in object == "window"
      ? ["new NAME()", "NAME.x()", "window.NAME.x()"] : ["OBJECT.NAME()", "OBJECT.NAME.x()"]
    {
      let scripts = missing.map {
        form.replacing("OBJECT", with: "(\(object))".hasPrefix("(new") ? "event" : object)
          .replacing("NAME", with: $0)
      }
      let prelude = object.hasPrefix("new") ? ["globalThis.event = \(object)"] : []
      let reports = try Self.reports(of: prelude + scripts)
      #expect(reports.count == scripts.count)
      let silent = zip(scripts, zip(missing, reports)).filter { _, told in
        told.1.code != "script.exception" || told.1.hint?.contains("\(told.0)' ") != true
          || told.1.hint?.contains("not supported here") != true
      }
      #expect(silent.map { "\($0): \($1.1.message) \($1.1.hint ?? "")" } == [])
    }
  }

  @Test func membersOfTheAuthorsOwnObjectsAreNoMissingAPIs() throws {
    let reports = try Self.reports(of: ["const item = {}; item.x.y()", "const box = {}; box.width.round"])
    #expect(reports.count == 2 && reports.allSatisfy { $0.hint == nil })
  }

  /// Scripts that look first hear nothing.
  @Test(arguments: [
    "'serviceWorker' in navigator", "typeof Notification", "window.Notification", "navigator.share",
    "window.caches && caches.open('a')", "navigator.clipboard?.writeText('a')",
    "document.startViewTransition?.(() => {})", "globalThis.URLPattern === undefined",
    "try { new SharedWorker('a.js') } catch {}", "document.body.requestFullscreen instanceof Function",
  ])
  func lookingForAnAPIIsSilent(_ script: String) throws {
    let rig = try PageRig("<body><script>\(script)</script></body>")
    #expect(rig.said == [])
  }

  @Test(
    arguments: [
      ("navigator.geolocation.getCurrentPosition(() => {})", "use token.getLocation(f)"),
      ("navigator.serviceWorker.register('sw.js')", "work offline without one"),
      ("document.startViewTransition(() => {})", "'document.startViewTransition' is not supported here"),
      ("new window.Notification('Hello')", "'Notification' is not supported here"),
      ("(async () => { await navigator.share({}) })()", "'navigator.share' is not supported here"),
      ("const video = document.body; video.requestPictureInPicture2()", nil),
      ("cuont += 1", nil), ("const cart = {}; cart.items.push(1)", nil),
      ("const cart = {}; cart.getPriec()", nil),
    ] as [(String, String?)])
  func onlyAWebAPIHasAHint(_ script: String, _ hint: String?) throws {
    let reports = try Self.reports(of: [script])
    try #require(reports.count == 1)
    if let hint { #expect(reports[0].hint?.contains(hint) == true) } else { #expect(reports[0].hint == nil) }
  }

  @Test func anInstanceofNamesItsClass() throws {
    let source = Source(path: "a.js", text: "let x = 1;\nif (x instanceof window.SVGFEDropShadowElement) {}")
    let fault = ScriptFault(
      .exception, "TypeError: Right hand side of instanceof is not an object", path: "a.js", line: 2,
      column: 18)
    let hint = try #require(fault.diagnostic(in: source).hint)
    #expect(hint.hasPrefix("'SVGFEDropShadowElement' is not supported here"))
  }
}
