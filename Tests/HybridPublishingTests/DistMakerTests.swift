import HybridCrypto
import HybridRelease
import HybridReleaseSupport
import Testing

/// Real clients accept the releases that the other tests publish and install.
@Test func releasesOfTestsAreSignedAsRealOnes() throws {
  var dist = try DistMaker()
  try dist.release(1, ["units/home.unit": Array("hello".utf8), "assets/logo.png": [1, 2, 3]])
  try dist.release(2, ["units/home.unit": Array("hello again".utf8), "assets/logo.png": [1, 2, 3]])
  dist.rollback(3, to: 1)
  let trust = Trust(dist.keys, sodium: try Sodium.shared())
  for (number, kinds) in [(1, Set([Statement.Kind.release])), (2, [.release]), (3, [.rollback])] {
    _ = try trust.statement(
      dist.read(DistPaths.statement(number), atMost: 1 << 20),
      signatures: dist.read(DistPaths.statementSignatures(number), atMost: 1 << 20),
      as: DistPaths.statement(number), kinds: kinds)
  }
  let freshness = try trust.statement(
    dist.read(DistPaths.freshness, atMost: 1 << 20),
    signatures: dist.read(DistPaths.freshnessSignatures, atMost: 1 << 20), as: DistPaths.freshness,
    kinds: [.freshness])
  #expect(freshness == dist.freshness.map { .freshness($0) })
  #expect(try DeltaIndex(decoding: dist.read(DistPaths.deltaIndex, atMost: 1 << 20)).entries.count == 1)
}
