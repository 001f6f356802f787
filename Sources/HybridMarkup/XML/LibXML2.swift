import CLibXML2
import HybridEncoding

/// libxml2 is set up once for the process, before the first parser; after that parsers on any threads are
/// independent.
private let isSetUp: Bool = {
  xmlInitParser()
  // Beyond any limit of ours, which has the better message.
  CLibXML2SetMaximumDepth(100_000)
  return true
}()

/// Runs libxml2 over all of `bytes` and passes its events to `builder`. No pointer outlives the call.
///
/// - Parameter bytes: Valid UTF-8 without NUL.
func parse(_ bytes: [UInt8], into builder: DocumentBuilder) {
  precondition(isSetUp)
  bytes.withUnsafeBytes { buffer in
    let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
    guard let context = xmlCreateMemoryParserCtxt(start, Int32(buffer.count)) else {
      return builder.outOfMemory()
    }
    defer { xmlFreeParserCtxt(context) }
    context.pointee.sax.pointee = saxHandler()
    context.pointee.userData = Unmanaged.passUnretained(builder).toOpaque()
    builder.context = context
    // Recovery only keeps the events coming, so that a message can name the open element.
    let options = [XML_PARSE_RECOVER, XML_PARSE_NONET, XML_PARSE_IGNORE_ENC]
    xmlCtxtUseOptions(context, options.reduce(0) { $0 | Int32($1.rawValue) })
    xmlParseDocument(context)
    builder.context = nil
  }
}

/// The events we listen to. Those left out do nothing: no tree of libxml2's own, no entities, no document
/// types.
private func saxHandler() -> xmlSAXHandler {
  var handler = xmlSAXHandler()
  handler.initialized = UInt32(XML_SAX2_MAGIC)
  handler.startElementNs = { data, name, prefix, _, spaceCount, spaces, count, _, values in
    let builder = builder(from: data)
    builder.given.removeAll(keepingCapacity: true)
    for index in 0..<Int(spaceCount) {  // prefix and address
      guard let spaces else { break }
      let prefix = bytes(spaces[2 * index])
      builder.given.append(GivenAttribute(namespace: prefix, value: bytes(spaces[2 * index + 1])))
    }
    for index in 0..<Int(count) {  // local name, prefix, address, and both ends of the value
      guard let five = values.map({ $0 + 5 * index }), let start = five[3], let end = five[4] else { break }
      builder.given.append(
        GivenAttribute(
          prefix: bytes(five[1]), name: bytes(five[0]),
          value: UnsafeBufferPointer(start: start, count: end - start)))
    }
    builder.startElement(QualifiedName(prefix: bytes(prefix), local: bytes(name)))
  }
  handler.endElementNs = { data, name, prefix, _ in
    builder(from: data).endElement(QualifiedName(prefix: bytes(prefix), local: bytes(name)))
  }
  handler.characters = { builder(from: $0).characters($1, Int($2)) }
  handler.ignorableWhitespace = handler.characters
  handler.cdataBlock = { builder(from: $0).characters($1, Int($2), isSection: true) }
  handler.comment = { builder(from: $0).comment($1) }
  handler.internalSubset = { data, _, _, _ in builder(from: data).documentType() }
  handler.serror = { data, error in error.map { builder(from: data).report($0.pointee) } }
  return handler
}

private func builder(from data: UnsafeMutableRawPointer?) -> DocumentBuilder {
  guard let data else { preconditionFailure("libxml2 lost its user data") }
  return Unmanaged<DocumentBuilder>.fromOpaque(data).takeUnretainedValue()
}

/// The bytes of a C string of libxml2's.
func bytes(_ string: UnsafePointer<xmlChar>?) -> UnsafeBufferPointer<UInt8> {
  UnsafeBufferPointer(start: string, count: string.map { Int(xmlStrlen($0)) } ?? 0)
}

/// A name as libxml2 passes it. Its bytes are valid during the event only.
struct QualifiedName {
  var prefix = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var local: UnsafeBufferPointer<UInt8>

  var count: Int { prefix.isEmpty ? local.count : prefix.count + 1 + local.count }

  /// Whether the name is written as `bytes`.
  func matches(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count == count else { return false }
    guard !prefix.isEmpty else { return bytes.elementsEqual(local) }
    return bytes.prefix(prefix.count).elementsEqual(prefix) && bytes.suffix(local.count).elementsEqual(local)
      && bytes[bytes.startIndex + prefix.count] == UInt8(ascii: ":")
  }

  var string: String {
    prefix.isEmpty
      ? String(decoding: local, as: UTF8.self)
      : String(decoding: prefix, as: UTF8.self) + ":" + String(decoding: local, as: UTF8.self)
  }
}

/// An attribute as libxml2 passes it: its value with references resolved. The bytes are valid only during the
/// event.
struct GivenAttribute {
  var name: QualifiedName
  var value: UnsafeBufferPointer<UInt8>

  init(
    prefix: UnsafeBufferPointer<UInt8> = .init(start: nil, count: 0), name: UnsafeBufferPointer<UInt8>,
    value: UnsafeBufferPointer<UInt8>
  ) {
    self.name = QualifiedName(prefix: prefix, local: name)
    self.value = value
  }

  /// The declaration of a namespace: `xmlns`, or `xmlns:prefix`.
  init(namespace prefix: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
    name =
      prefix.isEmpty ? QualifiedName(local: Self.xmlns) : QualifiedName(prefix: Self.xmlns, local: prefix)
    self.value = value
  }

  private static var xmlns: UnsafeBufferPointer<UInt8> {
    let name: StaticString = "xmlns"
    return UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
  }
}
