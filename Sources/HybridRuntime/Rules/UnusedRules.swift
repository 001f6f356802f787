import HybridCSS
import HybridSource
import HybridUnits

/// `css.unused-rule`: rules of a project's sheets that no element of any page can match. See ``UsedNames``.
struct UnusedRules: Sendable {
  /// A style rule of a file.
  struct Place: Hashable, Sendable {
    var path: String
    var range: Range<Int>
  }

  /// Each sheet file with the elements of the pages that use it.
  private var names: [String: UsedNames] = [:]
  private var sheets: [String: (source: Source, rules: [Rule])] = [:]

  /// Adds a page with its sheets.
  mutating func add(_ page: PageUnit) {
    var own = UsedNames()
    own.add(page)
    for sheet in page.sheets { add(sheet.sheet, sheet.source, own) }
  }

  private mutating func add(_ sheet: StyleSheet, _ source: SheetSource, _ own: UsedNames) {
    var open: [(StyleSheet, SheetSource)] = [(sheet, source)]
    while let (sheet, source) = open.popLast() {
      let path = source.source.path
      // Sheets in a page have the page's file and a range in it.
      let key = source.range.map { "\(path):\($0.lowerBound)" } ?? path
      names[key, default: UsedNames()].formUnion(own)
      if sheets[key] == nil { sheets[key] = (source.source, sheet.rules) }
      for (rule, imported) in zip(sheet.imports, source.imports) {
        if let inner = rule.sheet, let imported { open.append((inner, imported)) }
      }
    }
  }

  mutating func formUnion(_ other: UnusedRules) {
    names.merge(other.names) { one, other in
      var both = one
      both.formUnion(other)
      return both
    }
    sheets.merge(other.sheets) { first, _ in first }
  }

  /// The files of all sheets.
  var sources: [Source] {
    var seen: Set<String> = []
    return sheets.keys.sorted().compactMap { sheets[$0]?.source }.filter { seen.insert($0.path).inserted }
  }

  /// The selector lists of rules that nothing matches.
  var places: [(place: Place, source: Source)] {
    var result: [(Place, Source)] = []
    for key in sheets.keys.sorted() {
      guard let (source, rules) = sheets[key], let names = names[key] else { continue }
      var open: [Rule] = rules.reversed()
      while let rule = open.popLast() {
        switch rule {
        case .style(let style):
          if !style.selectors.isEmpty, !style.selectors.contains(where: { names.mayMatch($0) }) {
            // Nested rules match nothing either: one report is enough.
            result.append((Place(path: source.path, range: style.range), source))
          } else {
            open += style.rules.reversed()
          }
        case .media(_, let inner), .container(_, let inner), .supports(_, let inner), .layer(_, let inner),
          .startingStyle(let inner):
          open += inner.reversed()
        case .declarations, .layerStatement, .import, .counterStyle, .fontFace, .keyframes, .property: break
        }
      }
    }
    return result
  }
}
