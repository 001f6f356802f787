import HybridCSS
import Testing

@testable import HybridUnits

@Test(arguments: [Dialect.native, .standard])
func everyElementIsToldOnceAndWhole(dialect: Dialect) {
  let all = ElementReference.all(in: dialect)
  #expect(Set(all.map { $0.name.lowercased() }).count == all.count)
  for element in all {
    #expect(element.summary.hasSuffix("."), "\(element.name)")
    let names = element.attributes.map(\.name)
    #expect(Set(names).count == names.count, "\(element.name)")
    let styles = Set(element.styles(in: dialect).map(\.name))
    #expect(styles.isDisjoint(with: names), "\(element.name)")
  }
  let known = Set(all.map { $0.name.lowercased() })
  let styled = PresentationalAttribute.all(in: dialect).flatMap(\.elements)
  let tables: Set = ["table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "col", "colgroup"]
  #expect(Set(styled).subtracting(known).subtracting(tables).isEmpty)
}

@Test(arguments: [Dialect.native, .standard])
func everyRoleIsOneThatThereIs(dialect: Dialect) {
  for (name, role) in ElementReference.roles(in: dialect) {
    if case .always(let role) = role { #expect(AriaRole.all.contains(role), "\(name)") }
  }
}

/// Controls and classes are looked up by name, whatever the dialect of the page.
@Test func anElementOfBothDialectsIsOneControlAndOneClass() {
  for element in ElementReference.all(in: .native) {
    guard let other = ElementReference.named(element.name, in: .standard) else { continue }
    #expect(other.control == element.control, "\(element.name)")
    #expect(other.scriptClass == element.scriptClass, "\(element.name)")
  }
}

@Test func textShowsInLabelsAndButtonsOfNativePages() {
  #expect(ElementReference.nativeWithText == ["label", "button", "navitem"])
}

@Test func anElementHasAttributesEventsAndMembers() throws {
  let input = try #require(ElementReference.named("INPUT", in: .native))
  #expect(input.attributes.first { $0.name == "secure" }?.standard == "false")
  #expect(input.events.contains(ElementReference.Event(name: "onTextChange", arguments: "text")))
  #expect(input.members.contains("clear()"))
  #expect(input.styles(in: .native).map(\.name).contains("textColor"))
  #expect(ElementReference.named("navItem", in: .standard) == nil)
}
