import HybridCompiler
import Testing

@testable import HybridMarkup
@testable import HybridUnits

@Test(arguments: [
  ("p", true), ("acronym", true), ("include", true), ("tablerow", true), ("navigationbar", true),
  ("view", true), ("my-card", false), ("navItem", false), ("", false),
])
func elementNamesAreThoseOfHTMLAndOfTheRows(_ name: String, _ isKnown: Bool) {
  #expect(ElementNames.isKnown(name) == isKnown)
}

/// `HybridMarkup` cannot import the rows, so tree construction has names of its own.
@Suite struct TreeConstructionNameTests {
  private static let rows = ElementReference.html.filter { $0.name != "include" }

  /// Names of SVG and MathML, and what an `image` tag is called before it becomes an `img`.
  private static let foreign: Set<String> = [
    "annotation-xml", "desc", "foreignobject", "image", "malignmark", "mglyph", "mi", "mn", "mo", "ms",
    "mtext",
  ]

  @Test func treeConstructionKnowsTheElementsThatHaveRows() {
    let tags = Set(HTMLTag.allCases.filter { $0 != .other }.map(\.name))
    #expect(tags.isDisjoint(with: HTMLTag.otherNames))
    #expect(tags.subtracting(Self.foreign).union(HTMLTag.otherNames) == Set(Self.rows.map(\.name)))
    #expect(Self.foreign.isSubset(of: tags))
  }

  @Test func voidElementsAreThoseOfTheRows() {
    let tags = HTMLTag.allCases.filter { $0.isOne(of: .void) }
    #expect(Set(tags.map(\.name)) == Set(Self.rows.filter(\.isVoid).map(\.name)))
  }
}
