import HybridReload
import HybridUnits
import Testing

private func unit(_ name: String) throws -> Unit {
  var template = Template(name: "card", version: 3)
  template.nodes = [TemplateNode(component: 1, parent: -1, end: 1, attributes: 0..<0, variables: 0..<0)]
  return .template(
    TemplateUnit(
      name: name, main: try TemplateFile(path: "components/card.xml", template: template, places: []),
      items: [], tags: [:], previews: [:], data: ["title": "Hello"], dataPath: nil,
      files: ["components/card.xml"],
      hash: ContentHash([1])))
}

@Test(arguments: ["card", "größe/1", ""]) func aFrameSurvivesTheWire(_ name: String) throws {
  let unit = try unit(name)
  let bytes = try #require(UnitFrame(revision: 0x0102_0304, unit: unit)).encoded
  #expect(
    bytes.starts(with: Array("HYBP".utf8) + [1, 1, 2, 3, 4, 0, UInt8(name.utf8.count)] + Array(name.utf8)))
  let frame = try UnitFrame(decoding: bytes)
  #expect(frame.revision == 0x0102_0304)
  #expect(frame.unit.encoded() == unit.encoded())
}

@Test func aNameThatTheFrameCannotSayMakesNone() throws {
  #expect(UnitFrame(revision: 1, unit: try unit(String(repeating: "a", count: 65_535))) != nil)
  #expect(UnitFrame(revision: 1, unit: try unit(String(repeating: "a", count: 65_536))) == nil)
}

@Test func damagedFramesAreRefusedOrRead() throws {
  let bytes = try #require(UnitFrame(revision: 7, unit: try unit("card"))).encoded
  for length in bytes.indices {
    #expect(throws: UnitFrameError.self) { try UnitFrame(decoding: Array(bytes[..<length])) }
  }
  for index in bytes.indices {
    for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
      var damaged = bytes
      damaged[index] = value
      guard let frame = try? UnitFrame(decoding: damaged) else { continue }
      #expect((try? UnitFrame(decoding: frame.encoded)) != nil)
    }
  }
}

@Test(arguments: [
  ("HYBU", UnitFrameError.notAFrame), ("", .notAFrame), ("HYBP", .truncated),
  ("HYBP\u{2}\0\0\0\0\0\0", .version(2)),
  ("HYBP\u{1}\0\0\0\0\0\u{5}card", .truncated),
])
func faultsAreNamed(_ text: String, _ expected: UnitFrameError) {
  #expect(throws: expected) { try UnitFrame(decoding: Array(text.utf8)) }
}

@Test func theNameIsTheUnits() throws {
  var bytes = try #require(UnitFrame(revision: 7, unit: try unit("card"))).encoded
  bytes[11] = UInt8(ascii: "h")
  #expect(throws: UnitFrameError.name) { try UnitFrame(decoding: bytes) }
  bytes[11] = 0xFF
  #expect(throws: UnitFrameError.name) { try UnitFrame(decoding: bytes) }
}
