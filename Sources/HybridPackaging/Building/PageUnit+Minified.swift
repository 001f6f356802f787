import HybridCSS
import HybridCrypto
import HybridDOM
import HybridRelease
import HybridSource
import HybridUnits

extension PageUnit {
  /// The page with its sheets and scripts minified by ``MinifiedTexts``; the page's appearance does not
  /// change.
  ///
  /// The markup stays byte for byte, except for the text of inline scripts.
  ///
  /// - Returns: The page, and the source maps of the minified texts, by digest.
  func minified(_ sodium: Sodium) -> (page: PageUnit, maps: [SHA256Digest: [UInt8]]) {
    var page = self
    var maps: [SHA256Digest: [UInt8]] = [:]
    for index in page.sheets.indices {
      page.sheets[index].source = page.sheets[index].source.minified(dialect.css, sodium, &maps)
    }
    var scripts = page.scripts
    for index in scripts.indices {
      let script = scripts[index]
      guard
        let part = MinifiedTexts.shared.script(
          Array(script.text.utf8), path: script.path, line: script.line, column: script.column, sodium)
      else { continue }
      if let map = part.map { maps[map.digest] = map.bytes }
      scripts[index].text = String(decoding: part.bytes, as: UTF8.self)
      if let node = script.node {
        page.document.replaceText(script.text, of: node, with: scripts[index].text)
      }
    }
    if scripts != page.scripts { page.scripts = scripts }
    if !page.modules.isEmpty {
      page.modules = page.modules.bundled(sodium, &maps)
      // The text of an inline module is in the modules.
      for script in modules.scripts {
        guard let node = script.node, modules.modules[script.module].suffix == nil else { continue }
        page.document.removeText(of: node)
      }
    }
    return (page, maps)
  }
}

extension SheetSource {
  /// The sheet on its own, without the HTML file that contains it.
  fileprivate func minified(
    _ dialect: Dialect, _ sodium: Sodium, _ maps: inout [SHA256Digest: [UInt8]]
  ) -> SheetSource {
    let part = MinifiedTexts.shared.sheet(source, range: range, dialect: dialect, sodium)
    if let map = part?.map { maps[map.digest] = map.bytes }
    let text = part?.bytes ?? range.map { Array(source.bytes[$0]) } ?? source.bytes
    return SheetSource(
      source: Source(path: source.path, bytes: text),
      imports: imports.map { $0?.minified(dialect, sodium, &maps) })
  }
}

extension Document {
  /// Empties an element.
  fileprivate mutating func removeText(of element: NodeID) {
    for child in Array(children(of: element)) where self[child].text != nil {
      self[child].content = .text("")
    }
  }

  /// Replaces the text of an element, if that text is the element's only content.
  fileprivate mutating func replaceText(_ text: String, of element: NodeID, with other: String) {
    let children = Array(children(of: element))
    guard children.count == 1, self[children[0]].text == text else { return }
    self[children[0]].content = .text(other)
  }
}
