/// Reads one template (`Documentation/template-format.md`, *File*) from untrusted bytes.
///
/// One pass from the first byte to the last, without recursion. Each part has to start where the previous one
/// ended, and where the header says: otherwise Android does not read its tables
/// (`Documentation/template-components.md`).
struct TemplateDecoder {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var left: Int { bytes.count - offset }

  mutating func template() throws(TemplateCodingError) -> Template {
    guard bytes.starts(with: "ALIVV".utf8) else { throw error(.notATemplate) }
    offset = 5
    let major = Int(try half())
    let minor = Int(try half())
    guard major == 1, minor == 0 else {
      throw TemplateCodingError(.version(major: major, minor: minor), offset: 5)
    }
    var template = Template(name: "", version: try half())
    var fields: [Int] = []
    for _ in 0..<8 { fields.append(Int(try word())) }
    template.pageID = try half()
    let pages = Int(try half())
    guard pages <= left / 2 else { throw error(.count("pages", pages)) }
    for _ in 0..<pages { template.dependentPages.append(try half()) }

    let uiStart = offset
    try expect(fields[0], uiStart, "UI code start", at: 11)
    let templates = try word()
    guard templates <= 1 else {
      throw TemplateCodingError(.count("templates", Int(templates)), offset: uiStart)
    }
    template.hasTree = templates == 1
    if template.hasTree {
      template.name = try text()
      try code(&template)
    } else if fields[1] == 0 {
      template.lengthWithoutTree = 0
    }
    try expect(
      fields[1], template.hasTree ? offset - uiStart : template.lengthWithoutTree, "UI code length", at: 15)

    let stringsStart = offset
    try expect(fields[2], stringsStart, "string table start", at: 19)
    for _ in 0..<(try count(of: 6, "strings")) {
      let id = StringID(rawValue: Int32(bitPattern: try word()))
      template.strings.append(TemplateString(id: id, text: try text()))
    }
    try expect(fields[3], offset - stringsStart - 4, "string table length", at: 23)

    let expressionsStart = offset
    try expect(fields[4], expressionsStart, "expression table start", at: 27)
    for _ in 0..<(try count(of: 6, "expressions")) {
      let id = StringID(rawValue: Int32(bitPattern: try word()))
      let length = Int(try half())
      guard length <= left else { throw error(.truncated) }
      template.expressions.append(TemplateExpression(id: id, code: Array(bytes[offset..<offset + length])))
      offset += length
    }
    try expect(fields[5], offset - expressionsStart - 4, "expression table length", at: 31)
    try expect(fields[6], offset, "extra data start", at: 35)
    try expect(fields[7], 0, "extra data length", at: 39)
    guard left == 0 else { throw error(.trailingBytes) }
    return template
  }

  /// `Documentation/template-format.md`, *UI code*.
  private mutating func code(_ template: inout Template) throws(TemplateCodingError) {
    let length = Int(try half())
    guard length <= left else { throw error(.truncated) }
    let end = offset + length
    // An element takes at least eleven bytes, so memory stays proportional to the file.
    var open: [Int32] = []
    while offset < end {
      switch try byte() {
      case 0:
        let index = Int32(template.nodes.count)
        let component = try half()
        let firstAttribute = Int32(template.attributes.count)
        for kind in TemplateAttribute.Kind.allCases {
          let count = Int(try byte())
          guard count * 8 <= end - offset else { throw error(.count("attributes", count)) }
          for _ in 0..<count {
            let key = StringID(rawValue: Int32(bitPattern: try word()))
            template.attributes.append(TemplateAttribute(key: key, kind: kind, bits: try word()))
          }
        }
        let firstVariable = Int32(template.variables.count)
        let count = Int(try byte())
        guard count * 9 <= end - offset else { throw error(.count("variables", count)) }
        for _ in 0..<count {
          let value = try byte()
          guard let kind = TemplateVariable.Kind(rawValue: value) else {
            throw TemplateCodingError(.badKind(Int(value)), offset: offset - 1)
          }
          let name = StringID(rawValue: Int32(bitPattern: try word()))
          template.variables.append(TemplateVariable(kind: kind, name: name, bits: try word()))
        }
        template.nodes.append(
          TemplateNode(
            component: component, parent: open.last ?? -1, end: index + 1,
            attributes: firstAttribute..<Int32(template.attributes.count),
            variables: firstVariable..<Int32(template.variables.count)))
        open.append(index)
      case 1:
        guard let last = open.popLast() else { throw TemplateCodingError(.unbalanced, offset: offset - 1) }
        template.nodes[Int(last)].end = Int32(template.nodes.count)
      case let value: throw TemplateCodingError(.badKind(Int(value)), offset: offset - 1)
      }
    }
    guard offset == end else { throw error(.truncated) }
    guard open.isEmpty else { throw error(.unbalanced) }
  }

  /// A number of entries, each of at least `size` bytes.
  private mutating func count(of size: Int, _ what: String) throws(TemplateCodingError) -> Int {
    let count = Int(try word())
    guard count <= left / size else { throw TemplateCodingError(.count(what, count), offset: offset - 4) }
    return count
  }

  private mutating func text() throws(TemplateCodingError) -> String {
    let length = Int(try half())
    guard length <= left else { throw error(.truncated) }
    guard let text = String(validating: bytes[offset..<offset + length], as: UTF8.self) else {
      throw error(.invalidText)
    }
    offset += length
    return text
  }

  private func expect(
    _ found: Int, _ expected: Int, _ field: String, at place: Int
  ) throws(TemplateCodingError) {
    guard found == expected else {
      throw TemplateCodingError(.offset(field: field, found: found, expected: expected), offset: place)
    }
  }

  private mutating func byte() throws(TemplateCodingError) -> UInt8 {
    guard left >= 1 else { throw error(.truncated) }
    defer { offset += 1 }
    return bytes[offset]
  }

  private mutating func half() throws(TemplateCodingError) -> UInt16 {
    guard left >= 2 else { throw error(.truncated) }
    defer { offset += 2 }
    return UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1])
  }

  private mutating func word() throws(TemplateCodingError) -> UInt32 {
    guard left >= 4 else { throw error(.truncated) }
    defer { offset += 4 }
    return (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[offset + $1]) }
  }

  private func error(_ reason: TemplateCodingError.Reason) -> TemplateCodingError {
    TemplateCodingError(reason, offset: offset)
  }
}
