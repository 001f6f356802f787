import HybridCSS
import HybridSource
import Testing

struct TokenizerTests {
  private func values(_ text: String) -> [ComponentValue] {
    parseComponentValues(Source(path: "", text: text))
  }

  @Test(arguments: [
    ("12px", 12, "px"), ("-1.5E2em", -150, "em"), ("+.5%", 0.5, "%"), ("1e3", 1000, ""), ("1e", 1, "e"),
    ("1e-x", 1, "e-x"),
    ("0.1", 0.1, ""), ("123456789012345678901234567890", 1.2345678901234568e29, ""),
    ("1e999", .greatestFiniteMagnitude, ""),
    ("-1e999", -.greatestFiniteMagnitude, ""), ("1.", 1, ""), ("0.0000000000000000000000001", 1e-25, ""),
    ("4.35", 4.35, ""),
  ])
  func numbersAreRead(_ text: String, _ value: Double, _ unit: String) {
    switch values(text).first?.content {
    case .token(.number(let number)): #expect(number.value == value && unit.isEmpty)
    case .token(.percentage(let number)): #expect(number.value == value && unit == "%")
    case .token(.dimension(let number, let found)): #expect(number.value == value && found == unit)
    default: Issue.record("no number")
    }
  }

  /// Ranges count the bytes of the file, comments and brackets included where they belong.
  @Test func rangesAreExact() {
    let source = Source(path: "", text: "/*é*/ f(a, /**/ [b\\62 ] é) \"x\ny")
    let all = parseComponentValues(source)
    #expect(all.map { source.text(in: $0.range) } == [" ", "f(a, /**/ [b\\62 ] é)", " ", "\"x", "\n", "y"])
    guard case .function(_, let arguments) = all[1].content else { return }
    #expect(arguments.map { source.text(in: $0.range) } == ["a", ",", " ", " ", "[b\\62 ]", " ", "é"])
    let part = parseComponentValues(source, range: 12..<13)
    #expect(part.map(\.range) == [12..<13])
  }

  /// CSS Syntax 3 §9: what is written reads back as the same values.
  @Test(arguments: [
    "a b", "a/**/b", "1/**/px", "a(b)c[d]{e}", "#1a #a", "\\31 a", "-\\31", "url(a\\)b)", "\"a\\\"b\\a \"",
    "1e3 1\\65 3", "@a/**/b", "+/**/1", "./**/5",
    "<!-- -->", "-/**/-a", "1/**/%", "~= |= ^", "//**/*", "é\\e9", "--", "a/**/(b)", "1px/**/a", "#a/**/b",
    "@/**/a", "</**/!--", "\\",
  ])
  func serializationReadsBack(_ text: String) {
    let first = values(text)
    let again = values(first.cssText)
    #expect(again.map(\.content.withoutRanges) == first.map(\.content.withoutRanges), "\(first.cssText)")
  }
}

extension ComponentValue.Content {
  /// The same with every range gone, so that two readings compare.
  fileprivate var withoutRanges: Self {
    func strip(_ values: [ComponentValue]) -> [ComponentValue] {
      values.map { ComponentValue($0.content.withoutRanges, range: 0..<0) }
    }
    return switch self {
    case .token: self
    case .function(let name, let values): .function(name: name, strip(values))
    case .block(let bracket, let values): .block(bracket, strip(values))
    }
  }
}
