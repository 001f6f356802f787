import HybridGeometry
import HybridTestSupport
import Testing

@testable import HybridLayout

private let declarations = [
  "display: flex", "display: flex", "display: grid", "display: flow-root", "display: contents",
  "display: none",
  "flex-direction: column", "flex-direction: row-reverse", "flex-wrap: wrap", "flex-wrap: wrap-reverse",
  "flex-grow: 1", "flex-grow: 0.3", "flex-shrink: 0", "flex-basis: 30px", "flex-basis: 50%", "width: 60px",
  "width: 50%", "width: min-content", "height: 20px", "height: 50%", "min-width: 40px", "max-width: 50px",
  "max-height: 15px", "min-height: 30%", "aspect-ratio: 2", "margin-left: 4px", "margin-top: 10px",
  "margin-bottom: -5px", "margin-left: auto", "margin-top: auto", "padding-left: 3px", "padding-top: 10%",
  "position: relative", "position: absolute", "position: fixed", "left: 5px", "right: 10%", "top: 2px",
  "bottom: 0px", "float: left", "float: right", "clear: both", "align-items: center", "align-items: baseline",
  "align-self: flex-end", "justify-content: space-around", "justify-content: center", "align-content: center",
  "row-gap: 3px", "column-gap: 10%", "order: -1", "box-sizing: border-box", "direction: rtl",
  "overflow-x: hidden",
]

private func randomBox(_ random: inout SeededGenerator, depth: Int) -> Box {
  let style = (0..<Int.random(in: 0...6, using: &random)).map { _ in
    declarations.randomElement(using: &random) ?? ""
  }
  if depth == 0 || Int.random(in: 0..<5, using: &random) == 0 {
    let texts: [String?] = ["H", "HH HHH", "HHHH HH H", nil]
    return Box(style.joined(separator: ";"), text: texts.randomElement(using: &random) ?? nil)
  }
  return Box(
    style.joined(separator: ";"),
    (0..<Int.random(in: 1...4, using: &random)).map { _ in randomBox(&random, depth: depth - 1) })
}

/// The steps lead to the layout's frame, and the query changes nothing.
@Test(arguments: seeds)
func stepsLeadToTheFrameInAnyTree(_ seed: UInt64) {
  var random = SeededGenerator(seed: seed)
  var tree = LayoutTree()
  let nodes = tree.add(randomBox(&random, depth: 4))
  let space = Size(width: AvailableSpace.definite(200), height: .maxContent)
  tree.layout(root: nodes[0], available: space)
  for node in nodes {
    var copy = tree
    let explanation = copy.explain(node, root: nodes[0], available: space)
    let frame = tree.frame(of: node)
    if explanation.role == .none {
      #expect(frame == .zero, "seed \(seed), node \(node.index)")
    } else {
      let wrong = ExplanationArithmetic(tree: tree, node: node, explanation: explanation).faults
      #expect(wrong.isEmpty, "seed \(seed), node \(node.index): \(wrong) \(explanation)")
    }
    let moved = nodes.filter { copy.frame(of: $0) != tree.frame(of: $0) }
    #expect(moved.isEmpty, "seed \(seed), node \(node.index)")
  }
}

/// Boxes of every kind with every property that layout knows.
private func randomStyledBox(_ random: inout Random, depth: Int) -> Box {
  var box = Box()
  box.style = random.style()
  if depth == 0 || random.oneIn(5) {
    box.text = random.pick(["H", "HH HHH", "HHHH HH H HHH", nil])
  } else {
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      box.children.append(randomStyledBox(&random, depth: depth - 1))
    }
  }
  return box
}

#if DEBUG
  private let seeds: ClosedRange<UInt64> = 1...(isThorough ? 150 : 60)
#else
  private let seeds: ClosedRange<UInt64> = 1...4000
#endif

/// The same for trees without extreme values.
@Test(arguments: seeds)
func stepsAddUpWhateverTheStyles(_ seed: UInt64) {
  var random = Random(seed: seed)
  var tree = LayoutTree()
  let nodes = tree.add(randomStyledBox(&random, depth: 4))
  let space = Size(width: random.space(), height: random.space())
  tree.layout(root: nodes[0], available: space)
  for node in nodes {
    var copy = tree
    let explanation = copy.explain(node, root: nodes[0], available: space)
    guard explanation.role != .none else {
      #expect(tree.frame(of: node) == .zero, "seed \(seed), node \(node.index)")
      continue
    }
    let wrong = ExplanationArithmetic(tree: tree, node: node, explanation: explanation).faults
    #expect(wrong.isEmpty, "seed \(seed), node \(node.index): \(wrong) \(explanation.role)")
  }
}

/// For all conformance pages, the steps lead to the layout's frame.
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
    var random = SeededGenerator(seed: 1)
    let cases = try CaseFile(family: family).cases.enumerated()
    for (number, test) in cases where isThorough || number % 3 == 0 {
      guard let built = test.laidOut() else { continue }
      // One box of a case, a different one in each: all of them would be about a hundred thousand.
      let nodes = isThorough ? built.nodes : built.nodes.randomElement(using: &random).map { [$0] } ?? []
      for node in nodes {
        var tree = built.tree
        let explanation = tree.explain(node, root: built.layoutRoot, available: test.space, as: .absolute)
        let frame = built.tree.frame(of: node)
        guard explanation.role != .none else {
          if frame != .zero { wrong.append("\(test.name): no role") }
          continue
        }
        let faults = ExplanationArithmetic(tree: built.tree, node: node, explanation: explanation).faults
        if !faults.isEmpty { wrong.append("\(test.name) \(node.index): \(faults) \(explanation.role)") }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count) \(wrong.prefix(12).joined(separator: "\n"))")
  }
}
