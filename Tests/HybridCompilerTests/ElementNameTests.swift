import HybridCompiler
import Testing

@Test(arguments: [
  ("p", true), ("acronym", true), ("include", true), ("tablerow", true), ("navigationbar", true),
  ("view", true), ("my-card", false), ("navItem", false), ("", false),
])
func elementNamesAreThoseOfHTMLAndOfTheRows(_ name: String, _ isKnown: Bool) {
  #expect(ElementNames.isKnown(name) == isKnown)
}
