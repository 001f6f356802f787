import Foundation
import HybridCSS
import HybridDOM
import HybridSource
import HybridTestSupport
import HybridViewTree
import Testing

@testable import HybridLayout
@testable import HybridRuntime

/// The first difference between two trees, for a message.
private func difference(_ a: ViewTree, _ b: ViewTree) -> String? {
  guard a != b else { return nil }
  for (first, second) in zip(a.nodes, b.nodes) where first != second {
    return "\(first.tag) \(first.key): \(first)\n— from nothing: \(second)"
  }
  return "\(a.nodes.count) nodes, from nothing \(b.nodes.count)"
}

/// `HYBRID_SEEDS=5000` runs more seeds.
private let seeds =
  0..<(ProcessInfo.processInfo.environment["HYBRID_SEEDS"].flatMap(UInt64.init) ?? (isThorough ? 24 : 10))

/// Whatever a script does, frames, texts and appearance equal those of the same document laid out from
/// scratch.
@Test(arguments: [Dialect.standard, .native])
func updatedBoxesAreThoseOfAFreshLayout(_ dialect: Dialect) {
  for seed in seeds {
    var random = SeededGenerator(seed: seed)
    var page = MutatedPage(dialect: dialect)
    for step in 0..<30 {
      for _ in 0..<Int.random(in: 1...4, using: &random) { page.mutate(&random) }
      page.update()
      if let difference = difference(page.tree(of: page.boxes), page.fromScratch) {
        Issue.record("seed \(seed), step \(step): \(difference)\n\(page.fromScratch.listing)")
        return
      }
    }
    // Removed boxes leave nothing behind: an update has as many as a new layout.
    let fresh = page.freshBoxes
    #expect(page.boxes.elements.byElement.count == fresh.elements.byElement.count)
    #expect(page.boxes.elements.byBox.count == fresh.elements.byBox.count)
    #expect(page.boxes.runs.count == fresh.runs.count)
    #expect(
      page.boxes.contents.count == fresh.contents.count
        && page.boxes.contents.holders.count == fresh.contents.holders.count)
    #expect(page.boxes.controls.count == fresh.controls.count)
    #expect(page.boxes.layout.liveNodes == fresh.layout.liveNodes, "seed \(seed)")
  }
}

extension LayoutTree {
  fileprivate var liveNodes: Int { nodes.count }
}

@Test func anUpdateKeepsTheBoxesThatNothingTouched() throws {
  var page = MutatedPage(dialect: .standard)
  page.append(html: 50)
  page.update()
  let before = page.boxes.elements.byElement
  let first = try #require(page.document.children(of: page.body).first { page.document[$0].element != nil })
  page.setText("other", in: first)
  page.update()
  #expect(page.boxes.elements.byElement == before)
  page.document.remove(first)
  page.changes.children.insert(page.body)
  page.update()
  #expect(page.boxes.elements.byElement == before.filter { $0.key != first })
}

/// Ten thousand children in one turn: quadratic work would pass the time limit.
@Test(.suiteTimeLimit) func manyChildrenInOneTurnAreThoseOfAFreshLayout() {
  var page = MutatedPage(dialect: .standard)
  page.append(html: 10_000)
  page.update()
  #expect(difference(page.tree(of: page.boxes), page.fromScratch) == nil)
}

/// A script can nest deeper than the parser allows.
@Test func depthIsNoDangerToBoxes() {
  var page = MutatedPage(dialect: .standard)
  page.nest(depth: 5000)
  var builder = BoxBuilder(document: page.document, styles: page.styles, dialect: .standard)
  #expect(
    builder.build().elements.byElement.count == page.document.nodes(in: page.document.root).filter {
      page.document[$0].element != nil
    }.count - 1)
}
