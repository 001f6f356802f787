import CAllocations
import Glibc
import HybridEncoding
import HybridGeometry
import HybridLayout
import HybridSource

/// Measures full layout, one changed leaf, construction and memory of four trees, which
/// `Documentation/benchmarks.md` describes; with the word `million`, of trees of up to a million nodes.
func benchLayout(_ words: [String]) {
  if let fault = unknownTree(in: words) {
    (fault + "\n").withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
    exit(2)
  }
  var full: [String: Double] = [:]
  var bad: [String] = []
  for name in words.isEmpty ? LayoutBenchTree.names : words {
    if name == "million" {
      benchScale()
    } else if let report = LayoutBenchReport(of: name) {
      print(report)
      full[name] = report.full.median
      if !report.isGood { bad.append(name) }
    }
  }
  if let deep = full["deep"], let shallow = full["deep16"] {
    print("deep : deep16  \(hundredths(deep / shallow)) times the time a node, at nine times the depth")
  }
  guard bad.isEmpty else {
    print("wrong frames, or more allocations than allowed: \(bad.joined(separator: ", "))")
    exit(1)
  }
}

extension LayoutBenchTree {
  /// One full layout in unlimited available space, as for all trees.
  mutating func layout() {
    tree.layout(root: root, available: Size(AvailableSpace.maxContent), as: .absolute)
  }

  /// The sums of all rounded frames: x, y, width, height.
  var sumsOfFrames: [Int] {
    var sums = [0.0, 0, 0, 0]
    for node in nodes {
      let frame = tree.roundedFrame(of: node)
      sums[0] += frame.x
      sums[1] += frame.y
      sums[2] += frame.width
      sums[3] += frame.height
    }
    return sums.map { Int($0) }
  }
}

/// The error for an unknown tree among the words after `hybrid-bench layout`; nil when they are valid.
func unknownTree(in words: [String]) -> String? {
  let known = LayoutBenchTree.names + ["million"]
  guard let word = words.first(where: { !known.contains($0) }) else { return nil }
  let typo = nearest(to: word, in: known).map { "; did you mean '\($0)'?" } ?? ""
  return
    "hybrid-bench layout: no tree is called '\(word)'\(typo)\n"
    + "usage: hybrid-bench layout [\(known.joined(separator: "|"))]…"
}

/// The number of memory allocations of a full layout, and of the layout after one change.
///
/// The numbers are the same in every run, after a first layout has made all one-time allocations. They are
/// therefore checked to within less than one allocation for each visited node. If the engine needs fewer,
/// lower the numbers.
struct LayoutAllocations: Hashable {
  var full: Int
  var relayout: Int

  // With optimisation no node has an allocation of its own: the rest are growing tables and lists of long
  // containers. Without it, the compiler keeps many values on the heap.
  #if DEBUG
    static let expected = [
      "wide": LayoutAllocations(full: 9, relayout: 20),
      "deep16": LayoutAllocations(full: 76, relayout: 103),
      "deep": LayoutAllocations(full: 546, relayout: 936),
      "feed": LayoutAllocations(full: 24_009, relayout: 1_048),
    ]
  #else
    static let expected = [
      "wide": LayoutAllocations(full: 10, relayout: 11), "deep16": LayoutAllocations(full: 5, relayout: 49),
      "deep": LayoutAllocations(full: 46, relayout: 408), "feed": LayoutAllocations(full: 10, relayout: 19),
    ]
  #endif

  /// The allowed deviation from the expected counts, for a tree of `nodes` nodes.
  ///
  /// A change visits at least a dozen nodes, a full layout visits all.
  static func slack(nodes: Int) -> LayoutAllocations {
    #if DEBUG
      LayoutAllocations(full: nodes / 4, relayout: 3)
    #else
      LayoutAllocations(full: 8, relayout: 3)
    #endif
  }

  /// Whether neither count exceeds the limit for the tree called `name`.
  func isAllowed(_ name: String, nodes: Int) -> Bool {
    guard let expected = Self.expected[name] else { return false }
    let slack = Self.slack(nodes: nodes)
    return full <= expected.full + slack.full && relayout <= expected.relayout + slack.relayout
  }

  /// Whether a count is so much smaller that the expected counts are out of date.
  func isOutdated(_ name: String, nodes: Int) -> Bool {
    guard let expected = Self.expected[name] else { return false }
    let slack = Self.slack(nodes: nodes)
    return full < expected.full - slack.full || relayout < expected.relayout - slack.relayout
  }
}

/// The measurements of one tree.
struct LayoutBenchReport: CustomStringConvertible {
  let name: String
  let count: Int
  /// Full layout of new trees, in ns per node.
  var full = Quantiles()
  /// One change and the layout after it, in µs.
  var relayout = Quantiles()
  /// Creating the nodes with their styles, in ns per node.
  var build = Quantiles()
  /// Heap bytes per node after the first layout.
  let memory: Double
  /// Allocations of one full layout, and of the layout after one change.
  var allocations = LayoutAllocations(full: 0, relayout: 0)
  /// The faults of the frames, in words, or that they are right.
  let check: String

  /// Whether the frames are right and the allocations are within their limits.
  var isGood: Bool {
    check == Self.right && allocations.isAllowed(name, nodes: count)
  }

  private static let right = "sums right"

  init?(of name: String) {
    // Memory is measured first: later trees would reuse memory that earlier ones freed.
    guard let (memory, _) = heapBytes(of: { LayoutBenchTree(named: name) }),
      var bench = LayoutBenchTree(named: name)
    else { return nil }
    self.name = name
    self.memory = memory
    count = bench.nodes.count
    let nodes = Double(count)
    bench.layout()
    for _ in 0..<40 {
      // The tree is created again: a copy would be physically copied at its first change.
      let began = processorTime()
      guard let fresh = LayoutBenchTree(named: name) else { return nil }
      build.append((processorTime() - began) / nodes)
      bench = fresh
      var duration = 0.0
      allocations.full = countAllocations { duration = time { bench.layout() } }
      full.append(duration / nodes)
    }
    check =
      bench.sumsOfFrames == bench.sums ? Self.right : "SUMS \(bench.sumsOfFrames), not \(bench.sums ?? [])"
    for k in 0..<400 {
      relayout.append(
        time {
          bench.change(&bench.tree, bench.changed, k)
          bench.layout()
        } / 1000)
    }
    bench.change(&bench.tree, bench.changed, 400)
    allocations.relayout = countAllocations { bench.layout() }
  }

  var description: String {
    """
    \(name): \(count) nodes, \(check)
      full      \(full) ns a node, \(allocations.full) allocations
      relayout  \(relayout) µs, \(allocations.relayout) allocations
      build     \(build) ns a node
      memory    \(Int(memory)) B a node
    """
  }
}

/// The heap bytes per node of a tree after its first layout, and that tree. Nil when there is no tree.
///
/// The list of nodes belongs to the measurement and does not count.
func heapBytes(of make: () -> LayoutBenchTree?) -> (bytes: Double, LayoutBenchTree)? {
  let before = HybridHeapBytes()
  guard var bench = make() else { return nil }
  let nodes = bench.nodes
  bench.nodes = []
  bench.layout()
  let own = nodes.capacity * MemoryLayout<LayoutNodeID>.stride
  let bytes = Double(HybridHeapBytes() - before - Int64(own)) / Double(nodes.count)
  bench.nodes = nodes
  return (bytes, bench)
}

/// The number of memory allocations of this thread in `body`.
func countAllocations(_ body: () -> Void) -> Int {
  let before = HybridAllocations()
  body()
  return Int(HybridAllocations() - before)
}

/// The quantiles of several measurements.
struct Quantiles: CustomStringConvertible {
  private var values: [Double] = []

  mutating func append(_ value: Double) { values.append(value) }

  /// The value below or at which `share` of all measurements lie.
  func quantile(_ share: Double) -> Double {
    values.isEmpty ? 0 : values.sorted()[Int(Double(values.count - 1) * share)]
  }

  var median: Double { quantile(0.5) }

  /// The median, with the 5 % and the 95 % quantiles.
  var description: String {
    let texts = [median, quantile(0.05), quantile(0.95)].map {
      $0 < 100 ? "\(tenths($0))" : "\(Int($0.rounded()))"
    }
    return "\(texts[0]) (\(texts[1]) to \(texts[2]))"
  }
}

/// The processor time of `body`, in nanoseconds.
func time(_ body: () -> Void) -> Double {
  let began = processorTime()
  body()
  return processorTime() - began
}

func tenths(_ value: Double) -> Double { value.rounded(toDecimals: 1) }

func hundredths(_ value: Double) -> Double { value.rounded(toDecimals: 2) }

/// The processor time of this process, in nanoseconds: only one thread works here, and other processes do not
/// affect it.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
