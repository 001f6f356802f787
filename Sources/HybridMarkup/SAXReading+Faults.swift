import CLibXML2
import HybridSource

extension SAXReading {
  /// A `<!DOCTYPE>` passed by. In XML nothing good comes of one: entities and files from elsewhere hang on it.
  func documentType() {
    skip()
    guard !isHTML else { return }
    let end = min(offset, source.bytes.count)
    var start = end
    while start > 0, !source.bytes[start..<end].starts(with: Array("<!DOCTYPE".utf8)) { start -= 1 }
    stop(
      "markup.doctype", "a document type is not allowed here: it could name entities and files",
      at: start..<end)
  }

  /// Turns what libxml2 found into words of ours, or into nothing where the reading itself reports it better.
  func fault(code: Int32, message: String, words: (String?, String?)) {
    let here = min(offset, source.bytes.count)
    switch xmlParserErrors(UInt32(bitPattern: code)) {
    case XML_HTML_UNKNOWN_TAG, XML_NS_ERR_UNDEFINED_NAMESPACE: return
    case XML_ERR_ATTRIBUTE_REDEFINED where isHTML: return
    case XML_ERR_ATTRIBUTE_REDEFINED:
      let name = words.0.map { "'\($0)'" } ?? "this attribute"
      report(.error, "markup.duplicate-attribute", "\(name) is here twice", at: max(here - 1, 0)..<here)
    case XML_ERR_DOCUMENT_EMPTY where isHTML: return
    case XML_ERR_DOCUMENT_EMPTY:
      report(.error, "markup.malformed", "a template begins with '<' and its element", at: lineRest(0))
    case XML_ERR_TAG_NAME_MISMATCH where isHTML:
      // Elements left open are reported at their start tags.
      guard message.hasPrefix("Unexpected end tag"), let name = words.0, let range = endTag(before: here)
      else { return }
      report(.error, "markup.unexpected-end-tag", "</\(name)> closes nothing", at: range)
    case XML_ERR_TAG_NAME_MISMATCH:
      let opened = words.0 ?? "", closed = words.1 ?? ""
      report(
        .error, "markup.mismatched-end-tag", "</\(closed)> where <\(opened)> is open",
        at: endTag(before: here) ?? here..<here,
        hint: "close it with </\(opened)>")
    case XML_ERR_TAG_NOT_FINISHED, XML_ERR_DOCUMENT_END:
      report(.error, "markup.unfinished", "the file ends before its elements do", at: here..<here)
    case XML_ERR_ENTITYREF_SEMICOL_MISSING, XML_ERR_UNDECLARED_ENTITY, XML_WAR_UNDECLARED_ENTITY:
      let name = words.0.map { "&\($0);" } ?? "this reference"
      report(
        isHTML ? .warning : .error, "markup.unknown-reference", "\(name) is not a character reference here",
        at: reference(before: here),
        hint: "write '&amp;' for the sign itself")
    case XML_ERR_NAME_REQUIRED where isHTML, XML_ERR_INVALID_CHAR where isHTML, XML_HTML_STRUCURE_ERROR:
      report(
        .warning, "markup.malformed", "this is no markup, so it counts as text or is left out",
        at: lineRest(here))
    default:
      report(isHTML ? .warning : .error, "markup.malformed", sentence(message), at: lineRest(here))
    }
  }

  /// The last end tag before `end`, `<` to `>`.
  private func endTag(before end: Int) -> Range<Int>? {
    var start = min(end, source.bytes.count) - 1
    while start >= 0, source.bytes[start] != UInt8(ascii: "<") { start -= 1 }
    guard start >= 0 else { return nil }
    var last = start
    while last < source.bytes.count, source.bytes[last] != UInt8(ascii: ">") { last += 1 }
    return start..<min(last + 1, source.bytes.count)
  }

  private func reference(before end: Int) -> Range<Int> {
    var start = min(end, source.bytes.count) - 1
    while start > 0, source.bytes[start] != UInt8(ascii: "&") { start -= 1 }
    return max(start, 0)..<max(end, start + 1)
  }

  private func lineRest(_ place: Int) -> Range<Int> { place..<min(place + 1, source.bytes.count) }

  /// libxml2's sentence as the rest of one of ours.
  private func sentence(_ message: String) -> String {
    let text = message.split(whereSeparator: \.isNewline).first.map(String.init) ?? "this cannot be read"
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
