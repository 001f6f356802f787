/// The set of defaults and spellings of a page; a page declares its dialect once.
package enum Dialect: Hashable, Sendable {
  /// CSS: initial values and syntax of the CSS specifications.
  case standard
  /// TokenHybrid: every element is a flex column that does not shrink, lengths may omit `px`, and there are a
  /// few additional property names and units (`aspectRatio`, `margin-horizontal`, `%H`, `%V`).
  case native
}
