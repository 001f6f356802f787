import CLibXML2

/// The reading that a context belongs to.
private func reading(_ context: UnsafeMutableRawPointer?) -> SAXReading? {
  guard let parser = context?.assumingMemoryBound(to: xmlParserCtxt.self), let own = parser.pointee._private
  else {
    return nil
  }
  return Unmanaged<SAXReading>.fromOpaque(own).takeUnretainedValue()
}

private func string(_ text: UnsafePointer<xmlChar>?, _ length: Int32) -> String {
  guard let text, length > 0 else { return "" }
  return String(decoding: UnsafeBufferPointer(start: text, count: Int(length)), as: UTF8.self)
}

/// Puts our listeners in. In HTML libxml2's own handlers go on building its tree behind them, since its parser asks that
/// tree; in XML nobody does.
func installHandlers(in context: xmlParserCtxtPtr, isHTML: Bool) {
  guard let sax = context.pointee.sax else { return }
  sax.pointee.startElement = { context, name, attributes in
    var list: [(name: String, value: String)] = []
    var place = attributes
    while let next = place, let key = next[0] {
      list.append((String(cString: key), next[1].map { String(cString: $0) } ?? ""))
      place = next + 2
    }
    guard let own = reading(context), let name else { return }
    own.startElement(String(cString: name), list)
    if own.isHTML { xmlSAX2StartElement(context, name, attributes) }
  }
  sax.pointee.endElement = { context, name in
    guard let own = reading(context), let name else { return }
    own.endElement(String(cString: name))
    if own.isHTML { xmlSAX2EndElement(context, name) }
  }
  sax.pointee.characters = { context, text, length in
    guard let own = reading(context) else { return }
    own.characters(string(text, length))
    if own.isHTML { xmlSAX2Characters(context, text, length) }
  }
  // White space between elements is text to selectors and to layout; only libxml2's own tree goes without it.
  sax.pointee.ignorableWhitespace = { context, text, length in
    reading(context)?.characters(string(text, length))
  }
  sax.pointee.cdataBlock = { context, text, length in
    guard let own = reading(context) else { return }
    own.characters(string(text, length))
    if own.isHTML { xmlSAX2CDataBlock(context, text, length) }
  }
  sax.pointee.comment = { context, text in
    guard let own = reading(context) else { return }
    own.comment(text.map { String(cString: $0) } ?? "")
    if own.isHTML { xmlSAX2Comment(context, text) }
  }
  sax.pointee.processingInstruction = { context, _, _ in reading(context)?.skip() }
  sax.pointee.internalSubset = { context, name, external, system in
    guard let own = reading(context) else { return }
    own.documentType()
    if own.isHTML { xmlSAX2InternalSubset(context, name, external, system) }
  }
  sax.pointee.externalSubset = nil
  if !isHTML { installNamespaceHandlers(in: sax) }
  sax.pointee.getEntity = { context, name in
    guard let own = reading(context), !own.isHTML else { return xmlSAX2GetEntity(context, name) }
    return xmlGetPredefinedEntity(name)
  }
  sax.pointee.serror = { context, error in
    // For HTML and SAX1 the first argument is the context itself.
    guard let error else { return }
    reading(context)?.fault(
      code: error.pointee.code, message: error.pointee.message.map { String(cString: $0) } ?? "",
      words: (error.pointee.str1.map { String(cString: $0) }, error.pointee.str2.map { String(cString: $0) }))
  }
  // Only with this mark are faults told to `serror`, and not printed.
  sax.pointee.initialized = UInt32(XML_SAX2_MAGIC)
  sax.pointee.warning = nil
  sax.pointee.error = nil
  sax.pointee.fatalError = nil
}

/// XML's elements come with their names taken apart; they are put together again as they were written.
private func installNamespaceHandlers(in sax: UnsafeMutablePointer<xmlSAXHandler>) {
  sax.pointee.startElementNs = { context, local, prefix, _, spaceCount, spaces, count, _, attributes in
    guard let own = reading(context), let local else { return }
    var list: [(name: String, value: String)] = []
    for index in 0..<Int(spaceCount) {
      guard let spaces, let address = spaces[index * 2 + 1] else { continue }
      let name = spaces[index * 2].map { "xmlns:" + String(cString: $0) } ?? "xmlns"
      list.append((name, String(cString: address)))
    }
    for index in 0..<Int(count) {
      // Five pointers each: local name, prefix, namespace, and the two ends of the value.
      guard let attributes, let name = attributes[index * 5], let value = attributes[index * 5 + 3],
        let end = attributes[index * 5 + 4]
      else { continue }
      list.append((qualified(name, attributes[index * 5 + 1]), string(value, Int32(end - value))))
    }
    own.startElement(qualified(local, prefix), list)
  }
  sax.pointee.endElementNs = { context, local, prefix, _ in
    if let local { reading(context)?.endElement(qualified(local, prefix)) }
  }
}

private func qualified(_ name: UnsafePointer<xmlChar>, _ prefix: UnsafePointer<xmlChar>?) -> String {
  (prefix.map { String(cString: $0) + ":" } ?? "") + String(cString: name)
}
