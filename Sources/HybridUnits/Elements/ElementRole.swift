package import HybridCSS

/// The role of an element that names none: HTML-AAM 1.0 §3.5, *HTML Element Role Mappings*, and corresponding
/// roles of native elements.
package enum ElementRole: Sendable, Hashable, ExpressibleByStringLiteral {
  /// A fixed role of ``AriaRole/all``.
  case always(String)
  /// It depends on attributes or on the elements around it.
  case depends

  package init(stringLiteral role: String) { self = .always(role) }
}

extension ElementReference {
  private static let webRoles = otherRoles.merging(byName(web, \.role)) { $1 }
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
