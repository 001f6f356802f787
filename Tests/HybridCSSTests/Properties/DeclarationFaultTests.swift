import HybridSource
import Testing

@testable import HybridCSS

/// The code, the marked text and the hint of a declaration's report.
private func report(_ text: String, dialect: Dialect = .standard) -> [String?] {
  guard let fault = read(text, dialect: dialect).fault, let frame = fault.frame else { return [] }
  let marked = frame.text.dropFirst(frame.start).prefix(frame.length)
  return [fault.code, String(marked), fault.hint]
}

private let reports: [(String, [String?])] = [
  ("colr: red", ["css.unknown-property", "colr", "did you mean 'color'?"]),
  ("frobnicate: 1", ["css.unknown-property", "frobnicate", nil]),
  (
    "mask-mode: alpha",
    [
      "css.unsupported-property", "mask-mode",
      "a mask is made of gradients, uses their opacity and covers the border box",
    ]
  ),
  ("width: 12pxx", ["css.unknown-unit", "pxx", "did you mean 'px'?"]),
  ("width: calc(1px + 2vmim)", ["css.unknown-unit", "vmim", "did you mean 'vmin'?"]),
  ("width: 12", ["css.invalid-value", "12", "a length needs a unit: '12px'"]),
  ("width: 12 px", ["css.invalid-value", "12", "no space between number and unit: '12px'"]),
  ("display: flx", ["css.invalid-value", "flx", "did you mean 'flex'?"]),
  ("color: rde", ["css.invalid-value", "rde", "did you mean 'red'?"]),
  ("margin: 1px 2px 3px 4px 5px", ["css.invalid-value", "5px", nil]),
  ("padding: 4px -2px", ["css.invalid-value", "-2px", nil]),
  ("border: solid dashed", ["css.invalid-value", "dashed", nil]),
  ("justify-content: space-betwen", ["css.invalid-value", "space-betwen", "did you mean 'space-between'?"]),
  (
    "grid-template-rows: repeat(auto-fill, 1fr)",
    ["css.invalid-value", "repeat(auto-fill, 1fr)", nil]
  ),
  (
    "grid-template-rows: repeat(2, 1fr) repeat(auto-fit, 1px)",
    ["css.invalid-value", "repeat(2, 1fr) repeat(auto-fit, 1px)", nil]
  ),
  ("width: 1px !ie", ["css.invalid-value", "!", nil]),
  ("width: var(x)", ["css.invalid-value", "var(x)", "write var(--name) or var(--name, fallback)"]),
  ("width:", ["css.invalid-value", ":", nil]),
  ("aspectRatio: 2", ["css.native-property", "aspectRatio", "CSS calls it 'aspect-ratio'"]),
  (
    "margin-horizontal: 2px",
    ["css.native-property", "margin-horizontal", "CSS calls it 'margin-left' and 'margin-right'"]
  ),
  ("-moz-appearance: none", []),
  ("-webkit-font-smoothing: antialiased", []),
]

@Test(arguments: reports)
func droppedDeclarationsSayWhyAndWhere(_ text: String, _ expected: [String?]) {
  #expect(report(text) == expected)
  #expect(read(text).declarations.isEmpty)
}

@Test func messagesSayWhatIsExpected() {
  let fault = read("flex-direction: down").fault
  #expect(
    fault?.message
      == """
      this is not a value of 'flex-direction', which takes 'row', 'column', \
      'row-reverse' or 'column-reverse'
      """
  )
  #expect(fault?.severity == .warning)
}

@Test func nativeNamesAreReadInTheirDialect() {
  func properties(_ text: String) -> [PropertyDeclaration.Property] {
    read(text, dialect: .native).declarations.map(\.property)
  }
  #expect(properties("aspectRatio: 2") == [.longhand(.aspectRatio)])
  #expect(properties("start: 5") == [.longhand(PropertyID(\.insetInlineStart))])
  #expect(properties("margin-start: 5px") == [.longhand(PropertyID(\.marginInlineStart))])
  #expect(properties("margin-horizontal: 5%") == [.longhand(.marginLeft), .longhand(.marginRight)])
  #expect(
    properties("margin: 5 6") == [.marginTop, .marginRight, .marginBottom, .marginLeft].map { .longhand($0) })
}

@Test(arguments: [
  ("display: flex", true), ("DISPLAY: FLEX", true), ("display: frob", false), ("width: 1pxx", false),
  ("--x: anything", true), ("margin: 1px 2px", true), ("padding: -1px", false), ("width: var(--x)", true),
  ("width: calc(1px + 2em)", true), ("frob: 1px", false), ("-webkit-box-shadow: none", true),
  ("mask: none", true),
  ("width: 1px !important", true),
])
func supportsAsksTheSameReader(_ text: String, _ expected: Bool) {
  #expect(read(text).declarations.isEmpty != expected)
}

@Test func everyPropertyHasAGrammarAndAName() {
  for property in PropertyID.allCases {
    #expect(!property.grammar.expectation.isEmpty)
    #expect(PropertyID(name: property.name) == property)
    // Every property accepts the CSS-wide keywords.
    #expect(read("\(property.name): inherit").declarations.count == 1)
    #expect(read("\(property.name): var(--x)").declarations.count == 1)
    #expect(read("\(property.name): frob-frob-frob(1)").declarations.isEmpty)
  }
  for shorthand in Shorthand.allCases where !shorthand.isNative {
    #expect(read("\(shorthand.name): revert-layer").declarations.count == shorthand.longhands.count)
    #expect(!PropertyName.shorthand(shorthand).expectation.isEmpty)
  }
  #expect(PropertyID.borderTopLeftRadius.name == "border-top-left-radius")
}

/// A property with a row has its advice there, if it needs any.
@Test func unsupportedPropertiesHaveNoRow() {
  for name in UnsupportedProperties.names {
    #expect(PropertyID(name: name) == nil && Shorthand(name: name) == nil, "\(name)")
  }
  #expect(UnsupportedProperties.advice(for: "cursor") == "a touch screen shows no mouse pointer")
  #expect(UnsupportedProperties.advice(for: "width") == nil)
}
