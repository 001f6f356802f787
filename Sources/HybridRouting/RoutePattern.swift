/// A regular expression for the URIs of a route.
///
/// Matching takes time linear in the URI, whatever the pattern: all alternatives are followed at once
/// (Thompson's construction), without backtracking. A table from elsewhere therefore cannot block an app.
///
///     let pattern = try RoutePattern("shop://shop.com/item/(\\d+)[/]?.*")
///     pattern.matches("shop://shop.com/item/42?from=home")  // true
///
/// The syntax is the common subset of Java's `Pattern` (Android) and ICU (iOS), without features that need
/// backtracking: `Documentation/rexxar.md` lists it. Anything else is a ``Fault`` with its position. Matching
/// is case-sensitive. upper and lower case.
package struct RoutePattern: Sendable {
  /// The original text.
  package let text: String
  /// The compiled automaton.
  let program: RouteProgram

  /// The maximum length of a pattern, in bytes.
  package static let longest = 2_000
  /// The maximum depth of groups.
  static let deepest = 50
  /// The maximum `n` of `{m,n}`.
  static let mostTimes = 1_000
  /// The maximum size of a program, with repetitions expanded.
  static let largestProgram = 5_000

  /// Parses a pattern.
  ///
  /// - Throws: The first ``Fault``.
  /// - Complexity: O(*n*), plus the expansion of bounded repetitions.
  package init(_ text: String) throws(Fault) {
    var parser = RouteParser(text)
    let tree = try parser.pattern()
    self.text = text
    program = try RouteProgram(tree)
  }

  /// Whether the pattern matches the whole URI.
  ///
  /// - Complexity: O(length of `uri` · length of the pattern).
  package func matches(_ uri: String) -> Bool {
    var steps = 0
    return program.matches(uri.unicodeScalars, anywhere: false, steps: &steps)
  }

  /// Whether a part of the URI matches, as in Rexxar on iOS; used to find differences between the platforms.
  package func occurs(in uri: String) -> Bool {
    var steps = 0
    return program.matches(uri.unicodeScalars, anywhere: true, steps: &steps)
  }

  /// Why a text is not a valid pattern.
  package struct Fault: Error, Hashable, Sendable {
    /// The reason for a fault.
    package enum Reason: Hashable, Sendable {
      case tooLong
      case tooDeep
      case tooLarge
      case tooManyTimes
      case unclosedGroup
      case strayClosing(Character)
      case unclosedClass
      case emptyClass
      case rangeBackwards
      case rangeOfClass
      case nestedClass
      case classOperator(String)
      case nothingToRepeat
      case repetition
      case repetitionBackwards
      case possessive
      case escapeAtEnd
      case escapeIncomplete
      case unknownEscape(Character)
      case backReference
      case look
      case atomic
      case flags
      case wordBoundary
      case namedClass
      case quoting
      case unknownGroup
    }

    /// The reason.
    package var reason: Reason
    /// The position, in UTF-8 bytes of the pattern.
    package var range: Range<Int>

    /// The reason as a message without a full stop.
    package var message: String {
      switch reason {
      case .tooLong: "a pattern has at most \(RoutePattern.longest) bytes"
      case .tooDeep: "groups are at most \(RoutePattern.deepest) deep"
      case .tooLarge: "written out, the repetitions of this pattern are too large"
      case .tooManyTimes: "a repetition counts to \(RoutePattern.mostTimes) at most"
      case .unclosedGroup: "this group is never closed"
      case .strayClosing(let character): "'\(character)' closes nothing"
      case .unclosedClass: "this '[' is never closed"
      case .emptyClass: "a class without a character matches nothing"
      case .rangeBackwards: "this range ends before it begins"
      case .rangeOfClass: "a range goes from one character to another, not to a class"
      case .nestedClass: "a class within a class is read differently on each platform"
      case .classOperator(let text): "'\(text)' in a class is read differently on each platform"
      case .nothingToRepeat: "there is nothing before it to repeat"
      case .repetition: "a repetition is {m}, {m,} or {m,n}"
      case .repetitionBackwards: "this repetition's end is below its beginning"
      case .possessive: "a possessive repetition changes the matches here, which needs backtracking"
      case .escapeAtEnd: "a '\\' with nothing behind it"
      case .escapeIncomplete: "hexadecimal digits are missing: \\u0041, \\x41"
      case .unknownEscape(let character): "'\\\(character)' is unknown"
      case .backReference: "a reference to a group needs backtracking, which could take an app too long"
      case .look: "looking ahead or behind needs backtracking, which could take an app too long"
      case .atomic: "an atomic group needs backtracking, which could take an app too long"
      case .flags: "flags such as (?i) are not read"
      case .wordBoundary: "a word boundary is not read"
      case .namedClass: "a class by its name is not read"
      case .quoting: "\\Q…\\E is not read"
      case .unknownGroup: "this kind of group is not read"
      }
    }

    /// The correction; nil without one.
    package var hint: String? {
      switch reason {
      case .strayClosing(let character):
        "for the character itself write '\\\(character)'"
      case .emptyClass: "for the character itself write '\\]'"
      case .nestedClass: "for the character itself write '\\['"
      case .classOperator: "write each character with a '\\' before it"
      case .nothingToRepeat, .repetition: "for the character itself write a '\\' before it"
      case .possessive: "leave the second '+' out"
      case .escapeAtEnd: "for the character itself write '\\\\'"
      case .atomic: "write (?:…)"
      case .flags: "write both: [Aa]"
      case .namedClass: "write its characters: [a-z]"
      case .quoting: "write a '\\' before each character"
      case .rangeOfClass: "for the character itself write '\\-'"
      default: nil
      }
    }
  }
}
