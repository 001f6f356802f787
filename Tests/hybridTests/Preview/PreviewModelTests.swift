import HybridGeometry
import HybridSource
import HybridViewTree
import Testing

@testable import hybrid

@Suite struct PreviewFocusTests {
  private var page: PreviewPage {
    var page = PreviewPage()
    page.add("h1", 0, 0, 10, 1, text: "Title")
    page.add(.text, 0, 1, 20)  // 3
    page.add(.button, 0, 2, 8, text: "Add")  // 4
    page.add(.button, 0, 3, 8) { $0.isDisabled = true }
    page.add(.checkbox, 0, 4, 2)  // 6
    page.add("div", 0, 5, 5, 1) { $0.taps = true }  // 7
    page.add(.button, 0, 6, 0, 0)
    page.add(.table, 0, 7, 20, 3)
    page.add(.row, 0, 0, 20, 1, in: 8)  // 10
    return page
  }

  @Test func tabGoesRoundWhatCanBeUsedInTreeOrder() {
    var model = PreviewModel(page)
    #expect(model.type(.tab) == ["focus 3"])
    #expect(model.type(.tab, .tab) == ["blur 3", "focus 4", "blur 4", "focus 6"])
    #expect(model.type(.tab, .tab) == ["blur 6", "focus 7", "blur 7", "focus 10"])
    #expect(model.type(.tab) == ["blur 10", "focus 3"])
    #expect(model.type(.backTab, .backTab) == ["blur 3", "focus 10", "blur 10", "focus 7"])
    #expect(model.type(.escape, .backTab) == ["blur 7", "focus 10"])
  }

  @Test func enterAndSpacePress() {
    var model = PreviewModel(page)
    _ = model.type(.tab, .tab)
    #expect(model.type(.enter, .text(" ")) == ["tap 4", "tap 4"])
    _ = model.type(.tab)
    #expect(model.type(.enter, .text(" ")) == ["toggle 6", "toggle 6"])
    _ = model.type(.tab)
    #expect(model.type(.enter) == ["tap 7"])
  }

  /// A restarted server has different handles for the same nodes.
  @Test func focusAndTypedTextGoOnWhereTheNodesHaveOtherNumbers() {
    var model = PreviewModel(page)
    _ = model.type(.tab)
    _ = model.type("Ada")
    #expect(model.focus == 3 && model.editing?.text == "Ada")
    var next = page
    for index in next.nodes.indices { next.nodes[index].handle += 100 }
    next.nodes[2].control?.value = "Ada"
    var shown = next.shown
    (shown.page, shown.renumbered) = ("p2", [1: 101, 2: 102, 3: 103])
    _ = model.take(.page(shown))
    #expect(model.focus == 103 && model.editing?.text == "Ada")
    #expect(model.type("!").last?.contains("103") == true && model.editing?.text == "Ada!")
    // Another page starts again.
    (shown.page, shown.renumbered) = ("p3", [:])
    _ = model.take(.page(shown))
    #expect(model.focus == nil && model.editing == nil)
  }

  @Test func theFocusFollowsItsNodeAndAScript() {
    var model = PreviewModel(page)
    _ = model.type(.tab, .tab)
    // The late results of two quick keys arrive one after the other, and move nothing.
    for index in [2, 3] {
      var late = page
      late.nodes[index].control?.isFocused = true
      #expect(model.show(late).isEmpty && model.focus == 4)
    }
    var next = page
    next.nodes[3].frame.y += 16
    #expect(model.show(next).isEmpty && model.focus == 4)
    next.nodes[2].control?.isFocused = true
    #expect(model.show(next).isEmpty && model.focus == 3 && model.editing != nil)
    // The script's focus is outdated when the user has moved on.
    _ = model.type(.tab)
    #expect(model.show(next).isEmpty && model.focus == 4)
    next.nodes[3].control?.isDisabled = true
    _ = model.show(next)
    #expect(model.focus == nil)
  }

  @Test func quittingAndHelpAreKeysOutsideOfFields() {
    var model = PreviewModel(page, columns: 120)
    #expect(model.handle(.text("q")).command == .quit)
    _ = model.handle(.text("?"))
    #expect(model.row(10).contains("q quit"))
    _ = model.handle(.text("?"))
    #expect(!model.row(10).contains("q quit"))
    _ = model.type(.tab)
    #expect(model.handle(.text("q")).command == nil)
    #expect(model.handle(.control("c")).command == .quit)
    #expect(model.handle(.control("l")).command == .redraw)
    #expect(model.handle(.control("z")).command == .suspend)
  }

  @Test func choicesMoveWithTheCursorKeys() {
    var page = PreviewPage()
    page.add(.segment, 0, 0, 30) { control in
      control.options = ["one", "two", "three"]
      control.selected = 0
    }
    page.add(.radio, 0, 1, 2)
    page.add(.radio, 0, 2, 2)
    var model = PreviewModel(page)
    _ = model.type(.tab)
    #expect(model.type(.right, .right, .right) == ["select 2 #1", "select 2 #2"])
    #expect(model.type(.left) == ["select 2 #1"])
    page.nodes[1].control?.selected = 1
    _ = model.show(page)
    #expect(model.type(.left, .left) == ["select 2 #0"])
    _ = model.type(.tab)
    #expect(model.type(.right) == ["blur 3", "focus 4", "toggle 4"])
    #expect(model.type(.right).isEmpty)
    #expect(model.type(.left) == ["blur 4", "focus 3", "toggle 3"])
  }

  @Test func nothingIsSentWithoutAPageOrAConnection() {
    var model = PreviewModel(columns: 40, rows: 10, drawing: .init())
    #expect(model.type(.tab, .enter, .down, .text("x"), .escape).isEmpty)
    #expect(model.row(4).contains("connecting"))
    model = PreviewModel(page)
    _ = model.take(.disconnected("the port is closed"))
    #expect(model.type(.tab, .text("x"), .enter).isEmpty)
    #expect(model.row(1) == "")
    #expect(model.row(10).contains("offline"))
  }
}

@Suite struct PreviewTypingTests {
  private func page(_ value: String = "", kind: ViewControl.Kind = .text, rows: Int = 1) -> PreviewPage {
    var page = PreviewPage()
    page.add(kind, 0, 0, 12, rows, text: value.isEmpty ? "type here" : value) { control in
      control.value = value
      control.placeholder = "type here"
    }
    page.add(.button, 0, 6, 5, text: "Add")
    return page
  }

  @Test func everyKeyIsSentAndShownAtOnce() {
    var model = PreviewModel(page())
    #expect(model.row(0) == "type here")
    _ = model.type(.tab)
    #expect(model.type("Hé q") == [#"input 2 "H""#, #"input 2 "Hé""#, #"input 2 "Hé ""#, #"input 2 "Hé q""#])
    #expect(model.row(0) == "Hé q")
    #expect(model.screen().cursor.map { [$0.column, $0.row] } == [4, 0])
    #expect(model.type(.left, .left, .backspace) == [#"input 2 "H q""#])
    #expect(model.type(.delete) == [#"input 2 "Hq""#])
    #expect(model.type(.home, .text("x"), .end, .text("y")) == [#"input 2 "xHq""#, #"input 2 "xHqy""#])
    #expect(model.type(.control("a"), .delete) == [#"input 2 "Hqy""#])
    #expect(model.type(.paste("a\nb")) == [#"input 2 "a bHqy""#])
    #expect(model.type(.end, .control("u")) == [#"input 2 """#])
    #expect(model.type(.backspace, .delete).isEmpty)
    #expect(model.type(.escape) == ["key 2 Escape", "blur 2"])
  }

  /// Late answers, however many, lose no key.
  @Test func lateAnswersLoseNoKeys() {
    var model = PreviewModel(page())
    _ = model.type(.tab)
    _ = model.type("ab")
    _ = model.show(page("a"))
    #expect(model.row(0) == "ab")
    #expect(model.type("c") == [#"input 2 "abc""#])
    _ = model.show(page("ab"))
    _ = model.show(page("abc"))
    #expect(!model.isWaiting && model.row(0) == "abc")
  }

  @Test func thePagesTextWinsInTheEnd() {
    var model = PreviewModel(page())
    _ = model.type(.tab)
    _ = model.type("ab")
    _ = model.show(page("A"))
    #expect(model.row(0) == "ab")
    _ = model.show(page("AB"))
    #expect(model.row(0) == "AB")
    // What a page refuses it does not answer.
    _ = model.type("1")
    #expect(model.row(0) == "AB1" && model.isWaiting)
    _ = model.settle()
    #expect(model.row(0) == "AB" && !model.isWaiting)
  }

  /// A script clears the field at Enter: text typed after it goes into the empty field.
  @Test func keysBehindEnterWaitForItsAnswer() {
    var model = PreviewModel(page())
    _ = model.type(.tab)
    _ = model.type("Milk")
    #expect(model.type(.enter, .text("E"), .text("g")) == ["key 2 Enter"])
    for value in ["M", "Mi", "Mil", "Milk"] { #expect(model.show(page(value)).isEmpty) }
    #expect(model.show(page("")) == [#"input 2 "E""#, #"input 2 "Eg""#])
    #expect(model.row(0) == "Eg")
    // A page without an answer delays nothing for long.
    #expect(model.type(.enter, .text("g")) == ["key 2 Enter"])
    _ = model.show(page("E"))
    _ = model.show(page("Eg"))
    #expect(model.settle().events.map(\.short) == [#"input 2 "Egg""#])
  }

  @Test func ctrlCAlwaysQuits() {
    var model = PreviewModel(page())
    _ = model.type(.tab, .text("x"), .enter)
    #expect(model.handle(.control("c")).command == .quit)
  }

  @Test func aFieldShowsThePartRoundTheInsertionPoint() {
    var model = PreviewModel(page())
    _ = model.type(.tab)
    _ = model.type("0123456789abcdef")
    #expect(model.row(0).hasSuffix("f"))
    #expect(model.screen().cursor?.row == 0)
    _ = model.type(.home)
    #expect(model.row(0).hasPrefix("0") || model.row(0).dropFirst().hasPrefix("0"))
  }

  @Test func aPasswordIsNotShown() {
    var model = PreviewModel(page(kind: .password))
    _ = model.type(.tab)
    #expect(model.type("ab") == [#"input 2 "a""#, #"input 2 "ab""#])
    #expect(model.row(0) == "••")
  }

  @Test func severalLinesAreTyped() {
    var model = PreviewModel(page(kind: .multiline, rows: 4))
    _ = model.type(.tab)
    #expect(
      model.type(.text("a"), .enter, .text("b")) == [#"input 2 "a""#, "input 2 \"a\n\"", "input 2 \"a\nb\""])
    #expect(model.row(0) == "a" && model.row(1) == "b")
    #expect(model.type(.up, .text("x")) == ["input 2 \"ax\nb\""])
    #expect(model.type(.paste("1\n2")) == ["input 2 \"ax1\n2\nb\""])
    _ = model.type(.escape)
    #expect(model.focus == nil)
  }

  @Test func leavingAFieldKeepsItsText() {
    var model = PreviewModel(page())
    _ = model.type(.tab)
    _ = model.type("ab")
    #expect(model.type(.tab) == ["blur 2", "focus 3"])
    #expect(model.type(.backTab) == ["blur 3", "focus 2"])
    #expect(model.type("c") == [#"input 2 "abc""#])
  }

  @Test func anotherPageBeginsAnew() {
    var model = PreviewModel(page())
    _ = model.type(.tab)
    _ = model.type("ab")
    var other = page().shown
    other.page = "p2"
    _ = model.take(.page(other))
    #expect(model.focus == nil && !model.isWaiting)
    #expect(model.row(0) == "type here")
  }
}

@Suite struct PreviewScrollingTests {
  /// A list of 5 rows that holds 20, below a line of text.
  private func list(y: Double = 0) -> PreviewPage {
    var page = PreviewPage()
    page.add("h1", 0, 0, 10, 1, text: "Title")
    page.add("ul", 0, 1, 20, 5) { $0.scroll = ViewScroll(y: y, width: 160, height: 320) }
    for row in 0..<20 { page.add(.button, 0, row, 10, in: 2, text: "row \(row)") }
    return page
  }

  private func wheel(_ notches: Int, _ column: Int, _ row: Int) -> Key {
    .mouse(Key.Mouse(action: .wheel(x: 0, y: notches), column: column, row: row))
  }

  @Test func theWheelScrollsWhatIsUnderIt() {
    var model = PreviewModel(list())
    #expect(model.type(wheel(1, 3, 2)) == ["scroll 3 (0,48)"])
    // Before the answer, the next notch continues from there.
    #expect(model.type(wheel(1, 3, 2)) == ["scroll 3 (0,96)"])
    _ = model.show(list(y: 48))
    #expect(model.type(wheel(1, 3, 2)) == ["scroll 3 (0,144)"])
    _ = model.show(list(y: 144))
    #expect(!model.isWaiting)
    for _ in 0..<10 { _ = model.type(wheel(1, 3, 2)) }
    #expect(model.input.offset(of: 3)?.y == 240)
    #expect(model.type(wheel(1, 3, 2)).isEmpty)
  }

  @Test func theFocusIsBroughtIntoView() {
    var model = PreviewModel(list())
    for _ in 0..<5 { #expect(model.type(.tab).last?.hasPrefix("focus") == true) }
    #expect(model.type(.tab) == ["blur 8", "focus 9", "scroll 3 (0,16)"])
    #expect(model.type(.pageDown) == ["scroll 3 (0,64)"])
  }

  @Test func theTerminalScrollsOverAPageThatIsLarger() {
    var page = PreviewPage()
    for row in 0..<30 { page.add("p", 0, row, 10, 1, text: "line \(row)") }
    page.add(.button, 0, 29, 10, text: "last")
    var model = PreviewModel(page)
    #expect(model.row(0) == "line 0")
    #expect(model.type(.down).isEmpty && model.row(0) == "line 2")
    #expect(model.type(.pageDown).isEmpty && model.row(0) == "line 10")
    #expect(model.type(.end).isEmpty && model.row(0) == "line 20")
    #expect(model.type(.home).isEmpty && model.row(0) == "line 0")
    #expect(model.type(.tab) == ["focus 32"])
    #expect(model.row(9).hasPrefix("last"))
    model.resize(columns: 40, rows: 40)
    #expect(model.row(0) == "line 0")
  }

  @Test func aPageThatScrollsIsToldWhatIsSeen() {
    var page = PreviewPage()
    page.nodes[0].scroll = ViewScroll(width: 320, height: 480)
    for row in 0..<30 { page.add("p", 0, row, 10, 1, text: "line \(row)") }
    var model = PreviewModel(page)
    #expect(model.type(.down) == ["scroll 1 (0,32)"])
    // The terminal sees more of the page than the device has room for, so that the offset ends before.
    #expect(model.type(.end) == ["scroll 1 (0,160)"])
    page.nodes[0].scroll?.y = 160
    _ = model.show(page)
    #expect(model.row(0) == "line 20")
    page.nodes[0].scroll?.y = 0
    _ = model.show(page)
    #expect(model.row(0) == "line 0")
  }
}

@Suite struct PreviewMouseTests {
  private func mouse(_ action: Key.Mouse.Action, _ column: Int, _ row: Int) -> Key {
    .mouse(Key.Mouse(action: action, column: column, row: row))
  }

  private var page: PreviewPage {
    var page = PreviewPage()
    page.add("div", 0, 0, 20, 3) { $0.taps = true }  // 2
    page.add("b", 2, 1, 4, 1, in: 1, text: "bold")  // 3
    page.add(.button, 8, 1, 6, in: 1, text: "Add")  // 4
    page.add(.text, 0, 4, 12, text: "hello") { $0.value = "hello" }  // 5
    page.add(.segment, 0, 6, 30) { $0.options = ["a", "b", "c"] }  // 6
    page.add(.button, 0, 8, 6) { $0.isDisabled = true }  // 7
    return page
  }

  @Test func aClickTapsTheNearestThatAnswers() {
    var model = PreviewModel(page)
    #expect(model.type(mouse(.press, 9, 1)) == ["focus 4", "press 4"])
    #expect(model.type(mouse(.release, 9, 1)) == ["release 4", "tap 4 (12,8)"])
    #expect(
      model.type(mouse(.press, 3, 1), mouse(.release, 3, 1))
        == ["blur 4", "focus 2", "press 2", "release 2", "tap 2 (28,24)"])
    #expect(model.type(mouse(.press, 30, 3), mouse(.release, 30, 3)) == ["blur 2"])
    #expect(model.type(mouse(.press, 1, 8), mouse(.release, 1, 8)).isEmpty)
  }

  @Test func whoLetsGoElsewhereTapsNothing() {
    var model = PreviewModel(page)
    #expect(model.type(mouse(.press, 9, 1)) == ["focus 4", "press 4"])
    #expect(model.type(mouse(.drag, 20, 5), mouse(.release, 20, 5)) == ["release 4"])
  }

  @Test func aClickSetsTheInsertionPointAndChoosesASegment() {
    var model = PreviewModel(page)
    _ = model.type(mouse(.press, 3, 4), mouse(.release, 3, 4))
    #expect(model.editing?.text == "hello")
    #expect(model.type("X").last?.contains("X") == true)
    #expect(model.editing.map { $0.caret < 5 } == true)
    #expect(model.type(mouse(.press, 25, 6), mouse(.release, 25, 6)).last == "select 6 #2")
  }

  @Test func whatIsOnTopIsHit() {
    var page = PreviewPage()
    page.add(.button, 0, 0, 6) { _ in }
    page.nodes[1].paint.zOrder = 1
    page.add(.button, 0, 0, 6) { _ in }
    var model = PreviewModel(page)
    #expect(model.type(mouse(.press, 1, 0)).last == "press 2")
    page.nodes[1].paint.zOrder = -1
    _ = model.show(page)
    #expect(model.type(mouse(.press, 1, 0)).last == "press 3")
  }

  @Test func whatIsScrolledAwayIsNotHit() {
    var page = PreviewPage()
    page.add("ul", 0, 1, 20, 2) { $0.scroll = ViewScroll(y: 16, width: 160, height: 160) }
    for row in 0..<10 { page.add(.button, 0, row, 10, in: 1) }
    var model = PreviewModel(page)
    #expect(model.type(mouse(.press, 1, 1)).last == "press 4")
    #expect(
      model.type(mouse(.release, 1, 1), mouse(.press, 1, 0)) == ["release 4", "tap 4 (12,8)", "blur 4"])
    #expect(model.type(mouse(.press, 1, 3)).isEmpty)
    // Nor is the status line the page.
    #expect(model.type(mouse(.press, 1, 10), mouse(.release, 1, 10)).isEmpty)
  }
}

@Suite struct PreviewScreenTests {
  @Test func theStatusLineSaysWhatIsShownAndWhatHappened() {
    var model = PreviewModel(PreviewPage(), columns: 80)
    #expect(model.row(10) == " home · phone · revision 1 · live │ connected")
    _ = model.take(.log(.info, "hello\u{1B}[2J\nthere"))
    #expect(model.row(10).contains("│ hello") && !model.row(10).unicodeScalars.contains("\u{1B}"))
    _ = model.take(
      .failed([
        Diagnostic(.error, "x", "it broke", at: SourceLocation(path: "a.css", line: 3, column: 1)),
        Diagnostic(.error, "x", "more"),
      ]))
    #expect(model.row(10).hasSuffix("│ a.css:3:1: it broke (and 1 more)"))
    _ = model.take(.fixed)
    #expect(model.row(10).hasSuffix("│ fixed"))
    _ = model.take(.disconnected("gone"))
    #expect(model.row(10).contains("offline │ no connection (gone); trying again"))
  }

  @Test func theFocusIsSeen() {
    var page = PreviewPage()
    page.add(.button, 2, 1, 5, text: "Add")
    page.add(.row, 0, 3, 10, 5)
    var model = PreviewModel(page)
    _ = model.type(.tab)
    let grid = model.screen().grid
    #expect((2..<7).allSatisfy { grid[$0, 1].look.contains(.reversed) })
    #expect(!grid[1, 1].look.contains(.reversed) && !grid[7, 1].look.contains(.reversed))
    #expect(model.screen().cursor == nil)
    _ = model.type(.tab)
    #expect(model.row(3) == "▛        ▜" && model.row(7) == "▙        ▟")
  }

  /// Whatever a server sends and a user does, there is no trap, and the screen has the right size.
  @Test func oddTreesAndSizesAreDrawn() {
    var page = PreviewPage()
    page.add(.text, -5, -5, 3, 0) { $0.value = "x" }
    page.add(.multiline, 0, 0, 0, 0)
    page.add(.segment, 0, 0, 0, 1) { $0.selected = .max }
    page.add("ul", 0, 0, 5, 5) { node in
      node.scroll = ViewScroll(x: .infinity, y: .nan, width: -.infinity, height: .infinity)
      node.frame = Rect(x: .nan, y: 1e4, width: .infinity, height: -1)
    }
    page.add(.button, 0, 0, 5, in: 4)
    page.add(.text, 0, 3, 1, 1) { $0.caret = .min }
    for size in [(0, 0), (3, 3), (100, 40)] {
      var model = PreviewModel(page, columns: size.0, rows: size.1)
      let keys: [Key] = [
        .tab, .text("x"), .enter, .escape, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
        .backTab,
        .mouse(.init(action: .press, column: 0, row: 0)), .mouse(.init(action: .release, column: 0, row: 0)),
        .mouse(.init(action: .wheel(x: 1, y: 1), column: 0, row: 0)), .paste("a\nb"), .backspace, .delete,
      ]
      for round in 0..<keys.count {
        _ = model.handle(keys[(round * 7) % keys.count])
        if round % 5 == 0 { _ = model.settle() }
        let grid = model.screen().grid
        #expect(grid.columns == model.camera.columns && grid.rows == model.camera.rows)
        model.resize(columns: size.0 + round % 3, rows: size.1 + round % 2)
      }
    }
    page.nodes[4].frame.y = 1e300
    #expect(PreviewModel(page).screen().grid.rows == 11)
    var model = PreviewModel(PreviewPage())
    var empty = PreviewPage()
    empty.nodes = []
    _ = model.show(empty)
    #expect(model.type(.tab, .down, .mouse(.init(action: .press, column: 1, row: 1))).isEmpty)
    #expect(model.screen().grid.rows == 11)
  }
}
