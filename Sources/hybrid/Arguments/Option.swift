import HybridViewTree

/// One option of a command and the Swift type of its value, declared once for parsing, help and completions.
///
///     static let port = Option<Int?>.integer("port", "N", in: 1...65535, "listen on this port")
///     …
///     let port = arguments[Self.port]  // Int?
struct Option<Value: Sendable>: Sendable {
  /// The untyped part, which help, completions and the parser use.
  let declaration: OptionDeclaration
  /// Converts the given texts, in order, to the value. Each has passed ``OptionDeclaration/accepts``.
  let value: @Sendable ([String]) -> Value
}

/// The part of an option that does not depend on the type of its value.
struct OptionDeclaration: Sendable {
  /// Without the dashes: `port`.
  var name: String
  /// The letter of the short form, such as `o`.
  var short: Character?
  /// The placeholder for the value in help, such as `N`; nil for a flag, which takes no value.
  var placeholder: String?
  /// One line in lower case, without a full stop.
  var summary: String
  /// The default value that help shows after the summary.
  var defaultText: String?
  /// Whether every occurrence counts; otherwise the last one wins.
  var repeats = false
  /// The completions that a shell offers for the value.
  var completion = Completion.none
  /// The description of a valid value, printed after "expected": `a whole number from 1 to 65535`.
  var expected = "a value"
  /// Whether a text is a valid value.
  var accepts: @Sendable (String) -> Bool = { _ in true }

  /// `--port N`, `-o, --output FILE`, `--json`.
  var synopsis: String {
    (short.map { "-\($0), " } ?? "") + "--" + name + (placeholder.map { " " + $0 } ?? "")
  }
}

/// The completions that a shell offers.
enum Completion: Hashable, Sendable {
  case none
  case file
  case folder
  case words([String])
}

/// The untyped declarations of `option`, for a ``Command``.
func declarations<each Value: Sendable>(_ option: repeat Option<each Value>) -> [OptionDeclaration] {
  var list: [OptionDeclaration] = []
  repeat list.append((each option).declaration)
  return list
}

extension Option where Value == Bool {
  /// An option without a value.
  static func flag(_ name: String, short: Character? = nil, _ summary: String) -> Self {
    Option(declaration: OptionDeclaration(name: name, short: short, summary: summary)) { !$0.isEmpty }
  }
}

extension Option where Value == String? {
  /// Any text, or nil when the option is not given.
  static func text(
    _ name: String, short: Character? = nil, _ placeholder: String, completion: Completion = .none,
    _ summary: String
  ) -> Self {
    let declaration = OptionDeclaration(
      name: name, short: short, placeholder: placeholder, summary: summary, completion: completion)
    return Option(declaration: declaration) { $0.last }
  }
}

extension Option where Value == [String] {
  /// Any text; the option may be repeated.
  static func list(_ name: String, _ placeholder: String, _ summary: String) -> Self {
    let declaration = OptionDeclaration(
      name: name, placeholder: placeholder, summary: summary + "; may be repeated", repeats: true)
    return Option(declaration: declaration) { $0 }
  }
}

extension Option where Value == Int? {
  /// A whole number, or nil when the option is not given.
  static func integer(
    _ name: String, _ placeholder: String, in range: ClosedRange<Int>, default text: String? = nil,
    _ summary: String
  ) -> Self {
    let declaration = OptionDeclaration(
      name: name, placeholder: placeholder, summary: summary, defaultText: text,
      expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      accepts: { Int($0).map(range.contains) ?? false })
    return Option(declaration: declaration) { $0.last.flatMap { Int($0) } }
  }
}

extension Option where Value == Int? {
  /// A time span in whole days, hours or minutes, such as `7d`, `12h` or `90m`. The value is in seconds, or
  /// nil when the option is not given.
  static func span(_ name: String, default text: String? = nil, _ summary: String) -> Self {
    let declaration = OptionDeclaration(
      name: name, placeholder: "TIME", summary: summary, defaultText: text,
      expected: "a time such as 7d, 12h or 90m", accepts: { secondsOfSpan($0) != nil })
    return Option(declaration: declaration) { $0.last.flatMap(secondsOfSpan) }
  }
}

/// Converts `7d`, `12h` or `90m` to seconds, up to ten years; nil for anything else.
func secondsOfSpan(_ text: String) -> Int? {
  let units: [Character: Int] = ["d": 86_400, "h": 3_600, "m": 60]
  guard let last = text.last, let unit = units[last], text.dropLast().allSatisfy(\.isNumber),
    let number = Int(text.dropLast()), (1...5_256_000).contains(number), number * unit <= 3_660 * 86_400
  else { return nil }
  return number * unit
}

extension Option where Value == Double? {
  /// A number, or nil when the option is not given.
  static func number(
    _ name: String, _ placeholder: String, in range: ClosedRange<Double>, _ summary: String
  ) -> Self {
    let declaration = OptionDeclaration(
      name: name, placeholder: placeholder, summary: summary,
      expected: "a number from \(shortNumber(range.lowerBound)) to \(shortNumber(range.upperBound))",
      accepts: { Double($0).map(range.contains) ?? false })
    return Option(declaration: declaration) { $0.last.flatMap { Double($0) } }
  }
}

extension Option where Value == Double {
  /// A length in points, up to 100,000, the largest screen dimension.
  static func points(_ name: String, default standard: Int, _ summary: String) -> Self {
    let declaration = OptionDeclaration(
      name: name, placeholder: "POINTS", summary: summary, defaultText: "\(standard)",
      expected: "a number from 1 to 100000",
      accepts: { Double($0).map { (1...100_000).contains($0) } ?? false })
    return Option(declaration: declaration) { $0.last.flatMap { Double($0) } ?? Double(standard) }
  }
}

extension Option where Value == Double? {
  /// A number in a range, or nil when the option is not given.
  static func factor(
    _ name: String, _ placeholder: String, in range: ClosedRange<Double>, default text: String? = nil,
    _ summary: String
  ) -> Self {
    let declaration = OptionDeclaration(
      name: name, placeholder: placeholder, summary: summary, defaultText: text,
      expected: "a number from \(shortNumber(range.lowerBound)) to \(shortNumber(range.upperBound))",
      accepts: { Double($0).map(range.contains) ?? false })
    return Option(declaration: declaration) { $0.last.flatMap { Double($0) } }
  }
}

extension Option where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of the cases of an enumeration, by raw value.
  static func choice(_ name: String, _ placeholder: String, default standard: Value, _ summary: String)
    -> Self
  {
    let words = Value.allCases.map(\.rawValue)
    let declaration = OptionDeclaration(
      name: name, placeholder: placeholder, summary: summary + ": " + words.joined(separator: ", "),
      defaultText: standard.rawValue, completion: .words(words),
      expected: "one of " + words.joined(separator: ", "),
      accepts: { words.contains($0) })
    return Option(declaration: declaration) { $0.last.flatMap { Value(rawValue: $0) } ?? standard }
  }
}
