package import HybridJSON
import HybridSource

extension ProjectConfig {
  /// A route in `hybrid.json`. `checkedRoutes` validates its pattern.
  package struct RouteEntry: Hashable, Sendable {
    /// The regular expression, with its range.
    package var uri: JSONNode
    /// The unit's name, with its range.
    package var unit: JSONNode
    /// Whether it is shown within a native screen: Rexxar's `partial_items`.
    package var isPartial: Bool
  }
}

extension ConfigReader {
  /// `[{"uri": "shop://item/(\\d+)", "unit": "item", "kind": "page"}]`.
  mutating func routes(_ node: JSONNode) -> [ProjectConfig.RouteEntry] {
    let routes = list(node) { $0.route($1) }
    guard routes.count <= Self.mostRoutes else {
      report.error(
        "config.too-many-routes", "a project has at most \(Self.mostRoutes) routes", at: node.range)
      return Array(routes.prefix(Self.mostRoutes))
    }
    return routes
  }

  /// The maximum number of routes in a release.
  private static let mostRoutes = 10_000

  private mutating func route(_ node: JSONNode) -> ProjectConfig.RouteEntry? {
    let before = report.diagnostics.count
    var (uri, unit): (JSONNode?, JSONNode?)
    var isPartial = false
    members(of: node, "a route", ["uri", "unit", "kind"]) { reader, key, node in
      switch key {
      case "uri": if reader.string(node) != nil { uri = node }
      case "unit": if reader.string(node) != nil { unit = node }
      default: isPartial = reader.word(node, of: ["page", "partial"]) == "partial"
      }
    }
    guard let uri, let unit else {
      if report.diagnostics.count == before {
        report.error(
          "config.incomplete-route", "a route needs a 'uri' and a 'unit'", at: node.range,
          hint: #"{"uri": "shop://item/(\\d+)", "unit": "item"}"#)
      }
      return nil
    }
    return ProjectConfig.RouteEntry(uri: uri, unit: unit, isPartial: isPartial)
  }
}
