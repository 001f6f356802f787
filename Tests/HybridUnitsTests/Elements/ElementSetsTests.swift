import HybridDOM
import HybridSource
import Testing

@testable import HybridCSS
@testable import HybridUnits

/// The sets of elements that follow from the rows.
struct ElementSetsTests {
  @Test func voidElementsHaveNoEndTag() {
    #expect(
      ElementReference.void == [
        "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input", "keygen",
        "link", "meta", "param", "source", "track", "wbr",
      ])
  }

  @Test func labelsNameLabelableElements() {
    #expect(
      ElementReference.labelable == [
        "button", "input", "meter", "output", "progress", "select", "textarea",
      ])
  }

  @Test func elementsOfFormsCanBeDisabled() {
    #expect(
      ElementReference.disableable == [
        "button", "fieldset", "input", "optgroup", "option", "select", "textarea",
      ])
  }

  @Test func traitsSelectElements() {
    for dialect in [Dialect.native, .standard] {
      #expect(ElementReference.names(with: .formField, in: dialect) == ["input", "select", "textarea"])
      #expect(ElementReference.names(with: .valueInContent, in: dialect) == ["select", "textarea"])
    }
    #expect(
      ElementReference.names(with: .submittable, in: .standard) == ["button", "input", "select", "textarea"])
    #expect(ElementReference.names(with: .textField, in: .native) == ["input", "searchbar", "textarea"])
    #expect(
      ElementReference.names(with: .disableable, in: .native) == [
        "button", "input", "navitem", "searchbar", "segment", "select", "switch", "textarea",
      ])
  }

  @Test(arguments: [
    (ElementControl.button, ["button", "navitem"]), (.input, ["input"]), (.textArea, ["textarea"]),
    (.searchBar, ["searchbar"]), (.select, ["select"]), (.toggle, ["switch"]), (.segment, ["segment"]),
    (.dots, ["dots"]), (.progress, ["progress"]), (.meter, ["meter"]), (.details, ["details"]),
    (.summary, ["summary"]),
  ])
  func aControlHasTheseElements(_ control: ElementControl, _ names: [String]) {
    let controls = ElementReference.controls(in: .native)
    #expect(controls.filter { $0.value == control }.keys.sorted() == names)
  }

  /// Scripts make a class for each name; on web pages, other names are unknown elements.
  @Test(arguments: [
    ("div", "HTMLDivElement"), ("h3", "HTMLHeadingElement"), ("td", "HTMLTableCellElement"),
    ("abbr", "HTMLElement"), ("switch", "SwitchElement"), ("searchbar", "SearchBarElement"),
    ("table", "HTMLTableElement"), ("blink", nil), ("include", nil), ("view", nil),
  ])
  func aRowNamesTheClassInScripts(_ name: String, _ scriptClass: String?) {
    let classes = ElementReference.scriptClasses.filter { $0.value.contains(name) }.keys
    #expect(Array(classes) == [scriptClass].compactMap(\.self))
  }

  @Test func elementsWithShadowTreesHaveRows() {
    #expect(Document.shadowHostNames.isSubset(of: ElementReference.html.map(\.name)))
  }

  /// `HybridCSS` cannot import the rows, so it has groups of its own.
  @Test func pseudoClassesMatchTheSameElements() {
    func names(_ isOne: (ElementName) -> Bool) -> Set<String> {
      Set(ElementName.allCases.filter(isOne).map(\.name))
    }
    let disableable = ElementReference.names(with: .disableable, in: .native)
    #expect(names(\.isDisableable) == disableable.union(ElementReference.disableable))
    #expect(names(\.isTextField) == ElementReference.names(with: .textField, in: .native))
    #expect(names(\.isFormField) == ElementReference.names(with: .formField, in: .native))
  }

  /// A name that code asks for is that of an element: a name without a row would never be met.
  @Test func everyNameThatCodeAsksForHasARow() {
    let rows = Set((ElementReference.html + ElementReference.all(in: .native)).map { $0.name.lowercased() })
    for name in ElementName.allCases where name.namespace == .html {
      #expect(rows.contains(name.name), "\(name)")
    }
  }

  /// An element is asked for its control by its `ElementName`, so that every control has one.
  @Test func everyControlIsFoundByName() throws {
    for (name, control) in ElementReference.controls(in: .native) {
      let known = try #require(ElementName(name), "\(name)")
      #expect(ElementReference.control(of: known) == control, "\(name)")
    }
  }

  @Test(
    arguments: [
      ("a", .html, .link), ("a", .svg, .link), ("a", .mathML, nil), ("switch", .html, .toggle),
      ("switch", .svg, nil), ("image", .html, .picture), ("image", .svg, nil),
    ] as [(String, Namespace, ElementControl?)])
  func controlsAreThoseOfANamespace(_ name: String, _ namespace: Namespace, _ control: ElementControl?) {
    let element = Element(
      name: name, writtenName: name, startTag: SourceRange(0..<0), namespace: namespace)
    #expect(element.control == control)
  }

  @Test(arguments: [
    (PageDialect.native, "button", ["image", "highlightimage", "selectedimage"]),
    (.native, "navitem", ["image", "highlightimage", "selectedimage"]), (.web, "button", []),
    (.web, "navitem", []), (.native, "input", []), (.web, "img", ["src"]), (.native, "image", ["src"]),
  ])
  func elementsHaveAttributesWithPictures(_ dialect: PageDialect, _ name: String, _ attributes: [String]) {
    let element = Element(name: name, writtenName: name, startTag: SourceRange(0..<0))
    #expect(ImageAttributes.names(of: element, dialect) == attributes)
  }
}
