import Testing

@testable import HybridWatch

/// One line each: the text of a `.gitignore`, a path (a folder's ends with `/`), and what git says of it.
@Test(arguments: [
  ("build", "build", true), ("build", "a/build", true), ("build", "a/build/", true),
  ("build", "builds", false),
  ("build/", "build", false), ("build/", "build/", true), ("build/", "a/b/build/", true),
  ("/build", "build", true), ("/build", "a/build", false),
  ("a/b", "a/b", true), ("a/b", "x/a/b", false), ("a/b/", "a/b", false),
  ("*.log", "x.log", true), ("*.log", "a/x.log", true), ("*.log", "x.log.txt", false),
  ("*", "anything", true),
  ("a/*.log", "a/x.log", true), ("a/*.log", "a/b/x.log", false),
  ("?.css", "a.css", true), ("?.css", "ab.css", false), ("?.css", "/a.css", true),
  ("[a-c].css", "b.css", true), ("[a-c].css", "d.css", false), ("[!a-c].css", "d.css", true),
  ("[^a-c].css", "b.css", false), ("[]-].css", "].css", true), ("[[:digit:]]x", "7x", true),
  ("[[:digit:]]x", "ax", false),
  ("[a", "[a", true), ("a[/]b", "a/b", false),
  ("**/out", "out", true), ("**/out", "a/b/out", true), ("a/**/z", "a/z", true), ("a/**/z", "a/b/c/z", true),
  ("a/**/z", "b/a/z", false), ("a/**", "a", false), ("a/**", "a/b/c", true), ("**", "a/b", true),
  ("a**b", "aXb", true), ("x/a**b", "x/a/b", false),
  ("# note\n*.o", "# note", false), ("\\#note", "#note", true), ("\\!note", "!note", true),
  ("*.o\n!keep.o", "keep.o", false), ("*.o\n!keep.o", "a.o", true), ("!keep.o\n*.o", "keep.o", true),
  ("trailing  ", "trailing", true), ("trailing\\ ", "trailing ", true), ("crlf\r\nnext\r", "crlf", true),
  ("größe/", "größe/", true), ("\n\n/\n!\n", "x", false), ("", "x", false), ("a\\", "a", false),
])
func gitIgnoresWhatItsManualSays(_ text: String, _ path: String, _ isIgnored: Bool) {
  let isFolder = path.hasSuffix("/")
  let trimmed = path.split(separator: "/").joined(separator: "/")
  #expect((GitIgnore(text).verdict(trimmed, isFolder: isFolder) ?? false) == isIgnored)
}

@Test func theNearestFileThatSaysAnythingDecides() {
  var rules = GitIgnoreRules()
  let isNew = [("*.css\nout/", ""), ("!keep.css\n/only", "pages"), ("!keep.css\n/only", "pages")].map {
    rules.set($0, in: $1)
  }
  #expect(isNew == [true, true, false])
  #expect(rules.ignores("a.css", isFolder: false) && rules.ignores("pages/a.css", isFolder: false))
  #expect(!rules.ignores("pages/keep.css", isFolder: false))
  #expect(rules.ignores("pages/only", isFolder: true) && !rules.ignores("pages/a/only", isFolder: true))
  #expect(rules.ignoresAnywhere("pages/out/x.html") && !rules.ignoresAnywhere("pages/x.html"))
  let isOther = rules.set(nil, in: "")
  #expect(isOther && !rules.ignores("a.css", isFolder: false))
}

/// Patterns that take other matchers exponential time.
@Test func hostilePatternsEnd() {
  let stars = String(repeating: "a*", count: 2_000) + "b"
  #expect(GitIgnore(stars).verdict(String(repeating: "a", count: 4_000), isFolder: false) == nil)
  let folders = String(repeating: "**/a/", count: 500) + "b"
  let path = Array(repeating: "a", count: 1_000).joined(separator: "/")
  #expect(GitIgnore(folders).verdict(path, isFolder: false) == nil)
}
