import HybridEncoding

extension ValueReader {
  /// The maximum count of a `repeat()` and the maximum number of tracks in a list; Chromium keeps no more.
  static let trackLimit = 10_000

  /// CSS Grid 2 §7.2: line names and tracks, at least one track, at most one automatic repetition.
  mutating func takeTrackList(allowsRepeat: Bool = true) -> [TrackListItem<SpecifiedLength>]? {
    attempt { reader in
      var items: [TrackListItem<SpecifiedLength>] = []
      var hasTrack = false
      var hasAutoRepeat = false
      while items.count < Self.trackLimit {
        if let names = reader.takeLineNames() {
          items.append(.names(names))
        } else if let size = reader.takeTrackSize() {
          items.append(.track(size))
          hasTrack = true
        } else if allowsRepeat, let repetition = reader.takeRepetition() {
          if case .repetition(.count, _) = repetition {
          } else {
            guard !hasAutoRepeat else { return nil }
            hasAutoRepeat = true
          }
          items.append(repetition)
          hasTrack = true
        } else {
          break
        }
      }
      // §7.2: `<auto-track-list>` has tracks of a fixed size only.
      guard hasTrack, !hasAutoRepeat || items.allSatisfy(\.isFixed) else { return nil }
      return items
    }
  }

  /// CSS Grid 2 §9: `subgrid`, then the names of its lines.
  mutating func takeSubgrid() -> [TrackListItem<SpecifiedLength>]? {
    attempt { reader in
      guard reader.take(ident: "subgrid") else { return nil }
      var items: [TrackListItem<SpecifiedLength>] = [.subgrid]
      var hasAutoRepeat = false
      while items.count < Self.trackLimit {
        if let names = reader.takeLineNames() {
          items.append(.names(names))
        } else if let repetition = reader.takeNameRepetition() {
          if case .repetition(.autoFill, _) = repetition {
            guard !hasAutoRepeat else { return nil }
            hasAutoRepeat = true
          }
          items.append(repetition)
        } else {
          break
        }
      }
      return items
    }
  }

  /// The first argument of `repeat()`. §7.2.3.
  private mutating func takeRepetitionCount(allowsFit: Bool) -> TrackRepetition? {
    if take(ident: "auto-fill") { return .autoFill }
    if allowsFit, take(ident: "auto-fit") { return .autoFit }
    return takeInteger(atLeast: 1).map { .count(min($0, Self.trackLimit)) }
  }

  /// `repeat()` of line names alone. §7.2.3.
  private mutating func takeNameRepetition() -> TrackListItem<SpecifiedLength>? {
    attempt { reader in
      guard let (_, inner) = reader.takeFunction("repeat") else { return nil }
      var arguments = inner
      guard let count = arguments.takeRepetitionCount(allowsFit: false) else { return nil }
      guard arguments.takeComma() else { return nil }
      var items: [TrackListItem<SpecifiedLength>] = []
      while let names = arguments.takeLineNames() { items.append(.names(names)) }
      return items.isEmpty || !arguments.isAtEnd ? nil : .repetition(count, items)
    }
  }

  /// `[a b]`
  mutating func takeLineNames() -> [String]? {
    guard case .block(.square, let values)? = peek?.content else { return nil }
    var reader = ValueReader(values, dialect: dialect)
    var names: [String] = []
    while let name = reader.takeLineName() { names.append(name) }
    guard reader.isAtEnd else { return nil }
    advance()
    return names
  }

  private mutating func takeLineName() -> String? {
    guard let name = peekIdent, name != "span", name != "auto" else { return nil }
    return takeCustomIdent()
  }

  /// §7.2.1.
  mutating func takeTrackSize() -> TrackSize<SpecifiedLength>? {
    if let breadth = takeBreadth(allowsFraction: true) { return .breadth(breadth) }
    return attempt { reader in
      guard let (name, inner) = reader.takeFunction("minmax", "fit-content") else { return nil }
      var arguments = inner
      if name == "fit-content" {
        return arguments.takeLength(.percent).flatMap { arguments.isAtEnd ? .fitContent($0) : nil }
      }
      guard let least = arguments.takeBreadth(allowsFraction: false), arguments.takeComma(),
        let most = arguments.takeBreadth(allowsFraction: true), arguments.isAtEnd
      else { return nil }
      return .minmax(least, most)
    }
  }

  private mutating func takeBreadth(allowsFraction: Bool) -> TrackBreadth<SpecifiedLength>? {
    if take(ident: "auto") { return .auto }
    if take(ident: "min-content") { return .minContent }
    if take(ident: "max-content") { return .maxContent }
    if allowsFraction, case .dimension(let number, let unit)? = reader.peekToken, unit.isASCIIEqual(to: "fr"),
      number.value >= 0
    {
      advance()
      return .fraction(number.value)
    }
    return takeLength(.percent).map { .length($0) }
  }

  /// `repeat()`. §7.2.3.
  private mutating func takeRepetition() -> TrackListItem<SpecifiedLength>? {
    attempt { reader in
      guard let (_, inner) = reader.takeFunction("repeat") else { return nil }
      var arguments = inner
      guard let count = arguments.takeRepetitionCount(allowsFit: true) else { return nil }
      guard arguments.takeComma(), let items = arguments.takeTrackList(allowsRepeat: false), arguments.isAtEnd
      else {
        return nil
      }
      return .repetition(count, items)
    }
  }

  /// §7.3: strings that form a table in which every name is a rectangle.
  mutating func takeAreas() -> [[String]]? {
    attempt { reader in
      var rows: [[String]] = []
      while let text = reader.takeString() {
        guard let row = Self.areaRow(text), rows.first?.count ?? row.count == row.count else { return nil }
        rows.append(row)
      }
      return rows.isEmpty || !Self.areRectangles(rows) ? nil : rows
    }
  }

  /// The names of one row; dots are a cell without a name.
  static func areaRow(_ text: String) -> [String]? {
    var row: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if word.allSatisfy({ $0 == "." }) {
        row.append(".")
      } else if word.unicodeScalars.allSatisfy(\.isPartOfName) {
        row.append(String(word))
      } else {
        return nil
      }
    }
    return row.isEmpty ? nil : row
  }

  static func areRectangles(_ rows: [[String]]) -> Bool {
    var bounds: [String: (top: Int, bottom: Int, left: Int, right: Int, cells: Int)] = [:]
    for (y, row) in rows.enumerated() {
      for (x, name) in row.enumerated() where name != "." {
        let old = bounds[name] ?? (y, y, x, x, 0)
        bounds[name] = (
          min(old.top, y), max(old.bottom, y), min(old.left, x), max(old.right, x), old.cells + 1
        )
      }
    }
    return bounds.values.allSatisfy { ($0.bottom - $0.top + 1) * ($0.right - $0.left + 1) == $0.cells }
  }

  mutating func takeAutoFlow() -> GridAutoFlow? {
    var isColumn: Bool?
    var isDense = false
    var count = 0
    while count < 2 {
      if isColumn == nil, take(ident: "row") {
        isColumn = false
      } else if isColumn == nil, take(ident: "column") {
        isColumn = true
      } else if !isDense, take(ident: "dense") {
        isDense = true
      } else {
        break
      }
      count += 1
    }
    guard count > 0 else { return nil }
    return isColumn == true ? (isDense ? .columnDense : .column) : (isDense ? .rowDense : .row)
  }

  /// §8.3.
  mutating func takeGridLine() -> GridLine? {
    if take(ident: "auto") { return .auto }
    return attempt { reader in
      var isSpan = false
      var number: Int?
      var name: String?
      for _ in 0..<3 {
        if !isSpan, reader.take(ident: "span") {
          isSpan = true
        } else if number == nil, let found = reader.takeInteger() {
          number = found
        } else if name == nil, let found = reader.takeLineName() {
          name = found
        }
      }
      if isSpan {
        guard number ?? 1 >= 1, number != nil || name != nil else { return nil }
        return .span(min(number ?? 1, Self.trackLimit), name: name)
      }
      if let number {
        return number == 0 ? nil : .line(min(max(number, -Self.trackLimit), Self.trackLimit), name: name)
      }
      return name.map { .named($0) }
    }
  }
}

extension Unicode.Scalar {
  /// CSS Syntax 3 §4.2, *ident code point*.
  fileprivate var isPartOfName: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", "\u{80}"...: true
    default: false
    }
  }
}

extension TrackListItem {
  /// `<fixed-size>` of CSS Grid 2 §7.2, line names, or a repetition of these.
  fileprivate var isFixed: Bool {
    switch self {
    case .names: true
    case .repetition(_, let items): items.allSatisfy(\.isFixed)
    case .track(.breadth(.length)), .track(.minmax(.length, _)), .track(.minmax(_, .length)): true
    default: false
    }
  }
}
