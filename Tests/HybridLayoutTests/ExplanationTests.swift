import Testing

@testable import HybridLayout

/// What is told about the node at `index` in tree order.
private func explain(
  _ box: Box, _ index: Int, width: AvailableSpace = .definite(200), height: AvailableSpace = .maxContent
) -> LayoutExplanation {
  var tree = LayoutTree()
  let nodes = tree.add(box)
  return tree.explain(nodes[index], root: nodes[0], available: Size(width: width, height: height))
}

extension LayoutExplanation {
  /// Axes whose last value is not that of the frame.
  func wrongAxes(_ frame: Rect) -> [String] {
    func isRight<Fact>(_ steps: [Step<Fact>], _ value: Double) -> Bool {
      guard let last = steps.last(where: { $0.value != nil })?.value else { return false }
      return abs(last - value) < 1e-4
    }
    return [
      ("width", isRight(width, frame.width)), ("height", isRight(height, frame.height)),
      ("x", isRight(x, frame.x)), ("y", isRight(y, frame.y)),
    ].filter { !$0.1 }.map(\.0)
  }
}

/// Whatever a page does, the steps lead to the frame that layout gives.
@Suite(.enabled(if: caseFolder != nil, "HYBRID_CONFORMANCE names no folder"))
struct ExplainedCases {
  @Test(arguments: [
    "block", "block-mixed", "contain", "flexbox-absolute", "flexbox-align", "flexbox-aspect-ratio",
    "flexbox-box-sizing", "flexbox-display", "flexbox-flex", "flexbox-gap", "flexbox-intrinsic",
    "flexbox-justify", "flexbox-margin", "flexbox-min-max", "flexbox-overflow", "flexbox-padding-border",
    "flexbox-percentages", "flexbox-rounding", "flexbox-size", "flexbox-text-leaf", "flexbox-wrap", "fuzz",
    "float", "fuzz-block", "fuzz-float", "fuzz-grid", "fuzz-mixed", "grid", "grid-mixed", "fuzz-text",
  ])
  func stepsLeadToTheFrame(_ family: String) throws {
    var wrong: [String] = []
    for test in try CaseFile(family: family).cases {
      guard let built = test.laidOut() else { continue }
      var open = [built.root]
      while let node = open.popLast() {
        open += node.children
        var tree = built.tree
        let explanation = tree.explain(node.id, root: built.layoutRoot, available: test.space, as: .absolute)
        let frame = built.tree.frame(of: node.id)
        guard explanation.role != .none else {
          if frame != .zero { wrong.append("\(test.name): no role") }
          continue
        }
        let axes = explanation.wrongAxes(frame)
        if !axes.isEmpty { wrong.append("\(test.name) \(node.id.index): \(axes) \(explanation.role)") }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count) \(wrong.prefix(12).joined(separator: "\n"))")
  }
}
