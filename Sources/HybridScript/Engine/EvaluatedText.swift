/// Where the text begins that is being evaluated.
struct EvaluatedText {
  /// The place; nil while no text is evaluated.
  private(set) var place: Place?
  /// How many more blanks may precede scripts, so that they begin in their columns.
  private var blanksLeft = 4 << 20

  /// A place in a file, from 1.
  struct Place {
    var path: String
    var line: Int
    var column: Int
  }

  /// Begins the evaluation of a text.
  ///
  /// A text begins in its column if as many blanks precede it. A file without line breaks may be long, and
  /// have many scripts: those for which no blanks are left count their columns from 1.
  ///
  /// - Returns: The blanks to put in front of the text, and the place to give to ``end(_:)``.
  mutating func begin(_ start: Place) -> (blanks: String, outer: Place?) {
    var count = min(max(start.column, 1) - 1, 1 << 20)
    if count > blanksLeft { count = 0 }
    blanksLeft -= count
    defer { place = Place(path: start.path, line: start.line, column: count + 1) }
    return (String(repeating: " ", count: count), place)
  }

  /// Ends an evaluation inside of another one, or the outermost one.
  mutating func end(_ outer: Place?) { place = outer }
}
