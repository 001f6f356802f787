/// Which URIs a unit answers.
package struct Route: Hashable, Sendable {
  /// Where the unit is shown.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A whole screen: Rexxar's `items`.
    case page
    /// Within a native screen: Rexxar's `partial_items`.
    case partial
  }

  /// A regular expression (``RoutePattern``) that the whole URI matches.
  package var pattern: String
  /// Where the unit is shown.
  package var kind: Kind
  /// The unit's name.
  package var unit: String

  /// A route.
  package init(pattern: String, kind: Kind, unit: String) {
    (self.pattern, self.kind, self.unit) = (pattern, kind, unit)
  }
}
