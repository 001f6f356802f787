import HybridCSS
import HybridSource
import HybridUnits

extension PageUnit {
  /// The sheets of a page, with those they import, by their paths.
  var sheetsByPath: [String: Source] {
    var known: [String: Source] = [:]
    var open = sheets.map(\.source)
    while let sheet = open.popLast() {
      known[sheet.source.path] = sheet.source
      open += sheet.imports.compactMap(\.self)
    }
    return known
  }
}
