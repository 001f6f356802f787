import HybridCSS
import HybridSource
import HybridUnits

extension PageUnit {
  /// The page with its sheets as ``minifiedCSS(_:dialect:)`` makes them; everything that is shown stays as it is.
  ///
  /// Scripts and markup keep every byte: scripts can read both.
  func minified() -> PageUnit {
    var page = self
    for index in page.sheets.indices {
      page.sheets[index].source = page.sheets[index].source.minified(dialect.css)
    }
    return page
  }
}

extension SheetSource {
  /// The sheet alone, of an HTML file that it was in without the file.
  fileprivate func minified(_ dialect: Dialect) -> SheetSource {
    let bytes = range.map { Array(source.bytes[$0]) } ?? source.bytes
    let text = MinifiedSheets.shared.text(of: bytes, dialect: dialect)
    return SheetSource(
      source: Source(path: source.path, bytes: text), imports: imports.map { $0?.minified(dialect) })
  }
}
