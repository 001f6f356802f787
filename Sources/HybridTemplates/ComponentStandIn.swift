import HybridEncoding
package import HybridGeometry
package import HybridJSON
package import HybridSource
import HybridUnits
package import HybridViewTree

/// The stand-in that a preview shows for a custom component, whose drawing code exists only in the app.
package enum ComponentStandIn: Sendable {
  /// A labelled box. Sides in points replace the size that the component would measure for itself.
  case box(label: String?, width: Double?, height: Double?)
  /// An HTML component, bound to the component's attributes by their names.
  case page(any StandInPage, data: JSONValue)

  /// The default without a setting: the tag in a box of the standard size.
  static let standard = ComponentStandIn.box(label: nil, width: nil, height: nil)
  /// The content size of a box that wraps unknown content.
  static let boxSize = Size<Double>(width: 120, height: 32)

  /// The size of the content, in points.
  ///
  /// - Parameters:
  ///   - width: The width if it is definite; nil if it depends on the content.
  ///   - most: The maximum width of the content.
  func contentSize(width: Double?, most: Double) -> Size<Double> {
    switch self {
    case .box(_, let boxWidth, let height):
      Size(width: boxWidth ?? Self.boxSize.width, height: height ?? Self.boxSize.height)
    case .page(let page, let data): page.contentSize(data, width: width, most: most)
    }
  }
}

/// Renders the HTML component that stands in for a custom component of a template.
///
/// Pages are rendered by a target above this one, so the caller that opens a ``TemplateScene`` passes a
/// conforming renderer.
package protocol StandInPage: Sendable {
  /// The size of the page, in points.
  ///
  /// - Parameters:
  ///   - data: The component's attributes by name.
  ///   - width: The width if it is definite; nil if it depends on the content.
  ///   - most: The maximum width of the content.
  func contentSize(_ data: JSONValue, width: Double?, most: Double) -> Size<Double>

  /// The page in a frame of that size: its nodes, the root first, and the colour that covers the whole frame.
  func view(_ data: JSONValue, width: Double, height: Double) -> (nodes: [ViewNode], canvas: RGBA?)

  /// The problems found when the page was bound to the data.
  func diagnostics(_ data: JSONValue) -> [Diagnostic]
}

extension TemplateRuntime {
  /// Binds HTML components to the current attributes of the components they stand in for.
  mutating func bindStandIns() {
    for index in tree.components.indices {
      guard case .page(let page, let old)? = tree.components[index].standIn else { continue }
      let data = values(of: index)
      // A turning pager lays out often; pages with unchanged values cost nothing.
      guard data != old else { continue }
      tree.setStandIn(.page(page, data: data), of: index)
      for diagnostic in page.diagnostics(data) { report(diagnostic) }
    }
  }

  /// A custom component's attributes by name, lengths in points and colours as CSS has them. Attributes
  /// without a known name are left out.
  private func values(of index: Int) -> JSONValue {
    let loaded = template(of: index)
    let units = TemplateUnits(screen)
    var values: [(String, JSONValue)] = []
    for (key, value) in tree.components[index].attributes {
      let name = loaded.text(of: key, on: platform)
      guard !name.isEmpty else { continue }
      let json: JSONValue =
        switch value {
        case .int(let color) where Self.colorKeys.contains(key): .string(color.cssColor)
        case .int(let number): .number(Double(number))
        case .float(let number): .number(TemplateUnits.bounded(Double(number)))
        case .rpInt, .rpFloat: .number(units.points(value))
        case .text(let text): .string(text)
        case .object(let value): value
        }
      values.append((name, json))
    }
    // Sorted, so that equal attributes are equal values.
    return .object(JSONObject(values.sorted { $0.0 < $1.0 }))
  }

  private static let colorKeys: Set<StringID> = [
    AttributeKey.background, AttributeKey.borderColor, AttributeKey.textColor, AttributeKey.color,
  ]
}

extension Int32 {
  /// A colour `0xAARRGGBB` as `#rrggbbaa`.
  fileprivate var cssColor: String {
    let bits = UInt32(bitPattern: self)
    return "#" + (bits << 8 | bits >> 24).lowerHex(digits: 8)
  }
}
