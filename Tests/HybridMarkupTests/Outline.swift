import HybridDOM
import HybridSource

/// What is wrong with the ranges of a document; empty when all hold. Each node is checked against the bytes
/// it says it is.
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
    // What is no text is rewritten.
    func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
      !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
    }
    if case .element(let element) = node.content {
      let tag = bytes(element.startTag)
      if tag.isEmpty {
        if node.range.start != element.startTag.start { faults.append("<\(element.name)> starts elsewhere") }
        continue
      }
      if element.name != "br" && isText(tag) && !tag.starts(with: Array("<\(element.writtenName)".utf8))
        || whole.first != UInt8(ascii: "<")
      {
        faults.append("<\(element.name)> is '\(String(decoding: tag, as: UTF8.self))'")
      }
      for attribute in element.attributes {
        let name = bytes(attribute.nameRange)
        if isText(name), !name.elementsEqual(attribute.writtenName.utf8) {
          faults.append(
            "\(attribute.name) is '\(String(decoding: bytes(attribute.nameRange), as: UTF8.self))'")
        }
        let value = bytes(attribute.valueRange)
        let isPlain = !value.contains { $0 == UInt8(ascii: "&") || $0 == 0x0D || $0 == 0x0A || $0 == 0x09 }
        if isPlain, isText(value), !value.elementsEqual(attribute.value.utf8) {
          faults.append("\(attribute.name) has the value '\(String(decoding: value, as: UTF8.self))'")
        }
      }
    }
    if case .text(let text) = node.content {
      let isPlain =
        isText(whole) && !whole.contains { $0 == UInt8(ascii: "&") || $0 == 0x0D || $0 == UInt8(ascii: "<") }
      if isPlain ? !whole.elementsEqual(text.utf8) : whole.isEmpty {
        faults.append("text \(text.debugDescription) is '\(String(decoding: whole, as: UTF8.self))'")
      }
    }
  }
  return faults
}
