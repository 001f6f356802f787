import HybridJSON
import HybridSource

/// What one check of `hybrid doctor` found.
struct Finding: Hashable, Sendable {
  /// How much it matters to `hybrid dev`.
  enum State: String, Sendable {
    /// Nothing to do.
    case good
    /// `dev` runs, and something will not be as expected.
    case caution
    /// `dev` would not start, or would see no save.
    case bad
  }

  /// What was looked at, in one word.
  var check: String
  var state: State
  /// One sentence without a full stop.
  var text: String
  /// A line to copy that mends it; nil when there is nothing to mend, or no line does.
  var command: String?

  init(_ check: String, _ state: State, _ text: String, command: String? = nil) {
    self.check = check
    self.state = state
    self.text = text
    self.command = command
  }

  /// Two lines at most: `✓ watching  12 folders`, and the command below it. With a newline at the end.
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
