import Glibc
import HybridLayout

/// Full layout, one changed leaf, building and memory of the trees of the conformance folder's BENCH.md.
func benchLayout(_ words: [String]) {
  let names = words.isEmpty ? ["wide", "deep16", "deep", "feed"] : words
  for name in names {
    guard let bench = LayoutBenchTree(named: name) else {
      print("no tree is called \(name)")
      continue
    }
    report(name, bench)
  }
}

private let unlimited = Size(AvailableSpace.maxContent)

private func report(_ name: String, _ bench: LayoutBenchTree) {
  let count = Double(bench.nodes.count)
  // Memory first: later trees would take up what earlier ones gave back.
  let beforeBuild = bytesInUse()
  let began = processorTime()
  var built = LayoutBenchTree(named: name)
  let build = (processorTime() - began) / count
  built?.tree.layout(root: bench.root, available: unlimited, as: .absolute)
  let memory = Double(bytesInUse() - beforeBuild) / count
  withExtendedLifetime(built) {}
  var full: [Double] = []
  var laidOut = bench.tree
  for _ in 0..<40 {
    // A fresh tree: a copy would be copied for good by its first change.
    guard var tree = LayoutBenchTree(named: name)?.tree else { return }
    let began = processorTime()
    tree.layout(root: bench.root, available: unlimited, as: .absolute)
    full.append((processorTime() - began) / count)
    laidOut = tree
  }
  let sums = sumsOfFrames(bench.nodes, laidOut)
  var again: [Double] = []
  for k in 0..<400 {
    let began = processorTime()
    bench.change(&laidOut, bench.changed, k)
    laidOut.layout(root: bench.root, available: unlimited, as: .absolute)
    again.append((processorTime() - began) / 1000)
  }
  let check = sums == bench.sums ? "sums right" : "SUMS \(sums) not \(bench.sums)"
  print(
    "\(name): \(bench.nodes.count) nodes, full \(Int(median(full))) ns a node, relayout \(tenths(median(again))) µs, "
      + "build \(Int(build)) ns, \(Int(memory)) B a node, \(check)")
}

private func sumsOfFrames(_ nodes: [LayoutNodeID], _ tree: LayoutTree) -> [Int] {
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

private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

private func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

/// Processor time of this process, in nanoseconds: one thread works here, and others on the machine do not disturb it.
private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Resident bytes of this process: the allocator's own statistics are not in Glibc's module. Fine for large trees.
private func bytesInUse() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 128)
  guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
  let fields = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
    separator: " ")
  return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
}
