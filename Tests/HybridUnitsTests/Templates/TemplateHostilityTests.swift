import HybridJSON
import HybridTestSupport
import HybridUnits
import Testing

@Suite struct TemplateHostilityTests {
  @Test func everyTruncationIsRefused() throws {
    let bytes = try TemplateSamples.everything.encoded()
    for length in bytes.indices {
      #expect(throws: TemplateCodingError.self) { try Template(decoding: Array(bytes[..<length])) }
    }
    let error = #expect(throws: TemplateCodingError.self) { try Template(decoding: bytes + [0]) }
    #expect(
      error?.reason == .offset(field: "extra data start", found: bytes.count, expected: bytes.count)
        || error?.reason == .trailingBytes)
  }

  @Test(
    arguments: [
      ([0], 0, .notATemplate), ([0, 2], 5, .version(major: 2, minor: 0)),
      ([0, 0, 0, 48], 11, .offset(field: "UI code start", found: 48, expected: 51)),
      ([0, 0, 0, 2], 51, .count("templates", 2)), ([2], 68, .badKind(2)),
      ([255], 71, .count("attributes", 255)), ([0xFF], 57, .invalidText),
      ([0, 0, 0, 1], 39, .offset(field: "extra data length", found: 1, expected: 0)),
    ] as [([UInt8], Int, TemplateCodingError.Reason)])
  func wrongFieldsAreNamed(_ change: [UInt8], _ offset: Int, _ reason: TemplateCodingError.Reason) throws {
    var bytes = try TemplateSamples.everything.encoded()
    bytes.replaceSubrange(offset..<offset + change.count, with: change)
    let error = #expect(throws: TemplateCodingError.self) { try Template(decoding: bytes) }
    #expect(error?.reason == reason)
    #expect(error?.message.isEmpty == false)
  }

  /// Elements that are opened and never closed, and vice versa.
  @Test(arguments: ["00 0001 00 00 00 00 00 00 00", "00 0001 00 00 00 00 00 00 00 01 01", "01"])
  func elementsInNoPairsAreRefused(_ code: String) throws {
    let code = TemplateSamples.bytes(code)
    var template = Template(name: "T", version: 1)
    template.nodes = []
    var bytes = try template.encoded()
    bytes.replaceSubrange(54..<56, with: [0, UInt8(code.count)] + code)
    // The later offsets move with the code.
    for field in [15, 19, 27, 35] { bytes[field + 3] += UInt8(code.count) }
    let error = #expect(throws: TemplateCodingError.self) { try Template(decoding: bytes) }
    #expect(error?.reason == .unbalanced)
  }

  /// Accepted bytes are written back unchanged and can be shown; nothing takes long.
  @Test func damagedFilesNeverTrap() throws {
    var random = SeededGenerator(seed: 5)
    var files = try [TemplateSamples.everything.encoded()]
    for (source, code) in TemplateSamples.scripts {
      var template = Template(name: "Script", version: 1)
      template.attributes = [
        TemplateAttribute(
          key: StringID("onClick"), kind: .expression,
          bits: UInt32(bitPattern: StringID("${\(source)}").rawValue))
      ]
      template.nodes = [
        TemplateNode(component: 7, parent: -1, end: 1, attributes: 0..<1, variables: 0..<0)
      ]
      template.expressions = [TemplateExpression(id: StringID("${\(source)}"), code: code)]
      files.append(try template.encoded())
    }
    files += TemplateSamples.conformance.map(\.bytes)
    let morsels = ["ALIVV", "\0\0\0\0", "\u{7F}", "\0\u{1}", "\u{1}\u{1}\u{1}"]
    var accepted = 0
    let count = isThorough ? 100_000 : 20_000
    for number in 0..<count {
      var bytes = files[number % files.count]
      if number % 3 == 0 {
        // One byte each: most of these keep the offsets valid, and reach deeper code.
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
      } else {
        bytes = mutated(bytes, morsels: morsels, using: &random)
      }
      guard let template = try? Template(decoding: bytes) else { continue }
      accepted += 1
      #expect((try? template.encoded()) == bytes)
      guard number % 16 == 0 else { continue }
      let names = TemplateNames(template)
      _ = template.listing(names: names, bytes: bytes.count)
      var json = JSONWriter()
      template.write(to: &json, names: names, bytes: bytes.count)
    }
    #expect(accepted > count / 100)
  }

  @Test func damagedScriptsNeverTrap() {
    var random = SeededGenerator(seed: 6)
    for number in 0..<60_000 {
      let code = TemplateSamples.scripts[number % TemplateSamples.scripts.count].code
      let damaged = mutated(code + code, morsels: ["\u{15}", "\u{16}", "\0\0\0\0"], using: &random)
      guard let script = try? Script(decoding: damaged) else { continue }
      _ = script.source { $0.predefined }
      #expect(script.listing { $0.predefined }.count == script.instructions.count)
    }
  }

  /// As deep as 64 KB of code can be: 5,957 elements, and thousands of tests inside each other.
  @Test func depthCostsNoStack() throws {
    var template = Template(name: "Deep", version: 1)
    let depth = 5_957
    template.nodes = (0..<depth).map { index in
      TemplateNode(
        component: 1, parent: Int32(index - 1), end: Int32(depth), attributes: 0..<0, variables: 0..<0)
    }
    let bytes = try template.encoded()
    #expect(try Template(decoding: bytes) == template)
    #expect(template.listing(names: TemplateNames(template), bytes: bytes.count).utf8.count < 1_000_000)

    let test = TemplateSamples.bytes("16 00000000 04 00000000")
    var code: [UInt8] = []
    for _ in 0..<6_000 { code += test }
    for index in 0..<6_000 {
      for byte in 0..<4 { code[10 * index + 1 + byte] = UInt8(truncatingIfNeeded: code.count >> (8 * byte)) }
    }
    let script = try Script(decoding: code)
    #expect(script.source { _ in nil } == nil)
  }

  /// Ever longer text from a name that each instruction adds.
  @Test func longSourcesAreGivenUp() throws {
    var code = TemplateSamples.bytes("00 01 ffffffff 01 61000000 01000000 00")
    for _ in 0..<4_000 { code += TemplateSamples.bytes("00 0b 00000000 ffffffff 01 61000000") }
    let name = String(repeating: "n", count: 60_000)
    let script = try Script(decoding: code)
    #expect(script.source { _ in name } == nil)
  }
}
