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
  }

  private struct Content: Decodable { var cases: [Case] }

  var cases: [Case]

  init(family: String) throws {
    let folder = try #require(caseFolder)
    let data = try Data(contentsOf: folder.appending(path: "\(family).json"))
    cases = try JSONDecoder().decode(Content.self, from: data).cases.filter(\.counts)
  }
}
