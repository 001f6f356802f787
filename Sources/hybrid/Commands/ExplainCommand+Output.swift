import HybridJSON
import HybridRelease
import HybridRouting

extension RouteTable.Verdict {
  /// The word that `--json` prints.
  fileprivate var word: String {
    switch self {
    case .serves: "serves"
    case .wrongKind: "wrong-kind"
    case .noMatch: "no-match"
    case .fault: "bad-pattern"
    }
  }

  /// The reason, for people.
  fileprivate func reason(_ kind: Route.Kind) -> String {
    switch self {
    case .serves: "serves it"
    case .wrongKind: "is a \(kind.rawValue)"
    case .noMatch(partMatches: false): "does not match"
    case .noMatch(partMatches: true): "matches a part of the URI, not the whole"
    case .fault(let fault): "is not a pattern: \(fault.message)"
    }
  }
}

extension Explanation {
  /// For people: one line for each route, then the answer.
  var text: String {
    var lines = ["\(uri)  (\(origin))"]
    let width = tried.map(\.match.route.pattern.count).max() ?? 0
    for (match, verdict) in tried {
      var isServing = false
      if case .serves = verdict { isServing = true }
      let pattern = match.route.pattern + String(repeating: " ", count: width - match.route.pattern.count)
      lines.append(
        "\(isServing ? ">" : " ") \(match.index + 1). \(pattern)  \(verdict.reason(match.route.kind))")
    }
    if let match {
      lines += self.lines(of: match)
    } else if store == nil || release != nil {
      lines.append(routes.isEmpty ? "There are no routes." : "No route serves the URI.")
    }
    if let store { lines += store.lines }
    return lines.map(\.withoutControls).joined(separator: "\n") + "\n"
  }

  private func lines(of match: RouteTable.Match) -> [String] {
    var lines = ["unit     \(match.route.unit) (\(match.route.kind.rawValue))"]
    if let source { lines.append("source   \(source)") }
    if let file {
      lines.append("file     \(file.path), \(file.digest.size) bytes")
      lines.append("         \(file.place): \(file.fault.map(\.detail) ?? "present, with the right digest")")
      if let stand = file.stand {
        lines.append("         read from release \(stand.number) instead, which may be older")
      }
    } else if source == nil {
      lines.append("         the unit does not exist, or was never compiled")
    }
    if let rexxar {
      lines.append("rexxar   \(rexxar.remoteFile)")
      if let name = rexxar.cacheName { lines.append("         \(name) in a container's cache") }
      if let fault = rexxar.fault { lines.append("         \(fault)") }
    }
    return lines
  }

  /// For programs: one JSON object.
  var json: String {
    var json = JSONWriter()
    json.object {
      $0.member("uri", uri)
      if let kind { $0.member("kind", kind.rawValue) }
      $0.member("origin", origin)
      $0.member("answered", isAnswered)
      $0.key("routes")
      $0.array {
        for (match, verdict) in tried {
          $0.object {
            $0.member("route", match.index + 1)
            $0.member("uri", match.route.pattern)
            $0.member("kind", match.route.kind.rawValue)
            $0.member("unit", match.route.unit)
            $0.member("verdict", verdict.word)
            $0.member("reason", verdict.reason(match.route.kind))
          }
        }
      }
      if let match { $0.member("unit", match.route.unit) }
      if let source { $0.member("source", source) }
      if let release {
        $0.key("release")
        $0.object {
          $0.member("project", release.project)
          $0.member("channel", release.channel)
          $0.member("number", release.number)
        }
      }
      if let file {
        $0.key("file")
        $0.object {
          $0.member("path", file.path)
          $0.member("sha256", file.digest.sha256.description)
          $0.member("size", file.digest.size)
          $0.member("state", file.fault?.code.rawValue ?? "present")
          $0.member("place", file.place)
          if let stand = file.stand { $0.member("readFrom", stand.number) }
        }
      }
      if let rexxar {
        $0.key("rexxar")
        $0.object {
          $0.member("remote_file", rexxar.remoteFile)
          if let name = rexxar.cacheName { $0.member("cache", name) }
          if let fault = rexxar.fault { $0.member("fault", fault) }
        }
      }
      store?.write(to: &$0)
    }
    return json.text
  }
}
