import Glibc
import HybridCache
import HybridCompiler
import HybridRuntime
import HybridUnits
import HybridViewTree

/// Opening a page in an app for the first time and for the second time.
///
/// Budget: the second open takes at most a tenth of the first (`Documentation/benchmarks.md`). The first open
/// reads the unit's bytes, binds, styles and lays out, as an app does, and stores nothing. Fonts are already
/// loaded for both; an app's first open loads them as well. The cache file is opened once per launch and is
/// reported separately.
func benchSecondOpen() {
  let clock = ContinuousClock()
  print("second open         page          nodes    first     again    share   opening the file   kept bytes")
  for rows in [5, 70, 280] {
    guard let unit = generatedPage(rows: rows) else { return print("the page does not compile") }
    let bytes = unit.encoded()
    let path = "/tmp/hybrid-bench-trees-\(getpid()).sqlite"
    func remove() { for suffix in ["", "-journal"] { unlink(path + suffix) } }
    remove()
    defer { remove() }
    do {
      let cache = try TreeCache(path: path, runtime: "bench") { unlink($0) }
      var (first, again, opening): ([Duration], [Duration], [Duration]) = ([], [], [])
      var nodes = 0
      for round in 0..<31 {
        // A renderer caches style sheets, so each first open has its own.
        let renderer = Renderer()
        first.append(
          try clock.measure {
            nodes = renderer.render(try Unit(decoding: bytes), on: .standard).tree.nodes.count
          })
        let key = TreeKey(content: "\(rows) \(round)", device: .standard)
        _ = try PageOpener(cache: cache).open(key) { try Unit(decoding: bytes) }
      }
      for round in 0..<31 {
        // Another connection to the file, as at a new launch.
        let begin = clock.now
        let opener = PageOpener(cache: try TreeCache(path: path, runtime: "bench") { unlink($0) })
        opening.append(clock.now - begin)
        let key = TreeKey(content: "\(rows) \(round)", device: .standard)
        again.append(
          try clock.measure {
            let opened = try opener.open(key) { try Unit(decoding: bytes) }
            precondition(opened.isKept && opened.tree.nodes.count == nodes, "it was kept")
          })
      }
      let (slow, fast) = (median(first), median(again))
      let share = (fast / slow * 1_000).rounded() / 10
      print(
        "                    \(rows) rows  \(nodes)  \(shown(slow))  \(shown(fast))  "
          + "\(share) %  \(shown(median(opening)))  \(cache.size / max(cache.count, 1))"
      )
    } catch {
      print("the cache does not work: \(error)")
    }
  }
}

/// A compiled page like a shop's.
private func generatedPage(rows: Int) -> Unit? {
  let generator = ProjectGenerator(units: 1, rows: rows)
  let files = Dictionary(uniqueKeysWithValues: generator.files.map { ($0.path, Array($0.text.utf8)) })
  let name = generator.name(0)
  let reader = FileReader(
    read: { path in files[path].map { .success($0) } ?? .failure(.missing) },
    list: { _ in .success([]) })
  var compiler = ProjectCompiler(files: reader, name: name, only: generator.page(0))
  _ = compiler.build()
  return compiler.unitNames.first.flatMap { compiler.currentUnit(named: $0) }
}
