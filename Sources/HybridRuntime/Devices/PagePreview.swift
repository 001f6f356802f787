import HybridDrawing
import HybridGeometry
import HybridJSON
import HybridSource
package import HybridTemplates
package import HybridUnits
import HybridViewTree
import Synchronization

/// An HTML component that stands in for a custom component in templates.
///
/// A class, since every such component refers to it. It only caches results for given values.
final class PagePreview: StandInPage {
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
  private let sizes = Mutex<[Question: Size<Double>]>([:])

  /// The cache size: enough for one screen, with room for lists.
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

  /// The size that the page needs, cached since layout asks often.
  func contentSize(_ data: JSONValue, width: Double?, most: Double) -> Size<Double> {
    let question = Question(data: data, width: width, most: most)
    if let known = sizes.withLock({ $0[question] }) { return known }
    var boxes = stage(data).boxes
    let room = max(width ?? most, 0)
    var size = Size.zero
    if let root = boxes.root {
      boxes.layOut(width: room, height: device.viewport.height)
      // A height relative to the component's own height would be circular: it counts as `auto`.
      boxes.layOut(
        root, available: .init(width: .definite(room), height: .maxContent),
        as: width == nil ? .absolute : .block)
      let frame = boxes.layout.frame(of: root)
      let margins = boxes.layout.margins(of: root, containingWidth: room)
      size = Size(
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
  func view(_ data: JSONValue, width: Double, height: Double) -> (nodes: [ViewNode], canvas: RGBA?) {
    var stage = stage(data)
    stage.boxes.layOut(width: width, height: height)
    var nodes = renderer.viewTree(of: stage, of: page, viewport: device.viewport).nodes
    // The background of the root, or else of the body, covers the canvas and is not painted twice (CSS
    // Backgrounds 3 §2.11.2).
    let body = nodes.firstIndex(where: \.isBody)
    for index in [0, body].compactMap({ $0 }) where nodes.indices.contains(index) {
      guard let color = nodes[index].paint.background else { continue }
      nodes[index].paint.background = nil
      return (nodes, color)
    }
    return (nodes, nil)
  }

  /// The diagnostics of binding these values to the page.
  func diagnostics(_ data: JSONValue) -> [Diagnostic] { renderer.diagnostics(of: stage(data), of: page) }
}

extension ComponentStandIn {
  /// The stand-in of each custom component of a project, by component id.
  package static func standIns(
    for previews: [UInt16: ComponentPreview], on screen: TemplateScreen
  ) -> [UInt16: ComponentStandIn] {
    previews.mapValues { preview in
      switch preview {
      case .box(let label, let width, let height): .box(label: label, width: width, height: height)
      case .page(let page): .page(PagePreview(page, screen: screen), data: .null)
      }
    }
  }
}
