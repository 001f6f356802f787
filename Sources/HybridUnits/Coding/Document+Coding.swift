import HybridDOM
import HybridSource

extension ByteWriter {
  /// The files, then the nodes in tree order, each with its depth. Nodes without a parent are left out.
  mutating func document(_ document: Document) {
    byte(document.isHTML ? 1 : 0)
    count(document.files.count)
    for file in document.files { text(file) }
    var total = 0
    for node in document.nodes(in: document.root) {
      // A document type is the reader's business alone.
      if case .documentType = document[node].content { continue }
      total += 1
    }
    count(total - 1)
    var depths: [Int32] = Array(repeating: 0, count: document.nodes.count)
    for id in document.nodes(in: document.root) where id != document.root {
      let node = document[id]
      let depth = depths[node.parent?.index ?? 0] + 1
      depths[id.index] = depth
      switch node.content {
      case .document, .documentType: continue
      case .element(let element):
        byte(element.namespace.codingByte)
        count(Int(depth))
        range(node.range)
        self.element(element)
      case .text(let value):
        byte(2)
        count(Int(depth))
        range(node.range)
        text(value)
      case .comment(let value):
        byte(3)
        count(Int(depth))
        range(node.range)
        text(value)
      }
    }
  }

  private mutating func element(_ element: Element) {
    text(element.name)
    text(element.writtenName)
    range(element.startTag)
    count(element.attributes.count)
    for attribute in element.attributes {
      text(attribute.name)
      text(attribute.writtenName)
      text(attribute.value)
      range(attribute.nameRange)
      range(attribute.valueRange)
    }
  }

  private mutating func range(_ range: SourceRange) {
    count(Int(max(range.file, 0)))
    count(Int(max(range.start, 0)))
    count(range.range.count)
  }
}

extension ByteReader {
  mutating func document() throws(UnitCodingError) -> Document {
    let isHTML = try flag()
    var files: [String] = []
    for _ in 0..<(try count(of: 1)) { files.append(try text()) }
    var document = Document(files: files, isHTML: isHTML)
    let total = try count(of: 6)
    // The open elements, the document first: a node of depth d goes to the one at d - 1.
    var open = [document.root]
    for _ in 0..<total {
      let kind = try byte()
      let depth = try count()
      guard depth >= 1, depth <= open.count else { throw error(.malformed("depth")) }
      open.removeLast(open.count - depth)
      let range = try range(files.count)
      let content: Node.Content
      switch kind {
      case 1, 4, 5:
        var element = try element(files.count)
        element.namespace = kind == 1 ? .html : kind == 4 ? .svg : .mathML
        content = .element(element)
      case 2: content = .text(try text())
      case 3: content = .comment(try text())
      default: throw error(.malformed("node"))
      }
      let node = document.makeNode(content, range: range)
      document.append(node, to: open[depth - 1])
      if case .element = content { open.append(node) }
    }
    return document
  }

  private mutating func element(_ files: Int) throws(UnitCodingError) -> Element {
    let name = try text()
    let writtenName = try text()
    var element = Element(name: name, writtenName: writtenName, startTag: try range(files))
    let count = try count(of: 9)
    element.attributes.reserveCapacity(count)
    for _ in 0..<count {
      element.attributes.append(
        Attribute(
          name: try text(), writtenName: try text(), value: try text(), nameRange: try range(files),
          valueRange: try range(files)))
    }
    return element
  }

  private mutating func range(_ files: Int) throws(UnitCodingError) -> SourceRange {
    let file = try count()
    let start = try count()
    let length = try count()
    guard file < max(files, 1), start + length <= Int32.max else { throw error(.malformed("range")) }
    return SourceRange(file: file, start..<start + length)
  }
}

extension Namespace {
  /// The first byte of an element in the encoding of a page.
  fileprivate var codingByte: UInt8 {
    switch self {
    case .html: 1
    case .svg: 4
    case .mathML: 5
    }
  }
}
