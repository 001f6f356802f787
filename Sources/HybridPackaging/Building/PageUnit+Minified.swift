import HybridCSS
import HybridCrypto
import HybridDOM
import HybridRelease
import HybridSource
import HybridUnits

extension PageUnit {
  /// The page with its sheets and scripts as ``MinifiedTexts`` makes them; everything that is shown stays as
  /// it is.
  ///
  /// Markup keeps every byte, but for the text of an inline script, which is that of the script.
  ///
  /// - Returns: The page, and the source maps of what was minified, by their digests.
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
    return (page, maps)
  }
}

extension SheetSource {
  /// The sheet alone, of an HTML file that it was in without the file.
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
  /// Gives an element another text, where it has this one and nothing else.
  fileprivate mutating func replaceText(_ text: String, of element: NodeID, with other: String) {
    let children = Array(children(of: element))
    guard children.count == 1, self[children[0]].text == text else { return }
    self[children[0]].content = .text(other)
  }
}
