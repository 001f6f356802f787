import HybridGeometry
import HybridLayout

/// A tree to lay out, with one node that changes.
struct LayoutBenchTree {
  var tree = LayoutTree()
  var root: LayoutNodeID
  /// The node that changes.
  var changed: LayoutNodeID
  /// Performs change number k.
  var change: @Sendable (inout LayoutTree, LayoutNodeID, Int) -> Void
  /// All nodes, the root first.
  var nodes: [LayoutNodeID] = []
  /// The expected sums of all rounded frames: x, y, width, height. Nil without a result from a browser.
  var sums: [Int]?

  /// The names of the trees.
  static let names = ["wide", "deep16", "deep", "feed"]

  /// Creates the tree with this name; `Documentation/benchmarks.md` describes each.
  init?(named name: String) {
    switch name {
    case "wide": self = .wide(rows: 1000, sums: [1_662_260, 16_015_315, 1_979_000, 258_000])
    case "deep16": self = .deep(levels: 16, sums: [174_258, 8_230, 131_603, 7_611])
    case "deep": self = .deep(levels: 150, sums: [901_113, 675_835, 714_550, 550_202])
    case "feed": self = .feed()
    default: return nil
    }
  }

  /// - Parameter count: The number of nodes, for which capacity is reserved at once, as the runtime does for
  ///   a document.
  private init(_ style: LayoutStyle, count: Int, sums: [Int]? = nil) {
    tree.reserve(count)
    nodes.reserveCapacity(count)
    root = tree.makeNode(style)
    changed = root
    change = { _, _, _ in }
    nodes = [root]
    self.sums = sums
  }

  private static func style(_ change: (inout LayoutStyle) -> Void) -> LayoutStyle {
    var style = LayoutStyle.yoga
    change(&style)
    return style
  }

  @discardableResult
  private mutating func add(
    to parent: LayoutNodeID, measured: (Double, Double)? = nil,
    _ change: (inout LayoutStyle) -> Void = { _ in }
  ) -> LayoutNodeID {
    let node = tree.makeNode(LayoutBenchTree.style(change))
    tree.append(node, to: parent)
    nodes.append(node)
    if let measured { tree.setMeasure(LayoutBenchTree.fixed(measured), of: node) }
    return node
  }

  /// A measure function with a constant result.
  static func fixed(_ size: (Double, Double)) -> MeasureFunction {
    let output = MeasureOutput(size: Size(width: size.0, height: size.1))
    return { _ in output }
  }

  private static func points(_ value: Int) -> Length { .points(Float(value)) }

  /// Rows of ten leaves, one of them growing.
  static func wide(rows: Int, sums: [Int]? = nil) -> LayoutBenchTree {
    var bench = LayoutBenchTree(style { $0.size.width = .points(1000) }, count: 1 + rows * 11, sums: sums)
    for i in 0..<rows {
      let row = bench.add(to: bench.root) {
        $0.flexDirection = .row
        $0.padding = Edges(.points(2))
        $0.margin.bottom = .points(1)
        $0.gap.width = .points(2)
        $0.alignItems = [.stretch, .center, .flexStart][i % 3]
      }
      for j in 0..<10 {
        let leaf = bench.add(to: row) {
          $0.size.height = points(10 + (i + j * 5) % 20)
          if j < 9 {
            $0.size.width = points(20 + (i * 7 + j * 3) % 30)
          } else {
            $0.flexGrow = 1
            $0.minSize.width = .zero
          }
        }
        if i == 500, j == 3 { bench.changed = leaf }
      }
    }
    bench.change = { tree, node, k in
      var style = tree.style(of: node)
      style.size.width = .points(k % 2 == 0 ? 25 : 26)
      tree.setStyle(style, of: node)
    }
    return bench
  }

  /// A table with rows of ten cells; each cell has a box in it. Every third cell of a row gives its column a
  /// width.
  static func table(rows: Int) -> LayoutBenchTree {
    var style = LayoutStyle()
    style.display = .table
    style.table.spacing = Size(2)
    var bench = LayoutBenchTree(style, count: 1 + rows * 21)
    func add(_ display: Display, to parent: LayoutNodeID, _ change: (inout LayoutStyle) -> Void = { _ in })
      -> LayoutNodeID
    {
      bench.add(to: parent) {
        $0 = LayoutStyle()
        $0.display = display
        change(&$0)
      }
    }
    for i in 0..<rows {
      let row = add(.tableRow, to: bench.root)
      for j in 0..<10 {
        let cell = add(.tableCell, to: row) { if j % 3 == 0 { $0.size.width = points(20 + (i + j) % 30) } }
        let leaf = add(.block, to: cell) { $0.size.height = points(10 + (i + j * 5) % 20) }
        if i == rows / 2, j == 3 { bench.changed = leaf }
      }
    }
    bench.change = { tree, node, k in
      var style = tree.style(of: node)
      style.size.height = .points(k % 2 == 0 ? 25 : 26)
      tree.setStyle(style, of: node)
    }
    return bench
  }

  /// Ten chains of nested containers, alternating between row and column.
  private static func deep(levels: Int, sums: [Int]) -> LayoutBenchTree {
    var bench = LayoutBenchTree(
      style {
        $0.flexDirection = .row
        $0.size.width = .points(8000)
      }, count: 1 + levels * 30, sums: sums)
    for c in 0..<10 {
      var parent = bench.root
      var containers: [LayoutNodeID] = []
      for k in 0..<levels {
        parent = bench.add(to: parent) {
          $0.flexDirection = k % 2 == 0 ? .column : .row
          $0.padding = Edges(.points(1))
          $0.flexGrow = 1
        }
        containers.append(parent)
      }
      for k in containers.indices {
        bench.add(to: containers[k]) {
          $0.size = Size(width: points(2 + (c + k) % 3), height: points(2 + k % 2))
        }
        let second = bench.add(to: containers[k]) {
          $0.size = Size(width: .points(2), height: points(1 + (c + k) % 4))
          $0.alignSelf = .center
        }
        // The path 5, then `k` times "0", then 1: a child of the container at that depth.
        if c == 5, k == (levels == 16 ? 12 : 120) {
          bench.changed = levels == 16 || levels == 150 ? bench.tree.children(of: containers[k])[1] : second
        }
      }
    }
    bench.change = { tree, node, k in
      var style = tree.style(of: node)
      style.size.width = .points(k % 2 == 0 ? 3 : 4)
      tree.setStyle(style, of: node)
    }
    return bench
  }

  /// Ten children in each node, alternating between columns and rows, with this many levels below the root;
  /// every leaf is a square of one point. With 2, 4 or 6 levels the root is also a square, of 10, 100 or
  /// 1,000 points.
  static func tenfold(levels: Int) -> LayoutBenchTree {
    var count = 1
    for _ in 0..<levels { count = count * 10 + 1 }
    var bench = LayoutBenchTree(style { _ in }, count: count)
    var last = [bench.root]
    for level in 1...levels {
      var next: [LayoutNodeID] = []
      for parent in last {
        for _ in 0..<10 {
          let node = bench.add(to: parent) {
            $0.flexDirection = level % 2 == 0 ? .column : .row
            if level == levels { $0.size = Size(.points(1)) }
          }
          next.append(node)
        }
      }
      last = next
    }
    return bench
  }

  /// 1,000 cards of 22 nodes.
  private static func feed() -> LayoutBenchTree {
    var bench = LayoutBenchTree(
      style { $0.size.width = .points(390) }, count: 22_001,
      sums: [1_057_500, 180_278_830, 3_506_970, 1_555_010])
    for i in 0..<1000 {
      let card = bench.add(to: bench.root) {
        $0.padding = Edges(.points(12))
        $0.margin.bottom = .points(8)
        $0.border.bottom = 1
      }
      bench.addHeader(to: card, i)
      let text = bench.add(to: card, measured: (Double(300 + (i * 37) % 66), Double(20 * (1 + i % 4))))
      if i == 500 { bench.changed = text }
      let images = bench.add(to: card) {
        $0.flexDirection = .row
        $0.flexWrap = .wrap
        $0.gap = Size(.points(4))
        $0.margin.top = .points(8)
      }
      for m in 0..<3 {
        bench.add(to: images) { $0.size = Size(width: .points(140), height: points(80 + (i + m) % 3 * 10)) }
      }
      let actions = bench.add(to: card) {
        $0.flexDirection = .row
        $0.justifyContent = .spaceBetween
        $0.margin.top = .points(10)
        $0.padding.left = .points(4)
        $0.padding.right = .points(4)
      }
      for a in 0..<2 {
        let action = bench.add(to: actions) {
          $0.flexDirection = .row
          $0.alignItems = .center
        }
        bench.add(to: action) {
          $0.size = Size(.points(20))
          $0.margin.right = .points(6)
        }
        bench.add(to: action, measured: (Double(10 + (i * 7 + a * 11) % 20), 16))
      }
    }
    bench.change = { tree, node, k in tree.setMeasure(fixed((314, k % 2 == 0 ? 40 : 60)), of: node) }
    return bench
  }

  private mutating func addHeader(to card: LayoutNodeID, _ i: Int) {
    let header = add(to: card) {
      $0.flexDirection = .row
      $0.alignItems = .center
      $0.margin.bottom = .points(8)
    }
    add(to: header) {
      $0.size = Size(.points(40))
      $0.margin.right = .points(10)
    }
    let names = add(to: header) {
      $0.flexGrow = 1
      $0.flexShrink = 1
      $0.flexBasis = .zero
      $0.minSize.width = .zero
    }
    add(to: names, measured: (Double(80 + (i * 13) % 90), 18))
    let line = add(to: names) {
      $0.flexDirection = .row
      $0.margin.top = .points(2)
    }
    add(to: line, measured: (40, 14))
    add(to: line) {
      $0.size = Size(.points(3))
      $0.margin.left = .points(6)
      $0.margin.right = .points(6)
      $0.alignSelf = .center
    }
    add(to: line, measured: (Double(50 + (i * 29) % 60), 14))
    add(to: header) { $0.size = Size(.points(24)) }
  }
}
