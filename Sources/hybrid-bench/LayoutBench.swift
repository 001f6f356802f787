import CAllocations
import Glibc
import HybridGeometry
import HybridLayout
import HybridSource

/// Full layout, one changed leaf, building and memory of the trees of the conformance folder's BENCH.md; of
/// trees of up to a million nodes where the word `million` is given.
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
  /// One full layout in the space that all trees are offered: unlimited.
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

/// Why the words that follow `hybrid-bench layout` are wrong; nil when they are not.
func unknownTree(in words: [String]) -> String? {
  let known = LayoutBenchTree.names + ["million"]
  guard let word = words.first(where: { !known.contains($0) }) else { return nil }
  let typo = nearest(to: word, in: known).map { "; did you mean '\($0)'?" } ?? ""
  return
    "hybrid-bench layout: no tree is called '\(word)'\(typo)\nusage: hybrid-bench layout [\(known.joined(separator: "|"))]…"
}

/// How many blocks of memory a full layout of a tree, and the layout after one change, ask for.
///
/// The numbers are the same in every run, once an earlier layout has made what a process makes once. So they
/// are held to within less than one block for each node that the layout visits. Where an engine asks for
/// fewer, they are to be lowered.
struct LayoutAllocations: Hashable {
  var full: Int
  var relayout: Int

  // With optimisation no node has a block of its own: what is left are tables that grow and lists of long
  // containers. Without it the compiler keeps much on the heap.
  #if DEBUG
    static let expected = [
      "wide": LayoutAllocations(full: 102_010, relayout: 113),
      "deep16": LayoutAllocations(full: 13_496, relayout: 919),
      "deep": LayoutAllocations(full: 135_683, relayout: 13_217),
      "feed": LayoutAllocations(full: 311_009, relayout: 4_099),
    ]
  #else
    static let expected = [
      "wide": LayoutAllocations(full: 10, relayout: 11), "deep16": LayoutAllocations(full: 5, relayout: 49),
      "deep": LayoutAllocations(full: 46, relayout: 407), "feed": LayoutAllocations(full: 10, relayout: 19),
    ]
  #endif

  /// How far a count may lie from the expected one, in a tree of `nodes` nodes.
  ///
  /// A change is laid out by way of a dozen nodes at least, a whole tree by way of all.
  static func slack(nodes: Int) -> LayoutAllocations {
    #if DEBUG
      LayoutAllocations(full: nodes / 4, relayout: 3)
    #else
      LayoutAllocations(full: 8, relayout: 3)
    #endif
  }

  /// Whether neither count is larger than that of the tree called `name` may be.
  func isAllowed(_ name: String, nodes: Int) -> Bool {
    guard let expected = Self.expected[name] else { return false }
    let slack = Self.slack(nodes: nodes)
    return full <= expected.full + slack.full && relayout <= expected.relayout + slack.relayout
  }

  /// Whether one of the counts is so much smaller that the expected ones are out of date.
  func isOutdated(_ name: String, nodes: Int) -> Bool {
    guard let expected = Self.expected[name] else { return false }
    let slack = Self.slack(nodes: nodes)
    return full < expected.full - slack.full || relayout < expected.relayout - slack.relayout
  }
}

/// What was measured of one tree.
struct LayoutBenchReport: CustomStringConvertible {
  let name: String
  let count: Int
  /// Full layout of fresh trees, in ns a node.
  var full = Quantiles()
  /// One change and the layout after it, in µs.
  var relayout = Quantiles()
  /// Making the nodes with their styles, in ns a node.
  var build = Quantiles()
  /// Heap bytes a node after the first layout.
  let memory: Double
  /// Allocations of one full layout, and of the layout after one change.
  var allocations = LayoutAllocations(full: 0, relayout: 0)
  /// Why the frames are wrong, or that they are not.
  let check: String

  /// Whether the frames are right, with no more allocations than allowed.
  var isGood: Bool {
    check == Self.right && allocations.isAllowed(name, nodes: count)
  }

  private static let right = "sums right"

  init?(of name: String) {
    // Memory first: later trees would take up what earlier ones gave back.
    guard let (memory, _) = heapBytes(of: { LayoutBenchTree(named: name) }),
      var bench = LayoutBenchTree(named: name)
    else { return nil }
    self.name = name
    self.memory = memory
    count = bench.nodes.count
    let nodes = Double(count)
    bench.layout()
    for _ in 0..<40 {
      // A tree made anew: a copy of one would be copied for good by its first change.
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

/// Heap bytes a node that a tree holds after its first layout, and that tree. Nil when there is no tree.
///
/// The list of nodes is the measurement's own and does not count.
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

/// How many blocks of memory this thread asks for in `body`.
func countAllocations(_ body: () -> Void) -> Int {
  let before = HybridAllocations()
  body()
  return Int(HybridAllocations() - before)
}

/// Measurements of one thing: their median, and between what most of them lie.
struct Quantiles: CustomStringConvertible {
  private var values: [Double] = []

  mutating func append(_ value: Double) { values.append(value) }

  /// The value that `share` of all lie at or below.
  func quantile(_ share: Double) -> Double {
    values.isEmpty ? 0 : values.sorted()[Int(Double(values.count - 1) * share)]
  }

  var median: Double { quantile(0.5) }

  /// The median with the 5 % and the 95 % quantile.
  var description: String {
    let texts = [median, quantile(0.05), quantile(0.95)].map {
      $0 < 100 ? "\(tenths($0))" : "\(Int($0.rounded()))"
    }
    return "\(texts[0]) (\(texts[1]) to \(texts[2]))"
  }
}

/// Processor time that `body` takes, in nanoseconds.
func time(_ body: () -> Void) -> Double {
  let began = processorTime()
  body()
  return processorTime() - began
}

func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }

/// Processor time of this process, in nanoseconds: one thread works here, and others on the machine do not
/// disturb it.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
