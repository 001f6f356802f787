import HybridJSON
import HybridRuntime
package import HybridSource
package import HybridUnits

extension Scenario {
  /// The allowed members of a scenario.
  static let members = [
    "$schema", "name", "device", "data", "steps", "responses", "calls", "console",
  ]
  /// The allowed keys of a step object: actions, with their arguments as values, and `snapshot`.
  static func stepNames(_ kind: Unit.Kind) -> [String] { kind.showable.action.names + ["snapshot"] }
  /// The maximum number of steps of a scenario, snapshots included.
  static let stepLimit = 1_000
  static let snapshotLimit = 50

  /// Reads a scenario. A scenario with errors is not run.
  package static func read(
    _ source: Source, name: String, of kind: Unit.Kind
  ) -> (scenario: Scenario?, diagnostics: [Diagnostic]) {
    let reading = readJSON(source)
    guard let root = reading.root else { return (nil, reading.diagnostics) }
    var reader = ScenarioReader(kind: kind, showable: kind.showable, report: DiagnosticCollector(source))
    var scenario = Scenario(source: source, name: name)
    reader.read(root, into: &scenario)
    return (reader.report.hasErrors ? nil : scenario, reading.diagnostics + reader.report.diagnostics)
  }
}

/// Parses a scenario and reports its faults.
private struct ScenarioReader: JSONFormReader {
  static let area = "scenario"
  static let memberNoun = ""
  let kind: Unit.Kind
  let showable: any ShowableUnit.Type
  var report: DiagnosticCollector

  mutating func read(_ root: JSONNode, into scenario: inout Scenario) {
    members(of: root, "a scenario", Scenario.members) { reader, key, node in
      switch key {
      case "name": scenario.title = reader.string(node)
      case "device":
        if node.value.string == nil, node.value.object == nil {
          reader.mismatch(node, "the name of a device or an object")
        }
        scenario.device = node
      case "data":
        scenario.data = reader.string(node)
        scenario.dataRange = node.range
      case "steps": scenario.steps = reader.steps(node)
      case "responses": scenario.responses = ResponseBook(reading: node, &reader.report)
      case "calls":
        scenario.calls = reader.entries(node, kind: "call", known: reader.showable.callMembers)
      case "console": scenario.console = reader.console(node)
      default: _ = reader.string(node)
      }
    }
    checkNames(scenario)
  }

  // MARK: Steps

  private mutating func steps(_ node: JSONNode) -> [Scenario.PlacedStep] {
    guard case .array = node.value else {
      mismatch(node, "an array of steps")
      return []
    }
    if node.children.count > Scenario.stepLimit {
      report.error(
        "scenario.too-long",
        "a scenario has at most \(Scenario.stepLimit) steps, this one "
          + "\(node.children.count)", at: node.range, hint: "divide it into two scenarios")
      return []
    }
    return node.children.compactMap { child in
      step(child).map { Scenario.PlacedStep(step: $0, range: child.range) }
    }
  }

  private mutating func step(_ node: JSONNode) -> Scenario.Step? {
    if let text = node.value.string {
      if text.hasPrefix("snapshot ") {
        report.error(
          "scenario.wrong-step", "a snapshot is not a user action", at: node.range,
          hint: "write {\"snapshot\": \"\(text.dropFirst(9))\"}")
        return nil
      }
      return action(text, at: node.range)
    }
    guard let object = node.value.object else {
      mismatch(node, "an action such as \"tap #buy\", or an object such as {\"tap\": \"#buy\"}")
      return nil
    }
    guard object.count == 1, let key = object.keys.first, let value = node.children.first else {
      report.error(
        "scenario.wrong-step", "a step is one action, and this object has \(object.count)", at: node.range,
        hint: "write each as a separate step")
      return nil
    }
    let names = Scenario.stepNames(kind)
    guard names.contains(key) else {
      report.error(
        "scenario.unknown-step", "there is no action '\(key)'", at: value.keyRange ?? value.range,
        hint: nearestHint(to: key, in: names)
          ?? "there are \(names.joined(separator: ", "))")
      return nil
    }
    if key == "snapshot" { return snapshot(value) }
    guard let words = words(value, of: key) else { return nil }
    return action("\(key) \(words)", at: value.range)
  }

  /// The arguments of an action: one text, or several in an array.
  private mutating func words(_ node: JSONNode, of verb: String) -> String? {
    // The response to several fields is itself a JSON array.
    if verb == "answer", node.value.string == nil { return node.value.text() }
    let parts = node.value.array ?? [node.value]
    var words: [String] = []
    for part in parts {
      switch part {
      case .string(let text): words.append(text)
      case .number, .numberText: words.append(part.text())
      default:
        mismatch(node, "a text, a number, or an array of these")
        return nil
      }
    }
    return words.joined(separator: " ")
  }

  private mutating func action(_ text: String, at range: Range<Int>) -> Scenario.Step? {
    guard let fault = showable.action.fault(in: text) else { return .action(text) }
    report.error("scenario.unknown-step", fault.message, at: range, hint: fault.hint)
    return nil
  }

  private mutating func snapshot(_ node: JSONNode) -> Scenario.Step? {
    guard let name = string(node) else { return nil }
    guard name.contains(where: { $0.isLetter || $0.isNumber }), name.utf8.count <= 80 else {
      report.error(
        "scenario.wrong-name", "a snapshot's name has letters or digits, and at most 80 bytes", at: node.range
      )
      return nil
    }
    return .snapshot(name)
  }

  private mutating func checkNames(_ scenario: Scenario) {
    var known: [String: String] = [:]
    var count = 0
    for step in scenario.steps {
      guard case .snapshot(let name) = step.step else { continue }
      count += 1
      if let other = known.updateValue(name, forKey: SnapshotName.part(name)) {
        report.error(
          "scenario.duplicate-snapshot",
          other == name
            ? "there is a snapshot '\(name)' already"
            : "the snapshots '\(other)' and '\(name)' would have one file", at: step.range)
      }
      if count == Scenario.snapshotLimit + 1 {
        report.error(
          "scenario.too-long", "a scenario takes at most \(Scenario.snapshotLimit) snapshots", at: step.range)
      }
    }
  }

  // MARK: Expectations

  private mutating func entries(
    _ node: JSONNode, kind: String, known: [String]
  ) -> [Scenario.ExpectedEntry]? {
    guard case .array = node.value else {
      mismatch(node, "an array of calls as '--log' prints them")
      return nil
    }
    return node.children.compactMap { child in
      var entry = JSONObject()
      members(of: child, "a call", known) { reader, key, member in
        switch key {
        case "kind":
          if reader.showable.hasConsole, member.value != .string(kind) {
            reader.mismatch(member, "\"\(kind)\"")
          }
        case "args": if member.value.array == nil { reader.mismatch(member, "an array") }
        case "data": break
        default: _ = reader.string(member)
        }
        entry[key] = member.value
      }
      guard child.value.object != nil else { return nil }
      if showable.hasConsole { entry["kind"] = .string(kind) }
      return Scenario.ExpectedEntry(value: .object(entry), range: child.range)
    }
  }

  /// Texts, or objects with `level` and `text`.
  private mutating func console(_ node: JSONNode) -> [Scenario.ExpectedEntry]? {
    guard showable.hasConsole else {
      report.error(
        "scenario.unknown-key", "a \(kind.rawValue) has no console", at: node.keyRange ?? node.range)
      return nil
    }
    guard case .array = node.value else {
      mismatch(node, "an array of lines")
      return nil
    }
    return node.children.compactMap { child in
      var entry = JSONObject([("kind", "console")])
      if let text = child.value.string {
        entry["text"] = .string(text)
      } else {
        members(of: child, "a line of the console", ["kind", "level", "text"]) { reader, key, member in
          _ = reader.string(member)
          entry[key] = member.value
        }
        guard child.value.object != nil else { return nil }
      }
      return Scenario.ExpectedEntry(value: .object(entry), range: child.range)
    }
  }

  // MARK: Value types

  private mutating func string(_ node: JSONNode) -> String? {
    if node.value.string == nil { mismatch(node, "a text") }
    return node.value.string
  }
}
