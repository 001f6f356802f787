import HybridTestSupport
import HybridUnits
import Testing

@testable import HybridTemplates

/// Malicious or large templates.
@Suite struct LayoutRobustnessTests {
  static let kinds: [ComponentKind] = [
    .frameLayout, .vhLayout, .vh2Layout, .gridLayout, .ratioLayout, .flexLayout, .nVHLayout, .scroller, .page,
    .grid, .vh, .virtualContainer,
  ]

  private func chain(of kind: ComponentKind, depth: Int, _ attributes: Attributes) -> Spec {
    (0..<depth).reduce(box(10, 10)) { child, _ in Spec(kind, attributes, [child, box(1, 1)]) }
  }

  /// Measuring children twice at every level would take exponential time.
  @Test(arguments: LayoutRobustnessTests.kinds, TemplatePlatform.allCases)
  func deepTreesEnd(_ kind: ComponentKind, _ platform: TemplatePlatform) {
    for (width, orientation) in [(AttributeValue.int(-2), AttributeValue.int(0)), (-1, 1)] {
      var tree = chain(
        of: kind, depth: 510,
        [
          "layoutWidth": width, "layoutHeight": -2, "orientation": orientation, "paddingLeft": 1,
          "alignItems": 4,
          "layoutRatio": 1,
        ]
      ).tree
      tree.layOut(device(platform))
      #expect(tree.components[0].isPlaced)
    }
  }

  @Test(arguments: TemplatePlatform.allCases)
  func whatIsDeeperThanTheLimitIsLeftOut(_ platform: TemplatePlatform) {
    var tree = chain(of: .frameLayout, depth: 2000, ["layoutWidth": -1, "layoutHeight": -1]).tree
    tree.layOut(device(platform))
    // Each level has its box beside the chain.
    #expect(tree.components.count(where: \.isPlaced) == 2 * ComponentTree.depthLimit - 1)
  }

  @Test(arguments: LayoutRobustnessTests.kinds, TemplatePlatform.allCases)
  func wideTreesEnd(_ kind: ComponentKind, _ platform: TemplatePlatform) {
    var tree = Spec(
      kind, ["layoutWidth": -1, "layoutHeight": -2, "flexWrap": 1, "colCount": 3],
      (0..<3000).map { _ in box(10, 10) }
    ).tree
    tree.layOut(device(platform))
    #expect(tree.components[0].isPlaced)
    let isKnown = platform == .android || kind.isKnownToIOS
    let isOneItem = kind == .virtualContainer
    #expect(tree.components.count(where: \.isPlaced) == (isKnown ? isOneItem ? 2 : 3001 : 1))
  }

  /// Random trees with random values of every attribute that layout reads.
  @Test(arguments: TemplatePlatform.allCases)
  func nothingTraps(_ platform: TemplatePlatform) {
    var random = SeededGenerator(seed: 5)
    let names = [
      "layoutWidth", "layoutHeight", "layoutMargin", "layoutMarginLeft", "padding", "paddingTop", "minWidth",
      "gravity", "layoutGravity", "visibility", "autoDimDirection", "autoDimX", "autoDimY", "orientation",
      "layoutDirection", "layoutRatio", "colCount", "itemWidth", "itemHeight", "itemHorizontalMargin",
      "itemVerticalMargin", "itemMargin", "flexDirection", "flexWrap", "justifyContent", "alignItems",
      "alignContent", "flexGrow", "text", "textSize", "textStyle", "lines", "maxLines", "ellipsize",
      "supportHTMLStyle", "lineSpaceMultiplier", "lineSpaceExtra", "lineHeight", "src", "scaleType", "ratio",
      "color", "paintWidth", "style", "type", "paintStyle", "diameterX", "diameterY", "initValue", "mode",
      "span", "firstSpace", "lastSpace", "borderWidth", "borderRadius", "supportSticky",
    ]
    let values: [AttributeValue] = [
      -2, -1, 0, 1, 2, 3, 40, 300, .int(.max), .int(.min), .float(.nan), .float(.infinity),
      .float(-.infinity),
      .float(0.5), .float(1e30), .rpInt(.max), .rpInt(375), .rpFloat(.nan), .rpFloat(-1e38), "", "a <b>b",
    ]
    for _ in 0..<300 {
      var tree = ComponentTree()
      for index in 0..<20 {
        let id = UInt16.random(in: 1...30, using: &random)
        let kind = ComponentKind(rawValue: id) ?? .custom
        let parent = index == 0 ? nil : Int.random(in: 0..<index, using: &random)
        var component = Component(kind: kind, componentID: id, node: index, parent: parent)
        for _ in 0..<8 {
          guard let name = names.randomElement(using: &random) else { continue }
          component.attributes[StringID(name)] = values.randomElement(using: &random)
        }
        component.position = [0, 1.5, .nan, .infinity, -1e300].randomElement(using: &random) ?? 0
        component.progress = (.nan, 1)
        tree.append(component)
      }
      tree.set(1, for: StringID("visibility"), of: 0)
      let screen = device(platform)
      tree.layOut(screen)
      let view = tree.viewTree(screen, tags: [:], places: [])
      #expect(!view.nodes.isEmpty)
      for node in view.nodes {
        #expect(node.frame.x.isFinite && node.frame.y.isFinite)
        #expect(node.frame.width.isFinite && node.frame.height.isFinite)
        #expect(node.frame.width >= 0 && node.frame.height >= 0)
      }
      _ = view.displayList
    }
  }
}
