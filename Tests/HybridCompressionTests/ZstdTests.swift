import Testing

@testable import HybridCompression

@Suite struct ZstdTests {
  /// Incompressible bytes, the same in every run.
  private func noise(_ count: Int) -> [UInt8] {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
  }

  @Test(arguments: [0, 1, 100, 70_000]) func whatIsCompressedComesBack(_ count: Int) throws {
    let zstd = try Zstd.shared()
    let bytes = noise(count)
    #expect(try zstd.decompress(zstd.compress(bytes), size: count) == bytes)
  }

  @Test func aPrefixThatBothHaveCostsNextToNothing() throws {
    let zstd = try Zstd.shared()
    let old = noise(200_000)
    var new = old
    new[100_000] ^= 1
    let frame = try zstd.compress(new, prefix: old)
    #expect(frame.count < 200)
    #expect(try zstd.decompress(frame, prefix: old, size: new.count) == new)
    #expect(throws: CompressionError.self) { try zstd.decompress(frame, prefix: noise(3), size: new.count) }
  }

  @Test func moreBytesThanExpectedAreNeverMade() throws {
    let zstd = try Zstd.shared()
    let bomb = try zstd.compress([UInt8](repeating: 0, count: 10 << 20))
    #expect(bomb.count < 2_000)
    #expect(throws: CompressionError.tooLarge) { try zstd.decompress(bomb, size: 1_000) }
  }

  @Test func damagedFramesAreRefused() throws {
    let zstd = try Zstd.shared()
    let bytes = noise(500)
    let frame = try zstd.compress(bytes)
    for end in 0..<frame.count {
      #expect(throws: CompressionError.self) { try zstd.decompress(Array(frame[..<end]), size: 500) }
    }
    for index in frame.indices {
      var other = frame
      other[index] ^= 0x10
      // An accepted result must have the same bytes: some header bits have no meaning.
      if let result = try? zstd.decompress(other, size: 500) { #expect(result == bytes) }
    }
  }
}
