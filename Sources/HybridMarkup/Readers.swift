import CLibXML2
package import HybridDOM
package import HybridSource

/// A file as a document, and what is wrong with it.
package struct MarkupReading: Sendable {
  /// What could be read: all of it in HTML, up to the first fault in XML.
  package var document: Document
  /// Faults in the order they were found; with an error the document is not what its author meant.
  package var diagnostics: [Diagnostic]
}

/// Reads an HTML page, however malformed.
///
/// The tree is libxml2's: names compare in ASCII lower case and keep their spelling in ``Element/writtenName``, missing
/// `html`, `head` and `body` are added, end tags may be left out where HTML allows it. Every node and attribute knows the
/// bytes it was read from; elements that were added have an empty range.
///
/// Limits: 16 MB, 100,000 nodes, 512 deep, 4,096 attributes an element. Past one of them there is an error and what was
/// read until then. Invalid UTF-8 becomes U+FFFD, with an error at the byte.
package func readHTML(_ source: Source) -> MarkupReading { read(source, isHTML: true) }

/// Reads an XML template, strictly: no document type, no entities but the five built-in ones, nothing from elsewhere.
///
/// Names keep their prefixes and their case. The limits are those of ``readHTML(_:)``; every fault is an error with its place.
package func readXML(_ source: Source) -> MarkupReading { read(source, isHTML: false) }

private func read(_ source: Source, isHTML: Bool) -> MarkupReading {
  _ = library
  let empty = Document(files: [source.path], isHTML: isHTML)
  guard source.bytes.count <= MarkupLimits.bytes else {
    let size = (source.bytes.count + (1 << 20) - 1) >> 20
    return MarkupReading(
      document: empty,
      diagnostics: [
        Diagnostic(
          .error, "markup.too-large", "the file has \(size) MB; \(MarkupLimits.bytes >> 20) MB is the most",
          at: SourceLocation(path: source.path, line: 1, column: 1))
      ])
  }
  guard isHTML || source.bytes.contains(where: { !isBlank($0) }) else {
    return MarkupReading(
      document: empty, diagnostics: [.error("markup.empty", "the file is empty", at: 0..<0, in: source)])
  }
  let (bytes, faults) = sanitized(source, isHTML: isHTML)
  return bytes.withUnsafeBufferPointer { buffer in
    var reading =
      parse(source, buffer, isHTML: isHTML, replaced: !faults.isEmpty)
      ?? MarkupReading(
        document: empty, diagnostics: [])
    reading.diagnostics.insert(contentsOf: faults, at: 0)
    return reading
  }
}

/// libxml2's tables, filled once before any thread uses them.
private let library: Bool = {
  xmlInitParser()
  return true
}()

/// The file for libxml2, byte for byte as long: invalid UTF-8 and NUL, at which it would stop, are replaced.
private func sanitized(_ source: Source, isHTML: Bool) -> (bytes: [UInt8], faults: [Diagnostic]) {
  guard source.firstInvalidUTF8 != nil || source.bytes.contains(0) else { return (source.bytes, []) }
  var bytes = source.bytes
  var faults: [Diagnostic] = []
  func fault(_ code: String, _ message: String, at index: Int) {
    guard faults.count < 20 else { return }
    faults.append(.error(code, message, at: index..<index + 1, in: source))
  }
  while let bad = Source(path: source.path, bytes: bytes).firstInvalidUTF8 {
    // From there on one byte at a time: asking anew for each would read the file as often as it has faults.
    var index = bad
    while index < bytes.count {
      let length = scalarLength(bytes, at: index)
      if length == 0 {
        fault("markup.invalid-utf8", "this byte is not valid UTF-8", at: index)
        bytes[index] = 0x7F
      }
      index += max(length, 1)
    }
  }
  for index in bytes.indices where bytes[index] == 0 {
    fault("markup.nul", "a NUL byte cannot stand in a page", at: index)
    bytes[index] = 0x20
  }
  return (bytes, faults)
}

/// How many bytes the scalar at `index` takes; 0 when it is not well formed.
private func scalarLength(_ bytes: [UInt8], at index: Int) -> Int {
  var decoder = UTF8()
  var rest = bytes[index..<min(index + 4, bytes.count)].makeIterator()
  guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return 0 }
  return UTF8.width(scalar)
}

private func parse(
  _ source: Source, _ bytes: UnsafeBufferPointer<UInt8>, isHTML: Bool, replaced: Bool
) -> MarkupReading? {
  guard let base = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self), bytes.count > 0
  else {
    return nil
  }
  let made =
    isHTML
    ? htmlCreateMemoryParserCtxt(base, Int32(bytes.count))
    : xmlCreateMemoryParserCtxt(base, Int32(bytes.count))
  guard let context = made else { return nil }
  defer {
    if let tree = context.pointee.myDoc { xmlFreeDoc(tree) }
    xmlFreeParserCtxt(context)
  }
  let reading = SAXReading(source, isHTML: isHTML, bytes: bytes, replaced: replaced, context: context)
  context.pointee._private = Unmanaged.passUnretained(reading).toOpaque()
  withExtendedLifetime(reading) {
    if isHTML {
      htmlCtxtUseOptions(
        context,
        Int32(HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NONET.rawValue | HTML_PARSE_IGNORE_ENC.rawValue))
      // The bytes are UTF-8 whatever a meta element says: they were checked.
      context.pointee.charset = Int32(XML_CHAR_ENCODING_UTF8.rawValue)
    } else {
      xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NODICT.rawValue))
    }
    // Depth and text size are limited here, with better words.
    context.pointee.options |= Int32(XML_PARSE_HUGE.rawValue)
    installHandlers(in: context, isHTML: isHTML)
    if isHTML { htmlParseDocument(context) } else { xmlParseDocument(context) }
    reading.finish()
  }
  return MarkupReading(document: reading.document, diagnostics: reading.diagnostics)
}
