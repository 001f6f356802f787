import Foundation
import HybridCompiler
import HybridReload
import HybridRuntime
import HybridTestSupport
import HybridUnits
import HybridViewTree
import Testing

@testable import HybridServer

/// Saves of each project and projects: 120 saves, or with `HYBRID_THOROUGH=1`, as in CI, 10,000;
/// `HYBRID_SAVES` and `HYBRID_SEEDS` set other numbers.
private let saves = number("HYBRID_SAVES") ?? (isThorough ? 1_000 : 60)
private let seeds = 0..<UInt64(number("HYBRID_SEEDS") ?? (isThorough ? 10 : 2))

private func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }

/// After any save, the session serves what a new compiler makes of the same files.
struct RandomSaveTests {
  private static let never =
    "<style>.b{background:linear-gradient(to right in nowhere,red,blue)}</style><include></include>"
  private static let mended = "<style>.b{background:linear-gradient(to right,red,blue)}</style>"

  /// The session laid out the page with its errors, and kept that tree when the page became good.
  @Test(arguments: [false, true])
  func aPageThatNeverWasGoodIsServedAsMendedAfterASaveOfAnotherPage(_ isChangedBefore: Bool) async {
    let body = "<div class=b>text</div>"
    let rig = await SessionRig([
      "pages/gg/index.html": Self.never + body, "pages/home/index.html": "<p>Home</p>",
    ])
    await rig.session.warmUp()
    await rig.save("pages/home/index.html", "<p>Homes</p>")
    if isChangedBefore {
      await rig.save("pages/gg/index.html", Self.never + "<p>other</p>" + body)
      let tree = await rig.session.tree(of: "gg", as: rig.session.standard)
      #expect(tree?.nodes.contains { $0.text == "other" } == true)
    }
    let report = await rig.save("pages/gg/index.html", Self.mended + body)
    #expect(report?.isFixed == true && report?.units.map(\.kind) == [.added])
    let tree = await rig.session.tree(of: "gg", as: rig.session.standard)
    #expect(tree?.nodes.contains { $0.paint.gradients != nil } == true)
  }

  /// A client alternates between units while the page changes: each version it sees is that of the files.
  @Test func aPageThatNeverWasGoodIsServedAsItIsEachTimeThatSomebodyLooks() async {
    let rig = await SessionRig([
      "pages/gg/index.html": Self.never + "<p>first</p>", "pages/home/index.html": "<p>Home</p>",
    ])
    let person = TestClient(ReloadClient(name: "test", unit: "gg"))
    await person.connect(to: rig.session)
    func shows(_ text: String) async -> Bool {
      await person.take(from: rig.session)
      return person.client.tree?.nodes.contains { $0.text == text } == true
    }
    #expect(await shows("first"))
    await rig.save("pages/gg/index.html", Self.never + "<p>second</p>")
    #expect(await shows("second"))
    await person.show("home", on: nil, of: rig.session)
    await rig.save("pages/gg/index.html", Self.never + "<p>third</p>")
    await person.show("gg", on: nil, of: rig.session)
    #expect(await shows("third"))
    await rig.save("pages/gg/index.html", Self.never + "<p>second</p>")
    #expect(await shows("second"))
  }

  /// The client reconnected while the page did not exist, so that its request had no answer.
  @Test func aPageThatComesBackWithErrorsIsShownToAClientThatWantsIt() async {
    let rig = await SessionRig([
      "pages/gg/index.html": "<p>first</p>", "pages/home/index.html": "<p>Home</p>",
    ])
    let person = TestClient(ReloadClient(name: "test", unit: "gg"))
    await person.connect(to: rig.session)
    await person.take(from: rig.session)
    await person.cut(from: rig.session)
    await rig.save(["pages/gg/index.html": nil])
    await person.connect(to: rig.session)
    await person.take(from: rig.session)
    await rig.save(["pages/gg/index.html": Self.never + "<p>second</p>"])
    await person.take(from: rig.session)
    #expect(person.client.tree?.nodes.contains { $0.text == "second" } == true)
  }

  /// A broken data set counted as an error of the page when a sheet of it was saved.
  @Test(arguments: [false, true])
  func sheetsOfAPageWithABrokenDataSetAreServedAsSaved(_ wasValid: Bool) async {
    let rig = await SessionRig([
      "pages/home/index.html": "<link rel=stylesheet href='/css/base.css'><p>text</p>",
      "pages/home/data.long.json": wasValid ? "{}" : "{", "css/base.css": "p { width: 53px }",
    ])
    await rig.session.warmUp()
    await rig.save("pages/home/data.long.json", "{ ")
    await rig.save("css/base.css", "p { width: 50px }")
    let tree = await rig.session.tree(of: "home", as: rig.session.standard)
    #expect(tree?.nodes.last?.frame.width == 50)
  }

  @Test(arguments: seeds) func everyUnitIsServedAsAFreshCompilerRendersIt(_ seed: UInt64) async {
    var run = await RandomRun(seed: seed)
    for step in 0..<saves {
      guard await run.step(step) else { return }
    }
  }
}

/// A session with random file changes, with clients, and the expected state.
private struct RandomRun {
  private var random: SeededGenerator
  private let seed: UInt64
  private var files: [String: String]
  private let rig: SessionRig
  private let renderer = Renderer()
  /// The last valid text of each data set, which is shown while the file is broken.
  private var validDataSets: [String: String] = [:]
  /// The last good version of each unit that has or had no errors.
  private var lastValid: [String: HybridUnits.Unit] = [:]
  /// Rendered trees by key.
  private var renders: [RenderKey: ViewTree] = [:]
  private let follower = TestClient()
  private let chooser = TestClient(
    ReloadClient(name: "chooser", device: .named("tablet dark"), unit: "p1"))
  private let visitor = TestClient(ReloadClient(name: "visitor", unit: "p2", data: "long"))

  private struct RenderKey: Hashable {
    var unit: [UInt8]
    /// The data sets that ``unit`` leaves out.
    var dataSets: [String]
    var variant: Variant
  }

  init(seed: UInt64) async {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    files = [:]
    for file in RandomFile.all { files[file.path] = file.text(isBroken: false, &random) }
    for _ in 0..<4 {
      guard let file = RandomFile.all.randomElement(using: &random) else { continue }
      files[file.path] = file.text(isBroken: true, &random)
    }
    rig = await SessionRig(files)
    await rig.session.warmUp()
    await follower.connect(to: rig.session)
    await chooser.connect(to: rig.session)
    _ = freshUnits()
  }

  /// Saves some files and compares; false when anything differs.
  mutating func step(_ number: Int) async -> Bool {
    var changes: [String: String?] = [:]
    for _ in 0..<(random.next(below: 4) == 0 ? 3 : 1) {
      guard let file = RandomFile.all.randomElement(using: &random) else { continue }
      changes[file.path] = change(of: file)
    }
    for (path, text) in changes { files[path] = text }
    await rig.save(changes)
    await moveClients()
    let (units, told) = freshUnits()
    let place = "seed \(seed), save \(number) of \(changes.keys.sorted())"
    #expect(await rig.session.unitNames == units.keys.sorted(), "\(place)")
    var isSame = true
    for person in [follower, chooser, visitor] where person.line != nil {
      await person.take(from: rig.session)
      guard let name = person.client.unit, let unit = units[name] else { continue }
      var variant = await rig.session.standard
      if let device = person.client.device { variant.device = try! await rig.session.device(device) }
      variant.dataSet = person.client.data
      isSame =
        expect(person.client.tree, unit, variant, "\(person.client.name) sees \(name), \(place)") && isSame
      isSame = expectErrors(person.client.diagnostics.count, told, place) && isSame
    }
    let shown = await rig.session.shown
    #expect(follower.client.unit == shown, "the terminal is followed, \(place)")
    // Half of the projects are checked completely after each save, so that every stage is used; in the others
    // most units are out of date until every eighth save.
    let names =
      seed % 2 == 0 || number % 8 == 7
      ? units.keys.sorted() : [units.keys.sorted().randomElement(using: &random)].compactMap(\.self)
    for name in names {
      guard let unit = units[name] else { continue }
      let tree = await rig.session.tree(of: name, as: rig.session.standard)
      isSame = expect(tree, unit, await rig.session.standard, "\(name) is served, \(place)") && isSame
    }
    return isSame
  }

  /// A different, mostly valid text; nil deletes the file.
  private mutating func change(of file: RandomFile) -> String? {
    if file.mayVanish, files[file.path] != nil, random.next(below: 7) == 0 { return nil }
    return file.text(isBroken: random.next(below: 4) == 0, &random)
  }

  private mutating func moveClients() async {
    let session = rig.session
    if random.next(below: 4) == 0 {
      await chooser.show("p\(random.next(below: 10))", on: nil, of: session)
    }
    if random.next(below: 6) == 0 {
      if visitor.line == nil { await visitor.connect(to: session) } else { await visitor.cut(from: session) }
    }
    if random.next(below: 12) == 0 { _ = await session.showNextUnit(by: 1) }
  }

  /// Every unit as it must be shown: compiled from the current files, or for a unit with errors its last good
  /// version.
  private mutating func freshUnits() -> (units: [String: HybridUnits.Unit], errors: Int) {
    var told = ProjectCompiler(files: SessionRig.reader(of: files), name: "test")
    let errors = told.build().diagnostics.filter { $0.severity == .error }.count
    var compiler = told
    let shown = filesWithValidDataSets()
    if shown != files {
      compiler = ProjectCompiler(files: SessionRig.reader(of: shown), name: "test")
      _ = compiler.build()
    }
    let names = Set(compiler.unitNames)
    lastValid = lastValid.filter { names.contains($0.key) }
    var units: [String: HybridUnits.Unit] = [:]
    for name in names {
      if !compiler.isFailed(name) { lastValid[name] = compiler.unit(named: name) }
      units[name] = lastValid[name] ?? compiler.currentUnit(named: name)
    }
    return (units, errors)
  }

  /// The files, with each broken data set as it was when it was valid.
  private mutating func filesWithValidDataSets() -> [String: String] {
    var result = files
    for file in RandomFile.all where file.kind == .dataSet {
      guard let text = files[file.path] else {
        validDataSets[file.path] = nil
        continue
      }
      if RandomFile.isBrokenDataSet(text) {
        result[file.path] = validDataSets[file.path]
      } else {
        validDataSets[file.path] = text
      }
    }
    return result
  }

  private mutating func expect(
    _ tree: ViewTree?, _ unit: HybridUnits.Unit, _ variant: Variant, _ place: String
  ) -> Bool {
    guard var tree else {
      Issue.record("there is no tree: \(place)")
      return false
    }
    for index in tree.nodes.indices { tree.nodes[index].handle = 0 }
    let key = RenderKey(
      unit: unit.encoded(), dataSets: unit.dataSets.map { $0.data.text() }, variant: variant)
    let wanted = renders[key] ?? renderer.render(unit, as: variant).tree
    if renders.count > 2_000 { renders = [:] }
    renders[key] = wanted
    if tree == wanted { return true }
    let difference = zip(tree.nodes, wanted.nodes).lazy.filter { $0 != $1 }.map {
      ($0.source, $0.frame, $1.source, $1.frame)
    }.first
    Issue.record(
      "\(place): \(String(describing: difference)), \(tree.nodes.count) and \(wanted.nodes.count) nodes")
    return false
  }

  private func expectErrors(_ count: Int, _ wanted: Int, _ place: String) -> Bool {
    #expect(count == wanted, "errors told, \(place)")
    return count == wanted
  }
}

/// A file of the project, and its possible contents.
private struct RandomFile {
  enum Kind { case page, data, dataSet, sheet, partial, component }
  var path: String
  var kind: Kind

  /// The last valid text of a data set is kept with its page, so pages with data sets stay.
  var mayVanish: Bool {
    kind != .page || Self.pagesWithDataSets.allSatisfy { !path.hasPrefix("pages/p\($0)/") }
  }

  private static let pagesWithDataSets = 0..<4

  /// Whether the text of a data set is the broken one.
  static func isBrokenDataSet(_ text: String) -> Bool { text == "{" }

  static let all: [RandomFile] =
    (0..<10).flatMap { number in
      let folder = "pages/p\(number)/"
      return [
        RandomFile(path: folder + "index.html", kind: .page),
        RandomFile(path: folder + "data.json", kind: .data),
      ]
        + (pagesWithDataSets.contains(number)
          ? [
            RandomFile(path: folder + "data.long.json", kind: .dataSet),
            RandomFile(path: folder + "style.css", kind: .sheet),
          ] : [])
    }
    + ["css/base.css", "css/theme.css", "css/tokens.css"].map { RandomFile(path: $0, kind: .sheet) }
    + ["partials/tab.html", "partials/part.html"].map { RandomFile(path: $0, kind: .partial) }
    + ["components/x-card.html", "components/x-badge.html"].map { RandomFile(path: $0, kind: .component) }

  func text(isBroken: Bool, _ random: inout SeededGenerator) -> String {
    let number = random.next(below: 4)
    func some(_ text: String, _ random: inout SeededGenerator) -> String {
      random.next(below: 2) == 0 ? text : ""
    }
    switch kind {
    case .page:
      var text = some("<link rel=stylesheet href='/css/base.css'>", &random)
      text += some("<link rel=stylesheet href='/css/theme.css'>", &random)
      text += some("<link rel=stylesheet href='style.css'>", &random)
      text += some(
        "<style>@import '/css/tokens.css'; .b { \(declaration(isBroken, number)) }</style>", &random)
      text += some("<include src='/partials/tab.html'></include>", &random)
      text += some("<x-card></x-card>", &random) + some("<x-badge></x-badge>", &random)
      text += some("<ul><li t:for='item in items'>{{ item }}</li></ul>", &random)
      return text + "<h1>{{ title }} \(number)</h1><div class=b>text</div>" + (isBroken ? "</i" : "")
    case .dataSet where isBroken: return "{"
    case .data, .dataSet:
      if isBroken { return number < 2 ? "{" : #"{"title": "T", "items": 1}"# }
      let items = (0..<number).map { "\"i\($0)\"" }.joined(separator: ", ")
      return "{\"title\": \"T\(random.next(below: 3))\", \"items\": [\(items)]}"
    case .sheet:
      let imports = path == "css/tokens.css" ? "" : some("@import '/css/tokens.css';", &random)
      return imports + ":root { --edge: \(number)px }\n"
        + ".b { margin: var(--edge); \(declaration(isBroken, number)) } h1 { width: \(50 + number)px }\n"
        + (isBroken ? ".c { width: 1px" : "")
    case .partial:
      let part = path == "partials/tab.html" ? some("<include src='part.html'></include>", &random) : ""
      return "<nav class=b>Tab \(number)\(part)</nav>" + (isBroken ? "</i" : "")
    case .component:
      let badge = path == "components/x-card.html" ? some("<x-badge></x-badge>", &random) : ""
      return "<i class=b>Card \(number)\(badge)</i>" + (isBroken ? "</b" : "")
    }
  }

  private func declaration(_ isBroken: Bool, _ number: Int) -> String {
    "background: linear-gradient(to right \(isBroken ? "in nowhere" : ""), red \(number * 10)%, blue)"
  }
}
