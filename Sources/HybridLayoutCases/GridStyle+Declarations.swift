import HybridLayout

/// A grid property of layout cases: its accepted values and their effect.
struct CaseGridProperty: Sendable {
  let expected: String
  let apply: @Sendable (inout GridStyle, Substring) throws(CaseFault) -> Void
}

/// Grid properties from the text of longhands, limited to those of layout cases (CSS Grid 1 §7 and §8).
extension GridStyle {
  /// All grid properties by name.
  static let caseProperties: [String: CaseGridProperty] = {
    func template(_ path: WritableKeyPath<GridStyle, [TrackListPart]> & Sendable) -> CaseGridProperty {
      CaseGridProperty(expected: "none, or a list of tracks, line names in brackets and repeat()") {
        (grid, value) throws(CaseFault) in
        grid[keyPath: path] = value == "none" ? [] : try trackList(value)
      }
    }
    func tracks(_ path: WritableKeyPath<GridStyle, [TrackSize]> & Sendable) -> CaseGridProperty {
      CaseGridProperty(expected: "a list of tracks") { (grid, value) throws(CaseFault) in
        var tracks: [TrackSize] = []
        for word in CaseValue.words(value) { tracks.append(try track(word)) }
        grid[keyPath: path] = tracks
      }
    }
    func line(_ path: WritableKeyPath<GridStyle, GridLine> & Sendable) -> CaseGridProperty {
      CaseGridProperty(
        expected: "auto, a name, a whole number but 0, or 'span' with a number from 1 or a name"
      ) { (grid, value) throws(CaseFault) in
        grid[keyPath: path] = try GridStyle.line(value)
      }
    }
    return [
      "grid-template-columns": template(\.templateColumns), "grid-template-rows": template(\.templateRows),
      "grid-auto-columns": tracks(\.autoColumns), "grid-auto-rows": tracks(\.autoRows),
      "grid-column-start": line(\.columnStart), "grid-column-end": line(\.columnEnd),
      "grid-row-start": line(\.rowStart), "grid-row-end": line(\.rowEnd),
      "grid-auto-flow": CaseGridProperty(expected: "row or column, dense, or both") {
        (grid, value) throws(CaseFault) in
        let words = CaseValue.words(value)
        for word in words where !["row", "column", "dense"].contains(word) {
          throw CaseFault(.unknownKeyword(String(word), known: ["row", "column", "dense"]), at: word)
        }
        let axes = words.count { $0 != "dense" }
        guard axes <= 1, words.count - axes <= 1 else {
          throw CaseFault(.badForm(String(value)), at: value)
        }
        grid.flowsInColumns = words.contains("column")
        grid.isDense = words.contains("dense")
      },
      "grid-template-areas": CaseGridProperty(
        expected: "none, or rows of names in quotes, as long as each other, every name a rectangle"
      ) { (grid, value) throws(CaseFault) in
        grid.templateAreas = value == "none" ? [] : try areas(value)
      },
    ]
  }()

  // MARK: Lines and areas

  /// CSS Grid 1 §8.3. Numbers beyond the limits of a grid are clamped (§5.4, *Clamping Overly Large Grids*).
  private static func line(_ value: Substring) throws(CaseFault) -> GridLine {
    if value == "auto" { return .auto }
    var words = CaseValue.words(value)
    var isSpan = false
    if words.first == "span" || words.last == "span", words.count > 1 {
      isSpan = true
      if words.first == "span" { words.removeFirst() } else { words.removeLast() }
    }
    let farthest = GridLines.farthest
    var number: Int?
    var name: String?
    for word in words {
      if CaseValue.isInteger(word) || word.utf8.first.map({ "+-.0123456789".utf8.contains($0) }) == true,
        number == nil
      {
        let value = try CaseValue.integer(word, clamped: -farthest...farthest, least: isSpan ? 1 : .min)
        guard value != 0 else { throw CaseFault(.outOfRange(String(word)), at: word) }
        number = value
      } else if name == nil {
        name = try CaseValue.identifier(word)
      } else {
        throw CaseFault(.badForm(String(value)), at: value)
      }
    }
    if isSpan { return .span(number ?? 1, name) }
    if let number { return .line(number, name) }
    guard let name else { throw CaseFault(.badForm(String(value)), at: value) }
    return .named(name)
  }

  /// CSS Grid 1 §7.3.
  private static func areas(_ value: Substring) throws(CaseFault) -> [[String?]] {
    var rows: [[String?]] = []
    // The first and last row and column of each name, and its number of cells.
    var extents: [String: (rows: ClosedRange<Int>, columns: ClosedRange<Int>, cells: Int)] = [:]
    for word in CaseValue.words(value) {
      guard word.count >= 2, word.hasPrefix("\""), word.hasSuffix("\"") else {
        throw CaseFault(.badForm(String(word)), at: word)
      }
      var row: [String?] = []
      for cell in CaseValue.words(word.dropFirst().dropLast()) {
        guard !cell.allSatisfy({ $0 == "." }) else {
          row.append(nil)
          continue
        }
        let name = try CaseValue.identifier(cell)
        let (r, c) = (rows.count, row.count)
        let old = extents[name] ?? (r...r, c...c, 0)
        extents[name] = (
          min(old.rows.lowerBound, r)...max(old.rows.upperBound, r),
          min(old.columns.lowerBound, c)...max(old.columns.upperBound, c), old.cells + 1
        )
        row.append(name)
      }
      guard !row.isEmpty, row.count == rows.first?.count ?? row.count else {
        throw CaseFault(.badForm(String(word)), at: word)
      }
      rows.append(row)
    }
    for (name, extent) in extents where extent.cells != extent.rows.count * extent.columns.count {
      throw CaseFault(.badForm("the area \(name)"))
    }
    return rows
  }

  // MARK: Tracks

  /// CSS Grid 1 §7.2: names, tracks and repetitions. There is at most one automatic repetition, and all other
  /// tracks beside it are fixed (§7.2.3.1).
  private static func trackList(_ value: Substring) throws(CaseFault) -> [TrackListPart] {
    var result: [TrackListPart] = []
    var automatic: Substring?
    var flexible: Substring?
    for word in CaseValue.words(value) {
      guard let inner = CaseValue.argument(of: "repeat", in: word) else {
        let part = try trackOrNames(word)
        if !isFixed(part) { flexible = flexible ?? word }
        result.append(part)
        continue
      }
      let arguments = CaseValue.words(inner, separator: ",")
      guard arguments.count == 2, !arguments.contains(where: \.isEmpty) else {
        throw CaseFault(.badForm(String(word)), at: word)
      }
      var list: [TrackListPart] = []
      for part in CaseValue.words(arguments[1]) { list.append(try trackOrNames(part)) }
      guard list.contains(where: { if case .track = $0 { true } else { false } }) else {
        throw CaseFault(.badForm(String(word)), at: word)
      }
      let allFixed = list.allSatisfy(isFixed)
      let repetition: TrackRepetition
      switch arguments[0] {
      case "auto-fill", "auto-fit":
        guard automatic == nil, allFixed else { throw CaseFault(.badForm(String(word)), at: word) }
        automatic = word
        repetition = arguments[0] == "auto-fill" ? .autoFill : .autoFit
      default:
        let farthest = GridLines.farthest
        repetition = .count(try count(arguments[0], clamped: 0...farthest))
        if !allFixed { flexible = flexible ?? word }
      }
      result.append(.repeat(repetition, list))
    }
    if automatic != nil, let flexible { throw CaseFault(.badForm(String(flexible)), at: flexible) }
    guard result.contains(where: { if case .names = $0 { false } else { true } }) else {
      throw CaseFault(.badForm(String(value)), at: value)
    }
    return result
  }

  private static func count(_ word: Substring, clamped limits: ClosedRange<Int>) throws(CaseFault) -> Int {
    guard word.first?.isLetter != true else {
      throw CaseFault(.unknownKeyword(String(word), known: ["auto-fill", "auto-fit"]), at: word)
    }
    return try CaseValue.integer(word, clamped: limits, least: 1)
  }

  private static func trackOrNames(_ word: Substring) throws(CaseFault) -> TrackListPart {
    guard word.hasPrefix("[") else { return .track(try track(word)) }
    guard word.hasSuffix("]") else { throw CaseFault(.badForm(String(word)), at: word) }
    var names: [String] = []
    for name in CaseValue.words(word.dropFirst().dropLast()) { names.append(try CaseValue.identifier(name)) }
    return .names(names)
  }

  /// §7.2.1. Only the maximum of `minmax()` can be flexible.
  private static func track(_ word: Substring) throws(CaseFault) -> TrackSize {
    if let inner = CaseValue.argument(of: "minmax", in: word) {
      let sides = CaseValue.words(inner, separator: ",")
      guard sides.count == 2, !sides.contains(where: \.isEmpty) else {
        throw CaseFault(.badForm(String(word)), at: word)
      }
      let low = try breadth(sides[0])
      if case .flex = low { throw CaseFault(.badForm(String(sides[0])), at: sides[0]) }
      return TrackSize(min: low, max: try breadth(sides[1]))
    }
    if let inner = CaseValue.argument(of: "fit-content", in: word) {
      let limit = try CaseValue.length(CaseValue.trimmed(inner))
      return TrackSize(min: .auto, max: .maxContent, fitContent: limit)
    }
    return TrackSize(try breadth(word))
  }

  private static func breadth(_ word: Substring) throws(CaseFault) -> TrackBreadth {
    switch word {
    case "auto": return .auto
    case "min-content": return .minContent
    case "max-content": return .maxContent
    default: break
    }
    if let (value, unit) = CaseValue.number(word), unit == "fr" {
      guard value >= 0 else { throw CaseFault(.outOfRange(String(word)), at: word) }
      return .flex(value)
    }
    do throws(CaseFault) {
      return .length(try CaseValue.length(word))
    } catch {
      guard case .unknownKeyword(let text, _) = error.reason else { throw error }
      throw CaseFault(.unknownKeyword(text, known: ["auto", "min-content", "max-content"]), at: word)
    }
  }

  /// Whether a part is a name, or a track whose minimum or maximum is a length or percentage.
  private static func isFixed(_ part: TrackListPart) -> Bool {
    guard case .track(let size) = part else { return true }
    guard size.fitContent == nil else { return false }
    func isLength(_ breadth: TrackBreadth) -> Bool { if case .length = breadth { true } else { false } }
    return isLength(size.min) || isLength(size.max)
  }
}
