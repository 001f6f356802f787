import HybridGeometry
import HybridLayout
import HybridLayoutCases

/// A tree written as nested values, for tests.
struct Box {
  var style: LayoutStyle
  /// The source of ``style``.
  let declarations: String
  var text: String?
  var children: [Box]

  init(_ declarations: String = "", text: String? = nil, _ children: [Box] = []) {
    self.declarations = declarations
    style = LayoutStyle(declarations)
    self.text = text
    self.children = children
  }
}

extension LayoutStyle {
  /// The style of `name: value; name: value`, as in a style sheet, longhands only.
  ///
  /// - Parameter defaults: Weaker declarations, which may be shorthands.
  init(_ declarations: String, defaults: String = "") {
    var list: [CaseDeclaration] = []
    for declaration in declarations.split(separator: ";") {
      let parts = declaration.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      list.append(CaseDeclaration(name: String(parts[0].filter { $0 != " " }), value: String(parts[1])))
    }
    var styles = CaseStyles(defaults: defaults)
    var faults: [CaseFault] = []
    self = styles.style(of: list, in: list.indices, below: styles.initial, faults: &faults).layout
    precondition(faults.isEmpty, "\(faults)")
  }
}

extension LayoutTree {
  /// Adds boxes and returns the identifiers in tree order, the root first.
  @discardableResult
  mutating func add(_ box: Box, to parent: LayoutNodeID? = nil) -> [LayoutNodeID] {
    let node = makeNode(box.style)
    if let text = box.text { setMeasure(AhemText.measure(text, isVertical: false), of: node) }
    if let parent { append(node, to: parent) }
    var all = [node]
    for child in box.children { all += add(child, to: node) }
    return all
  }
}

/// Lays a tree out and describes the frames in tree order: `x,y w×h`.
func frames(_ box: Box, width: AvailableSpace = .definite(200), height: AvailableSpace = .maxContent)
  -> [String]
{
  var tree = LayoutTree()
  let nodes = tree.add(box)
  tree.layout(root: nodes[0], available: Size(width: width, height: height))
  return nodes.map { describe(tree.frame(of: $0)) }
}

/// `x,y w×h`, with whole numbers without a decimal point.
func describe(_ frame: Rect) -> String {
  func text(_ value: Double) -> String {
    let nearest = (value * 100).rounded() / 100
    return nearest == nearest.rounded() ? "\(Int(nearest))" : "\(nearest)"
  }
  return "\(text(frame.x)),\(text(frame.y)) \(text(frame.width))×\(text(frame.height))"
}
