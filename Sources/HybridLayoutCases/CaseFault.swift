/// Why a declaration of a layout case is none: a fact, which others put into words.
package struct CaseFault: Error, Hashable, Sendable {
  /// What is wrong.
  package enum Reason: Hashable, Sendable {
    /// There is no such property; `known` are those there are.
    case unknownProperty(known: [String])
    /// A word that the property does not take; `known` are those it takes.
    case unknownKeyword(String, known: [String])
    /// A number with a unit that cases do not have, or with none where it needs one.
    case unknownUnit(String)
    /// No number as CSS writes numbers, such as `NaN`.
    case badNumber(String)
    /// A number that the property does not take, such as a negative width.
    case outOfRange(String)
    /// A function that cases do not have, or not here.
    case unknownFunction(String)
    /// Parts that are each right but not together.
    case badForm(String)
  }

  /// What is wrong.
  package var reason: Reason
  /// What the property takes, for messages: `a length in px, a percentage, or one of auto, content`.
  package var expected = ""
  /// The part of the value that is wrong, in UTF-8 bytes; nil for all of it, or where the name is wrong.
  package var range: Range<Int>?
  /// Which declaration of the case.
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
