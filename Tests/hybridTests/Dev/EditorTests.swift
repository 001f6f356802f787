import Testing

@testable import hybrid

@Suite struct EditorTests {
  @Test(
    arguments: [
      ("vi", ["vi"]), ("  code  --wait ", ["code", "--wait"]),
      ("'/opt/My Editor/edit' --new", ["/opt/My Editor/edit", "--new"]),
      (#""/opt/My \"own\" ed\itor" -n"#, [#"/opt/My "own" ed\itor"#, "-n"]),
      (#"/opt/My\ Editor/edit"#, ["/opt/My Editor/edit"]),
      ("a'b'\"c\"d", ["abcd"]), ("ed ''", ["ed", ""]),
      // No shell is involved.
      ("ed $HOME `id` $(id); rm *", ["ed", "$HOME", "`id`", "$(id);", "rm", "*"]),
      ("", nil), ("   ", nil), ("'ed", nil), ("ed \"", nil), ("ed \\", nil), ("''", nil),
    ] as [(String, [String]?)])
  func aCommandLineIsTakenApart(_ text: String, _ words: [String]?) {
    #expect(commandWords(text) == words)
  }

  @Test(
    arguments: [
      ("vi", ["vi", "+3", "/p/a b.html"], false), ("nano", ["nano", "+3,7", "/p/a b.html"], false),
      ("/usr/bin/vim -n", ["/usr/bin/vim", "-n", "+call cursor(3,7)", "/p/a b.html"], false),
      ("nvim", ["nvim", "+call cursor(3,7)", "/p/a b.html"], false),
      ("micro", ["micro", "+3:7", "/p/a b.html"], false),
      ("hx", ["hx", "/p/a b.html:3:7"], false), ("emacs", ["emacs", "+3:7", "/p/a b.html"], false),
      ("code --wait", ["code", "--wait", "--goto", "/p/a b.html:3:7"], true),
      ("codium", ["codium", "--goto", "/p/a b.html:3:7"], true), ("subl", ["subl", "/p/a b.html:3:7"], true),
      ("zed", ["zed", "/p/a b.html:3:7"], true),
      ("idea.sh", ["idea.sh", "--line", "3", "/p/a b.html"], true),
      ("kate", ["kate", "--line", "3", "--column", "7", "/p/a b.html"], true),
      ("GVIM", ["GVIM", "+call cursor(3,7)", "/p/a b.html"], true),
      // Two unknown editors; the second has placeholders.
      ("my-edit", ["my-edit", "/p/a b.html"], false),
      ("my-edit -l {line}:{column} '{file}' &", ["my-edit", "-l", "3:7", "/p/a b.html"], true),
    ] as [(String, [String], Bool)])
  func anEditorIsToldThePlaceInItsOwnWay(_ text: String, _ arguments: [String], _ hasWindow: Bool) throws {
    let editor = try #require(Editor(text, environment: { _ in nil }))
    #expect(editor.arguments(for: Editor.Place(path: "/p/a b.html", line: 3, column: 7)) == arguments)
    #expect(editor.hasWindow == hasWindow)
  }

  @Test func emacsHasAWindowWhereThereIsADisplay() {
    let display: (String) -> String? = { $0 == "DISPLAY" ? ":0" : nil }
    #expect(Editor("emacs", environment: display)?.hasWindow == true)
    #expect(Editor("emacs -nw", environment: display)?.hasWindow == false)
  }

  @Test(
    arguments: [
      ([:], nil), (["EDITOR": "vi"], "vi"), (["EDITOR": "vi", "VISUAL": "nvim"], "nvim"),
      (["EDITOR": "vi", "VISUAL": "nvim", "HYBRID_EDITOR": "code"], "code"),
      (["EDITOR": "vi", "VISUAL": " ", "HYBRID_EDITOR": ""], "vi"),
    ] as [([String: String], String?)])
  func theFirstVariableThatSaysSomethingCounts(_ variables: [String: String], _ text: String?) {
    #expect(Editor.chosen { variables[$0] }?.text == text)
  }
}
