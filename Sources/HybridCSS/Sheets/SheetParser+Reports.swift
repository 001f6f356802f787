import HybridEncoding
import HybridSource

extension SheetParser {
  /// Warns of a part of the sheet that is dropped; the rest of it applies.
  mutating func report(_ code: String, _ message: String, at range: Range<Int>, hint: String? = nil) {
    report { .warning(code, message, at: range, in: $0, hint: hint) }
  }

  /// Makes a diagnostic only below the limit: computing a line number costs as much as reading up to that
  /// line.
  mutating func report(_ diagnostic: (Source) -> Diagnostic?) {
    guard diagnostics.count < Self.diagnosticLimit else {
      dropped += 1
      return
    }
    if let diagnostic = diagnostic(source) { diagnostics.append(diagnostic) }
  }

  /// Reports what never ends: nobody can tell what the rest of the sheet was meant to be, so this is an
  /// error, and reported once.
  mutating func reportNeverEnding(_ code: String, _ message: String, at range: Range<Int>) {
    guard !diagnostics.contains(where: { $0.code == code && $0.severity == .error }) else { return }
    // Beyond the limit it is reported all the same: it decides whether the sheet is used.
    diagnostics.append(.error(code, message, at: range, in: source))
  }

  mutating func reportNotARule(_ start: Int, _ prelude: [ComponentValue], _ context: Context) {
    let head = prelude.trimmed
    guard let first = head.first else { return }
    // `*zoom: 1` is a declaration for old versions of Internet Explorer.
    if first.isDelim("*"), context != .rules, head.dropFirst().first?.ident != nil { return }
    let range = start..<max(start + 1, head.range.upperBound)
    if let name = first.ident, context != .rules {
      if head.dropFirst().trimmed.first?.token == .colon {
        report("css.invalid-declaration", "this is not a declaration", at: range)
      } else {
        report(
          "css.invalid-declaration", "a declaration needs a ':' between its name and its value", at: range,
          hint: head.count > 1 ? "write '\(name): \(head.dropFirst().trimmed.cssText.prefix(40))'" : nil)
      }
    } else if context == .rules {
      report("css.invalid-rule", "this is not a rule: no '{' follows it", at: range)
    } else {
      report("css.invalid-declaration", "this is neither a declaration nor a rule", at: range)
    }
  }

  /// Reports the custom properties of one block that can have no value.
  mutating func checkVariables(_ declarations: [PropertyDeclaration]) {
    guard !declarations.isEmpty else { return }
    for (fault, name, range) in VariableCheck.faults(in: declarations) {
      report { fault.diagnostic(of: name, at: range, in: $0) }
    }
  }

  mutating func reportUnclosed() {
    if let range = stream.unclosed {
      reportNeverEnding("css.unclosed", "this comment, string or URL is never closed", at: range)
    }
  }

  mutating func finishedDiagnostics() -> [Diagnostic] {
    if let range = stream.tooDeep {
      report(
        "css.too-deep",
        "brackets are nested deeper than \(TokenStream.depthLimit) here, so what contains them is dropped",
        at: range)
    }
    if dropped > 0 {
      diagnostics.append(
        Diagnostic(.note, "css.more", "\(dropped) more problems in \(source.path) are not shown"))
    }
    return diagnostics
  }
}
extension Declaration {
  /// The name of a declaration that became part of this value because a semicolon is missing: `name:` at the
  /// start of a later line.
  func swallowedDeclaration(in source: Source) -> String? {
    for index in value.indices.dropFirst() {
      guard let name = value[index].ident, value[index - 1].isWhitespace,
        value[(index + 1)...].trimmed.first?.token == .colon
      else { continue }
      let space = value[index - 1].range.clamped(to: 0..<source.bytes.count)
      if source.bytes[space].contains(where: { $0 == 0x0A || $0 == 0x0D }) { return name }
    }
    return nil
  }
}
