import HybridCSS
import HybridSource
import Testing

struct SelectorMatchingTests {
  static let page = """
    <html id="html"><body id="body"><div id="d1" class="card big" data-k="one two" lang="en-US">\
    <p id="p1" class="x">text</p>\
    <p id="p2" class="y x"></p><span id="s1" title="Hello"></span></div><ul id="u" dir="rtl"><li id="l1">\
    </li><li id="l2" \
    class="x"></li><li id="l3"></li><li id="l4" class="x"></li></ul><a id="a1" href="x">t</a><a id="a2"></a>\
    <input id="i1" \
    type="CheckBox" checked="" disabled=""></input><p id="p3"> </p><p id="p4"><!-- c --></p></body></html>
    """

  @Test(arguments: [
    ("p", "p1 p2 p3 p4"), ("P", "p1 p2 p3 p4"), (".x", "p1 p2 l2 l4"), (".X", ""), ("#p1", "p1"), ("#P1", ""),
    ("*#u", "u"),
    // Attributes: Selectors 4 §6
    ("[title]", "s1"), ("[TITLE=Hello]", "s1"), ("[title=hello]", ""), ("[title=hello i]", "s1"),
    ("[title=hello s]", ""),
    ("[data-k~=two]", "d1"), ("[data-k~=\"one two\"]", ""), ("[data-k~=\"\"]", ""), ("[data-k^=one]", "d1"),
    ("[data-k$=wo]", "d1"), ("[data-k*=\"e t\"]", "d1"), ("[data-k*=\"\"]", ""), ("[lang|=en]", "d1"),
    ("[lang|=\"en-U\"]", ""),
    ("[lang|=EN]", "d1"), ("[type=checkbox]", "i1"), ("[type=checkbox s]", ""), ("[id=p1]", "p1"),
    ("[data-k=\"ONE TWO\"]", ""),
    // Combinators: §14
    ("div p", "p1 p2"), ("div > p", "p1 p2"), ("body > p", "p3 p4"), ("p + p", "p2 p4"), ("p ~ span", "s1"),
    ("li ~ li", "l2 l3 l4"),
    ("li + li + li", "l3 l4"), ("html body div p.x", "p1 p2"), ("html > div", ""), ("ul li.x ~ li", "l3 l4"),
    ("div + ul > li", "l1 l2 l3 l4"),
    ("a + input ~ p + p", "p4"), ("p ~ p ~ p", ""), ("body * ~ p", "p2 p3 p4"),
    // Structure: §13
    (":root", "html"), (":scope > body", "body"), (":empty", "p2 s1 l1 l2 l3 l4 a2 i1 p4"),
    ("p:first-child", "p1"), ("p:last-child", "p4"),
    (":only-child", "html body"), ("p:first-of-type", "p1 p3"), ("p:last-of-type", "p2 p4"),
    ("span:only-of-type", "s1"),
    ("li:nth-child(2n)", "l2 l4"), ("li:nth-last-child(1)", "l4"), ("li:nth-child(2 of .x)", "l4"),
    ("li:nth-last-child(2 of .x)", "l2"),
    ("p:nth-of-type(2)", "p2 p4"), ("p:nth-last-of-type(2)", "p1 p3"), ("li:nth-child(-n+2)", "l1 l2"),
    (":root:first-child", "html"),
    ("li:nth-child(even of li)", "l2 l4"), ("li:nth-child(1 of .nobody)", ""),
    // Functions: §4
    (":is(p, span).x", "p1 p2"), (":is(:nonsense, #p1)", "p1"), (":is()", ""), (":where(#p1, #p2)", "p1 p2"),
    ("p:not(.x)", "p3 p4"),
    ("p:not(div p)", "p3 p4"), ("p:not(.x, #p3)", "p4"), (":has(> .y)", "d1"), ("body:has(.y)", "body"),
    (":has(+ span)", "p2"),
    (":has(~ span)", "p1 p2"), ("li:has(~ .x)", "l1 l2 l3"), (":has(+ ul > .x)", "d1"),
    ("div:has(p + span)", "d1"),
    ("body:has(ul:not(.x) li.x)", "body"), ("ul:not(:has(.y))", "u"), (":has(div > p > b)", ""),
    ("html:has(body > p)", "html"),
    (":has(~ li + .x)", "l1 l2"), (":has(+ p ~ span)", "p1"), (":has(div > p + .y ~ span)", "html body"),
    (":has(~ ul > .x ~ li)", "d1"), ("li:has(+ li ~ .x)", "l1 l2"),
    // The root is not a relative of itself.
    ("body:has(html p)", ""),
    // What attributes say: §8, §10, §11
    (":link", "a1"), (":any-link", "a1"), (":checked", "i1"), (":disabled", "i1"), (":enabled", ""),
    (":lang(en)", "d1 p1 p2 s1"),
    (":lang(\"*-US\")", "d1 p1 p2 s1"), (":lang(de)", ""), ("li:dir(rtl)", "l1 l2 l3 l4"), ("p:dir(rtl)", ""),
    // Never true in a static page; pseudo-elements are no elements.
    (":hover", ""), (":not(:hover)#u", "u"), (":focus-within", ""), ("p::before", ""), ("p:first-line", ""),
    ("&", "html"),
    ("*|p", "p1 p2 p3 p4"), ("|p", ""),
  ])
  func selectorMatches(_ selector: String, _ expected: String) {
    #expect(ids(matching: selector, in: Self.page)?.joined(separator: " ") == expected)
  }

  /// HTML Standard §3.2.6.4: the first letter with a direction decides, outside of what has its own.
  @Test(arguments: [
    ("<p dir=auto>12 שלום</p>", "p"), ("<p dir=auto>a שלום</p>", ""), ("<p dir=auto>12</p>", ""),
    ("<p dir=auto><i>ש</i> a</p>", "p i"), ("<p dir=auto><i dir=ltr>a</i>ש</p>", "p"),
    ("<p dir=auto><bdi>a</bdi>ש</p>", "p"), ("<p dir=rtl><bdi>a</bdi></p>", "p"),
    ("<p><bdi>ש</bdi></p>", "bdi"), ("<p dir=nonsense><bdi dir=x>ش</bdi></p>", "bdi"),
    ("<p dir=rtl><i dir=x>a</i></p>", "p i"), ("<p dir=auto><!--a--><script>a</script>ש</p>", "p script"),
    ("<input dir=auto value='ש'>", "input"), ("<p dir=auto>\u{200F}a</p>", "p"),
  ])
  func textDecidesTheDirection(_ page: String, _ expected: String) throws {
    let document = document(page)
    let list = try parseSelectorList(Source(path: "", text: ":dir(rtl)"))
    let found = StyleTree(document).elements(matching: list).compactMap { document[$0].element?.name }
    #expect(found.joined(separator: " ") == expected)
  }

  @Test func namesInXMLKeepTheirCase() {
    let card = "<Card id=\"a\"><item id=\"b\" Kind=\"x\"></item></Card>"
    #expect(ids(matching: "Card", in: card, isHTML: false) == ["a"])
    #expect(ids(matching: "card", in: card, isHTML: false) == [])
    #expect(ids(matching: "Card > item[Kind]", in: card, isHTML: false) == ["b"])
    #expect(ids(matching: "[kind]", in: card, isHTML: false) == [])
  }

  @Test func namesAreComparedByCodePoint() {
    let page = "<p id=\"a\" class=\"\u{E9}\"></p>"
    #expect(ids(matching: ".\u{E9}", in: page) == ["a"])
    #expect(ids(matching: ".e\u{301}", in: page) == [])
  }

  @Test func statesMatchWhenTheyAreSet() throws {
    let page = document("<p id=\"a\"></p>")
    let list = try parseSelectorList(Source(path: "", text: "p:hover:not(:active)"))
    let node = try #require(page.rootElement)
    #expect(StyleTree(page).elements(matching: list) == [])
    #expect(StyleTree(page, states: [node: .hover]).elements(matching: list) == [node])
  }

  @Test func disabledFieldsetsDisableTheirControls() {
    let page = """
      <fieldset id="f" disabled=""><legend id="l"><input id="a"></input></legend><div id="d"><input id="b">\
      </input></div>\
      <select id="s"><optgroup id="g" disabled=""><option id="o"></option></optgroup></select></fieldset>
      """
    #expect(ids(matching: ":disabled", in: page) == ["f", "b", "s", "g", "o"])
    #expect(ids(matching: ":enabled", in: page) == ["a"])
  }

  /// `switch` of native pages is a control, that of SVG is none.
  @Test func controlsAreElementsOfHTML() throws {
    var page = document("<switch></switch>")
    let node = try #require(page.rootElement)
    let list = try parseSelectorList(Source(path: "", text: ":enabled"))
    #expect(StyleTree(page).elements(matching: list) == [node])
    page[node].element?.namespace = .svg
    #expect(StyleTree(page).elements(matching: list) == [])
  }
}
