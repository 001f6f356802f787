import Glibc
import HybridSystem
import HybridTestSupport
import Testing

@Suite struct FolderStreamTests {
  /// The entries of a folder by name; nil if it cannot be read.
  private func entries(of path: String) -> [String: FolderStream.Entry]? {
    guard var folder = FolderStream(at: path) else { return nil }
    return entries(of: &folder)
  }

  private func entries(closing descriptor: Int32) -> [String: FolderStream.Entry]? {
    guard var folder = FolderStream(closing: descriptor) else { return nil }
    return entries(of: &folder)
  }

  private func entries(of folder: inout FolderStream) -> [String: FolderStream.Entry] {
    var entries: [String: FolderStream.Entry] = [:]
    while let entry = folder.next() { entries[entry.name] = entry }
    return entries
  }

  @Test(
    arguments: [
      ("file", FileStatus.Kind.file), ("folder", .folder), ("link", .link), ("pipe", .pipe),
    ] as [(String, FileStatus.Kind)])
  func theTypeOfAnEntryIsTold(_ name: String, _ kind: FileStatus.Kind) throws {
    let project = try TemporaryProject(["file": "", "folder/file": ""])
    #expect(symlink("folder", project.path + "/link") == 0)
    #expect(mkfifo(project.path + "/pipe", 0o600) == 0)
    let entry = try #require(entries(of: project.path)?[name])
    #expect(entry.isNameExact)
    #expect(entry.kind == nil || entry.kind == kind)
  }

  @Test func theFolderItselfAndItsParentAreLeftOut() throws {
    let project = try TemporaryProject([".hidden": "", "folder/file": ""])
    #expect(entries(of: project.path)?.keys.sorted() == [".hidden", "folder"])
  }

  @Test func namesThatAreNotUTF8AreRepaired() throws {
    let project = try TemporaryProject(["folder/file": ""])
    let path = (project.path + "/folder/a").utf8CString.dropLast() + [CChar(bitPattern: 0xFF), 0]
    let descriptor = open(Array(path), O_CREAT | O_WRONLY, 0o600)
    #expect(descriptor >= 0 && close(descriptor) == 0)
    let found = try #require(entries(of: project.path + "/folder"))
    #expect(found["file"]?.isNameExact == true)
    #expect(found["a\u{FFFD}"]?.isNameExact == false)
  }

  @Test func anOpenFolderIsClosedWithItsStream() throws {
    let project = try TemporaryProject(["file": ""])
    let descriptor = open(project.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if var folder = FolderStream(closing: descriptor) {
      #expect(entries(of: &folder).keys.sorted() == ["file"])
      #expect(FileStatus(of: descriptor)?.kind == .folder)
    }
    let missing = entries(closing: -1)
    let error = SystemError.last
    #expect(missing == nil && error.code == EBADF)
  }

  @Test(arguments: [("/missing", ENOENT), ("/file", ENOTDIR)])
  func whatIsNotAFolderSetsTheError(_ name: String, _ code: Int32) throws {
    let project = try TemporaryProject(["file": ""])
    let entries = entries(of: project.path + name)
    let error = SystemError.last
    #expect(entries == nil && error.code == code)
  }
}
