import HybridJSON
package import HybridSource
package import HybridUnits

/// The content of `hybrid.json`; every member is optional.
///
///     {
///       "title": "Shop",
///       "devices": ["tablet", {"name": "night", "width": 320, "height": 568, "dark": true}],
///       "defaults": {"width": 375, "height": 667, "colorScheme": "dark"},
///       "network": {"allow": ["https://api.example.com"]},
///       "check": {"rules": {"a11y.contrast": "off"}},
///       "routes": [{"uri": "shop://item/(\\d+)", "unit": "item"}],
///       "test": {"devices": ["phone", "tablet"], "scale": 2},
///       "release": {"project": "shop", "runtime": ">=1 <2", "files": ["assets/**"]},
///       "components": {
///         "Badge": {"box": {"label": "badge", "width": 40}}, "Price": {"html": "components/price.html"}
///       }
///     }
package struct ProjectConfig: Hashable, Sendable {
  /// The file's name, at the project's root.
  package static let path = "hybrid.json"

  /// A screen for previews with its settings; nil is the default.
  package struct Device: Hashable, Sendable {
    /// The name for `--device`.
    package var name: String
    /// In points.
    package var width: Double?
    /// In points.
    package var height: Double?
    /// Held so that the longer side is the width.
    package var isLandscape: Bool?
    /// `prefers-color-scheme`.
    package var prefersDark: Bool?
    /// The scale factor of text.
    package var fontScale: Double?
    /// Whether the user reads from right to left.
    package var isRightToLeft: Bool?
    /// The platform whose rules apply to templates.
    package var platform: TemplatePlatform?

    package init(name: String, width: Double? = nil, height: Double? = nil) {
      (self.name, self.width, self.height) = (name, width, height)
    }
  }

  /// The preview of a component that no platform has built in.
  package enum Preview: Hashable, Sendable {
    /// A labelled box; sides in points replace the size that the component would measure.
    case box(label: String?, width: Double?, height: Double?)
    /// An HTML component, by its path in the project.
    case html(String)
  }

  /// A component with a preview in the project.
  package struct Component: Hashable, Sendable {
    /// The tag in templates.
    package var tag: String
    /// Its preview.
    package var preview: Preview
    /// The range of the tag in `hybrid.json`.
    package var range: Range<Int>
  }

  /// The project's name; nil for the folder's name.
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
  /// Components with their previews, in order.
  package var components: [Component] = []
  /// The levels of rules; the default level is a warning.
  package var ruleLevels: [CheckRule: CheckRule.Level] = [:]
  /// The settings of `hybrid test`.
  package var testing = Testing()
  /// The URIs that open units, in order.
  package var routes: [RouteEntry] = []
  /// The settings of `hybrid package`.
  package var release = ReleaseSettings()

  /// The defaults without a file.
  package init() {}

  /// Reads `hybrid.json`. An unknown or invalid member is an error; the others still apply.
  package static func read(_ source: Source) -> (config: ProjectConfig, diagnostics: [Diagnostic]) {
    let reading = readJSON(source)
    var config = ProjectConfig()
    guard let root = reading.root else { return (config, reading.diagnostics) }
    var reader = ConfigReader(report: DiagnosticCollector(source))
    reader.members(
      of: root, "a project",
      ["title", "devices", "defaults", "network", "components", "check", "test", "routes", "release"]
    ) {
      reader, key, node in
      switch key {
      case "title": config.title = reader.string(node)
      case "devices": config.devices = reader.devices(node)
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
      case "components": config.components = reader.components(node)
      case "check":
        reader.members(of: node, "'check'", ["rules"]) { reader, _, node in
          reader.members(of: node, "'rules'", CheckRule.allCases.map(\.rawValue)) { reader, key, node in
            let level = reader.word(node, of: CheckRule.Level.allCases.map(\.rawValue))
            if let rule = CheckRule(rawValue: key) {
              config.ruleLevels[rule] = level.flatMap(CheckRule.Level.init)
            }
          }
        }
      case "test": config.testing = reader.testing(node)
      case "routes": config.routes = reader.routes(node)
      default: config.release = reader.release(node)
      }
    }
    return (config, reading.diagnostics + reader.report.diagnostics)
  }
}

/// Reads a JSON configuration file and reports its faults.
struct ConfigReader: JSONFormReader {
  static let area = "config"
  static let memberNoun = "setting "
  var report: DiagnosticCollector

  mutating func list<Item>(_ node: JSONNode, _ item: (inout ConfigReader, JSONNode) -> Item?) -> [Item] {
    guard case .array = node.value else {
      mismatch(node, "an array")
      return []
    }
    return node.children.compactMap { item(&self, $0) }
  }

  mutating func components(_ node: JSONNode) -> [ProjectConfig.Component] {
    guard let object = node.value.object else {
      mismatch(node, "an object")
      return []
    }
    return zip(object.keys, node.children).compactMap { tag, child in
      preview(child).map {
        ProjectConfig.Component(tag: tag, preview: $0, range: child.keyRange ?? child.range)
      }
    }
  }

  /// `"box"`, `{"box": {"label", "width", "height"}}` or `{"html": "components/price.html"}`.
  private mutating func preview(_ node: JSONNode) -> ProjectConfig.Preview? {
    if node.value.string != nil {
      return word(node, of: ["box"]).map { _ in .box(label: nil, width: nil, height: nil) }
    }
    var preview: ProjectConfig.Preview?
    members(of: node, "a component", ["box", "html"]) { reader, key, node in
      guard preview == nil else {
        reader.report.error(
          "config.two-previews", "a component has either a box or HTML as its preview, not both",
          at: node.range)
        return
      }
      if key == "html" {
        preview = reader.path(node).map { .html($0) }
        return
      }
      var (label, width, height): (String?, Double?, Double?)
      reader.members(of: node, "a box", ["label", "width", "height"]) { reader, key, node in
        switch key {
        case "label": label = reader.string(node)
        case "width": width = reader.length(node)
        default: height = reader.length(node)
        }
      }
      preview = .box(label: label, width: width, height: height)
    }
    if preview == nil, node.value.object?.isEmpty == true { mismatch(node, "\"box\", a box or HTML") }
    return preview
  }

  /// A file of the project.
  private mutating func path(_ node: JSONNode) -> String? {
    guard let written = string(node) else { return nil }
    if case .file(let path) = Reference.resolve("/" + written, in: ProjectConfig.path) { return path }
    report.error("config.wrong-path", "'\(written)' is not a file of the project", at: node.range)
    return nil
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
}
