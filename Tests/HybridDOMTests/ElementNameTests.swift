import HybridDOM
import HybridSource
import Testing

/// The names of elements that code asks for.
struct ElementNameTests {
  private func element(_ name: String, _ namespace: Namespace) -> Element {
    Element(name: name, writtenName: name, startTag: SourceRange(0..<0), namespace: namespace)
  }

  @Test(
    arguments: [
      ("title", .html, .title), ("title", .svg, .svgTitle), ("title", .mathML, nil),
      ("tspan", .svg, .svgSpan), ("tspan", .html, nil), ("foreignObject", .svg, .foreignObject),
      ("switch", .html, .switch), ("legend", .html, .legend), ("LEGEND", .html, nil), ("x-a", .html, nil),
    ] as [(String, Namespace, ElementName?)])
  func namesBelongToANamespace(_ name: String, _ namespace: Namespace, _ expected: ElementName?) {
    #expect(element(name, namespace).elementName == expected)
  }

  @Test func anotherNamespaceIsAnotherName() {
    var element = element("style", .html)
    element.namespace = .svg
    #expect(element.elementName == .svgStyle)
  }

  @Test(arguments: ElementName.allCases)
  func everyNameIsFoundAgain(_ name: ElementName) {
    #expect(ElementName(name.name, in: name.namespace) == name)
  }

  @Test func anElementThatNoAuthorWroteHasItsName() {
    let element = Element(named: .img, startTag: SourceRange(0..<0))
    #expect(element == self.element("img", .html))
  }
}
