import Glibc
import HybridEncoding
import HybridSource
import HybridSystem

/// `hybrid new`: creates a small project that `hybrid dev` can show.
enum NewCommand {
  enum Template: String, CaseIterable, Sendable { case page }

  static let template = Option<Template>.choice("template", "NAME", default: .page, "the template")

  static let command = Command(
    name: "new",
    summary: "create a small project",
    operands: [
      Operand(name: "DIR", summary: "a folder that is empty or does not exist", completion: .folder)
    ],
    options: declarations(template),
    examples: [.init("hybrid new shop && hybrid dev shop", "from nothing to a page on the screen")],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    guard let folder = arguments.operand(0) else { return .wrongUsage }
    let files =
      switch arguments[template] {
      case .page: pageTemplate(title: projectTitle(folder: folder))
      }
    do {
      try makeProject(files, in: folder)
    } catch {
      Output.error.report(error.diagnostic)
      return .environmentFailed
    }
    let out = Output.standard
    let name = folder.withoutControls
    let width = files.map(\.path.count).max() ?? 0
    var text = "\(out.bold(name)) was created\n"
    for file in files {
      text +=
        "  " + file.path + String(repeating: " ", count: width - file.path.count + 2) + file.purpose + "\n"
    }
    text += "next: \(out.bold(folder == "." ? "hybrid dev" : "hybrid dev \(shellWord(name))"))\n"
    out.write(text)
    return .done
  }
}

extension NewError {
  /// The error as a diagnostic.
  var diagnostic: Diagnostic {
    switch self {
    case .notEmpty(let path):
      Diagnostic(
        .error, "new.not-empty", "'\(path)' is not empty",
        hint: "name a folder that does not exist: 'hybrid new' overwrites nothing")
    case .notAFolder(let path): Diagnostic(.error, "new.not-a-folder", "'\(path)' is not a folder")
    case .system(let path, let code):
      Diagnostic(.error, "new.cannot-write", "'\(path)' cannot be made: \(SystemError(code: code).message)")
    }
  }
}
