/// Maps URIs to a unit.
package struct Route: Hashable, Sendable {
  /// Where a unit is shown.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A whole screen: Rexxar's `items`.
    case page
    /// Within a native screen: Rexxar's `partial_items`.
    case partial
  }

  /// A regular expression (``RoutePattern``) that must match the whole URI.
  package var pattern: String
  /// Where the unit is shown.
  package var kind: Kind
  /// The unit's name.
  package var unit: String

  /// Creates a route.
  package init(pattern: String, kind: Kind, unit: String) {
    (self.pattern, self.kind, self.unit) = (pattern, kind, unit)
  }
}
