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

  /// The object that `--json` prints, without a newline.
  var json: String {
    var json = JSONWriter()
    json.object {
      $0.member("check", check)
      $0.member("state", state.rawValue)
      $0.member("text", text)
      if let command { $0.member("command", command) }
    }
    return json.text
  }
}
