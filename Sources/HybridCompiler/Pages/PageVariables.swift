import HybridCSS
import HybridEncoding
import HybridSource
import HybridUnits

/// The custom properties that a page itself sets and uses; its linked sheets have summaries of their own,
/// which pages share.
struct PageVariables: Sendable {
  /// Its `style` elements and `style` attributes.
  var sheets: [VariableSummary] = []
  /// The custom properties that its scripts and attributes name; nil if a script puts names together, so that
  /// it may set any.
  private(set) var named: Set<String>? = []

  /// Adds a `style` attribute.
  mutating func add(_ declarations: [PropertyDeclaration], in source: Source) {
    for case .custom(let name) in declarations.lazy.map(\.property) { named?.insert(name) }
    let summary = VariableSummary([VariableScope(uses: declarations, source: source)])
    if !summary.isEmpty { sheets.append(summary) }
  }

  /// Adds the names in a script or in the text of an attribute.
  mutating func addNames(in text: String) {
    guard named != nil else { return }
    let bytes = Array(text.utf8)
    var index = 0
    while index + 2 < bytes.count {
      guard bytes[index] == Self.dash, bytes[index + 1] == Self.dash else {
        index += 1
        continue
      }
      var end = index + 2
      while end < bytes.count, Self.isName(bytes[end]) { end += 1 }
      if end > index + 2 { named?.insert(String(decoding: bytes[index..<end], as: UTF8.self)) }
      // '--' + name, `--${name}`
      let isCut = end == index + 2 || bytes[end - 1] == Self.dash
      if end < bytes.count, isCut && Self.endsText(bytes[end]) || bytes[end] == UInt8(ascii: "$") {
        named = nil
        return
      }
      index = end
    }
  }

  private static let dash = UInt8(ascii: "-")

  private static func isName(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte >= 0x80 || byte == dash || byte == UInt8(ascii: "_")
  }

  /// Whether the byte ends a string of a script, which goes on with a computed name.
  private static func endsText(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "`")
  }
}

extension UnitState {
  /// The diagnostics of the custom properties of the page and its current sheets.
  func variableDiagnostics(_ library: SheetLibrary) -> [Diagnostic] {
    VariableSummary.diagnostics(sheets.compactMap { library.variables(of: $0) } + variables.sheets) {
      variables.named
    }
  }
}
