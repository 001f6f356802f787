import HybridCompression
import HybridCrypto
import HybridTestSupport
import Testing

@testable import HybridRelease

@Suite struct DeltaTests {
  private let sodium: Sodium
  private let zstd: Zstd
  private let old: [UInt8]
  private let new: [UInt8]

  init() throws {
    (sodium, zstd) = (try Sodium.shared(), try Zstd.shared())
    var random = SeededGenerator(seed: 9)
    old = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    new = Array(old[..<9_000]) + Array("a word".utf8) + Array(old[9_000...])
  }

  private func apply(_ delta: [UInt8], to base: [UInt8], for expected: [UInt8]) throws -> [UInt8] {
    try Delta.apply(
      delta, to: base, expecting: FileDigest(of: expected, sodium: sodium), as: "d", zstd: zstd,
      sodium: sodium)
  }

  @Test func aDeltaMakesTheNewOfTheOldAndIsSmall() throws {
    let delta = try Delta.make(from: old, to: new, zstd: zstd)
    #expect(delta.count < new.count / 100)
    #expect(try apply(delta, to: old, for: new) == new)
    for (from, to) in [([], new), (old, []), ([], [])] as [([UInt8], [UInt8])] {
      #expect(try apply(Delta.make(from: from, to: to, zstd: zstd), to: from, for: to) == to)
    }
  }

  @Test func whatIsNotThatIsRefused() throws {
    let delta = try Delta.make(from: old, to: new, zstd: zstd)
    var other = new
    other[5] ^= 1
    let bomb = try zstd.compress([UInt8](repeating: 0, count: 50 << 20))
    let cases: [([UInt8], [UInt8], [UInt8], RefusalCode)] = [
      (delta, old, other, .deltaMismatch),
      (delta, Array(old.reversed()), new, .deltaMalformed),
      (Array(delta.dropLast()), old, new, .deltaMalformed),
      ([], old, new, .deltaMalformed),
      (Array("no delta".utf8), old, new, .deltaMalformed),
      (delta, old, Array(new.dropLast()), .deltaTooLarge),
      (delta, old, new + [0], .deltaMalformed),
      (bomb, old, new, .deltaTooLarge),
    ]
    for (delta, base, expected, code) in cases {
      let refusal = #expect(throws: Refusal.self) { try apply(delta, to: base, for: expected) }
      #expect(refusal?.code == code, "\(refusal?.description ?? "")")
    }
  }

  @Test func nothingIsMadeForFilesThatAreTooLarge() throws {
    let digest = FileDigest(size: Delta.mostBytes, sha256: sodium.sha256([]))
    let refusal = #expect(throws: Refusal.self) {
      try Delta.apply([], to: old, expecting: digest, as: "d", zstd: zstd, sodium: sodium)
    }
    #expect(refusal?.code == .deltaTooLarge)
  }

  @Test func anIndexHasOneText() throws {
    let (a, b, c) = (sodium.sha256([1]), sodium.sha256([2]), sodium.sha256([3]))
    let index = DeltaIndex([
      .init(from: b, to: a, size: 9), .init(from: a, to: c, size: 7), .init(from: b, to: a, size: 5),
    ])
    #expect(index.entries.count == 2)
    #expect(index.size(from: b, to: a) == 5)
    #expect(index.size(from: a, to: b) == nil)
    #expect(try DeltaIndex(decoding: index.encoded()) == index)
    let text = String(decoding: index.encoded(), as: UTF8.self)
    for (from, to) in [
      ("{\"deltas\":", "{ \"deltas\":"), ("\"size\":5", "\"size\":-5"),
      ("\"size\":5", "\"size\":99999999999"),
      ("deltas", "other"), (a.description, "00"), ("\n", ""), ("\"size\":5", "\"size\":5.0"),
    ] {
      let changed = text.replacing(from, with: to)
      #expect(changed != text)
      let refusal = #expect(throws: Refusal.self) { try DeltaIndex(decoding: Array(changed.utf8)) }
      #expect(refusal?.code == .deltaMalformed)
    }
  }
}
