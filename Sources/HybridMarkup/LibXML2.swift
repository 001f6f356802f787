import CLibXML2

/// libxml2 is set up once for the process, before the first parser; after that parsers on any threads are independent.
private let isSetUp: Bool = {
  xmlInitParser()
  // Beyond any limit of ours, which has the better message.
  CLibXML2SetMaximumDepth(100_000)
  return true
}()

/// Runs libxml2 over all of `bytes` and tells `builder` what it finds. No pointer outlives the call.
///
/// - Parameter bytes: Valid UTF-8 without NUL.
func parse(_ bytes: [UInt8], _ language: MarkupLanguage, into builder: DocumentBuilder) {
  precondition(isSetUp)
  bytes.withUnsafeBytes { buffer in
    let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
    let context =
      language == .html
      ? htmlCreateMemoryParserCtxt(start, Int32(buffer.count)) : xmlCreateMemoryParserCtxt(start, Int32(buffer.count))
    guard let context else { return builder.outOfMemory() }
    defer { xmlFreeParserCtxt(context) }
    context.pointee.sax.pointee = saxHandler()
    context.pointee.userData = Unmanaged.passUnretained(builder).toOpaque()
    builder.context = context
    if language == .html {
      // As lxml parses by default, but for the encoding, which is known.
      let options = [HTML_PARSE_RECOVER, HTML_PARSE_NONET, HTML_PARSE_COMPACT, HTML_PARSE_IGNORE_ENC]
      htmlCtxtUseOptions(context, options.reduce(0) { $0 | Int32($1.rawValue) })
      context.pointee.charset = Int32(XML_CHAR_ENCODING_UTF8.rawValue)
      context.pointee.input.pointee.encoding = UnsafePointer(xmlStrdup("UTF-8"))
      htmlParseDocument(context)
    } else {
      // Recovery only keeps the events coming, so that a message can name the open element.
      let options = [XML_PARSE_RECOVER, XML_PARSE_NONET, XML_PARSE_IGNORE_ENC]
      xmlCtxtUseOptions(context, options.reduce(0) { $0 | Int32($1.rawValue) })
      xmlParseDocument(context)
    }
    builder.context = nil
  }
}

/// The events we listen to. Those left out do nothing: no tree of libxml2's own, no entities, no document types.
///
/// The elements come by their written names, prefixes and all, since the handler has no `startElementNs`.
private func saxHandler() -> xmlSAXHandler {
  var handler = xmlSAXHandler()
  handler.initialized = UInt32(XML_SAX2_MAGIC)
  handler.startElement = { builder(from: $0).startElement($1, $2) }
  handler.endElement = { builder(from: $0).endElement($1) }
  handler.characters = { builder(from: $0).characters($1, Int($2)) }
  handler.ignorableWhitespace = handler.characters
  handler.cdataBlock = { builder(from: $0).characters($1, Int($2), isSection: true) }
  handler.comment = { builder(from: $0).comment($1) }
  handler.processingInstruction = { builder(from: $0).processingInstruction($1, $2) }
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
