package import HybridCSS

/// The role of an element that names none: HTML-AAM 1.0 §3.5, *HTML Element Role Mappings*, and corresponding
/// roles of native elements.
package enum ElementRole: Sendable, Hashable, ExpressibleByStringLiteral {
  /// A fixed role of ``AriaRole/all``.
  case always(String)
  /// It depends on attributes or on the elements around it.
  case depends(Condition)

  /// The condition of a role. Whether an element meets it is in
  /// `HybridRuntime/Accessibility/HTMLRoles.swift`.
  package enum Condition: Sendable, Hashable {
    /// `link` with an address.
    case link
    /// A landmark if it belongs to the page as a whole.
    case landmark(String)
    /// `complementary` if it belongs to the page as a whole or has a name.
    case complementary
    /// The role if the author names the element.
    case named(String)
    /// `img`, unless it is decoration.
    case picture
    /// By the attribute `type`.
    case input
    /// A list box or a combo box.
    case select
    /// `listitem` in a list.
    case listItem
    /// `button` in `details`.
    case summary
    /// A row, or a group of rows, in a table.
    case tablePart(String)
    case cell, headerCell
  }

  package init(stringLiteral role: String) { self = .always(role) }
}

extension ElementReference {
  private static let webRoles = byName(html, \.role)
  private static let nativeRoles = webRoles.merging(byName(native, \.role)) { $1 }

  /// The roles by name in lower case. Native pages may also use the elements of HTML.
  package static func roles(in dialect: Dialect) -> [String: ElementRole] {
    dialect == .native ? nativeRoles : webRoles
  }

  /// A property of the rows of a table, by name in lower case; rows without it are left out.
  static func byName<Value>(
    _ rows: [ElementReference], _ value: (ElementReference) -> Value?
  ) -> [String: Value] {
    Dictionary(
      rows.compactMap { row in value(row).map { (row.name.lowercased(), $0) } }, uniquingKeysWith: { $1 })
  }
}
