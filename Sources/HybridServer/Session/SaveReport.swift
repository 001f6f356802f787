import HybridEncoding
package import HybridJSON
package import HybridSource
package import HybridViewTree

/// The report of one save, for the terminal and for `--json`.
package struct SaveReport: Hashable, Sendable {
  /// The outcome for a unit.
  package struct UnitReport: Hashable, Sendable {
    /// The message that clients receive for the unit.
    package enum Kind: String, Hashable, Sendable { case patch, reload, running, changed, added, removed }

    package var unit: String
    package var kind: Kind
    /// The dependency by which the save reached the unit; for a reload also why a patch is not enough.
    package var reason: String
    /// The number of added, removed and changed nodes in the tree that the terminal shows.
    package var changedNodes: Int
    /// How the save reached it: the saved file first, then each that depends on the one before it.
    package var chain: [String] = []

    /// The report of one unit.
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
  /// The servers where they were saved, when that was not here; empty otherwise.
  package var origins: [String] = []
  /// The units that depend on these files.
  package var units: [UnitReport] = []
  /// Saved files that no unit uses.
  package var unusedFiles: [String] = []
  /// The reason for each of ``unusedFiles``: `no page links it`.
  package var unusedReasons: [String: String] = [:]
  /// Units that have errors now and are shown in their last valid form, sorted.
  package var keptUnits: [String] = []
  /// Units that have errors now and were never valid, sorted.
  package var neverValidUnits: [String] = []
  /// Units that had errors before this save and have none now, sorted.
  package var fixedUnits: [String] = []
  /// Errors in the units that this save reached. Clients keep the last valid form of a unit with errors.
  package var errors: [Diagnostic] = []
  /// Warnings in the units that this save touched.
  package var warnings: [Diagnostic] = []
  /// Whether `hybrid.json` was among the files.
  package var readsSettings = false
  /// Whether the project had errors before this save and has none now.
  package var isFixed = false
  /// The time from the event of the watcher to the write to the sockets, in milliseconds.
  package var milliseconds = 0.0
  /// The number of clients that received a message.
  package var clients = 0
  /// Nodes of the shown unit whose frames are new.
  package var moved: [MovedNode] = []
  /// The unit that the terminal shows from now on.
  package var shown: String?
  /// Whether ``shown`` changed.
  package var hasNewShown = false

  /// A report about these files.
  package init(revision: Int, files: [String]) {
    self.revision = revision
    self.files = files
  }

  /// Removes files that no unit uses and that git ignores, such as the temporary files of editors.
  package mutating func leaveOut(ignored isIgnored: (String) -> Bool) {
    let gone = Set(unusedFiles.filter(isIgnored))
    files.removeAll(where: gone.contains)
    unusedFiles.removeAll(where: gone.contains)
    for file in gone { unusedReasons[file] = nil }
  }

  /// Whether there is nothing to say.
  package var isSilent: Bool {
    files.isEmpty && units.isEmpty && errors.isEmpty && !isFixed && !readsSettings
  }

  /// Writes the object that `--json` prints.
  package func write(to json: inout JSONWriter) {
    json.object {
      $0.member("event", errors.isEmpty ? "saved" : "failed")
      $0.member("revision", revision)
      $0.strings("files", files)
      if !origins.isEmpty { $0.strings("origins", origins) }
      $0.key("units")
      $0.array {
        for unit in units {
          $0.object {
            $0.member("unit", unit.unit)
            $0.member("kind", unit.kind.rawValue)
            $0.member("reason", unit.reason)
            if unit.kind == .patch { $0.member("nodes", unit.changedNodes) }
            if !unit.chain.isEmpty { $0.strings("chain", unit.chain) }
          }
        }
      }
      if !unusedFiles.isEmpty { $0.strings("unused", unusedFiles) }
      if !unusedReasons.isEmpty {
        $0.key("unusedBecause")
        $0.object { for (file, reason) in unusedReasons.sorted(by: <) { $0.member(file, reason) } }
      }
      if !keptUnits.isEmpty { $0.strings("kept", keptUnits) }
      if !neverValidUnits.isEmpty { $0.strings("neverGood", neverValidUnits) }
      if !fixedUnits.isEmpty { $0.strings("fixedUnits", fixedUnits) }
      if isFixed { $0.member("fixed", true) }
      $0.member("text", line)
      $0.member("milliseconds", milliseconds.rounded(toDecimals: 3))
      $0.member("clients", clients)
      $0.strings("moved", moved.map(\.description))
      if let shown { $0.member("shown", shown) }
      $0.key("diagnostics")
      $0.array { for diagnostic in errors + warnings { diagnostic.write(to: &$0) } }
    }
  }
}
