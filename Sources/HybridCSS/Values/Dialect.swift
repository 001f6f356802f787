/// Which set of defaults and spellings a page uses; a page says once what it is.
package enum Dialect: Hashable, Sendable {
  /// The web's: initial values and syntax as the CSS specifications have them.
  case standard
  /// TokenHybrid's: every element a flex column that does not shrink, lengths may lack `px`, and a few
  /// property names and units of its own (`aspectRatio`, `margin-horizontal`, `%H`, `%V`).
  case native
}
