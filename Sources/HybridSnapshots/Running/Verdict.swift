package import HybridSource

/// The result of comparing a snapshot with the stored one.
package enum Verdict<Difference: Hashable & Sendable>: Hashable, Sendable {
  /// Equal to the stored one.
  case same
  /// There was none; it is stored now.
  case new
  /// It differed, and the new one is stored now.
  case updated
  /// There is none, and storing was not requested.
  case missing
  /// It differs.
  case different(Difference)
  /// The stored one cannot be read, or the new one cannot be written.
  case faulty(Diagnostic)

  /// Whether it needs attention.
  package var isFailure: Bool {
    switch self {
    case .same, .new, .updated: false
    case .missing, .different, .faulty: true
    }
  }

  /// Its name, for programs.
  package var word: String {
    switch self {
    case .same: "same"
    case .new: "new"
    case .updated: "updated"
    case .missing: "missing"
    case .different: "different"
    case .faulty: "faulty"
    }
  }
}

/// The result of one snapshot: its layout, and its picture when pictures are taken.
package struct SnapshotResult: Sendable {
  package var name: SnapshotName
  package var layout: Verdict<TextDifference>
  package var picture: Verdict<PictureDifference>?
  /// The source of the first node whose layout differs: `file:line:column`.
  package var source: String?

  /// A result.
  package init(
    name: SnapshotName, layout: Verdict<TextDifference>, picture: Verdict<PictureDifference>? = nil,
    source: String? = nil
  ) {
    self.name = name
    self.layout = layout
    self.picture = picture
    self.source = source
  }

  /// Whether it needs attention.
  package var isFailure: Bool { layout.isFailure || picture?.isFailure ?? false }

  /// The faults of reading or writing the stored snapshot.
  package var faults: [Diagnostic] {
    var faults: [Diagnostic] = []
    if case .faulty(let fault) = layout { faults.append(fault) }
    if case .faulty(let fault)? = picture { faults.append(fault) }
    return faults
  }
}

/// The result of one case.
package struct CaseResult: Sendable {
  /// The unit, the device, the data set if it is not the unit's own, and the scenario.
  package var unit: String
  package var device: String
  package var data: String?
  package var scenario: String?
  /// The title in the scenario.
  package var title: String?
  /// The scenario's file, or that of the unit.
  package var path: String
  /// The snapshot at its end.
  package var name: SnapshotName
  package var snapshots: [SnapshotResult]
  /// The faults during the run.
  package var diagnostics: [Diagnostic]
  /// The difference of native calls and console lines from the scenario's expectations.
  package var calls: TextDifference?
  package var console: TextDifference?
  package var milliseconds: Double

  /// The result of a case that was run.
  package init(_ each: SnapshotCase, _ run: CaseRun, _ snapshots: [SnapshotResult], milliseconds: Double) {
    unit = each.unitName
    device = each.device.name
    data = each.data?.name
    scenario = each.scenario?.name
    title = each.scenario?.title
    path = each.scenario?.source.path ?? each.unit.path
    name = each.name
    self.snapshots = snapshots
    diagnostics = run.diagnostics
    calls = run.calls
    console = run.console
    self.milliseconds = milliseconds
  }

  /// Whether it needs attention.
  package var isFailure: Bool {
    calls != nil || console != nil || snapshots.contains(where: \.isFailure)
      || diagnostics.contains { $0.severity == .error }
  }

  /// `cart · phone · empty · buy`
  package var heading: String {
    ([unit, device] + [data, scenario].compactMap(\.self)).joined(separator: " · ")
  }

  /// The failures, each with its lines; empty for a success.
  package func complaints(lines limit: Int = .max) -> [Complaint] {
    var result: [Complaint] = []
    for snapshot in snapshots {
      let name = snapshot.name
      switch snapshot.layout {
      case .different(let difference):
        result.append(
          Complaint(
            "layout", "\(name.layoutPath):\(difference.firstLine)",
            "the layout differs: \(counted(difference.removed, "line")) gone, "
              + "\(counted(difference.added, "line")) new",
            difference.text(limit: limit), source: snapshot.source))
      case .missing:
        result.append(Complaint("missing", name.layoutPath, "there is no such snapshot"))
      case .faulty(let fault): result.append(Complaint("faulty", name.layoutPath, fault.message))
      case .same, .new, .updated: break
      }
      switch snapshot.picture {
      case .different(let difference)?:
        result.append(Complaint("picture", name.picturePath, difference.words))
      case .missing?: result.append(Complaint("missing", name.picturePath, "there is no such snapshot"))
      case .faulty(let fault)?: result.append(Complaint("faulty", name.picturePath, fault.message))
      case .same?, .new?, .updated?, nil: break
      }
    }
    for (kind, what, difference) in [
      ("calls", "the native calls differ from those expected", calls),
      ("console", "the console differs from the expected lines", console),
    ] {
      guard let difference else { continue }
      result.append(Complaint(kind, path, what, difference.text(limit: limit)))
    }
    return result
  }
}

/// One failure, in words.
package struct Complaint: Hashable, Sendable {
  /// `layout`, `picture`, `calls`, `console`, `missing` or `faulty`.
  package var kind: String
  /// Its file, with the line if known.
  package var place: String
  package var message: String
  /// The lines that differ.
  package var lines: [String]
  /// The source of its node: `file:line:column`.
  package var source: String?

  init(_ kind: String, _ place: String, _ message: String, _ lines: [String] = [], source: String? = nil) {
    self.kind = kind
    self.place = place
    self.message = message
    self.lines = lines
    self.source = source
  }
}
