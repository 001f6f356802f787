import HybridCompiler
import HybridJSON
import HybridScript
import HybridSource
import HybridUnits
import HybridViewTree
import Testing

@testable import HybridRuntime

/// A page from its files, run without a screen.
final class PageRig {
  let driver: PageDriver
  var page: LivePage { driver.page }

  /// Opens `page.html`; `files` are the other files.
  init(
    _ html: String, files: [String: String] = [:], responses: String = "{}", width: Double = 375,
    height: Double = 667,
    opens: Bool = true, _ change: (inout PageEnvironment) -> Void = { _ in }
  ) throws {
    let unit = try Self.unit(html, files: files)
    var environment = PageEnvironment(address: "hybrid://project/page.html", device: SimulatedDevice())
    change(&environment)
    let (book, diagnostics) = ResponseBook.read(Source(path: "responses.json", text: responses))
    try #require(diagnostics.isEmpty, "\(diagnostics)")
    driver = PageDriver(
      LivePage(unit, on: Device(width: width, height: height), in: environment, renderer: Renderer()),
      responses: book)
    if opens { driver.open() }
  }

  /// The compiled page; errors fail the test.
  static func unit(_ html: String, files: [String: String] = [:]) throws -> PageUnit {
    var all = files
    all["page.html"] = html
    let texts = all
    let reader = FileReader(
      read: { path in texts[path].map { .success(Array($0.utf8)) } ?? .failure(.missing) },
      list: { folder in
        let prefix = folder.isEmpty ? "" : folder + "/"
        var entries: [FolderEntry] = []
        for path in texts.keys.sorted() where path.hasPrefix(prefix) {
          let rest = path.dropFirst(prefix.count)
          let name = String(rest.prefix { $0 != "/" })
          let kind: FolderEntry.Kind = rest.contains("/") ? .folder : .file
          if !entries.contains(where: { $0.name == name }) {
            entries.append(FolderEntry(name: name, kind: kind))
          }
        }
        return .success(entries)
      })
    var compiler = ProjectCompiler(files: reader, name: "page", only: "page.html")
    let result = compiler.build()
    guard case .page(let unit)? = compiler.currentUnit(named: "page") else {
      throw RigError(description: "\(result.diagnostics)")
    }
    return unit
  }

  struct RigError: Error, CustomStringConvertible { var description: String }

  /// Performs user actions.
  func act(_ actions: String...) throws {
    let all = try actions.map { try PageAction(parsing: $0) }
    for (index, action) in all.enumerated() {
      try driver.perform(action, before: index + 1 < all.count ? all[index + 1] : nil)
    }
  }

  /// The node with an id.
  func node(_ id: String) throws -> ViewNode {
    try #require(page.tree.nodes.first { $0.id == id }, "no #\(id)")
  }

  /// The text that an element shows.
  func text(_ id: String) throws -> String { try node(id).text ?? "" }

  /// The scripts' log, with faults as `error …`.
  var said: [String] {
    driver.log.compactMap { entry in
      switch entry {
      case .console(_, let text): text
      case .error(let fault): "error \(fault.message)"
      case .call: nil
      }
    }
  }

  /// Native calls: `token.alert("Hi","there")`.
  var calls: [String] {
    driver.log.compactMap { entry in
      guard case .call(let module, let method, let arguments) = entry else { return nil }
      return "\(module).\(method)(\(arguments.map { $0.text() }.joined(separator: ",")))"
    }
  }
}

extension PageEnvironment {
  /// Gives the page files of the project, also as modules of workers.
  mutating func hold(_ files: [String: String]) {
    file = { path in files[path].map { .bytes(Array($0.utf8)) } ?? .missing }
    workerModules = { path, suffix in
      linkWorker(path, suffix: suffix) { path in
        files[path].map { .success(Array($0.utf8)) } ?? .failure(.missing)
      }
    }
  }
}

/// A page with a script, and what it writes to the console.
struct ScriptExample: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var body = ""
  var script: String
  /// Other files of the project.
  var files: [String: String] = [:]
  var said: [String]
}
