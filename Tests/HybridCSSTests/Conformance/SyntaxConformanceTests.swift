import Foundation
import HybridSource
import Testing

@testable import HybridCSS

/// The folder with the `css` cases, from the environment; without it these tests are skipped, which the
/// runner says.
private let folder = ProcessInfo.processInfo.environment["HYBRID_CONFORMANCE"].map { $0 + "/css/" }

/// The css-parsing-tests against our tokenizer and parser.
///
/// The cases are of the draft of 2013. Where today's CSS Syntax 3 says otherwise, the input is listed here
/// with the section.
@Suite(.enabled(if: folder != nil, "HYBRID_CONFORMANCE names no folder"))
struct SyntaxConformanceTests {
  @Test(arguments: SyntaxCases.allCases)
  fileprivate func casesPass(_ file: SyntaxCases) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: (folder ?? "") + file.rawValue + ".json"))
    let items = try JSONDecoder().decode([JSON].self, from: data)
    let known = knownDifferences.filter { $0.file == file }
    var differences: Set<Int> = []
    for index in stride(from: 0, to: items.count - 1, by: 2) {
      guard case .string(let input) = items[index] else { throw CocoaError(.coderInvalidValue) }
      let result = result(of: file, input)
      if let position = known.firstIndex(where: { $0.matches(input) }) {
        differences.insert(position)
        #expect(result != items[index + 1], "no longer differs: \(file) \(input.debugDescription)")
      } else {
        #expect(result == items[index + 1], "\(file) \(input.debugDescription)")
      }
    }
    #expect(differences.count == known.count, "a listed case is gone from \(file)")
  }
}

/// A file of cases: what its inputs are parsed as (CSS Syntax 3 §5.3).
private enum SyntaxCases: String, CaseIterable, Sendable {
  case componentValueList = "component_value_list"
  case oneComponentValue = "one_component_value"
  case declarationList = "declaration_list"
  case oneDeclaration = "one_declaration"
  case ruleList = "rule_list"
  case oneRule = "one_rule"
  case stylesheet
  case anPlusB = "An+B"
}

/// Cases with a different result today.
private struct KnownDifference {
  var file: SyntaxCases
  /// The beginning of the input, long enough to identify it.
  var start: String
  /// The section that changed since the cases were written.
  var section: String

  var isWhole = false

  init(_ file: SyntaxCases, _ start: String, _ section: String) {
    (self.file, self.start, self.section) = (file, start, section)
  }

  init(_ file: SyntaxCases, whole: String, _ section: String) {
    self.init(file, whole, section)
    isWhole = true
  }

  func matches(_ input: String) -> Bool {
    isWhole ? input == start : input.unicodeScalars.starts(with: start.unicodeScalars)
  }
}

private let declarationValues = "§5.5.6: white space at either end is no part of a declaration's value"
private let unclosedInput =
  "§4.3.5, §4.3.6: input that ends in a string or URL is an error to report, no token"
private let noUnicodeRange = "§4.3.1: unicode-range tokens are made for the descriptor of that name only"
private let noMatchTokens = "§4: '~=' and its like are delimiters, one token a character"

private let knownDifferences: [KnownDifference] = [
  KnownDifference(
    .declarationList, "@ media screen", "§5.5.4: what is no declaration is read as a qualified rule"),
  KnownDifference(.oneDeclaration, "\n/**/ foo: ", declarationValues),
  KnownDifference(.oneDeclaration, "foo:;", "§5.5.6: a semicolon ends a declaration here too"),
  KnownDifference(.oneDeclaration, "foo: 9000  !Important", declarationValues),
  KnownDifference(.oneDeclaration, "foo: 9000  ! /**/", declarationValues),
  KnownDifference(.oneDeclaration, "foo: 9000  /* Dotted", declarationValues),
  KnownDifference(.oneDeclaration, "foo: 9000  !important!", declarationValues),
  KnownDifference(.oneDeclaration, "foo: 9000  important", declarationValues),
  KnownDifference(
    .oneDeclaration, "foo: 9000 @bar{", "§5.5.6: a block beside other things makes it no declaration"),
  KnownDifference(
    .componentValueList, "\\- red0 -red", "§4.2: U+0080 and U+0081 are no ident code points"),
  KnownDifference(.componentValueList, "rgba0('a'", unclosedInput),
  KnownDifference(.componentValueList, "'' 'Lorem", unclosedInput),
  KnownDifference(.componentValueList, "\"\" \"Lorem", unclosedInput),
  KnownDifference(.componentValueList, "\"Lo\\rem", unclosedInput),
  KnownDifference(.componentValueList, whole: "url(", unclosedInput),
  KnownDifference(.componentValueList, "url( '')", unclosedInput),
  KnownDifference(.componentValueList, "url( \t", unclosedInput),
  KnownDifference(.componentValueList, "url(\"\")", unclosedInput),
  KnownDifference(.componentValueList, "url(\"Lo\\rem", unclosedInput),
  KnownDifference(.componentValueList, "url() url( \t)", unclosedInput),
  KnownDifference(.componentValueList, "url(\0!#", unclosedInput),
  KnownDifference(.componentValueList, "u+", noUnicodeRange),
  KnownDifference(.componentValueList, "ù+12", noUnicodeRange),
  KnownDifference(.componentValueList, "~=|=", noMatchTokens),
  KnownDifference(.componentValueList, "a:not([href^=", noMatchTokens),
]

private func result(of file: SyntaxCases, _ input: String) -> JSON {
  let source = Source(path: "case.css", text: input)
  switch file {
  case .componentValueList: return .array(parseComponentValues(source).map(json))
  case .oneComponentValue:
    let values = Array(parseComponentValues(source).trimmed)
    return values.count == 1 ? json(values[0]) : .error(values.isEmpty ? "empty" : "extra-input")
  case .anPlusB:
    return AnPlusB(parseComponentValues(source)).map {
      .array([.number(Double($0.a)), .number(Double($0.b))])
    }
      ?? .null
  case .oneDeclaration:
    var parser = SheetParser(source)
    parser.stream.skipWhitespace()
    if case .end = parser.stream.current { return .error("empty") }
    return parser.parseDeclaration().map(json) ?? .error("invalid")
  case .declarationList:
    var driver = Driver(parser: SheetParser(source))
    return .array(driver.declarations())
  case .ruleList, .oneRule, .stylesheet:
    var driver = Driver(parser: SheetParser(source))
    let rules = driver.rules(isTopLevel: file == .stylesheet)
    guard file == .oneRule else { return .array(rules) }
    return rules.count == 1 ? rules[0] : .error(rules.isEmpty ? "empty" : "extra-input")
  }
}

/// Combines the parser's parts as §5.4's entry points do, with rules left as component values.
private struct Driver {
  var parser: SheetParser

  mutating func declarations() -> [JSON] {
    var list: [JSON] = []
    while true {
      switch parser.stream.current {
      case .end: return list
      case .token(.whitespace), .token(.semicolon): parser.stream.advance()
      case .token(.atKeyword(let name)): list.append(atRule(name))
      default:
        let mark = parser.stream.mark
        if let declaration = parser.parseDeclaration() {
          list.append(json(declaration))
        } else {
          parser.stream.restore(mark)
          list.append(qualifiedRule(isNested: true))
        }
      }
    }
  }

  mutating func rules(isTopLevel: Bool) -> [JSON] {
    var list: [JSON] = []
    while true {
      switch parser.stream.current {
      case .end: return list
      case .token(.whitespace): parser.stream.advance()
      case .token(.cdo) where isTopLevel: parser.stream.advance()
      case .token(.cdc) where isTopLevel: parser.stream.advance()
      case .token(.atKeyword(let name)): list.append(atRule(name))
      default: list.append(qualifiedRule(isNested: false))
      }
    }
  }

  private mutating func atRule(_ name: String) -> JSON {
    parser.stream.advance()
    let (prelude, end) = parser.consumePrelude(endsAtSemicolon: true, isNested: false)
    let head = [JSON.string("at-rule"), .string(name), .array(prelude.map(json))]
    if end == .semicolon { parser.stream.advance() }
    return .array(head + [end == .block ? block() : .null])
  }

  private mutating func qualifiedRule(isNested: Bool) -> JSON {
    let (prelude, end) = parser.consumePrelude(endsAtSemicolon: isNested, isNested: isNested)
    return end == .block
      ? .array([.string("qualified rule"), .array(prelude.map(json)), block()]) : .error("invalid")
  }

  private mutating func block() -> JSON {
    guard case .block(_, let values) = parser.stream.consumeComponentValue().content else { return .null }
    return .array(values.map(json))
  }
}

// MARK: The notation of the cases

private enum JSON: Hashable, Decodable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else {
      self = .array(try container.decode([JSON].self))
    }
  }

  static func error(_ reason: String) -> JSON { .array([.string("error"), .string(reason)]) }

  /// `["name", first, …]`
  static func tagged(_ name: String, _ values: JSON...) -> JSON { .array([.string(name)] + values) }
}

private func json(_ declaration: Declaration) -> JSON {
  .tagged(
    "declaration", .string(declaration.name), .array(declaration.value.map(json)),
    .bool(declaration.isImportant))
}

private func json(_ value: ComponentValue) -> JSON {
  switch value.content {
  case .token(let token): json(token)
  case .function(let name, let values): .array([.string("function"), .string(name)] + values.map(json))
  case .block(let bracket, let values):
    .array([.string(bracket.opening + bracket.closing)] + values.map(json))
  }
}

private func json(_ token: Token) -> JSON {
  func number(_ number: Token.Numeric) -> [JSON] {
    [.string(number.text), .number(number.value), .string(number.isInteger ? "integer" : "number")]
  }
  return switch token {
  case .ident(let name): .tagged("ident", .string(name))
  case .atKeyword(let name): .tagged("at-keyword", .string(name))
  case .hash(let name, let isID): .tagged("hash", .string(name), .string(isID ? "id" : "unrestricted"))
  case .string(let text): .tagged("string", .string(text))
  case .badString: .error("bad-string")
  case .url(let text): .tagged("url", .string(text))
  case .badURL: .error("bad-url")
  case .delim(let scalar): .string(String(Character(scalar)))
  case .number(let value): .array([.string("number")] + number(value))
  case .percentage(let value): .array([.string("percentage")] + number(value))
  case .dimension(let value, let unit): .array([.string("dimension")] + number(value) + [.string(unit)])
  case .whitespace: .string(" ")
  case .cdo: .string("<!--")
  case .cdc: .string("-->")
  case .colon: .string(":")
  case .semicolon: .string(";")
  case .comma: .string(",")
  case .unmatched(let bracket): .error(bracket.closing)
  }
}
