package import HybridCSS

/// A fault in a declaration of a layout case; callers put it into words.
package struct CaseFault: Error, Hashable, Sendable {
  /// The kind of fault.
  package enum Reason: Hashable, Sendable {
    /// The name is not that of a property of cases.
    case unknownProperty
    /// CSS does not allow the value.
    case invalidValue(DeclarationFault)
    /// A number is below the property's range, such as a negative width.
    case outOfRange(String)
    /// A unit depends on a font or a viewport, which cases do not have.
    case relativeUnit(String)
    /// CSS allows the value, and cases cannot lay it out; or the property is one of cases, and does not allow
    /// the value.
    case unsupportedValue(String, expected: String)
  }

  /// The kind of fault.
  package var reason: Reason
  /// The invalid part of the value, in UTF-8 bytes; nil for the whole value, or for an invalid name.
  package var range: Range<Int>?
  /// The index of the declaration in the case.
  package var declaration = 0

  /// A fault of a part of a value.
  init(_ reason: Reason, at range: Range<Int>? = nil) {
    self.reason = reason
    self.range = range
  }
}
