import Foundation
import HybridLayout
import Testing

/// The folder with layout cases; nil where the environment does not name one.
let caseFolder = ProcessInfo.processInfo.environment["HYBRID_CONFORMANCE"].map {
  URL(filePath: $0).appending(path: "layout")
}

/// A family of cases with numbers from a browser.
struct CaseFile {
  /// What the browser measured for a node.
  struct Expected: Decodable {
    var x: Double
    var y: Double
    var w: Double
    var h: Double
    /// Width and height of the scrollable area of a node that clips, in whole points, where it is not the padding box.
    var scroll: [Double]?
    var children: [Expected]?
  }

  private struct Tree: Decodable {
    var style: [String: String]?
    var text: String?
    var children: [Tree]?

    var node: CaseNode { CaseNode(style: style ?? [:], text: text, children: (children ?? []).map(\.node)) }
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

    /// Cases with one of these marks do not count, as the format's description says.
    var counts: Bool { Set(tags).isDisjoint(with: ["root-percent", "disabled-upstream", "quirk"]) }

    /// What the tree is laid out in.
    var space: Size<AvailableSpace> {
      Size(
        width: available["width"]?.space ?? .maxContent, height: available["height"]?.space ?? .maxContent)
    }

    /// The tree, laid out.
    func laidOut() -> BuiltCase? {
      guard let base = CaseBase(named: base, boxSizing: boxSizing) else { return nil }
      let width = space.width
      var containerWidth: Double?
      if root == "item", case .definite(let points) = width { containerWidth = points }
      var unknown: [String] = []
      var built = BuiltCase(
        tree.node, base: base, direction: direction == "rtl" ? .rightToLeft : .leftToRight,
        containerWidth: containerWidth, unknown: &unknown, measure: AhemText.measure(_:isVertical:))
      built.tree.layout(root: built.layoutRoot, available: space, as: .absolute)
      return built
    }

    /// Whether every node lies within 0.1 points of where the browser has it.
    func isRight() -> Bool {
      guard let built = laidOut() else { return false }
      return isRight(built.root, unrounded ?? expected, in: built.tree)
    }

    private func isRight(_ node: BuiltNode, _ expected: Expected, in tree: LayoutTree) -> Bool {
      let frame = tree.frame(of: node.id)
      let children = expected.children ?? []
      let differences = [
        frame.x - expected.x, frame.y - expected.y, frame.width - expected.w, frame.height - expected.h,
      ]
      return differences.allSatisfy { abs($0) <= 0.1 } && children.count == node.children.count
        && zip(node.children, children).allSatisfy { isRight($0, $1, in: tree) }
    }

    /// Whether every scrollable area of a node that clips is the browser's, to the point it was rounded by.
    func hasRightScrollSizes() -> Bool {
      guard let built = laidOut() else { return false }
      return hasRightScrollSizes(built.root, expected, in: built.tree)
    }

    private func hasRightScrollSizes(_ node: BuiltNode, _ expected: Expected, in tree: LayoutTree) -> Bool {
      let style = tree.style(of: node.id)
      if style.display == .none { return true }
      if style.overflow.width != .visible || style.overflow.height != .visible, style.display != .contents {
        let port = scrollport(tree.frame(of: node.id), style)
        let size = expected.scroll.map { Size(width: $0[0], height: $0[1]) } ?? port
        let scrolled = tree.scrollSize(of: node.id)
        if abs(scrolled.width - size.width) > 1 || abs(scrolled.height - size.height) > 1 { return false }
      }
      return zip(node.children, expected.children ?? []).allSatisfy {
        hasRightScrollSizes($0, $1, in: tree)
      }
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
