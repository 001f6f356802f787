import HybridJSON
import HybridSource
import HybridUnits
import Testing

/// A template of one text, with an item and both kinds of previews.
private func sample() throws -> TemplateUnit {
  func file(_ name: String, _ path: String) throws(TemplateCodingError) -> TemplateFile {
    var template = Template(name: name, version: 3)
    let text = StringID(name)
    template.nodes = [TemplateNode(component: 7, parent: -1, end: 1, attributes: 0..<1, variables: 0..<0)]
    template.attributes = [
      TemplateAttribute(key: StringID("text"), kind: .string, bits: UInt32(bitPattern: text.rawValue))
    ]
    template.strings = [TemplateString(id: text, text: name)]
    return try TemplateFile(path: path, template: template, places: [NodePlace(line: 1, column: 2)])
  }
  return TemplateUnit(
    name: "shop/card", main: try file("card", "components/shop/card.xml"),
    items: [try file("row", "components/shop/row.xml")], tags: [1001: "Dot9Image", 7: "Text"],
    previews: [
      1001: .box(label: "a picture", width: 40, height: nil), 7: .box(label: nil, width: nil, height: 0),
    ],
    data: ["rows": [["type": "row"]]], dataPath: "components/shop/card.json",
    files: ["components/shop/card.xml", "components/shop/row.xml"], hash: ContentHash(Array("sample".utf8)))
}

@Test func encodedTemplateUnitDecodesToTheSame() throws {
  let unit = try sample()
  let bytes = Unit.template(unit).encoded()
  guard case .template(let decoded) = try Unit(decoding: bytes) else {
    Issue.record("it came back as something else")
    return
  }
  #expect(decoded.name == unit.name)
  #expect(decoded.main == unit.main)
  #expect(decoded.items == unit.items)
  #expect(decoded.tags == unit.tags)
  #expect("\(decoded.previews.sorted { $0.key < $1.key })" == "\(unit.previews.sorted { $0.key < $1.key })")
  #expect(decoded.data == unit.data)
  #expect(decoded.dataPath == unit.dataPath)
  #expect(decoded.files == unit.files)
  #expect(decoded.hash == unit.hash)
  #expect(Unit.template(decoded).encoded() == bytes)
}

@Test func damagedTemplateUnitsAreRefusedOrRead() throws {
  let bytes = Unit.template(try sample()).encoded()
  for length in bytes.indices {
    #expect(throws: UnitCodingError.self) { try Unit(decoding: Array(bytes[..<length])) }
  }
  for index in bytes.indices {
    for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
      var damaged = bytes
      damaged[index] = value
      guard let unit = try? Unit(decoding: damaged) else { continue }
      // What is read at all is a whole unit again.
      #expect((try? Unit(decoding: unit.encoded())) != nil)
    }
  }
}
