import HybridCompiler
import HybridJSON
import HybridRelease
import HybridRexxar
import HybridRouting
import HybridSource

/// `hybrid routes`: converts a Rexxar `routes.json` to the routes of a project.
enum RoutesCommand {
  static let command = Command(
    name: "routes",
    summary: "print a Rexxar routes.json as the routes of hybrid.json",
    operands: [
      Operand(name: "FILE", summary: "a routes.json", completion: .file),
      Operand(
        name: "DIR", count: .oneOrNone,
        summary: "the project whose units the files are made from; default: the current folder",
        completion: .folder),
    ],
    options: declarations(),
    examples: [.init("hybrid routes old/routes.json", "for the \"routes\" of hybrid.json")],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    let source: Source
    switch readNamedFile(arguments.operands[0]) {
    case .success(let read): source = read
    case .failure(let fault):
      Output.error.report(fault.diagnostic)
      return .environmentFailed
    }
    let folder = (arguments.operand(1) ?? ".").withoutSlashes
    var units: [String] = []
    do throws(FileFailure) {
      let files = try DiskFiles(root: folder)
      var compiler = ProjectCompiler(files: files.reader, name: ProjectPath.name(of: files.root))
      _ = compiler.build()
      units = compiler.unitNames
    } catch {
      Output.error.report(Diagnostic(.error, "environment.\(error.code)", "'\(folder)': \(error.message)"))
      return .environmentFailed
    }
    let (table, diagnostics) = RexxarTable.read(source)
    for diagnostic in diagnostics { Output.error.report(diagnostic) }
    guard let table else { return .projectHasErrors }
    let taken = RexxarImport(table, source: source, units: units)
    for diagnostic in taken.diagnostics { Output.error.report(diagnostic) }
    var json = JSONWriter(pretty: true)
    json.object {
      $0.key("routes")
      $0.array {
        for route in taken.routes {
          $0.object {
            $0.member("uri", route.pattern)
            $0.member("unit", route.unit)
            if route.kind == .partial { $0.member("kind", "partial") }
          }
        }
      }
    }
    guard Output.standard.write(json.text + "\n") else { return .environmentFailed }
    return diagnostics.hasErrors || taken.diagnostics.hasErrors ? .projectHasErrors : .done
  }
}
