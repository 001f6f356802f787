import Glibc
import HybridCompiler
import HybridJSON
import HybridLayoutCases
import HybridSource
import HybridSystem

/// `hybrid layout`: prints the frames of layout cases, to compare the engine with another one.
enum LayoutCommand {
  static let command = Command(
    name: "layout",
    summary: "compute layouts of boxes written as JSON",
    operands: [
      Operand(
        name: "FILE", count: .any,
        summary: "files of layout cases; default, or for '-': standard input", completion: .file)
    ],
    examples: [
      .init("hybrid layout flexbox.json", "one line per case, not rounded"),
      .init("hybrid layout < flexbox.json", "the same"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    var result = ExitCode.done
    var names: Set<String> = []
    for path in arguments.operands.isEmpty ? ["-"] : arguments.operands {
      let code: ExitCode
      switch read(path) {
      case .success(let bytes): code = answer(Source(path: path, bytes: bytes), earlier: &names)
      case .failure(let failure):
        let name = path == "-" ? "standard input" : "'\(path)'"
        Output.error.report(Diagnostic(.error, "layout.\(failure.code)", "\(name): \(failure.text)"))
        code = .environmentFailed
      }
      if code.rawValue > result.rawValue { result = code }
    }
    return result
  }

  /// Lays out the cases of one file; diagnostics follow the results.
  private static func answer(_ source: Source, earlier names: inout Set<String>) -> ExitCode {
    var isWritten = true
    let (diagnostics, hasErrors) = answers(to: source, earlier: &names) { line in
      isWritten = isWritten && Output.standard.write(line)
    }
    for diagnostic in diagnostics { Output.error.report(diagnostic) }
    guard isWritten else {
      Output.error.report(
        Diagnostic(.error, "layout.unwritable-output", "the results could not be written completely"))
      return .environmentFailed
    }
    return hasErrors ? .projectHasErrors : .done
  }

  /// Lays out the cases of one file.
  ///
  /// - Parameters:
  ///   - names: Case names of earlier files; this file's names are added.
  ///   - body: Receives one line for each case, as soon as it is laid out.
  /// - Returns: The diagnostics, up to a limit.
  static func answers(
    to source: Source, earlier names: inout Set<String>, _ body: (String) -> Void
  ) -> (diagnostics: [Diagnostic], hasErrors: Bool) {
    var reader = LayoutCaseReader(source)
    var places = SourceCursor(source)
    var own: Set<String> = []
    let earlier = names
    reader.read { item, json in
      if let name = item.name {
        own.insert(name)
        if earlier.contains(name) {
          json.warning(
            "layout.duplicate-name", "a file before this one has a case called '\(name)' too",
            at: item.nameRange)
        }
      }
      body(line(item, source.path, &places))
    }
    names.formUnion(own)
    return (reader.json.diagnostics, reader.json.hasErrors)
  }

  /// The result line of a case: its frames, or its first error.
  private static func line(
    _ item: LayoutCaseReader.Item, _ path: String, _ places: inout SourceCursor
  ) -> String {
    var json = JSONWriter()
    json.beginObject()
    json.key("name")
    if let name = item.name { json.value(name) } else { json.null() }
    if var built = item.built {
      built.tree.layout(root: built.layoutRoot, available: item.layout.available, as: .absolute)
      json.key("layout")
      write(built, levels: item.layout.nodes, to: &json)
    } else if let fault = item.fault {
      let place = places.place(of: fault.offset)
      json.key("error")
      json.object {
        $0.member("code", fault.code)
        $0.member("message", fault.message)
        $0.member("source", "\(path):\(place.line):\(place.column)")
      }
    }
    json.endObject()
    return json.text + "\n"
  }

  /// Writes the frames of all nodes, nested. Iterative, since a tree may have any depth.
  private static func write(_ built: BuiltCase, levels nodes: [CaseNode], to json: inout JSONWriter) {
    for (index, id) in built.nodes.enumerated() {
      let frame = built.tree.frame(of: id)
      json.beginObject()
      json.member("x", frame.x)
      json.member("y", frame.y)
      json.member("w", frame.width)
      json.member("h", frame.height)
      let level = nodes[index].level
      let next = index + 1 < nodes.count ? nodes[index + 1].level : 0
      if next > level {
        json.key("children")
        json.beginArray()
        continue
      }
      json.endObject()
      for _ in 0..<level - (index + 1 < nodes.count ? next : 0) {
        json.endArray()
        json.endObject()
      }
    }
  }

  // MARK: Reading

  /// Why a file was not readable.
  private struct InputFailure: Error {
    var code: String
    var text: String

    init(_ failure: FileFailure) { (code, text) = (failure.code, failure.message) }

    init(code: String, text: String) { (self.code, self.text) = (code, text) }
  }

  /// The bytes of a file, or of standard input for `-`.
  private static func read(_ path: String) -> Result<[UInt8], InputFailure> {
    if path == "-" { return read(STDIN_FILENO, path) }
    guard !path.utf8.contains(0) else { return .failure(InputFailure(.missing)) }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return .failure(fault(errno)) }
    defer { close(descriptor) }
    return read(descriptor, path)
  }

  private static func read(_ descriptor: Int32, _ path: String) -> Result<[UInt8], InputFailure> {
    guard let status = FileStatus(of: descriptor) else { return .failure(fault(errno)) }
    if status.kind == .folder { return .failure(InputFailure(.isFolder)) }
    // A pipe created by the shell, as in `<(…)`, has no name and already has a writer. Named pipes are
    // refused, because they might never get a writer.
    let isPipe = status.kind == .pipe && DiskFiles.realPath(path) == nil
    guard path == "-" || status.kind == .file || isPipe else {
      return .failure(
        InputFailure(
          code: FileFailure.notRegular.code,
          text: "\(FileFailure.notRegular.message); 'hybrid layout -' reads standard input"))
    }
    let limit = LayoutCaseReader.sizeLimit
    let size = status.kind == .file ? min(max(status.size, 0), limit) : 0
    do throws(SystemError) {
      return .success(try readToEnd(descriptor, expecting: size, atMost: limit))
    } catch { return .failure(fault(error.code)) }
  }

  private static func fault(_ code: Int32) -> InputFailure {
    switch code {
    case ENOENT, ENOTDIR: InputFailure(.missing)
    case ELOOP: InputFailure(.linkLoop)
    case ENXIO, ENODEV: InputFailure(.notRegular)
    case EFBIG:
      InputFailure(
        code: "file-too-large",
        text: "it has more than the \(LayoutCaseReader.sizeLimit >> 20) MB that are read")
    default: InputFailure(.unreadable(reason: SystemError(code: code).message))
    }
  }
}
