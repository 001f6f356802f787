import HybridEncoding
import HybridSource

/// The diagnostics of one sheet, up to a limit: its faults, and its code without an effect.
struct SheetReports {
  /// The maximum number of reports; further ones are only counted.
  static let limit = 200

  private let source: Source
  let dialect: Dialect
  private var diagnostics: [Diagnostic] = []
  /// The number of problems beyond the limit.
  private var dropped = 0
  /// The names of the features reported as unsupported; each is reported once.
  private var unsupported: Set<String> = []
  /// The number of enclosing blocks that apply to nothing here, such as `@media print`: nothing in them is
  /// reported as unsupported.
  private var idleBlocks = 0

  /// The number of reports at which this one stops.
  private let limit: Int

  init(_ source: Source, _ dialect: Dialect, limit: Int = Self.limit) {
    (self.source, self.dialect, self.limit) = (source, dialect, limit)
  }

  /// Whether the rules here apply to nothing.
  var isInIdleBlock: Bool { idleBlocks > 0 }

  /// Enters a block that applies to nothing; ``leaveIdleBlock()`` must follow.
  mutating func enterIdleBlock() { idleBlocks += 1 }

  /// Leaves the innermost block that applies to nothing.
  mutating func leaveIdleBlock() { idleBlocks -= 1 }

  /// Warns about a part of the sheet that is dropped; the rest applies.
  mutating func add(_ code: String, _ message: String, at range: Range<Int>, hint: String? = nil) {
    add { .warning(code, message, at: range, in: $0, hint: hint) }
  }

  /// Makes a diagnostic only below the limit: computing a line number costs as much as reading up to that
  /// line.
  mutating func add(_ diagnostic: (Source) -> Diagnostic?) {
    guard diagnostics.count < limit else {
      dropped += 1
      return
    }
    if let diagnostic = diagnostic(source) { diagnostics.append(diagnostic) }
  }

  /// Reports what never ends: the meaning of the rest of the sheet is uncertain, so this is an error, and
  /// reported once.
  mutating func addNeverEnding(_ code: String, _ message: String, at range: Range<Int>) {
    guard !diagnostics.contains(where: { $0.code == code && $0.severity == .error }) else { return }
    // Beyond the limit it is reported all the same: it decides whether the sheet is used.
    diagnostics.append(.error(code, message, at: range, in: source))
  }

  mutating func addNotARule(_ start: Int, _ prelude: [ComponentValue], _ context: SheetParser.Context) {
    let head = prelude.trimmed
    guard let first = head.first else { return }
    // `*zoom: 1` is a declaration for old versions of Internet Explorer.
    if first.isDelim("*"), context != .rules, head.dropFirst().first?.ident != nil { return }
    let range = start..<max(start + 1, head.range.upperBound)
    if let name = first.ident, context != .rules {
      if head.dropFirst().trimmed.first?.token == .colon {
        add("css.invalid-declaration", "this is not a declaration", at: range)
      } else {
        add(
          "css.invalid-declaration", "a declaration needs a ':' between its name and its value", at: range,
          hint: head.count > 1 ? "write '\(name): \(head.dropFirst().trimmed.cssText.prefix(40))'" : nil)
      }
    } else if context == .rules {
      add("css.invalid-rule", "this is not a rule: no '{' follows it", at: range)
    } else {
      add("css.invalid-declaration", "this is neither a declaration nor a rule", at: range)
    }
  }

  /// Warns once in a sheet of something without effect.
  mutating func addUnsupported(_ code: String, _ thing: String, at range: Range<Int>, hint: String?) {
    guard idleBlocks == 0, unsupported.insert(thing).inserted else { return }
    add(code, "\(thing) has no effect here", at: range, hint: hint)
  }

  /// Reports the custom properties of one block that can have no value.
  mutating func checkVariables(_ declarations: [PropertyDeclaration]) {
    guard !declarations.isEmpty else { return }
    for (fault, name, range) in VariableCheck.faults(in: declarations) {
      add { fault.diagnostic(of: name, at: range, in: $0) }
    }
  }

  /// All reports of a sheet that was read to its end.
  /// - Parameter tooDeep: Where brackets are nested too deeply.
  mutating func finished(tooDeep: Range<Int>?) -> [Diagnostic] {
    if let range = tooDeep {
      add(
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
