import HybridCrypto
import HybridRouting
import Testing

@testable import HybridRelease

@Suite struct ReleaseDifferenceTests {
  private func digest(_ text: String, size: Int) throws -> FileDigest {
    FileDigest(size: size, sha256: try Sodium.shared().sha256(Array(text.utf8)))
  }

  /// Units and assets as `NAME=CONTENT`; each content has the given size.
  private func release(
    _ number: Int, units: String, assets: String = "", routes: String = "", size: Int = 100
  ) throws -> Release {
    func files(_ text: String) throws -> [(String, FileDigest)] {
      try text.split(separator: " ").map { entry in
        let parts = entry.split(separator: "=").map(String.init)
        return (parts[0], try digest(parts[1], size: size))
      }
    }
    return Release(
      project: "shop", channel: "production", number: number, created: "2026-11-22T14:00:00Z",
      routes: routes.split(separator: " ").map { entry in
        let parts = entry.split(separator: "=").map(String.init)
        return Route(pattern: parts[0], kind: .page, unit: parts[1])
      },
      units: try files(units).map { name, digest in
        ReleaseUnit(name: name, kind: .page, file: ReleaseFile(path: "units/\(name).unit", digest: digest))
      },
      assets: try files(assets).map { ReleaseFile(path: $0, digest: $1) })
  }

  private func summary(_ difference: ReleaseDifference) -> String {
    (difference.units + difference.assets).map { "\($0.change) \($0.name)" }
      .joined(separator: ", ")
  }

  @Test(arguments: [
    ("a=1 b=2", "a=1 b=2", ""),
    ("a=1 b=2", "a=1 b=3 c=4", "changed b, added c"),
    ("a=1 b=2", "a=1", "removed b"),
    ("a=1 b=2", "a=1 c=2", "moved c"),
    ("a=1 b=1", "c=1 d=1", "moved c, moved d"),
    ("a=1 b=2", "a=2 b=1", "changed a, changed b"),
    ("a=1", "a=1 b=1", "added b"),
  ])
  func filesAreAddedRemovedChangedOrMoved(_ old: String, _ new: String, _ expected: String) throws {
    let (one, other) = (try release(1, units: old), try release(2, units: new))
    #expect(summary(ReleaseDifference(from: one, to: other) { _, _ in nil }) == expected)
    let assets = (try release(1, units: "", assets: old), try release(2, units: "", assets: new))
    #expect(summary(ReleaseDifference(from: assets.0, to: assets.1) { _, _ in nil }) == expected)
  }

  @Test(arguments: [
    ("a=x b=y", "a=x b=y", []),
    ("a=x b=y", "a=x c=x b=y", ["added c"]),
    ("a=x b=y", "b=y", ["removed a"]),
    ("a=x b=y", "a=y b=y", ["changed a"]),
    ("a=x b=y c=z", "b=y c=z a=x", ["moved a"]),
  ])
  func orderOfRoutesCounts(_ old: String, _ new: String, _ expected: [String]) throws {
    let units = "x=1 y=2 z=3"
    let (one, other) = (
      try release(1, units: units, routes: old), try release(2, units: units, routes: new)
    )
    let difference = ReleaseDifference(from: one, to: other) { _, _ in nil }
    #expect(difference.routes.map { "\($0.change) \($0.route.pattern)" } == expected)
  }

  /// Apps load small files in full, whatever deltas there are.
  @Test(arguments: [(Delta.leastBytes - 1, 0), (Delta.leastBytes, 1)])
  func smallFilesHaveNoDelta(_ size: Int, _ deltas: Int) throws {
    let (one, other) = (
      try release(1, units: "a=1", size: size), try release(2, units: "a=2", size: size)
    )
    #expect(ReleaseDifference(from: one, to: other) { _, _ in 40 }.download.deltas == deltas)
  }

  @Test func bytesCountEachContentOnceAndTheSmallestDelta() throws {
    let one = try release(1, units: "a=1 b=2", assets: "p=3", size: 2_000)
    // Two changed files with one content, one that moved, one that is new.
    let other = try release(2, units: "a=9 b=9", assets: "q=3 r=7", size: 2_000)
    let sizes = [
      try digest("1", size: 2_000): 40, try digest("2", size: 2_000): 30,
    ]
    let difference = ReleaseDifference(from: one, to: other) { from, _ in sizes[from] }
    #expect(difference.units.map(\.delta) == [40, 30])
    #expect(
      difference.download
        == .init(full: 6_000, changedFiles: 2, changed: 4_000, deltas: 1, withDeltas: 2_030))
    // A delta that is not smaller than the file is useless.
    let useless = ReleaseDifference(from: one, to: other) { _, _ in 2_000 }
    #expect(useless.download.withDeltas == 4_000)
    #expect(useless.download.deltas == 0)
  }
}
