import Foundation
import HybridCompiler
import HybridJSON
import HybridScript
import HybridSource
import HybridUnits
import HybridViewTree
import Testing

@testable import HybridRuntime

/// A page of `Fixtures/` with user actions, and the expected page and log after each step.
///
/// `NAME.html`, or the folder `NAME/` of a package, has beside it `NAME.scenario.json`:
/// `{"width", "height", "legacyLists", "responses", "extension", "steps": [step …]}`. A step may first `turn`
/// the device to a width and height, `do` actions as `render --do` does, and call `hooks`; then `log` is
/// everything the page said since the step before, and `texts`, `frames`, `moved` (by `id`; what a transform
/// moves it by), `missing` (ids that are not shown) and `tree` describe the page.
struct PageFixture: Sendable, CustomTestStringConvertible {
  let name: String
  var testDescription: String { name }

  static let folder = URL(filePath: "\(#filePath)").deletingLastPathComponent().appending(path: "Fixtures")
    .path()
  private static let ending = ".scenario.json"

  static let all: [PageFixture] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted().map {
      PageFixture(name: String($0.dropLast(ending.count)))
    }
  }()

  func scenario() throws -> JSONValue {
    let bytes = try Data(contentsOf: URL(filePath: Self.folder).appending(path: name + Self.ending))
    return try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
  }

  func unit() throws -> PageUnit {
    let isPackage = FileManager.default.fileExists(atPath: Self.folder + "/\(name)/index.html")
    let files = try DiskFiles(root: isPackage ? Self.folder + "/" + name : Self.folder)
    var compiler = ProjectCompiler(
      files: files.reader, name: name, only: isPackage ? "index.html" : name + ".html")
    let result = compiler.build()
    guard case .page(let unit)? = compiler.currentUnit(named: name) else {
      throw PageRig.RigError(description: "\(name): \(result.diagnostics)")
    }
    return unit
  }
}

@Test(arguments: PageFixture.all)
func fixturesDoWhatTheirScenariosSay(_ fixture: PageFixture) throws {
  let scenario = try fixture.scenario()
  var environment = PageEnvironment(
    address: "hybrid://project/\(fixture.name).html", device: SimulatedDevice())
  environment.usesLegacyLists = scenario["legacyLists"]?.bool ?? false
  environment.extensionData = scenario["extension"]
  let (book, diagnostics) = ResponseBook.read(
    Source(path: "responses.json", text: (scenario["responses"] ?? [:]).text()))
  #expect(diagnostics.isEmpty)
  let device = Device(width: scenario["width"]?.number ?? 375, height: scenario["height"]?.number ?? 667)
  let driver = PageDriver(
    LivePage(try fixture.unit(), on: device, in: environment, renderer: Renderer()), responses: book)
  driver.open()
  var heard = 0
  for (index, step) in try #require(scenario["steps"]?.array).enumerated() {
    let actions = step["do"]?.array?.compactMap(\.string) ?? []
    let comment = Comment(rawValue: "step \(index) \(actions)")
    if let width = step["turn"]?[0]?.number, let height = step["turn"]?[1]?.number {
      driver.page.move(to: Device(width: width, height: height))
      driver.settle()
    }
    for action in actions {
      let parsed = try PageAction(parsing: action)
      do { try driver.perform(parsed) } catch {
        Issue.record("\(error.diagnostic.message)", sourceLocation: #_sourceLocation)
      }
    }
    for hook in step["hooks"]?.array?.compactMap({ $0.string.flatMap { LivePage.Hook(rawValue: $0) } }) ?? []
    {
      driver.page.hook(hook)
      driver.settle()
    }
    let lines = driver.log.map(\.line)
    #expect(Array(lines[heard...]) == (step["log"]?.array?.compactMap(\.string) ?? []), comment)
    heard = lines.count
    expect(driver.page.tree, is: step, comment)
  }
}

private func expect(_ tree: ViewTree, is step: JSONValue, _ comment: Comment) {
  func node(_ id: String) -> ViewNode? { tree.nodes.first { $0.id == id } }
  for (id, text) in step["texts"]?.object ?? JSONObject() {
    #expect(node(id).map { $0.text ?? "" } == text.string, "#\(id) \(comment)")
  }
  for (id, frame) in step["frames"]?.object ?? JSONObject() {
    let wanted = frame.array?.compactMap(\.number) ?? []
    let found = node(id).map { [$0.frame.x, $0.frame.y, $0.frame.width, $0.frame.height] } ?? []
    let isNear = found.count == wanted.count && zip(found, wanted).allSatisfy { abs($0 - $1) < 0.01 }
    #expect(isNear, "#\(id) is at \(found), not \(wanted) \(comment)")
  }
  for (id, place) in step["moved"]?.object ?? JSONObject() {
    var found: [Double] = [0, 0]
    if let matrix = node(id)?.paint.transform { found = [matrix[4], matrix[5]] }
    let wanted: [Double] = place.array?.compactMap(\.number) ?? []
    #expect(found == wanted, "#\(id) \(comment)")
  }
  for id in step["missing"]?.array?.compactMap(\.string) ?? [] {
    #expect(node(id) == nil, "#\(id) \(comment)")
  }
  if let outline = step["tree"]?.array?.compactMap(\.string) { #expect(tree.outline == outline, comment) }
}

extension ViewTree {
  /// A line a node: its tag, `#id` and text, indented.
  fileprivate var outline: [String] {
    var depths: [Int] = []
    return nodes.map { node in
      let depth = node.parent.map { depths[$0] + 1 } ?? 0
      depths.append(depth)
      let id = node.id.map { "#\($0)" } ?? ""
      let text = node.text.flatMap { $0.isEmpty ? nil : " " + JSONValue.string($0).text() } ?? ""
      return String(repeating: "  ", count: depth) + node.tag + id + text
    }
  }
}

extension PageLogEntry {
  /// A log line: a script's message, `error …` for a fault, and `module.method(arguments)` for a native call.
  fileprivate var line: String {
    switch self {
    case .console(_, let text): text
    case .error(let fault): "error \(fault.message)"
    case .call(let module, let method, let arguments):
      "\(module).\(method)(\(arguments.map { $0.text() }.joined(separator: ",")))"
    }
  }
}
