/// One command of `hybrid`: what it is called, what it takes, what it does.
///
/// Parsing, help, completions and the test that keeps `Documentation/command-line.md` true all read this
/// declaration.
struct Command: Sendable {
  /// The word behind `hybrid`.
  let name: String
  /// One line in lower case, without a full stop.
  let summary: String
  /// What it takes without dashes, in order.
  var operands: [Operand] = []
  /// What it takes with dashes; `--help` is not listed, every command has it.
  var options: [OptionDeclaration] = []
  /// At least one line to copy, the most common first.
  let examples: [Example]
  /// Does the work. The arguments have been checked against the declaration.
  let run: @Sendable (Arguments) -> ExitCode

  /// A line to copy, and what comes of it.
  struct Example: Sendable {
    let line: String
    let meaning: String

    init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }
}

/// Something a command takes by its place.
struct Operand: Sendable {
  enum Count: Sendable { case one, oneOrNone, any }

  /// The word for it in help: `DIR`.
  let name: String
  /// How many there may be. Only the last operand of a command may be other than ``Count/one``.
  var count = Count.one
  /// One line in lower case, without a full stop.
  let summary: String
  /// What a shell offers for it.
  var completion = Completion.none

  /// `DIR`, `[DIR]`, `[FILE…]`.
  var synopsis: String {
    switch count {
    case .one: name
    case .oneOrNone: "[\(name)]"
    case .any: "[\(name)…]"
    }
  }
}
