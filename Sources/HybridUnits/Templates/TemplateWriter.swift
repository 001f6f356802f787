/// Writes one template (`Documentation/template-format.md`, *File*). Every length and count is checked before
/// it is truncated to its field.
struct TemplateWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ template: Template) throws(TemplateCodingError) {
    bytes.reserveCapacity(Self.size(of: template))
    try header(template)
    let uiStart = bytes.count
    word(template.hasTree ? 1 : 0)
    if template.hasTree {
      try text(template.name, "name")
      try code(template)
    }
    let stringsStart = bytes.count
    try strings(template.strings)
    let expressionsStart = bytes.count
    try expressions(template.expressions)

    // The header's fields for the parts, now that these are written.
    let uiLength = template.hasTree ? stringsStart - uiStart : template.lengthWithoutTree
    set(uiStart, at: 11)
    set(uiLength, at: 15)
    set(stringsStart, at: 19)
    set(expressionsStart - stringsStart - 4, at: 23)
    set(expressionsStart, at: 27)
    set(bytes.count - expressionsStart - 4, at: 31)
    set(bytes.count, at: 35)
  }

  /// The approximate number of bytes of the template, so that they are allocated once.
  private static func size(of template: Template) -> Int {
    var size = 80 + template.name.utf8.count + 2 * template.dependentPages.count
    size += 11 * template.nodes.count + 8 * template.attributes.count + 9 * template.variables.count
    for string in template.strings { size += 6 + string.text.utf8.count }
    for expression in template.expressions { size += 6 + expression.code.count }
    return size
  }

  /// `Documentation/template-format.md`, *File*, with zeros for fields that are known only at the end.
  private mutating func header(_ template: Template) throws(TemplateCodingError) {
    bytes += "ALIVV".utf8
    half(1)
    half(0)
    half(template.version)
    for _ in 0..<8 { word(0) }
    half(template.pageID)
    let pages = template.dependentPages
    guard let count = UInt16(exactly: pages.count) else { throw Self.error(.count("pages", pages.count)) }
    half(count)
    for page in pages { half(page) }
  }

  /// `Documentation/template-format.md`, *UI code*: elements in tree order, each closed after its last
  /// descendant.
  private mutating func code(_ template: Template) throws(TemplateCodingError) {
    let lengthAt = bytes.count
    half(0)
    let nodes = template.nodes
    var open: [Int32] = []
    for index in nodes.indices {
      let node = nodes[index]
      while let last = open.last, nodes[Int(last)].end == index {
        bytes.append(1)
        open.removeLast()
      }
      let limit = open.last.map { Int(nodes[Int($0)].end) } ?? nodes.count
      guard node.parent == open.last ?? -1, node.end > index, node.end <= limit else {
        throw Self.error(.unbalanced)
      }
      open.append(Int32(index))
      bytes.append(0)
      half(node.component)
      try attributes(of: node, in: template)
      try variables(of: node, in: template)
    }
    for last in open.reversed() {
      guard nodes[Int(last)].end == nodes.count else { throw Self.error(.unbalanced) }
      bytes.append(1)
    }
    let length = bytes.count - lengthAt - 2
    guard length <= TemplateLimits.bytes else {
      throw Self.error(.tooLong("UI code", bytes: length, limit: TemplateLimits.bytes))
    }
    bytes[lengthAt] = UInt8(truncatingIfNeeded: length >> 8)
    bytes[lengthAt + 1] = UInt8(truncatingIfNeeded: length)
  }

  /// The six lists.
  private mutating func attributes(
    of node: TemplateNode, in template: Template
  ) throws(TemplateCodingError) {
    let range = node.attributes
    guard range.lowerBound >= 0, range.upperBound <= template.attributes.count else {
      throw Self.error(.count("attributes", Int(range.upperBound)))
    }
    var next = Int(range.lowerBound)
    let end = Int(range.upperBound)
    for kind in TemplateAttribute.Kind.allCases {
      let countAt = bytes.count
      let start = next
      bytes.append(0)
      while next < end, template.attributes[next].kind == kind {
        word(UInt32(bitPattern: template.attributes[next].key.rawValue))
        word(template.attributes[next].bits)
        next += 1
      }
      guard let count = UInt8(exactly: next - start) else {
        throw Self.error(.count("attributes", next - start))
      }
      bytes[countAt] = count
    }
    // The remaining attributes come after a list that is later in the file.
    if next < end { throw Self.error(.badKind(Int(template.attributes[next].kind.rawValue))) }
  }

  private mutating func variables(
    of node: TemplateNode, in template: Template
  ) throws(TemplateCodingError) {
    let range = node.variables
    guard range.lowerBound >= 0, range.upperBound <= template.variables.count,
      let count = UInt8(exactly: range.count)
    else { throw Self.error(.count("variables", range.count)) }
    bytes.append(count)
    for index in Int(range.lowerBound)..<Int(range.upperBound) {
      let variable = template.variables[index]
      bytes.append(variable.kind.rawValue)
      word(UInt32(bitPattern: variable.name.rawValue))
      word(variable.bits)
    }
  }

  private mutating func strings(_ strings: [TemplateString]) throws(TemplateCodingError) {
    word(UInt32(truncatingIfNeeded: strings.count))
    for string in strings {
      word(UInt32(bitPattern: string.id.rawValue))
      try text(string.text, "string")
    }
  }

  private mutating func expressions(_ expressions: [TemplateExpression]) throws(TemplateCodingError) {
    word(UInt32(truncatingIfNeeded: expressions.count))
    for expression in expressions {
      word(UInt32(bitPattern: expression.id.rawValue))
      try length(expression.code.count, "expression")
      bytes += expression.code
    }
  }

  private mutating func text(_ text: String, _ what: String) throws(TemplateCodingError) {
    try length(text.utf8.count, what)
    bytes += text.utf8
  }

  private mutating func length(_ count: Int, _ what: String) throws(TemplateCodingError) {
    guard count <= TemplateLimits.bytes else {
      throw Self.error(.tooLong(what, bytes: count, limit: TemplateLimits.bytes))
    }
    half(UInt16(truncatingIfNeeded: count))
  }

  private mutating func half(_ value: UInt16) {
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    bytes.append(UInt8(truncatingIfNeeded: value))
  }

  private mutating func word(_ value: UInt32) {
    bytes.append(UInt8(truncatingIfNeeded: value >> 24))
    bytes.append(UInt8(truncatingIfNeeded: value >> 16))
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    bytes.append(UInt8(truncatingIfNeeded: value))
  }

  private mutating func set(_ value: Int, at offset: Int) {
    for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * index)) }
  }

  /// A fault of a template in memory, without an offset.
  private static func error(_ reason: TemplateCodingError.Reason) -> TemplateCodingError {
    TemplateCodingError(reason, offset: 0)
  }
}
