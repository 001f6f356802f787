import Foundation
import HybridGeometry
import HybridLayout
import HybridLayoutCases
import Testing

/// The folder with layout cases; nil where the environment does not name one.
let caseFolder = ProcessInfo.processInfo.environment["HYBRID_CONFORMANCE"].map {
  URL(filePath: $0).appending(path: "layout")
}

/// A family of cases with numbers from a browser.
struct CaseFile {
  /// A browser's measurements of a node.
  struct Expected: Decodable {
    var x: Double
    var y: Double
    var w: Double
    var h: Double
    /// Width and height of the scrollable area of a node that clips, in whole points, where it is not the
    /// padding box.
    var scroll: [Double]?
    var children: [Expected]?

    /// This node and its descendants, each with its depth.
    var inTreeOrder: [(level: Int, node: Expected)] {
      [(0, self)] + (children ?? []).flatMap { $0.inTreeOrder.map { ($0.level + 1, $0.node) } }
    }
  }

  private struct Tree: Decodable {
    var style: [String: String]?
    var text: String?
    var children: [Tree]?

    func add(to layout: inout LayoutCase, level: Int = 0) {
      let declarations = (style ?? [:]).map { CaseDeclaration(name: $0.key, value: $0.value) }
      layout.append(declarations, text: text, level: level)
      for child in children ?? [] { child.add(to: &layout, level: level + 1) }
    }
  }

  /// A number of points, or `max-content`.
  private struct Space: Decodable {
    var space: AvailableSpace

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      space = (try? value.decode(Double.self)).map { .definite($0) } ?? .maxContent
    }
  }

  struct Case: Decodable {
    var name: String
    private var base: String
    private var boxSizing: String
    private var direction: String
    private var root: String
    private var available: [String: Space]
    private var tags: [String]
    private var tree: Tree
    private var expected: Expected
    private var unrounded: Expected?

    enum CodingKeys: String, CodingKey {
      case name, base, direction, root, available, tags, tree, expected, unrounded
      case boxSizing = "box_sizing"
    }

    /// Cases with one of these tags are skipped, as the format's description says.
    var counts: Bool { Set(tags).isDisjoint(with: ["root-percent", "disabled-upstream", "quirk"]) }

    /// The available space of the tree.
    var space: Size<AvailableSpace> {
      Size(
        width: available["width"]?.space ?? .maxContent, height: available["height"]?.space ?? .maxContent)
    }

    /// The laid-out tree; nil when a part of the case is not understood.
    func laidOut() -> BuiltCase? {
      guard let base = LayoutCase.Base(rawValue: base), let root = LayoutCase.Root(rawValue: root) else {
        return nil
      }
      var layout = LayoutCase(base: base)
      layout.boxSizing = boxSizing == "content-box" ? .contentBox : .borderBox
      layout.direction = direction == "rtl" ? .rightToLeft : .leftToRight
      layout.root = root
      layout.available = space
      tree.add(to: &layout)
      var faults: [CaseFault] = []
      var built = layout.built(measure: AhemText.measure(_:isVertical:), faults: &faults)
      guard faults.isEmpty else { return nil }
      built.tree.layout(root: built.layoutRoot, available: space, as: .absolute)
      return built
    }

    /// Whether every node is within 0.1 points of the browser's position.
    func isRight(_ built: BuiltCase) -> Bool {
      let frames = (unrounded ?? expected).inTreeOrder
      guard frames.map(\.level) == levels else { return false }
      return zip(built.nodes, frames).allSatisfy { node, expected in
        let frame = built.tree.frame(of: node)
        let differences = [
          frame.x - expected.node.x, frame.y - expected.node.y, frame.width - expected.node.w,
          frame.height - expected.node.h,
        ]
        return differences.allSatisfy { abs($0) <= 0.1 }
      }
    }

    /// Whether every scrollable area of a clipping node matches the browser's, to a rounded point.
    func hasRightScrollSizes(_ built: BuiltCase) -> Bool {
      var hidden: Int?
      for ((id, level), expected) in zip(zip(built.nodes, levels), expected.inTreeOrder) {
        if let outer = hidden, level > outer { continue }
        hidden = nil
        let style = built.tree.style(of: id)
        if style.display == .none {
          hidden = level
          continue
        }
        guard style.overflow != Size(.visible), style.display != .contents else { continue }
        let port = scrollport(built.tree.frame(of: id), style)
        let size = expected.node.scroll.map { Size(width: $0[0], height: $0[1]) } ?? port
        let scrolled = built.tree.scrollSize(of: id)
        if abs(scrolled.width - size.width) > 1 || abs(scrolled.height - size.height) > 1 { return false }
      }
      return true
    }

    private var levels: [Int] {
      var layout = LayoutCase(base: .web)
      tree.add(to: &layout)
      return layout.nodes.map(\.level)
    }

    /// The size of a frame without borders and scroll bars.
    private func scrollport(_ frame: Rect, _ style: LayoutStyle) -> Size<Double> {
      let bar = Double(style.scrollbarWidth)
      let bars = Size(
        width: style.overflow.height == .scroll ? bar : 0, height: style.overflow.width == .scroll ? bar : 0)
      return Size(
        width: max(0, frame.width - Double(style.border.left + style.border.right) - bars.width),
        height: max(0, frame.height - Double(style.border.top + style.border.bottom) - bars.height))
    }
  }

  private struct Content: Decodable { var cases: [Case] }

  var cases: [Case]

  init(family: String) throws {
    let folder = try #require(caseFolder)
    let data = try Data(contentsOf: folder.appending(path: "\(family).json"))
    cases = try JSONDecoder().decode(Content.self, from: data).cases.filter(\.counts)
  }
}
