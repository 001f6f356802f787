package import HybridCSS
package import HybridDOM

/// The source of an element's name for assistive technology if no label and no ARIA attribute names it:
/// HTML-AAM 1.0 §4.1, *Accessible Name Computations By HTML Element*.
package enum ElementNaming: Sendable, Hashable {
  /// Its alternative text, the attribute `alt`, which also stands for the element in the names of others.
  case alternativeText
  /// An attribute.
  case attribute(String)
  /// The content of its first child of that name.
  case child(ElementName)
}

extension ElementReference {
  private static let webNamings = byName(html, \.naming)
  private static let nativeNamings = webNamings.merging(byName(native, \.naming)) { $1 }

  /// The sources of names, by element name in lower case. Native pages may also use the elements of HTML.
  package static func namings(in dialect: Dialect) -> [String: ElementNaming] {
    dialect == .native ? nativeNamings : webNamings
  }
}
