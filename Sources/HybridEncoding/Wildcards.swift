/// Whether `pattern` matches all of `text`.
///
/// On a mismatch, the last star takes one more element. Earlier stars never need to.
///
///     matchesWildcards(
///       Array("a*c"), Array("abbc")[...], isStar: { $0 == "*" }, matchesOne: { $0 == $1 })  // true
///
/// - Parameters:
///   - isStar: Whether a symbol of the pattern matches any number of elements, including none.
///   - matchesOne: Whether any other symbol matches one element.
/// - Complexity: O(*n·m*) in the lengths of the pattern and the text.
@inlinable public func matchesWildcards<Symbol, Element>(
  _ pattern: [Symbol], _ text: ArraySlice<Element>, isStar: (Symbol) -> Bool,
  matchesOne: (Symbol, Element) -> Bool
) -> Bool {
  var (place, index) = (0, text.startIndex)
  var retry: (place: Int, index: Int)?
  while index < text.endIndex {
    if place < pattern.count, isStar(pattern[place]) {
      place += 1
      retry = (place, index)
    } else if place < pattern.count, matchesOne(pattern[place], text[index]) {
      place += 1
      index += 1
    } else if let last = retry {
      retry = (last.place, last.index + 1)
      (place, index) = (last.place, last.index + 1)
    } else {
      return false
    }
  }
  return pattern[place...].allSatisfy(isStar)
}
