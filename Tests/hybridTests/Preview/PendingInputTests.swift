import Testing

@testable import hybrid

@Suite struct PendingInputTests {
  /// What is sent and answered, in turns, and what is shown in the end.
  enum Step: Sendable { case send(String), answer(String), settle }

  @Test(
    arguments: [
      ([.send("a"), .send("ab"), .answer("a")], "ab", 1),
      ([.send("a"), .send("ab"), .answer("a"), .answer("ab")], "ab", 0),
      ([.send("a"), .send("ab"), .answer("ab")], "ab", 0),  // two answered at once
      ([.send("a"), .answer("A")], "A", 0),  // the page made something else of it
      ([.send("a"), .send("ab"), .answer("A")], "ab", 1),
      ([.send("a"), .send("ab"), .answer("A"), .answer("AB")], "AB", 0),
      ([.answer("news")], "news", 0),
      ([.send("a"), .answer("a"), .answer("")], "", 0),  // cleared
      ([.send("a"), .answer("")], "a", 1),  // nothing new: no answer
      ([.send("1"), .settle], "", 0),  // refused
      ([.send("a"), .answer("a"), .send("ab"), .settle], "a", 0),
    ] as [([Step], String, Int)])
  func whatIsShownIsThePersonsUntilItIsAnswered(_ steps: [Step], _ shown: String, _ waiting: Int) {
    var echo = PendingInput("")
    for step in steps {
      switch step {
      case .send(let value): echo.send(value)
      case .answer(let value): echo.answer(value)
      case .settle: echo.settle()
      }
    }
    #expect(echo.shown == shown)
    #expect(echo.unanswered.count == waiting)
  }
}

@Suite struct TextEditingTests {
  private func edited(_ text: String, _ caret: Int, _ body: (inout TextEditing) -> Void) -> String {
    var editing = TextEditing(text, caret: caret)
    body(&editing)
    return String(editing.text.prefix(editing.caret)) + "|" + String(editing.text.dropFirst(editing.caret))
  }

  @Test func keysChangeTextAtTheInsertionPoint() {
    #expect(edited("ac", 1) { _ = $0.insert("b") } == "ab|c")
    #expect(edited("e", 1) { _ = $0.insert("\u{301}") } == "e\u{301}|")
    #expect(edited("👩", 1) { _ = $0.insert("\u{200D}👧") } == "👩\u{200D}👧|")
    #expect(edited("abc", 1) { _ = $0.deleteBackward() } == "|bc")
    #expect(edited("abc", 0) { _ = $0.deleteBackward() } == "|abc")
    #expect(edited("a👩‍👧b", 2) { _ = $0.deleteBackward() } == "a|b")
    #expect(edited("abc", 1) { _ = $0.deleteForward() } == "a|c")
    #expect(edited("abc", 3) { _ = $0.deleteForward() } == "abc|")
    #expect(edited("one\ntwo", 6) { _ = $0.deleteToLineStart() } == "one\n|o")
    #expect(edited("abc", 9) { $0.move(by: -1) } == "ab|c")
    #expect(edited("abc", -9) { $0.move(by: -1) } == "|abc")
  }

  @Test func linesAreMovedInByTheirColumns() {
    #expect(edited("abc\nd\nefg", 3) { _ = $0.moveLine(by: 1) } == "abc\nd|\nefg")
    #expect(edited("abc\nd\nefg", 5) { _ = $0.moveLine(by: 1) } == "abc\nd\ne|fg")
    #expect(edited("abc\nd\nefg", 8) { _ = $0.moveLine(by: -1) } == "abc\nd|\nefg")
    #expect(edited("abc\nd", 2) { if $0.moveLine(by: -1) { $0.move(to: 0) } } == "ab|c\nd")
    #expect(edited("abc\nd", 5) { if $0.moveLine(by: 1) { $0.move(to: 0) } } == "abc\nd|")
    #expect(edited("abc\ndef", 5) { $0.moveToLineStart() } == "abc\n|def")
    #expect(edited("abc\ndef", 1) { $0.moveToLineEnd() } == "abc|\ndef")
  }

  @Test func aTextHasALimit() {
    var editing = TextEditing(String(repeating: "x", count: TextEditing.longest))
    #expect(!editing.insert("y") && editing.deleteBackward() && editing.insert("y") && !editing.insert("z"))
  }
}
