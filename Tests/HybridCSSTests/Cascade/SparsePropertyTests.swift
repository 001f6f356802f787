import Testing

@testable import HybridCSS

private let page = "<html><body><div id=\"p\"><p id=\"x\"></p></div></body></html>"

/// The computed value of a property on `#x`.
private func value(_ property: PropertyID, _ css: String) -> String? {
  styles(css, page)("x").cssText(of: property)
}

/// What follows from a row alone: each row of a sparse property has an example that differs from its initial
/// value.
@Suite struct SparsePropertyTests {
  @Test func everyRowHasAnExampleThatIsNotTheInitialValue() {
    #expect(PropertyTable.examples.count >= 20)
    for example in PropertyTable.examples {
      let name = example.property.name
      let initial = value(example.property, "")
      #expect(
        initial != nil && value(example.property, "p { \(name): \(example.value) }") != initial, "\(name)")
    }
  }

  @Test func inheritanceAndWideKeywordsFollowFromTheRow() {
    for example in PropertyTable.examples {
      let (property, name) = (example.property, example.property.name)
      let initial = value(property, "")
      let declaration = "\(name): \(example.value)"
      let set = value(property, "p { \(declaration) }")
      let natural = property.isInherited ? set : initial
      // CSS Cascade 5 §3.2: `all` leaves `unicode-bidi` alone.
      let inheritedByAll = property == .unicodeBidi ? initial : set
      for (css, expected) in [
        ("", natural), ("p { \(name): inherit }", set), ("p { \(name): initial }", initial),
        ("p { \(name): unset }", natural), ("p { \(declaration); \(name): revert }", natural),
        ("p { all: initial }", initial), ("p { all: inherit }", inheritedByAll),
        // Invalid at computed-value time.
        ("p { \(name): var(--none) }", natural), ("p { --a: \(example.value); \(name): var(--a) }", set),
        ("@supports (\(declaration)) { p { \(name): initial } }", initial),
        ("@supports (\(name): [1 2 3]) { p { \(name): initial } }", natural),
      ] {
        #expect(value(property, "div { \(declaration) } \(css)") == expected, "\(name): \(css)")
      }
    }
  }

  @Test func stylesAreEqualWhateverTheOrderOfDeclarations() {
    // The value of `content` includes the places of its tokens.
    let examples = PropertyTable.examples.filter { $0.property != .content }
    let declarations = examples.map { "\($0.property.name): \($0.value)" }
    let style = styles("p { \(declarations.joined(separator: "; ")) }", page)("x")
    let other = styles("p { \(declarations.reversed().joined(separator: "; ")) }", page)("x")
    #expect(style == other && style.hashValue == other.hashValue && style.hasSameSparseValues(as: other))
    for property in examples.map(\.property.name) {
      let without = styles("p { \(declarations.joined(separator: "; ")) } p { \(property): initial }", page)(
        "x")
      #expect(without != style && !without.hasSameSparseValues(as: style), "\(property)")
    }
    let reset = styles(
      "p { \(declarations.joined(separator: "; ")) } p { all: initial; unicode-bidi: initial }", page)("x")
    #expect(reset == styles("p { all: initial }", page)("x"))
  }

  @Test func valuesAreTyped() {
    let style = styles("p { accent-color: red; cursor: pointer; object-fit: cover }", page)("x")
    #expect(style[\.accentColor] != nil && style[\.cursor] == "pointer" && style[\.objectFit] == .cover)
    #expect(style[\.caretColor] == nil && style[\.textShadow].isEmpty)
  }

  @Test func transitionsAreInTheOrderOfNames() {
    let names = PropertyID.animatable.map(\.name)
    #expect(names == names.sorted() && names.contains("object-position") && names.contains("width"))
  }
}
