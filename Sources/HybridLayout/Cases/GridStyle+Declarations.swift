/// Grid properties from the text of longhands, as far as layout cases have them.
extension GridStyle {
  /// Applies one longhand; nil when it is not understood, false when it is none of grid's.
  mutating func apply(_ name: String, _ value: String, _ length: (String) -> Length?) -> Bool? {
    switch name {
    case "grid-template-columns": return set(\.templateColumns, GridStyle.trackList(value, length))
    case "grid-template-rows": return set(\.templateRows, GridStyle.trackList(value, length))
    case "grid-auto-columns": return set(\.autoColumns, GridStyle.tracks(value, length))
    case "grid-auto-rows": return set(\.autoRows, GridStyle.tracks(value, length))
    case "grid-auto-flow":
      let words = value.split(separator: " ")
      flowsInColumns = words.contains("column")
      isDense = words.contains("dense")
      return true
    case "grid-template-areas":
      templateAreas = value.split(separator: "\"").filter { $0.contains { $0 != " " } }.map {
        $0.split(separator: " ").map { name in name.allSatisfy { $0 == "." } ? nil : String(name) }
      }
      return true
    case "grid-column-start": return set(\.columnStart, GridStyle.line(value))
    case "grid-column-end": return set(\.columnEnd, GridStyle.line(value))
    case "grid-row-start": return set(\.rowStart, GridStyle.line(value))
    case "grid-row-end": return set(\.rowEnd, GridStyle.line(value))
    default: return false
    }
  }

  private mutating func set<Value>(_ path: WritableKeyPath<GridStyle, Value>, _ value: Value?) -> Bool? {
    guard let value else { return nil }
    self[keyPath: path] = value
    return true
  }

  private static func line(_ value: String) -> GridLine? {
    var words = value.split(separator: " ").map(String.init)
    if words == ["auto"] { return .auto }
    let isSpan = words.first == "span" || words.last == "span"
    words.removeAll { $0 == "span" }
    let number = words.lazy.compactMap { Int($0) }.first
    let name = words.first { Int($0) == nil }
    if isSpan { return .span(number ?? 1, name) }
    if let number { return .line(number, name) }
    return name.map { .named($0) }
  }

  /// The parts of a list at its top level: brackets and parentheses keep theirs together.
  private static func parts(_ text: String, separator: Character) -> [String] {
    var result: [String] = []
    var depth = 0
    var current = ""
    for character in text {
      if character == "(" || character == "[" { depth += 1 }
      if character == ")" || character == "]" { depth -= 1 }
      if character == separator, depth == 0 {
        if !current.isEmpty { result.append(current) }
        current = ""
      } else if character != " " || depth > 0 || !current.isEmpty {
        current.append(character)
      }
    }
    if !current.isEmpty { result.append(current) }
    return result
  }

  private static func argument(of function: String, in text: String) -> String? {
    guard text.hasPrefix("\(function)("), text.hasSuffix(")") else { return nil }
    return String(text.dropFirst(function.count + 1).dropLast())
  }

  private static func trackList(_ value: String, _ length: (String) -> Length?) -> [TrackListPart]? {
    if value == "none" { return [] }
    var result: [TrackListPart] = []
    for part in parts(value, separator: " ") {
      if part.hasPrefix("["), part.hasSuffix("]") {
        result.append(.names(part.dropFirst().dropLast().split(separator: " ").map(String.init)))
      } else if let inner = argument(of: "repeat", in: part) {
        let arguments = parts(inner, separator: ",")
        guard arguments.count == 2, let list = trackList(arguments[1], length) else { return nil }
        switch arguments[0] {
        case "auto-fill": result.append(.repeat(.autoFill, list))
        case "auto-fit": result.append(.repeat(.autoFit, list))
        default:
          guard let count = Int(arguments[0]) else { return nil }
          result.append(.repeat(.count(count), list))
        }
      } else {
        guard let size = size(part, length) else { return nil }
        result.append(.track(size))
      }
    }
    return result
  }

  private static func tracks(_ value: String, _ length: (String) -> Length?) -> [TrackSize]? {
    var result: [TrackSize] = []
    for part in parts(value, separator: " ") {
      guard let size = size(part, length) else { return nil }
      result.append(size)
    }
    return result
  }

  private static func size(_ text: String, _ length: (String) -> Length?) -> TrackSize? {
    if let inner = argument(of: "minmax", in: text) {
      let breadths = parts(inner, separator: ",").map { breadth($0, length) }
      guard breadths.count == 2, let low = breadths[0], let high = breadths[1] else { return nil }
      return TrackSize(min: low, max: high)
    }
    if let inner = argument(of: "fit-content", in: text) {
      return length(inner).map { TrackSize(min: .auto, max: .maxContent, fitContent: $0) }
    }
    return breadth(text, length).map { TrackSize($0) }
  }

  private static func breadth(_ text: String, _ length: (String) -> Length?) -> TrackBreadth? {
    switch text {
    case "auto": return .auto
    case "min-content": return .minContent
    case "max-content": return .maxContent
    default: break
    }
    if text.hasSuffix("fr") { return Float(text.dropLast(2)).map { .flex($0) } }
    return length(text).map { .length($0) }
  }
}
