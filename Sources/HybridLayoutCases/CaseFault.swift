/// A fault in a declaration of a layout case; callers put it into words.
package struct CaseFault: Error, Hashable, Sendable {
  /// The kind of fault.
  package enum Reason: Hashable, Sendable {
    /// An unknown property; `known` are the known ones.
    case unknownProperty(known: [String])
    /// An unknown keyword; `known` are those of the property.
    case unknownKeyword(String, known: [String])
    /// A number with an unsupported unit, or without a required unit.
    case unknownUnit(String)
    /// An invalid CSS number, such as `NaN`.
    case badNumber(String)
    /// A number outside the property's range, such as a negative width.
    case outOfRange(String)
    /// An unsupported function, or one that is not allowed here.
    case unknownFunction(String)
    /// Parts that are valid separately but not together.
    case badForm(String)
  }

  /// The kind of fault.
  package var reason: Reason
  /// A description of the accepted values, for messages:
  /// `a length in px, a percentage, or one of auto, content`.
  package var expected = ""
  /// The invalid part of the value, in UTF-8 bytes; nil for the whole value, or for an invalid name.
  package var range: Range<Int>?
  /// The index of the declaration in the case.
  package var declaration = 0

  /// A fault of a whole declaration.
  package init(_ reason: Reason) { self.reason = reason }

  /// A fault of a part of a value.
  init(_ reason: Reason, at word: Substring) {
    self.reason = reason
    let start = word.base.utf8.distance(from: word.base.startIndex, to: word.startIndex)
    range = start..<start + word.utf8.count
  }
}
