import HybridCSS
import HybridUnits

/// The known element names: those with a row in ``ElementReference``. Any other name is a component or
/// unknown.
package enum ElementNames {
  /// Every name, as it is written.
  static let written = Set((ElementReference.all(in: .native) + ElementReference.html).map(\.name))

  private static let all = Set(written.map { $0.lowercased() })

  /// Whether a name, in lower case, is one of these.
  package static func isKnown(_ name: String) -> Bool { all.contains(name) }

  /// Whether the content of an element belongs to another language.
  static func isForeign(_ name: String) -> Bool { name == "svg" || name == "math" }
}
