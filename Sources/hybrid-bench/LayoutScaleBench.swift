import HybridLayout

/// Time and memory per node of small and large trees of the same kind. Both should not depend on the size.
func benchScale() {
  report("wide", LayoutScale.wide, nodes: [11_001, 110_001, 1_100_001])
  report("table", LayoutScale.table, nodes: [21_001, 210_001])
  report("tenfold", LayoutScale.tenfold, nodes: [11_111, 111_111, 1_111_111])
}

/// Trees of one kind in several sizes.
enum LayoutScale: Sendable {
  /// Rows of ten leaves.
  case wide
  /// Ten children in every node.
  case tenfold
  /// Tables of ten columns; 210,001 nodes are 100,000 cells.
  case table

  /// The tree with this many nodes, rounded down to a possible size.
  func tree(nodes: Int) -> LayoutBenchTree {
    switch self {
    case .wide: return .wide(rows: nodes / 11)
    case .table: return .table(rows: nodes / 21)
    case .tenfold:
      var levels = 1
      var count = 11
      while count * 10 + 1 <= nodes {
        count = count * 10 + 1
        levels += 1
      }
      return .tenfold(levels: levels)
    }
  }
}

private func report(_ name: String, _ scale: LayoutScale, nodes sizes: [Int]) {
  for size in sizes {
    guard let (memory, first) = heapBytes(of: { scale.tree(nodes: size) }) else { continue }
    let count = first.nodes.count
    var full = Quantiles()
    for _ in 0..<5 {
      var bench = scale.tree(nodes: size)
      full.append(time { bench.layout() } / Double(count))
    }
    print("\(name): \(count) nodes, full \(full) ns a node, \(Int(memory)) B a node")
  }
}
