package import HybridJSON
package import HybridSource

/// What `hybrid.json` says; every member is optional.
///
///     {
///       "title": "Shop",
///       "devices": ["iPhone 15", {"name": "narrow", "width": 320, "height": 568}],
///       "defaults": {"width": 375, "height": 667, "colorScheme": "dark"},
///       "network": {"allow": ["https://api.example.com"]}
///     }
package struct ProjectConfig: Hashable, Sendable {
  /// The file's name, at the project's root.
  package static let path = "hybrid.json"

  /// A screen that previews show.
  package struct Device: Hashable, Sendable {
    /// As `--device` takes it.
    package var name: String
    /// In points; nil when the name is that of a device we know.
    package var width: Double?
    /// In points.
    package var height: Double?
  }

  /// What the project is called; nil for the folder's name.
  package var title: String?
  /// The screens to preview, in order.
  package var devices: [Device] = []
  /// The width of renders, in points.
  package var width: Double?
  /// The height of renders, in points.
  package var height: Double?
  /// `light` or `dark`.
  package var colorScheme: String?
  /// The origins that scripts may reach in `dev`.
  package var allowedOrigins: [String] = []
  /// Settings of releases, not looked at here.
  package var release: JSONValue?

  /// What holds without a file.
  package init() {}

  /// Reads `hybrid.json`. A member that is unknown, or of the wrong kind, is an error; the rest still holds.
  package static func read(_ source: Source) -> (config: ProjectConfig, diagnostics: [Diagnostic]) {
    let reading = readJSON(source)
    var config = ProjectConfig()
    guard let root = reading.root else { return (config, reading.diagnostics) }
    var reader = ConfigReader(report: DiagnosticCollector(source))
    reader.members(of: root, "a project", ["title", "devices", "defaults", "network", "release"]) {
      reader, key, node in
      switch key {
      case "title": config.title = reader.string(node)
      case "devices": config.devices = reader.list(node) { $0.device($1) }
      case "defaults":
        reader.members(of: node, "'defaults'", ["width", "height", "colorScheme"]) { reader, key, node in
          switch key {
          case "width": config.width = reader.length(node)
          case "height": config.height = reader.length(node)
          default: config.colorScheme = reader.word(node, of: ["light", "dark"])
          }
        }
      case "network":
        reader.members(of: node, "'network'", ["allow"]) { reader, _, node in
          config.allowedOrigins = reader.list(node) { $0.string($1) }
        }
      default: config.release = node.value
      }
    }
    return (config, reading.diagnostics + reader.report.diagnostics)
  }
}

/// Takes a JSON file apart and says what is wrong with it.
private struct ConfigReader {
  var report: DiagnosticCollector

  mutating func members(
    of node: JSONNode, _ what: String, _ known: [String],
    _ body: (inout ConfigReader, String, JSONNode) -> Void
  ) {
    guard let object = node.value.object else { return mismatch(node, "an object") }
    for (key, child) in zip(object.keys, node.children) {
      if known.contains(key) {
        body(&self, key, child)
      } else {
        report.error(
          "config.unknown-key", "\(what) has no setting '\(key)'", at: child.keyRange ?? child.range,
          hint: nearest(to: key, in: known).map { "did you mean '\($0)'?" }
            ?? "it has \(known.joined(separator: ", "))")
      }
    }
  }

  mutating func list<Item>(_ node: JSONNode, _ item: (inout ConfigReader, JSONNode) -> Item?) -> [Item] {
    guard case .array = node.value else {
      mismatch(node, "an array")
      return []
    }
    return node.children.compactMap { item(&self, $0) }
  }

  mutating func device(_ node: JSONNode) -> ProjectConfig.Device? {
    if let name = node.value.string { return ProjectConfig.Device(name: name) }
    var device = ProjectConfig.Device(name: "")
    members(of: node, "a device", ["name", "width", "height"]) { reader, key, node in
      switch key {
      case "name": device.name = reader.string(node) ?? ""
      case "width": device.width = reader.length(node)
      default: device.height = reader.length(node)
      }
    }
    return device.name.isEmpty ? nil : device
  }

  mutating func string(_ node: JSONNode) -> String? {
    if node.value.string == nil { mismatch(node, "a string") }
    return node.value.string
  }

  mutating func length(_ node: JSONNode) -> Double? {
    guard let number = node.value.number, number > 0, number <= 100_000 else {
      mismatch(node, "a number of points above 0")
      return nil
    }
    return number
  }

  mutating func word(_ node: JSONNode, of words: [String]) -> String? {
    if let word = node.value.string, words.contains(word) { return word }
    mismatch(node, words.map { "\"\($0)\"" }.joined(separator: " or "))
    return nil
  }

  private mutating func mismatch(_ node: JSONNode, _ expected: String) {
    report.error(
      "config.wrong-kind", "this is \(node.value.kind), and \(expected) is expected", at: node.range)
  }
}
