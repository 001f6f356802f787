import HybridSource
import HybridViewTree

/// The report of a save, in words.
extension SaveReport {
  /// The save in one line: the saved files, the chain of dependencies, the units with their results, and the
  /// time.
  ///
  ///     pages/home/style.css → home patch, 3 nodes · 1.8 ms · 2 clients
  ///     shared/tokens.css → shared/base.css → home patch, 1 node · cart rebuilt, not shown · 2.1 ms
  ///     notes.css → saved, nothing uses it: no page links it · 0.1 ms · 1 client
  ///     pages/home/data.json → failed, home keeps its last good version · 0.4 ms · 1 client
  package var line: String {
    var parts = unitParts
    if parts.isEmpty, errors.isEmpty, !unusedFiles.isEmpty {
      let reason = unusedFiles.count == 1 ? unusedReasons[unusedFiles[0]].map { ": \($0)" } ?? "" : ""
      parts.append("saved, nothing uses \(unusedFiles.count == 1 ? "it" : "them")\(reason)")
    }
    if readsSettings { parts.append("settings read again") }
    if !errors.isEmpty { parts.append(failure) }
    if isFixed {
      parts.append("fixed")
    } else if !fixedUnits.isEmpty {
      parts.append(list(fixedUnits, most: 3, noun: "units") + " fixed")
    }
    parts.append("\(shortNumber(milliseconds)) ms")
    parts.append(counted(clients, "client"))
    let from = origins.isEmpty ? "" : list(origins, most: 2, noun: "servers") + ": "
    return from + "\(origin) → " + parts.joined(separator: " · ")
  }

  /// Details that the line has no room for: units that the save reached in ways of their own, files that
  /// nothing uses.
  package var details: [String] {
    var lines: [String] = []
    if sharedChain == nil {
      for unit in units where unit.chain.count > 1 {
        lines.append("\(unit.chain.joined(separator: " → ")) → \(unit.unit)")
      }
    }
    if unusedFiles.count > 1 || !units.isEmpty || !errors.isEmpty {
      for file in unusedFiles {
        lines.append("\(file): nothing uses it" + (unusedReasons[file].map { ": \($0)" } ?? ""))
      }
    }
    let most = 5
    return lines.count <= most ? lines : lines.prefix(most - 1) + ["… and \(lines.count - most + 1) more"]
  }

  /// The saved files, or the way from the only one of them to all units alike.
  private var origin: String {
    sharedChain.map { $0.joined(separator: " → ") } ?? list(files, most: 3, noun: "files")
  }

  /// The chain that all units have in common; nil when they have none, or when several files were saved.
  private var sharedChain: [String]? {
    guard files.count == 1, let first = units.first(where: { !$0.chain.isEmpty })?.chain,
      first[0] == files[0],
      units.allSatisfy({ $0.chain == first })
    else { return nil }
    // Of a long chain only the ends are shown.
    return first.count <= 4 ? first : [first[0], "…", first[first.count - 1]]
  }

  private var unitParts: [String] {
    let kinds = Dictionary(grouping: units, by: \.kind)
    return [UnitReport.Kind.patch, .reload, .running, .changed, .added, .removed].compactMap { kind in
      kinds[kind].map { list($0.map(\.unit), most: 3, noun: "units") + " " + words(for: kind, $0) }
    }
  }

  private func words(for kind: UnitReport.Kind, _ units: [UnitReport]) -> String {
    switch kind {
    case .patch:
      let nodes = units.reduce(0) { $0 + $1.changedNodes }
      return "patch, " + (nodes == 0 ? "no visible change" : counted(nodes, "node"))
    case .reload: return "reload (\(units[0].reason))"
    case .running: return "updated while running"
    case .changed: return "rebuilt, not shown"
    case .added: return "added"
    case .removed: return "removed"
    }
  }

  private var failure: String {
    if !keptUnits.isEmpty {
      let verb = keptUnits.count == 1 ? "keeps its last good version" : "keep their last good versions"
      return "failed, \(list(keptUnits, most: 3, noun: "units")) \(verb)"
    }
    if !neverValidUnits.isEmpty {
      return
        "failed, no good version of \(list(neverValidUnits, most: 3, noun: "units")) yet"
    }
    return "failed, the last good version stays"
  }

  private func list(_ names: [String], most: Int, noun: String) -> String {
    names.count <= most ? names.joined(separator: ", ") : "\(names[0]) and \(names.count - 1) more \(noun)"
  }
}
