import HybridEncoding

/// A shorthand whose value CSSOM takes apart and puts together (CSSOM 1 §6.7.2, *serialize a CSS value* of
/// several declarations).
struct ShorthandForm: Sendable {
  /// How the value of a shorthand is made of those of its longhands. ``ShorthandGrammar/form`` has it.
  enum Kind: Hashable, Sendable {
    /// Up to four values, from the top clockwise.
    case sides
    /// Up to two.
    case pair
    /// Width, style and colour in any order. They are written in this order or in reverse.
    case line(isReversed: Bool)
    /// A line for several sides: all widths, then all styles, then all colours.
    case borders
    /// Corners with two radii each, apart by a `/`.
    case radii
    /// Two factors and a basis.
    case flex
  }

  let name: String
  let longhands: [String]
  private let kind: Kind

  // MARK: From the rows

  /// By name.
  static let forms: [String: ShorthandForm] = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The forms that have a longhand, those with the most longhands first.
  static let containing: [String: [ShorthandForm]] = {
    var found: [String: [ShorthandForm]] = [:]
    for form in all.sorted(by: { $0.longhands.count > $1.longhands.count }) {
      for longhand in form.longhands { found[longhand, default: []].append(form) }
    }
    return found
  }()

  private static let all: [ShorthandForm] =
    Shorthand.allCases.filter { !$0.isNative }.compactMap { shorthand in
      shorthand.grammar.form.map {
        ShorthandForm(name: shorthand.name, longhands: shorthand.longhands.map(\.name), kind: $0)
      }
    } + UnsupportedProperties.names.sorted().compactMap(unsupported)

  /// The form of a shorthand without effect here, from the names of its longhands.
  private static func unsupported(_ name: String) -> ShorthandForm? {
    func form(_ kind: Kind, _ parts: [String]) -> ShorthandForm? {
      let longhands = parts.map { "\(name)-\($0)" }
      guard longhands.allSatisfy(UnsupportedProperties.names.contains) else { return nil }
      return ShorthandForm(name: name, longhands: longhands, kind: kind)
    }
    if name.hasSuffix("-block") || name.hasSuffix("-inline") { return form(.pair, ["start", "end"]) }
    return form(.sides, ["top", "right", "bottom", "left"])
      ?? form(.line(isReversed: false), ["width", "style", "color"])
  }

  // MARK: Values

  /// The values of the longhands; nil for a value that has to stay whole.
  func split(_ values: [ComponentValue]) -> [String]? {
    guard case .none = values.substitutions else { return nil }
    if let keyword = values.wideKeyword {
      return Array(repeating: keyword.rawValue, count: longhands.count)
    }
    let words = values.trimmed.split { $0.isWhitespace }.map { Array($0) }
    guard !words.isEmpty else { return nil }
    switch kind {
    case .sides: return words.count > 4 ? nil : Self.four(words).enumerated().map { text($1, $0) }
    case .pair:
      guard words.count <= 2 else { return nil }
      return [text(words[0], 0), text(words[words.count - 1], 1)]
    case .line, .borders: return line(words)
    case .radii: return radii(values)
    case .flex: return flex(words)
    }
  }

  /// The value of the shorthand; nil if no value gives these.
  func merge(_ values: [String]) -> String? {
    let wide = values.filter { WideKeyword(rawValue: $0) != nil }
    if !wide.isEmpty { return Set(values).count == 1 ? values[0] : nil }
    guard !values.contains(where: { $0.contains("var(") }) else { return nil }
    return merge(computed: values, keepsInitial: false)
  }

  /// The value of the shorthand for computed values of the longhands; nil if no value gives these.
  ///
  /// - Parameter keepsInitial: Whether all parts of a line are written, as browsers do for computed values.
  func merge(computed values: [String], keepsInitial: Bool = true) -> String? {
    func line(_ parts: [String], isReversed: Bool) -> String {
      let kept = keepsInitial ? parts : zip(parts, Self.initialLine).filter { $0 != $1 }.map(\.0)
      return kept.isEmpty ? "none" : (isReversed ? kept.reversed() : kept).joined(separator: " ")
    }
    switch kind {
    case .sides: return Self.shortened(values)
    case .pair: return values[0] == values[1] ? values[0] : values.joined(separator: " ")
    case .line(let isReversed): return line(values, isReversed: isReversed)
    case .borders:
      let sides = values.count / 3
      let parts = (0..<3).map { values[$0 * sides..<($0 + 1) * sides] }
      guard parts.allSatisfy({ Set($0).count == 1 }) else { return nil }
      return line(parts.map { $0[$0.startIndex] }, isReversed: false)
    case .radii:
      let parts = values.map { $0.split(separator: " ").map(String.init) }
      guard parts.allSatisfy({ (1...2).contains($0.count) }) else { return nil }
      let (first, second) = (parts.map { $0[0] }, parts.map { $0[$0.count - 1] })
      return first == second
        ? Self.shortened(first) : "\(Self.shortened(first)) / \(Self.shortened(second))"
    case .flex: return values.joined(separator: " ")
    }
  }

  private func text(_ values: [ComponentValue], _ longhand: Int) -> String {
    PropertyText.text(values, of: longhands[longhand], .standard)
  }

  private static func four<T>(_ values: [T]) -> [T] {
    let right = values[min(1, values.count - 1)]
    return [values[0], right, values.count > 2 ? values[2] : values[0], values.count > 3 ? values[3] : right]
  }

  private static func shortened(_ values: [String]) -> String {
    var values = values
    if values[3] == values[1] {
      values.removeLast()
      if values[2] == values[0] {
        values.removeLast()
        if values[1] == values[0] { values.removeLast() }
      }
    }
    return values.joined(separator: " ")
  }

  /// Width, style and colour for each side; initial where they are left out.
  private func line(_ words: [[ComponentValue]]) -> [String]? {
    var found: [String?] = [nil, nil, nil]
    let sides = longhands.count / 3
    let names = (0..<3).map { longhands[$0 * sides] }
    for word in words {
      let place = names.indices.first { index in
        guard found[index] == nil, let property = PropertyID(name: names[index]) else { return false }
        var reader = ValueReader(word, dialect: .standard)
        return reader.takeValue(of: property) != nil && reader.isAtEnd
      }
      guard let place else { return nil }
      found[place] = PropertyText.text(word, of: names[place], .standard)
    }
    return zip(found, Self.initialLine).flatMap { Array(repeating: $0 ?? $1, count: sides) }
  }

  private static let initialLine = ["medium", "none", "currentcolor"]

  private func radii(_ values: [ComponentValue]) -> [String]? {
    let parts = values.split(omittingEmptySubsequences: false) { $0.isDelim("/") }
      .map { $0.split { $0.isWhitespace }.map { Array($0) } }
    guard parts.count <= 2, parts.allSatisfy({ (1...4).contains($0.count) }) else { return nil }
    let lists = parts.map { part in Self.four(part).enumerated().map { text($1, $0) } }
    guard let second = lists.dropFirst().first else { return lists[0] }
    return zip(lists[0], second).map { $0 == $1 ? $0 : "\($0) \($1)" }
  }

  private func flex(_ words: [[ComponentValue]]) -> [String]? {
    if words.count == 1, let word = words[0].first?.ident?.asciiLowercased, words[0].count == 1 {
      switch word {
      case "none": return ["0", "0", "auto"]
      case "auto": return ["1", "1", "auto"]
      default: break
      }
    }
    var factors: [String] = []
    var basis: String?
    for word in words {
      if word.count == 1, case .token(.number) = word[0].content, factors.count < 2 {
        factors.append(PropertyText.text(word, of: "flex-grow", .standard))
      } else if basis == nil {
        basis = text(word, 2)
      } else {
        return nil
      }
    }
    // A lone basis leaves the factors 1; factors alone make the basis 0%.
    return [factors.first ?? "1", factors.count > 1 ? factors[1] : "1", basis ?? "0%"]
  }
}
