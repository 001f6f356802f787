import HybridUnits
import Testing

@Suite struct ScriptDecodingTests {
  private static let words = ["a", "b", "x", "f", "g", "doIt", "cur", "s", "color"]

  private static func name(_ id: StringID) -> String? {
    id.predefined ?? words.first { StringID($0) == id }
  }

  @Test(arguments: TemplateSamples.scripts)
  func sourceComesBack(_ source: String, _ code: [UInt8]) throws {
    #expect(try Script(decoding: code).source(Self.name) == source)
  }

  @Test func instructionsSayWhatTheBytesSay() throws {
    let script = try Script(decoding: TemplateSamples.scripts[3].code)
    let this = StringID("this")
    #expect(script.size == 0x4B)
    #expect(script.instructions.map(\.offset) == [0, 0x14, 0x1E, 0x32, 0x37])
    #expect(
      script.instructions[0]
        == ScriptInstruction(
          offset: 0, opcode: .gt, operands: [.variable(object: -1, words: [this, StringID("a")]), .int(1)],
          result: 0))
    #expect(
      script.instructions[1]
        == ScriptInstruction(offset: 0x14, opcode: .jumpIfFalse, operands: [.register(0)], target: 0x37))
    #expect(script.listing(Self.name)[3] == "0032  jump -> 004b")
  }

  /// `v` is the variable `a`, `r` register 0.
  @Test(arguments: [
    ("00 00 v v 00  02 0b r v", "(a+a)*a"), ("02 00 v v 00  00 0b r v", "a*a+a"),
    ("01 00 v v 00  01 04 v r", "a-(a-a)"), ("01 00 v v 00  01 0b r v", "a-a-a"),
    ("01 01 v ffffffff 00", "a-(-1)"), ("05 01 v ffffffff 00", "a=-1"),
    ("07 00 v 00  08 04 r", "!-a"), ("00 00 v v 00  07 04 r", "-(a+a)"),
    ("17 00 v v 00  18 0b r v", "a&&a||a"), ("18 00 v v 00  17 0b r v", "(a||a)&&a"),
    ("05 01 v 01000000 00  05 04 v r", "a=a=1"), ("10 01 v 01000000 00  05 04 v r", "a=(a+=1)"),
    ("05 01 v 01000000 00  10 04 v r", "a+=a=1"), ("05 01 v 01000000 00  00 0c r 02000000", "(a=1)+2"),
    ("00 02 v 0000c03f 00", "a+1.5"), ("00 03 v ffffffff 00", "a+''"),
    ("00 05 01000000 v 00", "1+a"),
    ("0f ffffffff 01 66000000 00 00  05 00 v 00000000 01 67000000 01", "a=f().g"),
    ("19 v 01 00000000 00  19 00000000 00 01 01000000 01", "a[0][1]"),
    ("05 01 v 01000000 00  05 01 v 02000000 01", "a=1;a=2"),
    ("06 0400 r v v", "r0?a:a"), ("0f v 02 04 00000000 00 v 00", "a(r0,a)"),
    // if, without and with further branches; the last two differ in what follows inside `else`.
    ("16 1f000000 00 v  05 01 v 01000000 00", "if(a){a=1}"),
    (
      "16 24000000 00 v  05 01 v 01000000 00  15 43000000  16 43000000 00 v  05 01 v 02000000 00",
      "if(a){a=1}elseif(a){a=2}"
    ),
    (
      """
      16 24000000 00 v  05 01 v 01000000 00  15 53000000  16 43000000 00 v  05 01 v 02000000 00 05 01 v \
      03000000 00
      """,
      "if(a){a=1}else{if(a){a=2};a=3}"
    ),
    ("15 05000000", nil),
  ])
  func operatorsKeepTheirOrder(_ code: String, _ source: String?) throws {
    let operands: [Substring: String] = ["v": "ffffffff0161000000", "r": "00000000"]
    let code = code.split(separator: " ").map { operands[$0] ?? String($0) }.joined()
    #expect(try Script(decoding: TemplateSamples.bytes(code)).source(Self.name) == source)
  }

  @Test(
    arguments: [
      ("1a", .opcode(26), 0), ("05", .truncated, 1), ("05 10", .badKind(16), 1),
      ("05 01 ffff", .truncated, 2),
      ("15 06000000", .target(6), 0), ("15 01000000", .target(1), 0),
      ("15 ffffffff", .target(0xFFFF_FFFF), 0),
      ("16 00000000 05", .badKind(5), 5), ("07 01 00000000", .badKind(1), 1), ("06 0100", .badKind(1), 1),
    ] as [(String, TemplateCodingError.Reason, Int)])
  func otherBytesAreRefused(_ code: String, _ reason: TemplateCodingError.Reason, _ offset: Int) {
    let error = #expect(throws: TemplateCodingError.self) {
      try Script(decoding: TemplateSamples.bytes(code))
    }
    #expect(error == TemplateCodingError(reason, offset: offset))
  }
}

@Suite struct MD5Tests {
  /// RFC 1321 §A.5, and lengths round the end of a block.
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    (
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"
    ),
    (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
    (String(repeating: "x", count: 55), "04364420e25c512fd958a70738aa8f72"),
    (String(repeating: "x", count: 56), "668a72d5ba17f08e62dabcafad6db14b"),
    (String(repeating: "x", count: 64), "c1bb4f81d892b2d57947682aeb252456"),
  ])
  func digestsAreThoseOfTheRFC(_ text: String, _ digest: String) {
    #expect(MD5.hex(Array(text.utf8)) == digest)
  }
}
