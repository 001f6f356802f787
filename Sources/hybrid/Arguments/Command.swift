/// One command of `hybrid`: its name, its arguments and its action.
///
/// Parsing, help, completions and the test that compares `Documentation/command-line.md` with the commands
/// all read this declaration.
struct Command: Sendable {
  /// The word after `hybrid`.
  let name: String
  /// One line in lower case, without a full stop.
  let summary: String
  /// The operands, in order.
  var operands: [Operand] = []
  /// The options. `--help` is not listed: every command has it.
  var options: [OptionDeclaration] = []
  /// At least one command line to copy, the most common first.
  let examples: [Example]
  /// Does the work. The arguments have been checked against the declaration.
  let run: @Sendable (Arguments) -> ExitCode

  /// A command line to copy, and its result.
  struct Example: Sendable {
    let line: String
    let meaning: String

    init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }
}

/// A positional argument.
struct Operand: Sendable {
  enum Count: Sendable { case one, oneOrNone, any }

  /// The placeholder in help: `DIR`.
  let name: String
  /// How many are allowed. Only the last operand of a command may have a count other than ``Count/one``.
  var count = Count.one
  /// One line in lower case, without a full stop.
  let summary: String
  /// The completions that a shell offers.
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
