import HybridDrawing
import HybridJSON
import HybridReload
import HybridSource
import HybridUnits
import Synchronization

/// What a custom component is shown as, since only the app knows what it draws.
enum ComponentStandIn: Sendable {
  /// A labelled box. Sides in points stand in for what the component would measure itself to.
  case box(label: String?, width: Double?, height: Double?)
  /// An HTML component, bound to the component's attributes by their names.
  case page(PagePreview, data: JSONValue)

  /// Without any setting: the tag, in a box of a plain size.
  static let standard = ComponentStandIn.box(label: nil, width: nil, height: nil)
  /// What a box takes that wraps a content nobody knows here.
  static let boxSize = Extent(width: 120, height: 32)

  /// The size of the content, in points.
  ///
  /// - Parameters:
  ///   - width: The width where it is settled; nil when the content makes it.
  ///   - most: No content is wider.
  func contentSize(width: Double?, most: Double) -> Extent {
    switch self {
    case .box(_, let boxWidth, let height):
      Extent(width: boxWidth ?? Self.boxSize.width, height: height ?? Self.boxSize.height)
    case .page(let page, let data): page.contentSize(data, width: width, most: most)
    }
  }
}

/// An HTML component that stands in for a custom component, wherever a template has one.
///
/// A class, since every such component leads to it. It keeps only what follows from the values it is asked with.
final class PagePreview: Sendable {
  private struct Question: Hashable {
    var data: JSONValue
    var width: Double?
    var most: Double
  }

  private let page: PageUnit
  /// The screen's, for media queries and `vw`, as for every other page.
  private let device: Device
  private let renderer = Renderer()
  private let stages = Mutex<[JSONValue: LaidOutPage]>([:])
  private let sizes = Mutex<[Question: Extent]>([:])

  /// Kept at most: enough for what stands on a screen at a time, with room for lists.
  private static let stageLimit = 128
  private static let sizeLimit = 4096

  init(_ page: PageUnit, screen: TemplateScreen) {
    self.page = page
    var device = Device(name: "component", viewport: screen.size, platform: screen.platform)
    (device.fontScale, device.isRightToLeft) = (screen.fontScale, screen.isRightToLeft)
    device.prefersDark = screen.prefersDark
    self.device = device
  }

  /// The page bound and styled for these values.
  private func stage(_ data: JSONValue) -> LaidOutPage {
    if let known = stages.withLock({ $0[data] }) { return known }
    let stage = renderer.layOut(page, on: device, data: data)
    stages.withLock { known in
      if known.count >= Self.stageLimit { known = [:] }
      known[data] = stage
    }
    return stage
  }

  /// ``ComponentStandIn/contentSize(width:most:)``
  func contentSize(_ data: JSONValue, width: Double?, most: Double) -> Extent {
    let question = Question(data: data, width: width, most: most)
    if let known = sizes.withLock({ $0[question] }) { return known }
    var boxes = stage(data).boxes
    let room = max(width ?? most, 0)
    var size = Extent.zero
    if let root = boxes.root {
      boxes.layOut(width: room, height: device.viewport.height)
      // A height that is part of the component's would lead back to itself: it counts as none.
      boxes.layout.layout(
        root: root, available: .init(width: .definite(room), height: .maxContent),
        as: width == nil ? .absolute : .block)
      let frame = boxes.layout.frame(of: root)
      let margins = boxes.layout.margins(of: root, containingWidth: room)
      size = Extent(
        width: frame.width + margins.left + margins.right,
        height: frame.height + margins.top + margins.bottom)
    }
    sizes.withLock { known in
      if known.count >= Self.sizeLimit { known = [:] }
      known[question] = size
    }
    return size
  }

  /// The page in a frame of that size: its nodes, the root first, and the colour that covers the whole frame.
  func view(_ data: JSONValue, width: Double, height: Double) -> (nodes: [ViewNode], canvas: UInt32?) {
    var stage = stage(data)
    stage.boxes.layOut(width: width, height: height)
    var nodes = renderer.viewTree(of: stage, of: page, viewport: device.viewport).nodes
    // The ground of the root, or else of the body, covers the canvas and is not painted twice
    // (CSS Backgrounds 3 §2.11.2).
    let body = nodes.firstIndex { $0.parent == 0 && $0.tag.lowercased() == "body" }
    for index in [0, body].compactMap({ $0 }) where nodes.indices.contains(index) {
      guard let color = nodes[index].paint.background else { continue }
      nodes[index].paint.background = nil
      return (nodes, color)
    }
    return (nodes, nil)
  }

  /// What these values did to the page.
  func diagnostics(_ data: JSONValue) -> [Diagnostic] { renderer.diagnostics(of: stage(data), of: page) }
}

extension TemplateRuntime {
  /// What each id of the project is shown as.
  static func standIns(
    _ previews: [UInt16: ComponentPreview], screen: TemplateScreen
  ) -> [UInt16: ComponentStandIn] {
    previews.mapValues { preview in
      switch preview {
      case .box(let label, let width, let height): .box(label: label, width: width, height: height)
      case .page(let page): .page(PagePreview(page, screen: screen), data: .null)
      }
    }
  }

  /// Gives HTML components the attributes that their components have now.
  mutating func bindStandIns() {
    for index in tree.components.indices {
      guard case .page(let page, let old)? = tree.components[index].standIn else { continue }
      let data = values(of: index)
      // A pager that turns lays out often; pages whose values stay cost nothing then.
      guard data != old else { continue }
      tree.components[index].standIn = .page(page, data: data)
      for diagnostic in page.diagnostics(data) { report(diagnostic) }
    }
  }

  /// A custom component's attributes by name, lengths in points and colours as CSS has them. What is only a number, since
  /// no table knows its name, is left out.
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
    let digits = String(bits << 8 | bits >> 24, radix: 16)
    return "#" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }
}
