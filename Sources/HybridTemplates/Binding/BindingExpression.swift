import HybridEncoding
import HybridJSON
import HybridUnits

/// A value that comes from data: `${path}` or `@{condition ? x : y}` (`Documentation/template-data.md`,
/// *Bindings*).
indirect enum BindingExpression: Hashable, Sendable {
  case path(DataPath)
  case text(String)
  case condition(BindingExpression, then: BindingExpression?, otherwise: BindingExpression?)

  /// The maximum nesting of conditions; anything deeper is text.
  private static let depthLimit = 64

  /// Whether an attribute's text is a binding (`Documentation/template-format.md`, *Values*).
  static func isBinding(_ text: String) -> Bool {
    (text.hasPrefix("${") || text.hasPrefix("@{")) && text.hasSuffix("}") && text.utf8.count > 3
  }

  /// Reads an attribute's text.
  init(_ text: String, on platform: TemplatePlatform) {
    self.init(part: Substring(text), on: platform, depth: 0)
  }

  /// A whole binding, or a part of a condition: a path, plain text, and on iOS another condition.
  private init(part: Substring, on platform: TemplatePlatform, depth: Int) {
    let inside = part.dropFirst(2).dropLast()
    if part.hasPrefix("${"), part.hasSuffix("}") {
      self = .path(DataPath(inside, on: platform))
    } else if part.hasPrefix("@{"), part.hasSuffix("}"), depth == 0 || platform == .ios,
      depth < Self.depthLimit
    {
      func expression(_ text: String?) -> BindingExpression? {
        text.map { text in
          let trimmed = text.unicodeScalars.trimming { $0.value <= 0x20 }
          return BindingExpression(part: Substring(trimmed), on: platform, depth: depth + 1)
        }
      }
      let parts = Self.parts(of: inside, on: platform)
      self = .condition(
        expression(parts[0]) ?? .text(""), then: expression(parts[1]), otherwise: expression(parts[2]))
    } else {
      self = .text(String(part))
    }
  }

  /// The condition and the parts after `?` and `:`; nil for a missing part.
  private static func parts(of text: Substring, on platform: TemplatePlatform) -> [String?] {
    guard let question = text.unicodeScalars.firstIndex(of: "?") else { return [String(text), nil, nil] }
    // iOS takes the first colon, even one before the question mark.
    let start = platform == .ios ? text.startIndex : question
    let colon = text.unicodeScalars[start...].firstIndex(of: ":")
    let condition = String(text[..<question])
    let next = text.unicodeScalars.index(after: question)
    guard let colon, colon > question else {
      return [condition, colon == nil ? kept(text[next...], on: platform) : nil, nil]
    }
    return [
      condition, kept(text[next..<colon], on: platform),
      kept(text[text.unicodeScalars.index(after: colon)...], on: platform),
    ]
  }

  /// Android drops every further `?` and `:`.
  private static func kept(_ text: Substring, on platform: TemplatePlatform) -> String {
    guard platform == .android else { return String(text) }
    var kept = String.UnicodeScalarView()
    kept.append(contentsOf: text.unicodeScalars.filter { $0 != "?" && $0 != ":" })
    return String(kept)
  }
}

extension BindingExpression {
  /// The value of the binding for `data`; null if there is none.
  func value(in data: JSONValue, on platform: TemplatePlatform) -> JSONValue {
    switch self {
    case .path(let path): return path.value(in: data)
    case .text(let text): return .string(text)
    case .condition(let condition, let then, let otherwise):
      if platform == .ios, data.object == nil, data.array == nil { return .null }
      let holds = Self.isTrue(condition.value(in: data, on: platform), on: platform)
      return (holds ? then : otherwise)?.value(in: data, on: platform) ?? .null
    }
  }

  /// Whether a condition holds. Every number is true, including 0.
  ///
  /// Differs from iOS, where `false` and the empty string count as true by mistake: here they are false, as
  /// on Android.
  static func isTrue(_ value: JSONValue, on platform: TemplatePlatform) -> Bool {
    switch value {
    case .null: false
    case .bool(let value): value
    case .number, .numberText: true
    case .string(let text):
      platform == .ios
        ? !text.isEmpty && text != "false" : !["", "null", "false"].contains(text.lowercased())
    case .array(let elements): platform == .ios || !elements.isEmpty
    case .object(let members): platform == .ios || !members.isEmpty
    }
  }
}
