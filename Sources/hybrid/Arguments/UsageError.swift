import HybridSource

/// A command line that does not fit the declarations. The process ends with ``ExitCode/wrongUsage``.
struct UsageError: Error, Hashable, Sendable {
  enum Reason: Hashable, Sendable {
    case noCommand
    case unknownCommand(String, nearest: String?)
    case unknownOption(String, nearest: String?)
    case missingValue(String, expected: String)
    case valueForFlag(String)
    case wrongValue(String, String, expected: String, nearest: String?)
    case missingOperand(String)
    case wrongOperand(String, expected: String, String, nearest: String?)
    case extraOperand(String)
  }

  var reason: Reason
  /// The command in question and its usage line; nil when no command was recognised yet.
  var command: String?
  var usage = "hybrid COMMAND [options]"

  init(_ reason: Reason, in command: Command? = nil) {
    self.reason = reason
    self.command = command?.name
    if let command { usage = command.usage }
  }

  /// The error as a diagnostic.
  var diagnostic: Diagnostic {
    switch reason {
    case .noCommand:
      error("usage.no-command", "no command given")
    case .unknownCommand(let name, let nearest):
      error("usage.unknown-command", "'\(name)' is not a command", nearest)
    case .unknownOption(let name, let nearest):
      error("usage.unknown-option", "\(subject) has no option '\(name)'", nearest)
    case .missingValue(let name, let expected):
      error("usage.missing-value", "'--\(name)' needs \(expected)")
    case .valueForFlag(let name):
      error("usage.unexpected-value", "'--\(name)' takes no value")
    case .wrongValue(let name, let value, let expected, let nearest):
      error("usage.wrong-value", "'--\(name)' needs \(expected), not '\(value)'", nearest)
    case .missingOperand(let name):
      error("usage.missing-operand", "\(subject) needs \(name)")
    case .wrongOperand(let name, let expected, let word, let nearest):
      error("usage.wrong-operand", "\(name) is \(expected), not '\(word)'", nearest)
    case .extraOperand(let word):
      error("usage.extra-operand", "\(subject) does not take another argument: '\(word)'")
    }
  }

  private var subject: String { command.map { "'hybrid \($0)'" } ?? "'hybrid'" }

  private func error(_ code: String, _ message: String, _ nearest: String? = nil) -> Diagnostic {
    Diagnostic(.error, code, message, hint: nearest.map { "did you mean '\($0)'?" })
  }
}
