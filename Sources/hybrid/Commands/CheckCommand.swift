import HybridCompiler
import HybridEncoding
import HybridJSON
import HybridSource
import HybridUnits
import HybridViewTree

/// `hybrid check`: every diagnostic of a project, or of one file, and nothing else.
enum CheckCommand {
  enum Format: String, CaseIterable, Sendable { case text, json, sarif }

  static let format = Option<Format>.choice("format", "FORMAT", default: .text, "the output format")

  static let noRules = Option<Bool>.flag(
    "no-rules", "run no rules, only report errors and warnings of the compiler")
  static let rules = Option<[String]>.list(
    "rule", "RULE", "run only this rule, such as a11y.contrast")
  static let strict = Option<Bool>.flag("strict", "exit with 1 if there are warnings")

  static let command = Command(
    name: "check",
    summary: "print all errors and warnings of a project",
    operands: [
      Operand(
        name: "DIR|FILE", count: .oneOrNone,
        summary: "the project, or one page or template; default: the current folder",
        completion: .file)
    ],
    options: declarations(format, rules, noRules, strict),
    examples: [
      .init("hybrid check Sample", "exits with 1 if there are errors"),
      .init("hybrid check components/card.xml", "one template and its items"),
      .init(
        "hybrid check --rule a11y.contrast --strict", "one rule; exits with 1 if it reports anything"),
      .init("hybrid check --format json", "one JSON object per line"),
      .init("hybrid check --format sarif > check.sarif", "for code scanning and editors"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    for name in arguments[rules] where CheckRule(rawValue: name) == nil {
      let known = CheckRule.allCases.map(\.rawValue)
      Output.error.report(
        UsageError(
          .wrongValue(
            "rule", name, expected: "one of \(known.joined(separator: ", "))",
            nearest: nearest(to: name, in: known)),
          in: command))
      return .wrongUsage
    }
    let path = arguments.operand(0) ?? "."
    let files: DiskFiles
    var only: String?
    do throws(FileFailure) {
      do throws(FileFailure) {
        files = try DiskFiles(root: path)
      } catch .notFolder {
        guard isUnit(path) else {
          let expected = "a folder, a page (.html) or a template (.xml, .out)"
          Output.error.report(
            UsageError(.wrongOperand("DIR|FILE", expected: expected, path, nearest: nil), in: command))
          return .wrongUsage
        }
        if case .failure(let fault) = readNamedFile(path) {
          Output.error.report(fault.diagnostic)
          return .environmentFailed
        }
        let location = try ProjectLocation(of: path)
        files = location.files
        only = location.page
      }
    } catch {
      Output.error.report(
        Diagnostic(
          .error, error.diagnosticCode, "'\(path)': \(error.message)",
          hint: error == .missing && !path.isEmpty && !isUnit(path)
            ? "'hybrid new \(path)' makes a project there" : nil))
      return .environmentFailed
    }
    let name = files.root.lastPathComponent ?? "page"
    var compiler = ProjectCompiler(files: files.reader, name: name, only: only)
    var diagnostics = compiler.build().diagnostics
    if only == nil, let source = compiler.configSource {
      diagnostics += compiler.config.checkedRoutes(in: source, units: compiler.unitNames)
      diagnostics = diagnostics.sortedAndUnique()
    }
    if !arguments[noRules] {
      let found = RuleRun(arguments[rules].compactMap(CheckRule.init)).findings(
        in: &compiler, files.reader, isWholeProject: only == nil)
      diagnostics = (diagnostics + found).sortedAndUnique()
    }
    let isStrict = arguments[strict] && diagnostics.contains { $0.severity == .warning }
    let code = diagnostics.hasErrors || isStrict ? ExitCode.projectHasErrors : .done
    switch arguments[format] {
    case .text:
      for diagnostic in diagnostics { Output.error.report(diagnostic) }
      Output.standard.write(summary(compiler, diagnostics) + "\n")
    case .json:
      for diagnostic in diagnostics {
        var json = JSONWriter()
        diagnostic.write(to: &json)
        Output.standard.write(json.text + "\n")
      }
    case .sarif:
      Output.standard.write(SARIF.log(of: diagnostics, root: files.root, exitCode: code) + "\n")
    }
    return code
  }

  /// The counts: `6 pages, 12 templates: 0 errors, 2 warnings`; kinds that do not occur are omitted.
  private static func summary(_ compiler: ProjectCompiler, _ diagnostics: [Diagnostic]) -> String {
    let kinds = compiler.unitNames.compactMap { compiler.entry(of: $0)?.kind }
    let units = Unit.Kind.allCases.compactMap { kind in
      let count = kinds.count { $0 == kind }
      return count > 0 || kinds.isEmpty && kind == .page ? counted(count, kind.rawValue) : nil
    }
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = diagnostics.count { $0.severity == .warning }
    return "\(units.joined(separator: ", ")): \(counted(errors, "error")), \(counted(warnings, "warning"))"
  }

  private static func isUnit(_ path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix(".html") || name.hasSuffix(".htm") || TemplateEntry.isTemplate(path)
  }
}
