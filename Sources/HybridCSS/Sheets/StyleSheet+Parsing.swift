package import HybridSource

extension StyleSheet {
  /// Reads a sheet, or the part of a file that is a sheet, such as the content of a `style` element.
  ///
  /// CSS Syntax 3 §5.4.3, *Parse a stylesheet*. Malformed parts are dropped as the specification says, and
  /// reported.
  /// - Parameters:
  ///   - source: A sheet, or a file that holds one.
  ///   - range: The bytes of the sheet; the whole source when nil.
  ///   - dialect: Which properties and units are known.
  ///   - rebasesURLs: Whether relative URLs of pictures are rebased to the project's folder (`/css/sky.png`)
  ///     by the path of `source`: URLs are relative to their sheet (CSS Values 4 §4.5), which only the sheet
  ///     knows.
  /// - Complexity: O(*n*) in the length of the source, up to the nesting limit.
  package static func parse(
    _ source: Source, range: Range<Int>? = nil, dialect: Dialect = .standard, rebasesURLs: Bool = false
  ) -> StyleSheet {
    var parser = SheetParser(
      source, range: range, dialect: dialect, base: rebasesURLs ? URLBase(path: source.path) : nil)
    let rules = parser.parseStyleSheet()
    parser.reportUnclosed()
    var sheet = StyleSheet(path: source.path, rules: rules, diagnostics: parser.finishedDiagnostics())
    sheet.images = parser.images.all
    return sheet
  }
}

/// Reads a declaration list, such as a `style` attribute; rules in it are dropped.
///
/// CSS Style Attributes §3, by CSS Syntax 3 §5.4.5, *Parse a block's contents*.
/// - Parameters:
///   - source: The file, or a standalone text.
///   - range: The bytes of the list; the whole source when nil.
///   - limit: The number of reports at which the others are only counted.
package func parseDeclarationList(
  _ source: Source, range: Range<Int>? = nil, dialect: Dialect = .standard, limit: Int = 200,
  diagnostics: inout [Diagnostic]
) -> [PropertyDeclaration] {
  var parser = SheetParser(source, range: range, dialect: dialect, limit: limit)
  let rules = parser.parseBlockContents(.styleAttribute, depth: 0)
  diagnostics += parser.finishedDiagnostics()
  return rules.flatMap { rule -> [PropertyDeclaration] in
    if case .declarations(let declarations) = rule { declarations } else { [] }
  }
}

/// The pictures that a `style` attribute names.
package func imageReferences(inStyle text: String, dialect: Dialect = .standard) -> [ImageReference] {
  guard text.utf8.count >= "url()".utf8.count, text.utf8.contains(UInt8(ascii: "(")) else { return [] }
  var parser = SheetParser(Source(path: "", text: text), dialect: dialect)
  _ = parser.parseBlockContents(.styleAttribute, depth: 0)
  return parser.images.all
}

/// Reads the value of a `style` attribute whose text may have contained character references.
///
/// - Parameters:
///   - text: The attribute's value, references resolved.
///   - source: The file that contains it.
///   - range: The bytes of the value as written.
///   - limit: The number of reports at which the others are only counted.
package func parseStyleAttribute(
  _ text: String, in source: Source, range: Range<Int>, dialect: Dialect = .standard, limit: Int = 200,
  diagnostics: inout [Diagnostic]
) -> [PropertyDeclaration] {
  let written = range.clamped(to: 0..<source.bytes.count)
  if text.utf8.elementsEqual(source.bytes[written]) {
    return parseDeclarationList(
      source, range: written, dialect: dialect, limit: limit, diagnostics: &diagnostics)
  }
  // With references the offsets differ from the source, so every report points at the start of the value.
  var found: [Diagnostic] = []
  let declarations = parseDeclarationList(
    Source(path: source.path, text: text), dialect: dialect, limit: limit, diagnostics: &found)
  guard !found.isEmpty else { return declarations }
  let location = source.location(of: range.lowerBound)
  for var diagnostic in found {
    diagnostic.location = location
    diagnostics.append(diagnostic)
  }
  return declarations
}
