import HybridCSS
import HybridDOM
import HybridSource
import HybridUnits

/// One style sheet of a page that runs.
struct LiveSheet: Hashable {
  /// The sheet of the unit that it is, or was before a script changed it: an index of ``PageUnit/sheets``.
  var unit: Int?
  /// Its text; nil for that of the unit.
  var text: String?
  /// The `media` attribute of its element; empty without one.
  var media = ""
}

/// The style sheets of a page that runs, in the order of the cascade.
struct LiveSheetList: Hashable {
  var document: [LiveSheet] = []
  var shadowTrees: [ShadowTree] = []

  struct ShadowTree: Hashable {
    var root: NodeID
    var sheets: [LiveSheet]
  }
}

/// The rule sets of the style sheets that a page has now, where they are not just those of its unit (CSSOM 1
/// §6.2, *CSS style sheet collections*).
struct LiveSheets {
  /// The sheets of the document with the `media` that they are limited to; nil while they are those of the
  /// unit.
  private(set) var document: [(ruleSet: RuleSet, media: MediaQueryList)]?
  private(set) var shadow = ShadowSheets()
  private var last: LiveSheetList?
  /// The last rules by their sheets: libraries append one rule after another to an element.
  private var known: [Key: RuleSet] = [:]

  private struct Key: Hashable {
    var sheet: LiveSheet
    var isInShadowTree: Bool
  }

  /// Forgets what was read: the unit is another one now.
  mutating func forget() { (last, known) = (LiveSheetList(), [:]) }

  /// Reads the sheets; without a list they are those of the unit. Nil when they are those of the last call;
  /// otherwise what their texts do not do, in words.
  mutating func update(_ next: LiveSheetList?, of unit: PageUnit, by renderer: Renderer) -> [String]? {
    guard next != last else { return nil }
    last = next
    shadow = ShadowSheets()
    document = nil
    guard let next else { return [] }
    var reading = Reading(unit: unit, renderer: renderer, known: known)
    document = next.document.compactMap { sheet in
      reading.ruleSet(of: sheet, isInShadowTree: false).map { ($0, unit.mediaQueries(of: sheet)) }
    }
    for tree in next.shadowTrees {
      for sheet in tree.sheets {
        if let ruleSet = reading.ruleSet(of: sheet, isInShadowTree: true) {
          shadow.add(ruleSet, to: tree.root)
        }
      }
    }
    known = reading.now
    return reading.words.filter { !reading.knownWords.contains($0) }
  }

  /// One reading of all sheets.
  private struct Reading {
    let unit: PageUnit
    let renderer: Renderer
    let known: [Key: RuleSet]
    var now: [Key: RuleSet] = [:]
    var words: [String] = []
    /// The messages about the unit's own sheets, which were reported when it was compiled.
    var knownWords: Set<String> = []

    mutating func ruleSet(of sheet: LiveSheet, isInShadowTree: Bool) -> RuleSet? {
      let key = Key(sheet: sheet, isInShadowTree: isInShadowTree)
      if let found = now[key] { return found }
      let made = known[key] ?? read(sheet, isInShadowTree)
      now[key] = made
      return made
    }

    private static func words(about sheet: StyleSheet) -> [String] {
      sheet.diagnostics.map(\.message)
    }

    private mutating func read(_ sheet: LiveSheet, _ isInShadowTree: Bool) -> RuleSet? {
      let scope = isInShadowTree ? RuleSet.shadowScope : nil
      let own = sheet.unit.flatMap { unit.sheets.indices.contains($0) ? unit.sheets[$0] : nil }
      guard let text = sheet.text else {
        guard var own else { return nil }
        if isInShadowTree || own.scope == RuleSet.shadowScope { own.scope = scope }
        guard isInShadowTree, !sheet.media.isEmpty else { return renderer.ruleSet(of: own, unit.dialect) }
        return RuleSet(own.sheet.limited(to: sheet.media), scope: scope)
      }
      var read = StyleSheet.parse(Source(path: "", text: text), dialect: unit.dialect.css)
      words += Self.words(about: read)
      if let own {
        knownWords.formUnion(
          Self.words(
            about: StyleSheet.parse(own.source.source, range: own.source.range, dialect: unit.dialect.css)))
      }
      for place in read.importPlaces where read.importRule(at: place)?.sheet == nil {
        // The imports of the page are loaded already.
        let url = read.importRule(at: place)?.url
        let same = own?.sheet.imports.first { $0.url == url }?.sheet
        if let same {
          read.setImported(same, at: place)
        } else {
          words.append("'@import' has no effect: link the sheet")
        }
      }
      return RuleSet(isInShadowTree ? read.limited(to: sheet.media) : read, scope: scope ?? own?.scope)
    }
  }
}

extension StyleSheet {
  /// The sheet with its rules in a media query; a shadow tree has no other place for the `media` of its
  /// sheets.
  fileprivate func limited(to media: String) -> StyleSheet {
    guard !media.isEmpty else { return self }
    var result = self
    result.rules = [.media(MediaQueryList(media), rules)]
    return result
  }
}

extension MediaQueryList {
  /// Reads the value of a `media` attribute.
  fileprivate init(_ text: String) {
    let source = Source(path: "", text: text)
    var ignored: [Diagnostic] = []
    self.init(parseComponentValues(source)[...], in: source, diagnostics: &ignored)
  }
}

extension PageUnit {
  /// The media queries that limit a sheet of the document.
  fileprivate func mediaQueries(of sheet: LiveSheet) -> MediaQueryList {
    if sheet.media.isEmpty, sheet.text == nil, let unit = sheet.unit, sheets[unit].node == nil {
      return sheets[unit].mediaQueries
    }
    return MediaQueryList(sheet.media)
  }
}
