import HybridEncoding
import HybridJSON
import HybridMarkup
import HybridSource

extension InspectCommand {
  /// Whether the operand is a page rather than something compiled.
  static func isMarkup(_ path: String) -> Bool {
    let name = path.lastPathComponent?.lowercased() ?? ""
    return name.hasSuffix(".html") || name.hasSuffix(".htm")
  }

  /// Prints a page, or a fragment, as a browser reads it; probable mistakes of its author are printed to
  /// standard error.
  static func inspectMarkup(_ path: String, _ arguments: Arguments) -> ExitCode {
    let source: Source
    switch readNamedFile(path) {
    case .success(let read): source = read
    case .failure(let fault):
      Output.error.report(fault.diagnostic)
      return .environmentFailed
    }
    let result: MarkupResult
    if let name = arguments[fragment] {
      let words = name.split(separator: " ").map(String.init)
      let context: HTMLFragmentContext
      switch (words.count, words.first) {
      case (1, _): context = HTMLFragmentContext(words[0])
      case (2, "svg"): context = HTMLFragmentContext(words[1], namespace: .svg)
      case (2, "math"): context = HTMLFragmentContext(words[1], namespace: .mathML)
      default:
        let fault = ReleaseFault(
          usage: "wrong-value", "'--fragment' needs an element such as 'div' or 'svg path'")
        Output.error.report(fault.diagnostic)
        return fault.exitCode
      }
      result = readHTMLFragment(source, in: context)
    } else {
      result = readHTML(source, dialect: .standard)
    }
    for diagnostic in result.diagnostics { Output.error.report(diagnostic) }
    let text: String
    if arguments[json] || arguments[format] == .json {
      var json = JSONWriter()
      json.htmlNodes(result.document, source)
      text = json.text + "\n"
    } else {
      text = htmlListing(result.document) + "\n"
    }
    guard print(text) else { return .environmentFailed }
    return result.hasErrors ? .projectHasErrors : .done
  }
}
