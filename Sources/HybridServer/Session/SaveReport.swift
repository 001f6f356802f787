package import HybridJSON
package import HybridReload
package import HybridSource

/// What one save did, for the terminal and for `--json`.
package struct SaveReport: Hashable, Sendable {
  /// What became of a unit.
  package struct UnitReport: Hashable, Sendable {
    /// How clients take it in.
    package enum Kind: String, Hashable, Sendable { case patch, reload, running, changed, added, removed }

    package var unit: String
    package var kind: Kind
    /// Which file it hangs on and how; for a reload also why no patch will do.
    package var reason: String
    /// How many nodes of the tree that the terminal shows are new, gone or other than before.
    package var changedNodes: Int

    /// One unit's news.
    package init(unit: String, kind: Kind, reason: String, changedNodes: Int = 0) {
      self.unit = unit
      self.kind = kind
      self.reason = reason
      self.changedNodes = changedNodes
    }
  }

  /// The number of this build.
  package var revision: Int
  /// The files that were saved, relative to the project.
  package var files: [String]
  /// What became of the units that hang on them.
  package var units: [UnitReport] = []
  /// Saved files that no unit uses.
  package var unusedFiles: [String] = []
  /// Errors that this save brought, or that are still there; with any, clients keep what they show.
  package var errors: [Diagnostic] = []
  /// Warnings in the units that this save touched.
  package var warnings: [Diagnostic] = []
  /// Whether `hybrid.json` was among the files.
  package var readsSettings = false
  /// Whether the save mended the last error.
  package var isFixed = false
  /// From the watcher's word to the message's being handed to the socket, in milliseconds.
  package var milliseconds = 0.0
  /// How many clients got the message.
  package var clients = 0
  /// Nodes of the shown unit whose frames are new.
  package var moved: [MovedNode] = []
  /// The unit that the terminal shows from now on.
  package var shown: String?
  /// Whether that is another one than before.
  package var hasNewShown = false

  /// A report about these files.
  package init(revision: Int, files: [String]) {
    self.revision = revision
    self.files = files
  }

  /// Writes the object that `--json` prints.
  package func write(to json: inout JSONWriter) {
    json.object {
      $0.member("event", errors.isEmpty ? "saved" : "failed")
      $0.member("revision", revision)
      $0.strings("files", files)
      $0.key("units")
      $0.array {
        for unit in units {
          $0.object {
            $0.member("unit", unit.unit)
            $0.member("kind", unit.kind.rawValue)
            $0.member("reason", unit.reason)
          }
        }
      }
      if !unusedFiles.isEmpty { $0.strings("unused", unusedFiles) }
      if isFixed { $0.member("fixed", true) }
      $0.member("milliseconds", (milliseconds * 1000).rounded() / 1000)
      $0.member("clients", clients)
      $0.strings("moved", moved.map(\.description))
      if let shown { $0.member("shown", shown) }
      $0.key("diagnostics")
      $0.array { for diagnostic in errors + warnings { diagnostic.write(to: &$0) } }
    }
  }

  /// The save in one line, such as
  /// `pages/home/style.css → home · patch, 3 nodes · 1.8 ms · 2 clients`.
  package var line: String {
    let saved = list(files, most: 3, noun: "files")
    var parts: [String] = []
    if units.isEmpty {
      if !unusedFiles.isEmpty, errors.isEmpty { parts.append("saved, nothing uses it") }
    } else {
      let names = Dictionary(grouping: units, by: \.kind)
      for kind in [UnitReport.Kind.patch, .reload, .running, .changed, .added, .removed] {
        guard let some = names[kind] else { continue }
        parts.append(list(some.map(\.unit), most: 3, noun: "units") + " " + words(for: kind, some))
      }
    }
    if readsSettings { parts.append("settings read again") }
    if !errors.isEmpty { parts.append("failed, the last good version stays") }
    if isFixed { parts.append("fixed") }
    parts.append("\(shortNumber(milliseconds)) ms")
    parts.append(clients == 1 ? "1 client" : "\(clients) clients")
    return "\(saved) → " + parts.joined(separator: " · ")
  }

  private func words(for kind: UnitReport.Kind, _ units: [UnitReport]) -> String {
    switch kind {
    case .patch:
      let nodes = units.reduce(0) { $0 + $1.changedNodes }
      let because = files.contains(units[0].reason) ? "" : " (\(units[0].reason))"
      return "patch, " + (nodes == 1 ? "1 node" : "\(nodes) nodes") + because
    case .reload: return "reload (\(units[0].reason))"
    case .running: return "updated where it runs"
    case .changed: return "rebuilt, shown by nobody"
    case .added: return "added"
    case .removed: return "removed"
    }
  }

  private func list(_ names: [String], most: Int, noun: String) -> String {
    names.count <= most ? names.joined(separator: ", ") : "\(names[0]) and \(names.count - 1) more \(noun)"
  }
}

extension JSONWriter {
  mutating func strings(_ name: String, _ values: [String]) {
    key(name)
    array { for value in values { $0.value(value) } }
  }
}
