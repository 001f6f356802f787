import Testing

@testable import HybridWatch

/// The joiner by itself: time and files are what the test says.
struct ChangeJoinerTests {
  private var joiner = ChangeJoiner()
  private let millisecond: UInt64 = 1_000_000

  init() { joiner.exists("a") }

  private mutating func expire(_ milliseconds: UInt64, _ files: [String: WatchedState] = [:]) -> [FileChange]
  {
    joiner.expire(at: milliseconds * millisecond) { files[$0] ?? .missing }
    return joiner.takeChanges()
  }

  @Test mutating func aSaveOfAKnownFileIsToldAtOnce() {
    joiner.written("a", at: 0)
    #expect(joiner.takeChanges() == [.modified("a")])
    #expect(joiner.nextDeadline == nil)
  }

  @Test mutating func aDeletionIsToldLater() {
    joiner.gone("a", at: 0)
    #expect(joiner.takeChanges() == [])
    #expect(expire(19) == [])
    #expect(expire(20) == [.removed("a")])
    #expect(joiner.nextDeadline == nil)
  }

  @Test mutating func aDeletionIsNotToldWhenTheFileIsBack() {
    joiner.gone("a", at: 0)
    // The event that says it is back has not been read yet.
    #expect(expire(20, ["a": .file(size: 1, modified: 1, links: 1)]) == [])
    joiner.created("a", at: 21 * millisecond)
    joiner.written("a", at: 22 * millisecond)
    #expect(joiner.takeChanges() == [.modified("a")])
    #expect(joiner.nextDeadline == nil)
  }

  @Test mutating func aFileStillBeingWrittenIsNotTold() {
    joiner.created("new", at: 0)
    #expect(expire(10, ["new": .file(size: 0, modified: 1, links: 1)]) == [])
    #expect(expire(1_010, ["new": .file(size: 9, modified: 2, links: 1)]) == [])
    joiner.written("new", at: 1_500 * millisecond)
    #expect(expire(1_510, ["new": .file(size: 10, modified: 3, links: 1)]) == [.created("new")])
  }

  @Test mutating func aFileNobodyClosesIsToldWhenItHasSettled() {
    joiner.created("linked", at: 0)
    #expect(expire(10, ["linked": .file(size: 9, modified: 1, links: 1)]) == [])
    #expect(expire(1_010, ["linked": .file(size: 9, modified: 1, links: 1)]) == [.created("linked")])
  }

  @Test mutating func aFileRenamedOverTheRealOneIsNeverTold() {
    joiner.created("scratch", at: 0)
    joiner.written("scratch", at: 1)
    joiner.gone("scratch", at: 2)
    joiner.movedIn("a", at: 2)
    #expect(joiner.takeChanges() == [.modified("a")])
    #expect(expire(1_000) == [])
  }

  @Test mutating func aFileThatTakesTheNameOfAFolderComesAfterItsEnd() {
    joiner.folderCreated("b")
    joiner.found("b/x", at: 0)
    #expect(expire(10, ["b/x": .other]) == [.folderCreated("b"), .created("b/x")])
    joiner.folderMovedAway("b", subfolders: [], at: 20 * millisecond)
    joiner.movedIn("b", at: 21 * millisecond)
    #expect(joiner.takeChanges() == [.removed("b/x"), .folderRemoved("b"), .created("b")])
  }

  @Test mutating func whatAComparisonFindsIsToldAtOnceAndKnownFromThenOn() {
    joiner.gone("a", at: 0)
    joiner.forgetHeld()
    joiner.settle("a", .removed)
    joiner.settle("b", .created)
    #expect(joiner.takeChanges() == [.removed("a"), .created("b")])
    #expect(joiner.nextDeadline == nil)
    joiner.movedIn("b", at: 1)
    joiner.movedIn("a", at: 1)
    #expect(joiner.takeChanges() == [.modified("b"), .created("a")])
  }

  @Test mutating func aPolledFileIsToldOnceItStandsStill() {
    joiner.changed("a", .file(size: 3, modified: 1, links: 1), at: 0)
    #expect(expire(10, ["a": .file(size: 5, modified: 2, links: 1)]) == [])
    joiner.changed("a", .file(size: 7, modified: 3, links: 1), at: 15 * millisecond)
    #expect(expire(20, ["a": .file(size: 7, modified: 3, links: 1)]) == [])
    #expect(expire(30, ["a": .file(size: 7, modified: 3, links: 1)]) == [.modified("a")])
    // One that is empty is given longer to be filled.
    joiner.changed("a", .file(size: 0, modified: 4, links: 1), at: 40 * millisecond)
    #expect(expire(139, ["a": .file(size: 0, modified: 4, links: 1)]) == [])
    #expect(expire(140, ["a": .file(size: 0, modified: 4, links: 1)]) == [.modified("a")])
  }

  @Test(arguments: [
    ([FileChange.modified("a"), .modified("a")], [FileChange.modified("a")]),
    ([.created("a"), .modified("a")], [.created("a")]),
    ([.created("a"), .removed("a")], []),
    ([.removed("a"), .created("a")], [.modified("a")]),
    ([.modified("a"), .removed("a")], [.removed("a")]),
    ([.removed("a"), .folderCreated("a")], [.removed("a"), .folderCreated("a")]),
    ([.modified("a"), .modified("b"), .modified("a")], [.modified("a"), .modified("b")]),
  ])
  func aBatchNamesEachPathOnce(_ changes: [FileChange], _ expected: [FileChange]) {
    var batch = ChangeBatch()
    batch.append(changes)
    #expect(batch.take() == expected)
    #expect(batch.isEmpty)
  }
}

@Test(arguments: [
  ("4913", true), ("5036", true), ("4914", false), ("2024", false), ("49130", false), (".a.html.swp", true),
  (".a.html.swo", true), ("a.swp", true), ("a~", true), ("~", true), ("#a#", true), ("#", false),
  (".#a", true),
  ("a.css___jb_tmp___", true), ("a.css___jb_old___", true), (".goutputstream-X1", true), ("sedAb12Cd", true),
  ("a.css.crswap", true), (".~lock.a.odt#", true), (".DS_Store", true),
  ("sediment.css", false), ("sed.css", false), ("a.html", false), (".env", false), (".css", false),
  ("a.sass", false),
  (".a.css", false), (".theme.scss", false),
])
func editorFilesAreIgnored(_ name: String, _ isIgnored: Bool) {
  #expect(EditorFiles.ignores(name, isFolder: false) == isIgnored)
}
