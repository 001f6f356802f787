package import HybridJSON

extension ProjectConfig {
  /// The settings of `hybrid test`: the member `test`.
  ///
  ///     "test": {"devices": ["phone", "phone dark"], "scale": 2, "threshold": 0.03, "units": ["shop/*"]}
  package struct Testing: Hashable, Sendable {
    /// The devices as written; nil by default.
    package var devices: [JSONNode]?
    /// Pixels for each point of pictures; nil for 1.
    package var scale: Double?
    /// The allowed difference of two pixels, 0 to 1; nil for the default.
    package var threshold: Double?
    /// Patterns of unit names, in which `*` matches any characters; nil for all units.
    package var units: [Pattern]?

    /// A pattern with its range in `hybrid.json`.
    package struct Pattern: Hashable, Sendable {
      package var text: String
      package var range: Range<Int>
    }

    /// The defaults.
    package init() {}
  }
}

extension ConfigReader {
  mutating func testing(_ node: JSONNode) -> ProjectConfig.Testing {
    var testing = ProjectConfig.Testing()
    members(of: node, "'test'", ["devices", "scale", "threshold", "units"]) { reader, key, node in
      switch key {
      case "devices":
        testing.devices = reader.list(node) { reader, node in
          if node.value.string == nil, node.value.object == nil {
            reader.mismatch(node, "the name of a device or an object")
            return nil
          }
          return node
        }
        if testing.devices?.isEmpty == true, node.value.array?.isEmpty == true {
          reader.mismatch(node, "at least one device")
        }
      case "scale": testing.scale = reader.number(node, in: 0.5...4, "a number of pixels a point, 0.5 to 4")
      case "threshold": testing.threshold = reader.number(node, in: 0...1, "a number from 0 to 1")
      default:
        testing.units = reader.list(node) { reader, node in
          reader.string(node).map { ProjectConfig.Testing.Pattern(text: $0, range: node.range) }
        }
      }
    }
    return testing
  }

  private mutating func number(_ node: JSONNode, in range: ClosedRange<Double>, _ expected: String) -> Double?
  {
    if let number = node.value.number, range.contains(number) { return number }
    mismatch(node, expected)
    return nil
  }
}
