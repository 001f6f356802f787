import HybridGeometry
import HybridViewTree
import Testing

@testable import HybridRuntime

/// The initial appearance and role of each element.
@Test(
  arguments: [
    ("<a id=a href=x>go</a>", "go", "link", nil), ("<button id=a>Buy</button>", "Buy", "button", nil),
    ("<input id=a value=Joe placeholder=Name>", "Joe", "text", "Joe"),
    ("<input id=a placeholder=Name>", "Name", "text", ""), ("<input id=a type=search>", nil, "search", ""),
    ("<input id=a type=password value=abc>", "•••", "password", "abc"),
    ("<textarea id=a>one\ntwo</textarea>", "one\ntwo", "multiline", "one\ntwo"),
    ("<select id=a><option>A<option selected>B</select>", "B ▾", "select", "B"),
    ("<input id=a type=submit>", "Submit", "button", nil),
    ("<details><summary id=a>More</summary></details>", "More", "button", nil),
    ("<progress id=a value=2 max=8></progress>", "25 %", nil, nil),
    ("<meter id=a min=10 max=20 value=15></meter>", "50 %", nil, nil), ("<p id=a>text</p>", "text", nil, nil),
  ] as [(String, String?, String?, String?)])
func controlsOfTheWeb(_ html: String, _ text: String?, _ kind: String?, _ value: String?) throws {
  let node = try #require(try live(html).node("a"))
  #expect(node.text == text && node.control?.kind.rawValue == kind && node.control?.value == value)
  #expect(node.taps == (kind != nil))
}

@Test(
  arguments: [
    ("<label id=a>one two</label>", "one two", nil), ("<button id=a title=Buy></button>", "Buy", "button"),
    ("<button id=a type=contactAdd></button>", "⊕", "button"),
    ("<input id=a secure=true value=abc>", "•••", "password"),
    ("<textArea id=a>x</textArea>", "x", "multiline"),
    ("<searchBar id=a placeHolder=find></searchBar>", "find", "search"),
    ("<segment id=a titles='One Two'></segment>", "One Two", "segment"),
    ("<switch id=a></switch>", nil, "switch"), ("<dots id=a number=3></dots>", "● ○ ○", "dots"),
    ("<table id=a></table>", nil, "table"), ("<view id=a></view>", nil, nil),
  ] as [(String, String?, String?)])
func controlsOfNativePages(_ html: String, _ text: String?, _ kind: String?) throws {
  let node = try #require(try live(native(html)).node("a"))
  #expect(node.text == text && node.control?.kind.rawValue == kind)
}

/// The user's input takes precedence over the document.
@Test func statesShow() throws {
  let page =
    """
    <input id=t value=old><input id=c type=checkbox checked><select id=s><option>A<option id=o>B</select>\
    <textarea id=m>x</textarea>
    """
  let tree = try live(
    page,
    [
      "t": .with { ($0.value, $0.isFocused, $0.caret) = ("new", true, 1) }, "c": .with { $0.isOn = false },
      "o": .with { $0.isOn = true }, "m": .with { $0.value = "one\ntwo" },
    ])
  let field = try #require(tree.node("t"))
  #expect(field.text == "new" && field.control?.value == "new" && field.control?.isFocused == true)
  #expect(field.control?.caret == 1 && field.paint.lines?.first?.pieces.first?.text == "new")
  #expect(tree.node("c")?.control?.isOn == false && tree.node("c")?.paint.lines == nil)
  #expect(tree.text("s") == "B ▾" && tree.node("s")?.control?.selected == 1)
  #expect(tree.node("s")?.control?.options == ["A", "B"])
  #expect(tree.text("m") == "one\ntwo")
}

@Test func nativeStatesShow() throws {
  let page = native(
    """
    <segment id=g titles='All Open Done'></segment><switch id=w onColor=#112233></switch><dots id=d number=3>\
    </dots>
    <button id=b title=B selectedBackgroundColor=#ff0000></button><input id=i showClear=true>
    """)
  let tree = try live(
    page,
    [
      "g": .with { $0.selected = 1 }, "w": .with { $0.isOn = true }, "d": .with { $0.selected = 2 },
      "b": .with { $0.isPressed = true }, "i": .with { $0.value = "x" },
    ])
  #expect(tree.text("g") == "All Open Done" && tree.text("d") == "○ ○ ●")
  // Every title is centred in its share; the selected one is filled.
  let segment = try #require(tree.node("g"))
  let middles = segment.paint.lines?.map { ($0.frame.x + $0.frame.width / 2).rounded() }
  #expect(middles == [53, 160, 267])
  #expect(segment.paint.gradients?.first?.frame.x.rounded() == 107)
  #expect(tree.node("w")?.paint.background == RGBA(packed: 0x1122_33FF))
  #expect(tree.node("b")?.paint.background == RGBA(packed: 0xFF00_00FF))
  #expect(tree.node("i")?.paint.lines?.last?.pieces.first?.text == "✕")
}

@Test func whatIsDisabledIsNotTapped() throws {
  let tree = try live(
    "<button id=a disabled>A</button><p id=b></p><label id=c for=a>L</label><p id=d></p>", taps: ["b"])
  #expect(tree.node("a")?.control?.isDisabled == true && tree.node("a")?.taps == false)
  #expect(tree.node("b")?.taps == true && tree.node("c")?.taps == true && tree.node("d")?.taps == false)
}

@Test(arguments: [("1", 1), ("2", 2), ("0", 3), ("-1", 3)])
func labelsShowAsManyLinesAsTheySay(_ lines: String, _ expected: Int) throws {
  let text = String(repeating: "word ", count: 12)
  let tree = try live(native("<label id=a lines=\(lines)>\(text)</label>"), width: 200)
  #expect(tree.node("a")?.paint.lines?.count == expected)
}

@Test(arguments: [
  ("imageMode=aspectfit", "contain"), ("imageMode=aspectfill", "cover"), ("imageMode=fill", "fill"),
  ("", "fill"),
  ("style='object-fit:scale-down'", "scale-down"),
])
func picturesFitAsTheySay(_ attribute: String, _ fit: String) throws {
  #expect(try live(native("<image id=a src=x.png \(attribute)></image>")).node("a")?.paint.image?.fit == fit)
}

@Test func rowsAreAsHighAsTheirTableSays() throws {
  let rows =
    """
    <tableSection id=s><label>S</label></tableSection><tableRow id=r accessoryType=checkmark><label>R</label>\
    </tableRow>
    """
  let automatic = try live(native("<table id=t>\(rows)<tableRow t:template='' id=x></tableRow></table>"))
  #expect(automatic.frame("s") == "0,0 320×24" && automatic.frame("r") == "0,24 320×44")
  #expect(automatic.node("x") == nil)
  #expect(automatic.node("r")?.paint.lines?.first?.pieces.first?.text == "✓")
  let fixed = try live(native("<table id=t rowHeight=60 rowSectionHeight=30px>\(rows)</table>"), taps: ["t"])
  #expect(fixed.frame("s") == "0,0 320×30" && fixed.frame("r") == "0,30 320×60")
  #expect(fixed.node("r")?.control?.kind == .row && fixed.node("r")?.taps == true)
}

@Test func barItemsTakeNoRoomFromTheBody() throws {
  let bar =
    """
    <title>T</title><navigationBar id=n><navItem id=a title=A></navItem><navItem id=b title=B></navItem>\
    </navigationBar>
    """
  let tree = try live(native("<view id=v style='height:10px'></view>", head: bar))
  #expect(tree.frame("body") == "0,0 320×480" && tree.frame("v") == "0,0 320×10")
  let (bar2, first, second) = (
    try #require(tree.node("n")), try #require(tree.node("a")), try #require(tree.node("b"))
  )
  #expect(bar2.frame.x + bar2.frame.width == 320 && bar2.frame.height == 44)
  #expect(
    first.frame.x > second.frame.x && tree.text("a") == "A" && tree.nodes.allSatisfy { $0.tag != "title" })
}

@Test(arguments: [
  ("hidden", false), ("hidden=true", false), ("hidden=1", false), ("hidden=false", true), ("hidden=0", true),
])
func hiddenTakesAViewOut(_ attribute: String, _ isShown: Bool) throws {
  #expect((try live(native("<view id=a \(attribute)></view>")).node("a") != nil) == isShown)
}

@Test func closedDetailsShowTheirSummaryOnly() throws {
  let closed = try live("<details id=d><summary>S</summary>text<p id=p>P</p></details>")
  let open = try live("<details id=d open><summary>S</summary>text<p id=p>P</p></details>")
  #expect(closed.node("p") == nil && closed.text("d") == nil)
  #expect(open.node("p") != nil && open.text("d") == "text")
}
