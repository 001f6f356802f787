import HybridTestSupport
import Testing

@testable import HybridSocket

struct FrameCheckerTests {
  private static func frame(_ first: UInt8, _ payload: [UInt8] = [], length: [UInt8]? = nil) -> [UInt8] {
    FrameMaker.frame(first, payload, length: length)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var code: Int?
    init(_ name: String, _ bytes: [UInt8], _ code: Int?) {
      (self.name, self.bytes, self.code) = (name, bytes, code)
    }
    var testDescription: String { name }
  }

  static let cases = [
    // What is right.
    Case("text", frame(0x81, Array("größe 🦊".utf8)), nil), Case("empty text", frame(0x81), nil),
    Case("binary that is no text", frame(0x82, [0xFF, 0xFE, 0]), nil),
    Case("126 bytes", frame(0x82, Array(repeating: 7, count: 126)), nil),
    Case("65,536 bytes", frame(0x82, Array(repeating: 7, count: 65_536)), nil),
    Case("as much as there may be", frame(0x82, Array(repeating: 7, count: 1 << 20)), nil),
    Case("fragments", frame(0x01, [104]) + frame(0x00) + frame(0x80, [105]), nil),
    Case("a character across frames", frame(0x01, [0xF0, 0x9F]) + frame(0x80, [0xA6, 0x8A]), nil),
    Case("ping between fragments", frame(0x01, [104]) + frame(0x89, [1]) + frame(0x80, [105]), nil),
    Case("pong", frame(0x8A, Array(repeating: 0xFF, count: 125)), nil),
    Case("two messages", frame(0x81, [104]) + frame(0x82, [0xFF]), nil),
    Case("close", frame(0x88), nil), Case("close 1000", frame(0x88, [3, 0xE8]), nil),
    Case("close 4999, why", frame(0x88, [0x13, 0x87] + Array("größe".utf8)), nil),
    Case("anything after the close", frame(0x88) + [0xFF, 0xFF, 0xFF], nil),
    // §5.1, §5.2.
    Case("unmasked", [0x81, 2, 104, 105], 1002),
    Case("RSV1", frame(0xC1, [104]), 1002), Case("RSV2", frame(0xA1, [104]), 1002),
    Case("RSV3", frame(0x91, [104]), 1002), Case("RSV1 of a ping", frame(0xC9), 1002),
    Case("opcode 3", frame(0x83, [1]), 1002), Case("opcode 7", frame(0x87, [1]), 1002),
    Case("opcode 11", frame(0x8B, [1]), 1002), Case("opcode 15", frame(0x8F, [1]), 1002),
    Case("length longer than need be", frame(0x81, [104], length: [0xFE, 0, 1]), 1002),
    Case(
      "8-byte length longer than need be", frame(0x81, length: [0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]), 1002),
    Case("length 2^63", frame(0x82, length: [0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0]), 1002),
    Case("length 2^63 - 1", frame(0x82, length: [0xFF, 0x7F, 255, 255, 255, 255, 255, 255, 255]), 1009),
    Case("claims 4 GB", frame(0x82, length: [0xFF, 0, 0, 0, 1, 0, 0, 0, 0]), 1009),
    Case("one byte too many", frame(0x82, length: [0xFF, 0, 0, 0, 0, 0, 0x10, 0, 1]), 1009),
    // §5.4, §5.5.
    Case("stray continuation", frame(0x80, [1]), 1002),
    Case("continuation of what has ended", frame(0x81, [104]) + frame(0x80, [105]), 1002),
    Case("text inside text", frame(0x01, [104]) + frame(0x81, [105]), 1002),
    Case("binary inside text", frame(0x01, [104]) + frame(0x02, [105]), 1002),
    Case(
      "fragments that are too large together",
      frame(0x02, Array(repeating: 0, count: 1 << 20)) + frame(0x80, [1]), 1009),
    Case(
      "64 fragments", frame(0x01) + Array(repeating: frame(0x00), count: 62).flatMap(\.self) + frame(0x80),
      nil),
    Case("65 fragments", frame(0x01) + Array(repeating: frame(0x00), count: 64).flatMap(\.self), 1008),
    Case("ping of 126", frame(0x89, Array(repeating: 1, count: 126)), 1002),
    Case("close of 126", frame(0x88, Array(repeating: 51, count: 126)), 1002),
    Case("fragmented ping", frame(0x09, [1]), 1002), Case("fragmented close", frame(0x08), 1002),
    Case("100 pings", Array(repeating: frame(0x89), count: 100).flatMap(\.self), nil),
    Case("101 pings", Array(repeating: frame(0x89), count: 101).flatMap(\.self), 1008),
    // §5.6, §8.1.
    Case("bad UTF-8", frame(0x81, [0xFF, 0xFE]), 1007), Case("overlong", frame(0x81, [0xC0, 0xAF]), 1007),
    Case("surrogate", frame(0x81, [0xED, 0xA0, 0x80]), 1007),
    Case("beyond Unicode", frame(0x81, [0xF4, 0x90, 0x80, 0x80]), 1007),
    Case("a character broken off", frame(0x81, [0xF0, 0x9F, 0xA6]), 1007),
    Case("broken off in an empty frame", frame(0x01, [0xC3]) + frame(0x80), 1007),
    // §5.5.1, §7.4.
    Case("1-byte close", frame(0x88, [3]), 1002), Case("close 999", frame(0x88, [3, 0xE7]), 1002),
    Case("close 0", frame(0x88, [0, 0]), 1002), Case("close 1005", frame(0x88, [3, 0xED]), 1002),
    Case("close 1006", frame(0x88, [3, 0xEE]), 1002), Case("close 1015", frame(0x88, [3, 0xF7]), 1002),
    Case("close 2999", frame(0x88, [0x0B, 0xB7]), 1002), Case("close 5000", frame(0x88, [0x13, 0x88]), 1002),
    Case("close with bad UTF-8", frame(0x88, [3, 0xE8, 0xFF]), 1007),
  ]

  @Test(arguments: cases) func framesAreJudged(_ frames: Case) {
    var checker = FrameChecker()
    let (passed, fault) = checker.check(frames.bytes.span)
    #expect(fault?.code == frames.code, "\(fault?.reason ?? "")")
    if fault == nil, !checker.isClosed { #expect(passed == frames.bytes.count) }
  }

  /// Bytes arrive in any pieces; the cuts have no meaning.
  @Test(arguments: cases.filter { $0.bytes.count < 20_000 })
  func piecesMakeNoDifference(_ frames: Case) {
    var random = SeededGenerator(seed: UInt64(frames.bytes.count))
    for round in 0..<4 {
      var checker = FrameChecker()
      var start = 0
      var code: Int?
      while start < frames.bytes.count, code == nil, !checker.isClosed {
        let end =
          round == 0 ? start + 1 : min(frames.bytes.count, start + Int.random(in: 1...40, using: &random))
        let piece = Array(frames.bytes[start..<end])
        let (passed, fault) = checker.check(piece.span)
        code = fault?.code
        if code == nil, !checker.isClosed { #expect(passed == piece.count) }
        start = end
      }
      #expect(code == frames.code)
    }
  }

  /// Accepted frames, decoded without checks, contain no forbidden frame.
  @Test(arguments: 0..<8) func nothingBadEverPasses(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<2_000 {
      var stream: [UInt8] = []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        stream +=
          Self.cases.randomElement(using: &random).map { $0.bytes.count < 2_000 ? $0.bytes : [] } ?? []
      }
      stream = mutated(stream, morsels: ["\u{0}\u{0}\u{0}", "\u{7F}", "a"], using: &random)
      var checker = FrameChecker()
      let (passed, fault) = checker.check(stream.span)
      #expect(passed <= stream.count)
      if fault == nil, !checker.isClosed { #expect(passed == stream.count) }
      #expect(hasOnlyGoodFrames(Array(stream[..<passed])))
    }
  }

  /// A second, stateless implementation of RFC 6455 §5 for complete frames.
  private func hasOnlyGoodFrames(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    var isInMessage = false
    while rest.count >= 6 {
      let (first, second) = (rest[rest.startIndex], rest[rest.startIndex + 1])
      guard first & 0x70 == 0, second & 0x80 != 0 else { return false }
      let extra = second & 127 == 126 ? 2 : second & 127 == 127 ? 8 : 0
      guard rest.count >= 6 + extra else { return true }
      let number = rest.dropFirst(2).prefix(extra).reduce(0) { $0 << 8 | Int($1) }
      let length = extra == 0 ? Int(second & 127) : number
      guard rest.count >= 6 + extra + length else { return true }
      rest = rest.dropFirst(6 + extra + length)
      switch first & 15 {
      case 0:
        guard isInMessage else { return false }
        isInMessage = first & 0x80 == 0
      case 1, 2:
        guard !isInMessage else { return false }
        isInMessage = first & 0x80 == 0
      case 8: return first & 0x80 != 0 && length <= 125
      case 9, 10: guard first & 0x80 != 0, length <= 125 else { return false }
      default: return false
      }
    }
    return true
  }

  @Test func pingsOfAnotherSecondCountAnew() {
    var checker = FrameChecker()
    let pings = Array(repeating: Self.frame(0x89), count: 100).flatMap(\.self)
    let start = ContinuousClock.now
    for second in 0..<5 {
      #expect(checker.check(pings.span, at: start + .seconds(second)).fault == nil)
    }
  }

  @Test func everyScalarIsUTF8AndNoSurrogateIs() {
    for value in stride(from: UInt32(0), to: 0x11_0000, by: 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      var checker = UTF8Checker()
      #expect(String(scalar).utf8.allSatisfy { checker.accept($0) } && checker.isComplete)
    }
    var random = SeededGenerator(seed: 6)
    for _ in 0..<20_000 {
      let bytes = (0..<4).map { _ in
        [UInt8.random(in: 0...255, using: &random), .random(in: 0x80...0xBF, using: &random)].randomElement(
          using: &random) ?? 0
      }
      var checker = UTF8Checker()
      let isText = bytes.allSatisfy { checker.accept($0) } && checker.isComplete
      #expect(isText == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
    }
  }
}
