import HybridJSON
import HybridSource
import HybridViewTree

extension Problems {
  /// The answer of `/hybrid/problems`.
  func json(session: String) -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.member("session", session)
      $0.member("revision", revision)
      $0.member("state", hasErrors ? "failed" : "good")
      $0.member("complete", isComplete)
      $0.key("problems")
      $0.array { for entry in entries { entry.write(to: &$0) } }
      $0.member("omitted", omitted)
    }
    return json.bytes
  }

  /// The answer of `/hybrid/problems.txt`: reports as in the terminal, and a last line with the count.
  var text: String {
    var text = entries.map { entry in
      var units = entry.units.map { " = \($0.name): \($0.words)\n" }.joined()
      if entry.unitCount > entry.units.count {
        units += " = and \(entry.unitCount - entry.units.count) more units\n"
      }
      return entry.diagnostic.description + "\n" + units + "\n"
    }.joined()
    let errors = entries.count { $0.diagnostic.severity == .error }
    let others = entries.count - errors
    text += "revision \(revision): \(counted(errors, "error"))"
    if others > 0 { text += ", \(counted(others, "other"))" }
    if omitted > 0 { text += ", and \(omitted) more" }
    return text + (isComplete ? "\n" : "; some units are not compiled yet\n")
  }
}

extension Problems.HeldUnit {
  /// The description of the content that clients show.
  fileprivate var words: String {
    switch shown {
    case .lastValid: "the last good version is shown"
    case .incomplete: "it has no good version yet; the readable part is shown"
    case .nothing: "it has no good version yet; nothing is shown"
    }
  }
}

extension Problems.Entry {
  fileprivate func write(to json: inout JSONWriter) {
    json.object {
      diagnostic.writeMembers(to: &$0)
      if let place { $0.member("place", place) }
      guard diagnostic.severity == .error else { return }
      $0.member("unitCount", unitCount)
      $0.key("units")
      $0.array { json in
        for unit in units {
          json.object {
            $0.member("name", unit.name)
            $0.member("shown", unit.shown.rawValue)
          }
        }
      }
    }
  }
}
