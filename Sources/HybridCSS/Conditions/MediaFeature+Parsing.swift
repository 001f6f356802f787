import HybridEncoding
import HybridSource

extension MediaFeature {
  struct Failure: Error {
    var isName = false
    var message: String
    var hint: String?
  }

  /// Reads the content of a feature's brackets. Media Queries 4 §3, *<media-feature>*, and CSS Conditional 5
  /// §5.2, *Size Container Features*.
  ///
  /// - Parameter names: The features that there are.
  static func parse(
    _ values: [ComponentValue], of names: Set<Name> = Name.ofMedia
  ) -> Result<MediaFeature, Failure> {
    let values = Array(values.trimmed)
    if values.contains(where: { $0.token == .colon }) { return parsePlain(values, of: names) }
    if values.contains(where: \.isComparison) { return parseRange(values, of: names) }
    guard values.count == 1, let written = values[0].ident else {
      return .failure(
        Failure(message: "this is not a \(kind(names))", hint: "write (name: value) or (name > value)"))
    }
    return name(written, of: names).map { .boolean($0) }
  }

  private static func kind(_ names: Set<Name>) -> String {
    names.contains(.inlineSize) ? "feature of containers" : "media feature"
  }

  private static func name(_ written: String, of names: Set<Name>) -> Result<Name, Failure> {
    if let name = Name(rawValue: written.asciiLowercased), names.contains(name) { return .success(name) }
    let known = Name.allCases.filter(names.contains).flatMap {
      $0.isRange ? [$0.rawValue, "min-\($0.rawValue)", "max-\($0.rawValue)"] : [$0.rawValue]
    }
    return .failure(
      Failure(
        isName: true,
        message: "there is no \(kind(names)) '\(written)' here, so the condition never holds",
        hint: nearestHint(to: written, in: known)))
  }

  /// `name: value`
  private static func parsePlain(
    _ values: [ComponentValue], of names: Set<Name>
  ) -> Result<MediaFeature, Failure> {
    var reader = ComponentValueReader(values)
    guard let written = reader.next()?.ident?.asciiLowercased else {
      return .failure(Failure(message: "a \(kind(names)) starts with its name"))
    }
    reader.skipWhitespace()
    guard reader.take(.colon) else { return .failure(Failure(message: "a ':' must follow '\(written)'")) }
    let value = Array(reader.rest.trimmed)
    var sign = Comparison.Operator.equal
    var plain = written[...]
    for (prefix, limit) in [("min-", Comparison.Operator.greaterOrEqual), ("max-", .lessOrEqual)] {
      if written.hasPrefix(prefix) {
        plain = written.dropFirst(4)
        sign = limit
      } else if written.hasPrefix("-webkit-" + prefix) {
        plain = "-webkit-" + written.dropFirst(12)
        sign = limit
      }
    }
    let found: Name
    switch name(String(plain), of: names) {
    case .success(let name) where sign == .equal || name.isRange: found = name
    case .success(let name):
      return .failure(Failure(isName: true, message: "'\(name.rawValue)' has no 'min-' or 'max-'"))
    case .failure(let failure):
      // Checks the name as written, so that the hint refers to it.
      if case .failure(let whole) = name(written, of: names) { return .failure(whole) }
      return .failure(failure)
    }
    if case .keyword(let keywords) = found.valueType {
      guard value.count == 1, let keyword = value[0].ident?.asciiLowercased, keywords.contains(keyword) else {
        return .failure(
          Failure(
            message: "'\(found.rawValue)' takes \(keywords.map { "'\($0)'" }.joined(separator: " or "))"))
      }
      return .success(.keyword(found, keyword))
    }
    guard let value = Value(value, for: found) else { return .failure(.value(of: found)) }
    return .success(.range(found, [Comparison(operator: sign, value: value)]))
  }

  /// `name > value`, `value > name`, `value < name < value`
  private static func parseRange(
    _ values: [ComponentValue], of names: Set<Name>
  ) -> Result<MediaFeature, Failure> {
    let (parts, signs) = values.splitAtComparisons
    let place = parts.count == 3 ? 1 : parts[0].count == 1 && parts[0][0].ident != nil ? 0 : 1
    guard parts.count <= 3, parts[place].count == 1, let written = parts[place][0].ident else {
      return .failure(
        Failure(
          message: "this does not compare a \(kind(names)) with a value",
          hint: "write (width > 400px) or (300px < width < 600px)"))
    }
    let found: Name
    switch name(written, of: names) {
    case .success(let name) where name.isRange: found = name
    case .success: return .failure(Failure(message: "'\(written)' cannot be compared"))
    case .failure(let failure): return .failure(failure)
    }
    func value(_ part: Int) -> Value? { Value(parts[part], for: found) }
    if parts.count == 2 {
      guard let value = value(1 - place) else { return .failure(.value(of: found)) }
      return .success(
        .range(found, [Comparison(operator: place == 0 ? signs[0] : signs[0].reversed, value: value)]))
    }
    guard Comparison.Operator.isInOneDirection(signs) else {
      return .failure(Failure(message: "both comparisons must have the same direction"))
    }
    guard let low = value(0), let high = value(2) else { return .failure(.value(of: found)) }
    return .success(
      .range(
        found,
        [Comparison(operator: signs[0].reversed, value: low), Comparison(operator: signs[1], value: high)]))
  }
}

extension MediaFeature.Failure {
  fileprivate static func value(of name: MediaFeature.Name) -> Self {
    let expected =
      switch name.valueType {
      case .length: "a length such as '600px'"
      case .ratio: "a ratio such as '16/9'"
      case .resolution: "a resolution such as '2dppx'"
      case .number: "a number"
      case .integer, .keyword: "a whole number"
      }
    return Self(message: "'\(name.rawValue)' takes \(expected), so the condition never holds")
  }
}

extension [ComponentValue] {
  /// The values between comparisons, trimmed, and the comparisons.
  var splitAtComparisons: (parts: [[ComponentValue]], signs: [MediaFeature.Comparison.Operator]) {
    var parts: [[ComponentValue]] = [[]]
    var signs: [MediaFeature.Comparison.Operator] = []
    var index = 0
    while index < count {
      guard self[index].isComparison, case .token(.delim(let first)) = self[index].content else {
        parts[parts.count - 1].append(self[index])
        index += 1
        continue
      }
      // `<` and `=` form one operator only without white space between them.
      let hasEqual = first != "=" && index + 1 < count && self[index + 1].isDelim("=")
      switch first {
      case "<": signs.append(hasEqual ? .lessOrEqual : .less)
      case ">": signs.append(hasEqual ? .greaterOrEqual : .greater)
      default: signs.append(.equal)
      }
      parts.append([])
      index += hasEqual ? 2 : 1
    }
    return (parts.map { Array($0.trimmed) }, signs)
  }
}

extension MediaFeature.Comparison.Operator {
  /// Whether the comparisons of a chain have the same direction.
  static func isInOneDirection(_ signs: [Self]) -> Bool {
    signs.allSatisfy { $0 == .less || $0 == .lessOrEqual }
      || signs.allSatisfy { $0 == .greater || $0 == .greaterOrEqual }
  }
}

extension ComponentValue {
  var isComparison: Bool { isDelim("<") || isDelim(">") || isDelim("=") }
}

extension MediaFeature.Value {
  /// Media Queries 4 §3, *<mf-value>*.
  fileprivate init?(_ values: [ComponentValue], for name: MediaFeature.Name) {
    let single = values.count == 1 ? values[0].token : nil
    switch (name.valueType, single) {
    case (.length, _):
      var reader = ValueReader(values, dialect: .standard)
      guard let length = reader.takeLength(.negative), reader.isAtEnd else { return nil }
      self = .length(length)
    case (.number, .number(let number)): self = .number(number.value)
    case (.ratio, .number(let number)):
      guard number.value >= 0 else { return nil }
      self = .ratio(number.value, 1)
    case (.ratio, _):
      let parts = values.filter { !$0.isWhitespace }.map(\.token)
      guard parts.count == 3, case .number(let width) = parts[0], parts[1] == .delim("/"),
        case .number(let height) = parts[2], width.value >= 0, height.value >= 0
      else { return nil }
      self = .ratio(width.value, height.value)
    case (.resolution, .dimension(let number, let unit)):
      switch unit.asciiLowercased {
      case "dppx", "x": self = .number(number.value)
      case "dpi": self = .number(number.value / 96)
      case "dpcm": self = .number(number.value * 2.54 / 96)
      default: return nil
      }
    case (.integer, .number(let number)):
      guard number.isInteger else { return nil }
      self = .number(number.value)
    default: return nil
    }
  }
}
