import HybridCSS
import HybridDOM
import HybridEncoding
import HybridGeometry
import HybridSource
package import HybridUnits

/// A compiled page as one HTML file for a web view, with embedded style sheets, scripts, pictures and fonts.
///
/// Partials and components are inserted and bindings show the sample data, since a web view supports none of
/// these. Differences are listed in ``warnings``.
package struct RexxarPage: Sendable {
  /// The HTML text. It ends with `</html>`: Rexxar on Android deletes a file that does not.
  package private(set) var html = ""
  /// Features that a web view shows differently from a native screen, without duplicates and full stops.
  package private(set) var warnings: [String] = []

  private let page: PageUnit
  private let bound: BoundDocument
  private var pictures: [String: String] = [:]
  /// The `data:` URLs of its fonts, by path.
  private var fonts: [String: String] = [:]
  private var scripts: [NodeID: [PageScript]] = [:]

  /// Creates the file.
  ///
  /// - Parameter read: Returns the bytes of a picture or a font by its path in the project.
  package init(_ page: PageUnit, read: (String) -> [UInt8]?) {
    self.page = page
    bound = page.bound()
    for picture in page.images where !picture.path.isEmpty {
      guard let bytes = read(picture.path) else { continue }
      pictures[picture.source] = "data:\(picture.kind.contentType);base64," + bytes.base64
    }
    for font in page.fonts where !font.path.hasPrefix("data:") {
      guard let bytes = read(font.path) else { continue }
      fonts[font.path] = "data:\(FontData.contentType(of: bytes));base64," + bytes.base64
    }
    var behind: [PageScript] = []
    for script in page.scripts {
      if let node = script.node { scripts[node, default: []].append(script) } else { behind.append(script) }
    }
    if page.document != bound.document || !bound.props.isEmpty {
      warn("its bindings show the sample data: a web view fills none in")
    }
    if !bound.events.isEmpty { warn("its handlers such as @click do nothing in a web view") }
    if page.sheets.contains(where: { $0.scope != nil }) {
      warn("the styles of its components hold for the whole page in a web view")
    }
    if page.dialect == .native { warn("it is laid out by TokenHybrid's defaults, and a web view has HTML's") }
    write(behind)
  }

  private mutating func warn(_ text: String) { if !warnings.contains(text) { warnings.append(text) } }

  // MARK: The file

  private enum Piece {
    case node(NodeID)
    case text(String)
  }

  private mutating func write(_ behind: [PageScript]) {
    let document = bound.document
    let names = Set(document.nodes(in: document.root).compactMap { document[$0].elementName })
    let tail = behind.map(scriptElement).joined()
    html = "<!DOCTYPE html>\n"
    // HTML inserts omitted elements implicitly; here they are written, since the sheets need a place.
    if !names.contains(.html) { html += "<html>" }
    if !names.contains(.head) { html += "<head>\(head)</head>" }
    if !names.contains(.body), !names.contains(.html) { html += "<body>" }
    var open: [Piece] = document.children(of: document.root).reversed().map { .node($0) }
    while let piece = open.popLast() {
      switch piece {
      case .text(let text): html += text
      case .node(let node): write(node, document, tail, &open)
      }
    }
    if !names.contains(.body) { html += tail }
    if !names.contains(.body), !names.contains(.html) { html += "</body>" }
    if !names.contains(.html) { html += "</html>" }
    html += "\n"
  }

  private mutating func write(_ node: NodeID, _ document: Document, _ tail: String, _ open: inout [Piece]) {
    switch document[node].content {
    case .document, .documentType, .comment: return
    case .text(let text): html += text.escaped(.xmlText)
    case .element(let element):
      if element.elementName?.isStyle == true || isSheetLink(element) { return }
      if element.elementName?.isScript == true, let mine = scripts[bound.origins[node.index]] {
        for script in mine { html += scriptElement(script) }
        return
      }
      html += "<\(element.writtenName)"
      for attribute in element.attributes
      where !attribute.name.hasPrefix("t:") && !attribute.name.hasPrefix("@") {
        let value = pictures[attribute.value] ?? inlined(attribute.value, in: attribute.name)
        html += " \(attribute.writtenName)=\"\(value.escaped(.xmlAttribute))\""
      }
      html += ">"
      if ElementReference.void.contains(element.name) { return }
      open.append(.text((element.elementName == .body ? tail : "") + "</\(element.writtenName)>"))
      if element.elementName?.isScript == true {
        // A script from another host, whose text must not be escaped.
        html += document.children(of: node).compactMap { document[$0].text }.joined()
        return
      }
      if element.elementName == .head { html += head }
      for child in Array(document.children(of: node)).reversed() { open.append(.node(child)) }
    }
  }

  private func isSheetLink(_ element: Element) -> Bool {
    element.elementName == .link
      && (element["rel"] ?? "").lowercased().split(separator: " ").contains("stylesheet")
      && !(element["href"] ?? "").contains("://")
  }

  private var head: String {
    var text = "<meta charset=\"utf-8\">"
    for sheet in page.sheets {
      let media = sheet.media.map { " media=\"\($0.escaped(.xmlAttribute))\"" } ?? ""
      // A `</style` in a sheet would end the element.
      let css = css(sheet.source).replacing("</style", with: "<\\/style")
      text += "<style\(media)>\(css)</style>"
    }
    return text
  }

  /// A sheet, preceded by those that it imports, in cascade order.
  private func css(_ source: SheetSource) -> String {
    let own = withFonts(source)
    let imports = source.imports.compactMap { $0 }.map(css).joined(separator: "\n")
    return imports + withPictures(source.imports.isEmpty ? own : withoutImports(own))
  }

  /// The text of a sheet, with its fonts as `data:` URLs.
  private func withFonts(_ sheet: SheetSource) -> String {
    let source = sheet.source
    let range = sheet.range ?? 0..<source.bytes.count
    guard !fonts.isEmpty else { return source.text(in: range) }
    let rules = StyleSheet.parse(source, range: sheet.range, rebasesURLs: true).fontFaces
    var text = ""
    var place = range.lowerBound
    for case .url(let url, let found) in rules.flatMap(\.sources) where found.lowerBound >= place {
      guard case .file(let path) = Reference.resolve(url, in: ""), let data = fonts[path] else { continue }
      text += source.text(in: place..<found.lowerBound) + "url(\(data))"
      place = found.upperBound
    }
    return text + source.text(in: place..<range.upperBound)
  }

  /// Removes import rules. They come first, so each ends at its semicolon.
  private func withoutImports(_ css: String) -> String {
    var rest = css[...]
    var result = ""
    while let start = rest.firstRange(of: "@import"), let end = rest[start.upperBound...].firstIndex(of: ";")
    {
      result += rest[..<start.lowerBound]
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private func withPictures(_ css: String) -> String {
    var css = css
    for (source, data) in pictures.sorted(by: { $0.key < $1.key }) {
      for written in ["url(\(source))", "url(\"\(source)\")", "url('\(source)')"] where css.contains(written)
      {
        css = css.replacing(written, with: "url(\(data))")
      }
    }
    return css
  }

  private func inlined(_ value: String, in attribute: String) -> String {
    attribute == "style" ? withPictures(value) : value
  }

  private func scriptElement(_ script: PageScript) -> String {
    "<script>\(script.text.replacing("</script", with: "<\\/script"))</script>"
  }
}
