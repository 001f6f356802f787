import HybridDOM
import HybridSource
import Testing

@testable import HybridCSS

/// The ids of the elements that a rule with these selectors applies to, in a sheet of the component `card`.
private func ids(_ selectors: String, _ end: String = "", scope: String? = "card") -> [String] {
  let page = document(
    """
    <html><body id="body" class="dark"><p id="p" class="x"></p>\
    <price-card id="host" class="big" t:host="card"><div id="in" class="x" t:scope="card">\
    <b id="deep" t:scope="card"></b>\
    <i id="slotted" class="x"></i></div></price-card><other-card id="other" t:host="other">\
    <p id="q" class="x" t:scope="other">\
    </p></other-card></body></html>
    """)
  let sheet = StyleSheet.parse(Source(path: "card.css", text: "\(selectors) { width: 7px }\(end)"))
  #expect(sheet.diagnostics.isEmpty)
  let styles = Stylist(
    author: [RuleSet(sheet, scope: scope)], environment: MediaEnvironment(width: 1, height: 1)
  ).styles(of: page)
  return page.nodes(in: page.root).compactMap { node in
    guard let element = page[node].element, styles[node].box.width != .auto else { return nil }
    return element.id ?? element.name
  }
}

@Suite struct ScopedSheetTests {
  @Test(
    "a sheet of a component applies to its own elements, and with :host to the component itself",
    arguments: [
      (".x", ["in"]), ("*", ["in", "deep"]), ("b", ["deep"]), (".x b", ["deep"]), ("body.dark .x", ["in"]),
      (":host", ["host"]), (":host(.big)", ["host"]), (":host(.small)", []), (":host b", ["deep"]),
      (":host > .x", ["in"]), (":host(.big) > .x > b", ["deep"]), (":is(:host, b)", ["host", "deep"]),
      ("price-card", []), ("i", []), (":host i", []),
    ])
  func scoped(selectors: String, expected: [String]) {
    #expect(ids(selectors) == expected)
  }

  @Test("a sheet of a page applies to all elements, and knows no :host")
  func unscoped() {
    #expect(ids(".x", scope: nil) == ["p", "in", "slotted", "q"])
    #expect(ids(":host", scope: nil) == [])
  }

  @Test("nested rules are in the scope as well; :host counts as a class, with what it asks for")
  func nested() throws {
    #expect(ids(":host { .x", " }") == ["in"])
    let list = try parseSelectorList(Source(path: "", text: ":host(#a.b)"))
    #expect(list[0].specificity() == Specificity(ids: 1, classes: 2, types: 0))
  }
}

@Suite struct ControlStateTests {
  /// Whether the element `start` matches, in a state.
  private func matches(_ selector: String, _ start: String, _ state: ElementState = []) throws -> Bool {
    let tag = start.prefix { $0 != " " }
    let page = document("<x><\(start)></\(tag)></x>", isHTML: false)
    let list = try parseSelectorList(Source(path: "", text: selector))
    let node = try #require(page.nodes(in: page.root).reversed().first { page[$0].element != nil })
    return StyleTree(page, states: [node: state]).elements(matching: list).contains(node)
  }

  @Test(
    "what a control is at run time beats its attributes",
    arguments: [
      (":checked", "input type=\"checkbox\"", .checked, true),
      (":checked", "input type=\"checkbox\" checked", .unchecked, false),
      (":checked", "input type=\"checkbox\" checked", [], true),
      (":checked", "switch", .checked, true), (":checked", "switch checked=\"false\"", [], false),
      (":checked", "switch checked=\"true\"", [], true), (":checked", "button", .checked, true),
      (":disabled", "button", .disabled, true), (":disabled", "button disabled", .enabled, false),
      (":enabled", "button disabled", .enabled, true), (":disabled", "switch enabled=\"false\"", [], true),
      (":enabled", "segment", [], true), (":enabled", "textArea", [], true), (":enabled", "view", [], false),
      (":read-write", "textArea editable=\"false\"", [], false), (":read-write", "searchBar", [], true),
      (":placeholder-shown", "input placeholder=\"a\"", [], true),
      (":placeholder-shown", "input placeholder=\"a\"", .filled, false),
      (":placeholder-shown", "input placeholder=\"a\" value=\"b\"", .blank, true),
      (":placeholder-shown", "input", .blank, false),
      (":focus-within:not(:focus)", "view", .focusWithin, true), (":active", "view", .active, true),
    ] as [(String, String, ElementState, Bool)])
  func states(selector: String, start: String, state: ElementState, expected: Bool) throws {
    #expect(try matches(selector, start, state) == expected)
  }
}
