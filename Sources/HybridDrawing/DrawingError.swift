/// Why text cannot be measured by its real fonts.
package enum DrawingError: Error, Hashable, Sendable {
  /// A shared library, or a function in it, is missing: what the loader said.
  case libraryMissing(String)
  /// A font file is missing.
  case fontMissing(String)
}
