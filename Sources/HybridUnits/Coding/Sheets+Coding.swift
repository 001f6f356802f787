package import HybridCSS
import HybridDOM
import HybridSource

/// The text of one file, limited to its sheets: for an HTML file only the content of its `style` elements.
private struct SheetFile {
  var path: String
  var bytes: [UInt8]
  var ranges: Set<Range<Int>> = []

  /// The ranges in order; ranges that overlap are merged.
  var pieces: [Range<Int>] {
    var pieces: [Range<Int>] = []
    let sorted = ranges.sorted { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
    for range in sorted {
      if let last = pieces.last, range.lowerBound < last.upperBound {
        pieces[pieces.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        pieces.append(range)
      }
    }
    return pieces
  }
}

extension ByteWriter {
  /// The files that contain sheets, then the sheets as trees of imports that reference them by number.
  mutating func sheets(_ sheets: [PageSheet]) {
    var files: [SheetFile] = []
    var numbers: [String: [Int]] = [:]
    // By path and bytes: in a minified page, two `style` elements are two texts with one path.
    func number(of source: Source) -> Int? {
      numbers[source.path]?.first { files[$0].bytes == source.bytes }
    }
    func collect(_ source: SheetSource) {
      let number = number(of: source.source) ?? files.count
      if number == files.count {
        numbers[source.source.path, default: []].append(number)
        files.append(SheetFile(path: source.source.path, bytes: source.source.bytes))
      }
      let whole = 0..<source.source.bytes.count
      files[number].ranges.insert((source.range ?? whole).clamped(to: whole))
      for case let sheet? in source.imports { collect(sheet) }
    }
    for sheet in sheets { collect(sheet.source) }
    count(files.count)
    for file in files {
      text(file.path)
      let pieces = file.pieces
      count(pieces.count)
      var end = 0
      for piece in pieces {
        count(piece.lowerBound - end)
        blob(file.bytes[piece])
        end = piece.upperBound
      }
    }
    func write(_ source: SheetSource) {
      count(number(of: source.source) ?? 0)
      byte(source.range == nil ? 0 : 1)
      if let range = source.range {
        count(range.lowerBound)
        count(range.count)
      }
      count(source.imports.count)
      for sheet in source.imports {
        byte(sheet == nil ? 0 : 1)
        if let sheet { write(sheet) }
      }
    }
    count(sheets.count)
    for sheet in sheets {
      optionalText(sheet.media)
      optionalText(sheet.scope)
      count(sheet.node.map { $0.index + 1 } ?? 0)
      write(sheet.source)
    }
  }
}

extension ByteReader {
  /// The maximum number of spaces that replace the text around `style` elements in all files.
  private static let paddingLimit = 32 << 20

  /// - Parameter hasPlaces: Whether each sheet names its element.
  mutating func sheets(_ dialect: PageDialect, hasPlaces: Bool) throws(UnitCodingError) -> [PageSheet] {
    var files: [Source] = []
    var padding = 0
    for _ in 0..<(try count(of: 2)) {
      let path = try text()
      var bytes: [UInt8] = []
      for _ in 0..<(try count(of: 2)) {
        let gap = try count()
        padding += gap
        guard padding <= Self.paddingLimit else { throw error(.tooLarge("padding")) }
        bytes.append(contentsOf: repeatElement(0x20, count: gap))
        bytes.append(contentsOf: try blob())
      }
      files.append(Source(path: path, bytes: bytes))
    }
    var parsed = ParsedSheets(files: files, dialect: dialect)
    var sheets: [PageSheet] = []
    for _ in 0..<(try count(of: 5)) {
      let media = try optionalText()
      let scope = try optionalText()
      let node = try hasPlaces ? count() : 0
      guard node <= Int(Int32.max) else { throw error(.malformed("sheet node")) }
      let (source, sheet) = try sheet(&parsed, depth: 0)
      sheets.append(
        PageSheet(
          media: media, scope: scope, node: node > 0 ? NodeID(node - 1) : nil, sheet: sheet, source: source))
    }
    return sheets
  }

  private mutating func sheet(
    _ parsed: inout ParsedSheets, depth: Int
  ) throws(UnitCodingError) -> (SheetSource, StyleSheet) {
    guard depth <= StyleSheet.importDepthLimit + 1 else { throw error(.tooLarge("depth of imports")) }
    let file = try count()
    guard file < parsed.files.count else { throw error(.malformed("sheet file")) }
    var range: Range<Int>?
    if try flag() {
      let start = try count()
      let length = try count()
      guard start + length <= parsed.files[file].bytes.count else { throw error(.malformed("sheet range")) }
      range = start..<start + length
    }
    guard var sheet = parsed.sheet(file, range) else { throw error(.tooLarge("sheets")) }
    var source = SheetSource(source: parsed.files[file], range: range)
    let places = sheet.importPlaces
    let count = try count(of: 1)
    guard count == places.count else { throw error(.malformed("imports")) }
    for place in places {
      guard try flag() else {
        source.imports.append(nil)
        continue
      }
      let (importedSource, imported) = try self.sheet(&parsed, depth: depth + 1)
      source.imports.append(importedSource)
      sheet.setImported(imported, at: place)
    }
    return (source, sheet)
  }
}

/// Sheets by location, so that each text is parsed once.
private struct ParsedSheets {
  struct Key: Hashable {
    var file: Int
    var range: Range<Int>?
  }

  let files: [Source]
  let dialect: PageDialect
  private var sheets: [Key: StyleSheet] = [:]
  /// The remaining number of bytes that may be parsed: overlapping ranges could multiply the work.
  private var budget: Int

  init(files: [Source], dialect: PageDialect) {
    self.files = files
    self.dialect = dialect
    budget = files.reduce(1024) { $0 + 2 * $1.bytes.count }
  }

  mutating func sheet(_ file: Int, _ range: Range<Int>?) -> StyleSheet? {
    let key = Key(file: file, range: range)
    if let sheet = sheets[key] { return sheet }
    budget -= range?.count ?? files[file].bytes.count
    guard budget >= 0 else { return nil }
    var sheet = StyleSheet.parse(files[file], range: range, dialect: dialect.css, rebasesURLs: true)
    sheet.diagnostics = []  // reported when the unit was made
    sheet.images = []  // known to the unit
    sheets[key] = sheet
    return sheet
  }
}

extension StyleSheet {
  /// The indices of the `@import` rules in ``rules``.
  package var importPlaces: [Int] {
    rules.indices.filter { if case .import = rules[$0] { true } else { false } }
  }

  /// The `@import` rule at an index of ``rules``.
  package func importRule(at place: Int) -> ImportRule? {
    if case .import(let rule) = rules[place] { rule } else { nil }
  }

  /// Sets the imported sheet of the `@import` rule at `place`.
  package mutating func setImported(_ sheet: StyleSheet, at place: Int) {
    guard case .import(var rule) = rules[place] else { return }
    rule.sheet = sheet
    rules[place] = .import(rule)
  }
}
