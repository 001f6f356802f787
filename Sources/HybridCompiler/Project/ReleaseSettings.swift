import HybridJSON

/// The `release` member of `hybrid.json`: the settings of `hybrid package`. Every member is optional.
///
///     "release": {
///       "project": "shop", "channel": "production", "runtime": ">=1 <2",
///       "files": ["assets/**", "fonts/*.ttf"], "deltas": 3, "keys": "keys"
///     }
package struct ReleaseSettings: Hashable, Sendable {
  /// A text with its range; the release tools validate its format.
  package struct Text: Hashable, Sendable {
    /// The text.
    package var value: String
    /// The range in `hybrid.json`, quotes included.
    package var range: Range<Int>
  }

  /// The identifier of the app; nil for the folder's name.
  package var project: Text?
  /// Nil for `production`.
  package var channel: Text?
  /// The range of compatible runtimes; nil for any.
  package var runtime: Text?
  /// The files to include besides the pictures that units name; nil for `assets/**`.
  package var files: [Text]?
  /// The number of earlier releases against which deltas are made; nil for 3.
  package var deltas: Int?
  /// The folder of the public key sets; nil for `keys`.
  package var keys: Text?

  /// The defaults.
  package init() {}
}

extension ConfigReader {
  /// Reads the settings of releases; invalid members are left out.
  mutating func release(_ node: JSONNode) -> ReleaseSettings {
    var settings = ReleaseSettings()
    members(of: node, "'release'", ["project", "channel", "runtime", "files", "deltas", "keys"]) {
      reader, key, node in
      switch key {
      case "project": settings.project = reader.text(node)
      case "channel": settings.channel = reader.text(node)
      case "runtime": settings.runtime = reader.text(node)
      case "files": settings.files = reader.list(node) { $0.text($1) }
      case "deltas":
        if let count = node.value.int, (0...20).contains(count) {
          settings.deltas = count
        } else {
          reader.mismatch(node, "a whole number from 0 to 20")
        }
      default: settings.keys = reader.text(node)
      }
    }
    return settings
  }

  private mutating func text(_ node: JSONNode) -> ReleaseSettings.Text? {
    string(node).map { ReleaseSettings.Text(value: $0, range: node.range) }
  }
}
