import Foundation
import HybridSystem
import Testing

@testable import HybridWatch

@Test func theTableKnowsFilesByFolderInOrder() {
  var table = FileTable()
  for path in ["b/y", "a", "b/x", "b/c/z", "b/x", "bc/q"] { table.insert(path) }
  #expect(table.count == 5)
  #expect(table.entries(in: "b").map(\.name) == ["x", "y"])
  #expect(table.files(below: "b") == ["b/c/z", "b/x", "b/y"])
  #expect(table.files(below: "") == ["a", "b/c/z", "b/x", "b/y", "bc/q"])
  table.remove("b/x")
  table.remove("b/none")
  #expect(!table.contains("b/x") && table.contains("b/y") && table.count == 4)
  table.removeAll(below: "b")
  #expect(table.files(below: "") == ["a", "bc/q"] && table.count == 2)
}

/// What a file costs: 48 bytes, since names of up to 15 bytes are in place.
@Test func anEntryIsSmall() { #expect(MemoryLayout<FileTable.Entry>.stride == 48) }

/// Writes of the same length within one tick of the clock leave time, length and inode as they are.
@Test func aSaveThatOnlyTheContentShowsIsFound() throws {
  let folder = try TestFolder(["a.css": "1", "old.css": "1"])
  let clock = wallClock()
  let fresh = try #require(FileStamp(at: folder.path(of: "a.css"), clock: clock))
  #expect(fresh.contentHash != 0)
  // Looked at long after it was written, its time suffices.
  let settled = try #require(FileStamp(at: folder.path(of: "old.css"), clock: clock + 10_000_000_000))
  #expect(settled.contentHash == 0)
  try folder.write("a.css", "2")
  // As if the clock had not moved.
  var now = FileStamp(try #require(FileStatus(at: folder.path(of: "a.css"), following: false)))
  now.modified = fresh.modified
  #expect(!fresh.isSame(as: now, at: folder.path(of: "a.css")))
  try folder.write("a.css", "1")
  #expect(fresh.isSame(as: now, at: folder.path(of: "a.css")))
  // A time of whole seconds may be all that the file system keeps.
  now.modified = clock / 1_000_000_000 * 1_000_000_000
  #expect(now.mayChangeUnseen(at: now.modified + 1_900_000_000))
  #expect(!now.mayChangeUnseen(at: now.modified + 2_000_000_001))
}

@Test(arguments: [
  ("gitdir: /srv/repo/.git/worktrees/x\n", "/srv/repo/.git/worktrees/x/index.lock"),
  ("gitdir: ../.git/modules/x\n", "/home/me/../.git/modules/x/index.lock"), ("gitdir: ", nil), ("", nil),
  ("nonsense", nil),
])
func aLinkedWorkTreeNamesItsFolder(_ text: String, _ path: String?) {
  #expect(GitLock.linked(text, from: "/home/me") == path)
}

@Test func aLockIsFoundAboveAndForgottenWhenItIsStale() throws {
  let folder = try TestFolder([".git/HEAD": "", "app/pages/a.html": "1"])
  let lock = GitLock(around: folder.path(of: "app"))
  #expect(lock.path == folder.path(of: ".git/index.lock"))
  #expect(!lock.isHeld(at: wallClock()))
  try folder.write(".git/index.lock", "")
  #expect(lock.isHeld(at: wallClock()))
  #expect(!lock.isHeld(at: wallClock() + GitLock.limit + 1_000_000_000))
}

@Test func mountsBelowTheRootAreKnown() {
  let table = """
    22 1 8:1 / / rw - ext4 /dev/sda1 rw
    30 22 0:26 / /home/me/my\\040shop/assets rw - tmpfs tmpfs rw
    31 22 0:27 / /home/me/my\\040shopping rw - tmpfs tmpfs rw
    broken
    """
  #expect(
    FileSystems.mounts(below: "/home/me/my shop", in: table) == ["/home/me/my shop/assets": "30 0:26"])
  #expect(FileSystems.mounts(below: "/", in: table).count == 3)
}

@Test(arguments: [
  (0x6969, "NFS"), (0x6573_5546, "FUSE"), (0x0102_1997, "9p"), (0xEF53, nil), (0x794C_7630, nil),
])
func fileSystemsThatOthersWriteToAreKnown(_ type: UInt32, _ name: String?) {
  #expect(FileSystems.remoteName(ofType: type) == name)
}
