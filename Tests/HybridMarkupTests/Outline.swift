import CLibXML2
import Glibc
import HybridDOM
import HybridSource

/// A document as text, one line a node, two blanks deeper for each level: `div id="a"`, `"text"`,
/// `<!--comment-->`.
///
/// Attributes from another tag, a second `<body>`, are left out.
func tree(of document: Document) -> String {
  var lines: [String] = []
  var depth: [NodeID: Int] = [document.root: -1]
  for node in document.nodes(in: document.root).dropFirst() {
    let level = (document[node].parent.flatMap { depth[$0] } ?? -1) + 1
    depth[node] = level
    let indent = String(repeating: "  ", count: level)
    switch document[node].content {
    case .document: break
    case .element(let element):
      let own = element.attributes.filter { element.startTag.range.contains($0.nameRange.range) }
      lines.append(indent + line(element.name, own.map { ($0.name, $0.value) }))
    case .text(let text): lines.append(indent + "\(text.debugDescription)")
    case .comment(let text): lines.append(indent + "<!--\(text)-->")
    }
  }
  return lines.joined(separator: "\n")
}

private func line(_ name: String, _ attributes: [(String, String)]) -> String {
  ([name] + attributes.map { "\($0)=\($1.debugDescription)" }).joined(separator: " ")
}

/// The tree libxml2 builds of a page by itself, in the form of ``tree(of:)``, with the options lxml has by
/// default.
///
/// Three differences are removed: libxml2 repeats the name as the value of a boolean attribute without one,
/// keeps CR, and distinguishes processing instructions from comments.
func treeOfLibXML2(_ text: String) -> String {
  let options =
    HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NONET.rawValue | HTML_PARSE_COMPACT.rawValue
    | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
  var bytes = Array(text.utf8)
  guard
    let tree = bytes.withUnsafeMutableBytes({ buffer in
      htmlReadMemory(
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), nil, "UTF-8",
        Int32(options))
    })
  else { return "" }
  defer { xmlFreeDoc(tree) }
  var lines: [String] = []
  append(tree.pointee.children, depth: 0, to: &lines)
  return lines.joined(separator: "\n")
}

/// HTML 4's boolean attributes, whose values libxml2 completes.
private let booleanAttributes: Set<String> = [
  "checked", "compact", "declare", "defer", "disabled", "ismap", "multiple", "nohref", "noresize", "noshade",
  "nowrap",
  "readonly", "selected",
]

private func append(_ first: xmlNodePtr?, depth: Int, to lines: inout [String]) {
  let indent = String(repeating: "  ", count: depth)
  var text: String?
  func flush() {
    if let text { lines.append(indent + text.debugDescription) }
    text = nil
  }
  var next = first
  while let node = next {
    next = node.pointee.next
    switch node.pointee.type {
    case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: text = (text ?? "") + string(node.pointee.content).withoutCR
    case XML_ELEMENT_NODE:
      flush()
      var attributes: [(String, String)] = []
      var property = node.pointee.properties
      while let attribute = property {
        property = attribute.pointee.next
        let name = string(attribute.pointee.name)
        let content = xmlNodeListGetString(node.pointee.doc, attribute.pointee.children, 1)
        defer { free(content) }
        let value = string(content).withoutCR
        attributes.append((name, value == name && booleanAttributes.contains(name) ? "" : value))
      }
      let prefix = node.pointee.ns.map { string($0.pointee.prefix) + ":" } ?? ""
      lines.append(indent + line(prefix + string(node.pointee.name), attributes))
      append(node.pointee.children, depth: depth + 1, to: &lines)
    case XML_COMMENT_NODE:
      flush()
      lines.append(indent + "<!--\(string(node.pointee.content))-->")
    case XML_PI_NODE:
      flush()
      let data = string(node.pointee.content)
      lines.append(indent + "<!--?\(string(node.pointee.name)) \(data)-->")
    default: break
    }
  }
  flush()
}

private func string(_ bytes: UnsafePointer<xmlChar>?) -> String {
  bytes.map { String(decoding: UnsafeBufferPointer(start: $0, count: Int(xmlStrlen($0))), as: UTF8.self) }
    ?? ""
}

extension String {
  fileprivate var withoutCR: String {
    var text = ""
    var last: Unicode.Scalar?
    for scalar in unicodeScalars {
      if scalar == "\r" {
        text.unicodeScalars.append("\n")
      } else if scalar != "\n" || last != "\r" {
        text.unicodeScalars.append(scalar)
      }
      last = scalar
    }
    return text
  }
}

/// The faults in the ranges of a document; empty when all are right. Each node is compared with the bytes of
/// its range.
func faultsOfRanges(_ document: Document, _ source: Source) -> [String] {
  var faults: [String] = []
  func bytes(_ range: SourceRange) -> ArraySlice<UInt8> {
    guard range.start <= range.end, range.start >= 0, Int(range.end) <= source.bytes.count else {
      faults.append("range \(range) is outside the file")
      return []
    }
    return source.bytes[range.range]
  }
  for id in document.nodes(in: document.root).dropFirst() {
    let node = document[id]
    let whole = bytes(node.range)
    if case .element(let element) = node.content {
      let tag = bytes(element.startTag)
      if let parent = node.parent, parent != document.root, case let outer = document[parent].range,
        node.range.start < outer.start || node.range.end > outer.end
      {
        faults.append("<\(element.name)> \(node.range.range) is not inside its parent \(outer.range)")
      }
      if tag.isEmpty {
        if node.range.start != element.startTag.start { faults.append("<\(element.name)> starts elsewhere") }
        continue
      }
      if !tag.starts(with: Array("<\(element.writtenName)".utf8)) || whole.first != UInt8(ascii: "<") {
        faults.append("<\(element.name)> is '\(String(decoding: tag, as: UTF8.self))'")
      }
      for attribute in element.attributes {
        if !bytes(attribute.nameRange).elementsEqual(attribute.writtenName.utf8) {
          faults.append(
            "\(attribute.name) is '\(String(decoding: bytes(attribute.nameRange), as: UTF8.self))'")
        }
        let value = bytes(attribute.valueRange)
        let isPlain = !value.contains { $0 == UInt8(ascii: "&") || $0 == 0x0D || $0 == 0x0A || $0 == 0x09 }
        if isPlain, !value.elementsEqual(attribute.value.utf8) {
          faults.append("\(attribute.name) has the value '\(String(decoding: value, as: UTF8.self))'")
        }
      }
    }
    if case .text(let text) = node.content {
      let isPlain = !whole.contains { $0 == UInt8(ascii: "&") || $0 == 0x0D || $0 == UInt8(ascii: "<") }
      if isPlain ? !whole.elementsEqual(text.utf8) : whole.isEmpty {
        faults.append("text \(text.debugDescription) is '\(String(decoding: whole, as: UTF8.self))'")
      }
    }
  }
  return faults
}
