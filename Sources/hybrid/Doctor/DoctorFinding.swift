import HybridJSON
import HybridSource

/// The result of one check of `hybrid doctor`.
struct DoctorFinding: Hashable, Sendable {
  /// The effect on `hybrid dev`.
  enum State: String, Sendable {
    /// No problem.
    case good
    /// `dev` runs, but with a limitation.
    case caution
    /// `dev` does not start, or detects no saves.
    case bad
  }

  /// The subject of the check, in one word.
  var check: String
  var state: State
  /// One sentence without a full stop.
  var text: String
  /// A command line that fixes the problem; nil when there is no problem, or no such command.
  var command: String?

  init(_ check: String, _ state: State, _ text: String, command: String? = nil) {
    self.check = check
    self.state = state
    self.text = text
    self.command = command
  }

  /// Two lines at most: `✓ watching  12 folders`, and the command below it. Ends with a newline.
  func formatted(for out: Output) -> String {
    let (mark, style) =
      switch state {
      case .good: ("✓", "32")
      case .caution: ("!", "33")
      case .bad: ("✗", "31")
      }
    let name = check + String(repeating: " ", count: max(12 - check.count, 1))
    let fix = command.map { "    " + out.bold($0.withoutControls) + "\n" } ?? ""
    return "\(out.paint(style, mark)) \(name)\(text.withoutControls)\n\(fix)"
  }

  /// Writes the members of the object that `--json` prints.
  func write(to json: inout JSONWriter) {
    json.member("check", check)
    json.member("state", state.rawValue)
    json.member("text", text)
    if let command { json.member("command", command) }
  }
}
