import HybridCompiler
import HybridJSON
import HybridLayout
import HybridSource

/// `hybrid layout`: the frames of layout cases, for comparing the engine with another one.
enum LayoutCommand {
  static let command = Command(
    name: "layout",
    summary: "lay out boxes written as JSON, one case a line",
    operands: [
      Operand(
        name: "FILE", count: .any, summary: "files of layout cases; standard input when left out",
        completion: .file)
    ],
    examples: [
      .init("hybrid layout flexbox.json", "one line a case, not rounded"),
      .init("hybrid layout < flexbox.json", "the same"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    var result = ExitCode.done
    for path in arguments.operands.isEmpty ? ["-"] : arguments.operands {
      let bytes: [UInt8]
      switch readInput(path) {
      case .success(let read): bytes = read
      case .failure(let failure):
        Output.error.report(Diagnostic(.error, "layout.\(failure.code)", "'\(path)': \(failure.message)"))
        return .environmentFailed
      }
      let reading = readJSON(Source(path: path, bytes: bytes))
      for diagnostic in reading.diagnostics { Output.error.report(diagnostic) }
      guard let cases = reading.value?["cases"]?.array else {
        Output.error.report(Diagnostic(.error, "layout.no-cases", "'\(path)' has no list of cases"))
        result = .projectHasErrors
        continue
      }
      for item in cases {
        var unknown: [String] = []
        guard let name = item["name"]?.string, let built = laidOut(item, unknown: &unknown), unknown.isEmpty
        else {
          let what =
            unknown.isEmpty ? "is no case" : "declares what is not known: \(unknown.joined(separator: ", "))"
          Output.error.report(
            Diagnostic(
              .error, "layout.bad-case", "\(item["name"]?.string ?? "a case without a name") \(what)"))
          result = .projectHasErrors
          continue
        }
        var json = JSONWriter()
        json.object {
          $0.member("name", name)
          $0.key("layout")
          write(built.root, of: built.tree, to: &$0)
        }
        Output.standard.write(json.text + "\n")
      }
    }
    return result
  }

  private static func laidOut(_ item: JSONValue, unknown: inout [String]) -> BuiltCase? {
    guard let tree = item["tree"], let base = item["base"]?.string,
      let initial = CaseBase(named: base, boxSizing: item["box_sizing"]?.string ?? "border-box")
    else { return nil }
    func space(_ axis: String) -> AvailableSpace {
      item["available"]?[axis]?.number.map { .definite($0) } ?? .maxContent
    }
    let isItem = item["root"]?.string == "item"
    var built = BuiltCase(
      node(tree), base: initial, direction: item["direction"]?.string == "rtl" ? .rightToLeft : .leftToRight,
      containerWidth: isItem ? item["available"]?["width"]?.number : nil, unknown: &unknown,
      measure: AhemText.measure(_:isVertical:))
    built.tree.layout(
      root: built.layoutRoot, available: Size(width: space("width"), height: space("height")), as: .absolute)
    return built
  }

  /// JSON is at most 512 deep, so these two may recurse.
  private static func node(_ json: JSONValue) -> CaseNode {
    var style: [String: String] = [:]
    for (name, value) in json["style"]?.object ?? JSONObject() { style[name] = value.string }
    return CaseNode(
      style: style, text: json["text"]?.string, children: (json["children"]?.array ?? []).map(node))
  }

  private static func write(_ node: BuiltNode, of tree: LayoutTree, to json: inout JSONWriter) {
    let frame = tree.frame(of: node.id)
    json.object {
      $0.member("x", frame.x)
      $0.member("y", frame.y)
      $0.member("w", frame.width)
      $0.member("h", frame.height)
      guard !node.children.isEmpty else { return }
      $0.key("children")
      $0.array { for child in node.children { write(child, of: tree, to: &$0) } }
    }
  }

  /// The bytes of a file, or of standard input for `-`.
  private static func readInput(_ path: String) -> Result<[UInt8], FileFailure> {
    if path == "-" { return .success(readStandardInput()) }
    let folder = ProjectPath.folder(of: path)
    do throws(FileFailure) {
      let files = try DiskFiles(root: folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder)
      return files.reader.read(ProjectPath.name(of: path))
    } catch {
      return .failure(error)
    }
  }
}
