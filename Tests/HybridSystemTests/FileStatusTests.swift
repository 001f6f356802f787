import Glibc
import HybridSystem
import HybridTestSupport
import Testing

@Suite struct FileStatusTests {
  @Test func theKindOfEachFileIsTold() throws {
    let project = try TemporaryProject(["folder/file": "12345"])
    let (file, link) = (project.path + "/folder/file", project.path + "/link")
    #expect(symlink("folder", link) == 0)
    let status = try #require(FileStatus(at: file))
    #expect(status.kind == .file && status.size == 5 && status.links == 1 && status.owner == geteuid())
    #expect(FileStatus(at: link)?.kind == .folder)
    #expect(FileStatus(at: link, following: false)?.kind == .link)
    #expect(FileStatus.isFolder(link) && !FileStatus.isFolder(file))
    let missing = FileStatus(at: project.path + "/missing")
    let code = errno
    #expect(missing == nil && code == ENOENT)
  }

  @Test func anOpenFileIsTheOneAtItsPath() throws {
    let project = try TemporaryProject(["folder/file": "12345"])
    let folder = open(project.path + "/folder", O_RDONLY)
    defer { close(folder) }
    let whole = FileStatus(at: project.path + "/folder/file")
    #expect(FileStatus(at: "file", in: folder) == whole && whole != nil)
    #expect(FileStatus(of: folder)?.inode == FileStatus(at: project.path + "/folder")?.inode)
    #expect(FileStatus(of: -1) == nil)
  }

  @Test func aRewriteChangesTheStatus() throws {
    let project = try TemporaryProject(["file": "1"])
    let path = project.path + "/file"
    let before = FileStatus(at: path)
    #expect(chmod(path, 0o600) == 0)
    #expect(FileStatus(at: path)?.permissions == 0o600)
    #expect(FileStatus(at: path) != before && FileStatus(at: path)?.inode == before?.inode)
  }
}

@Suite struct KernelFileTests {
  @Test func filesWithoutASizeAreReadToTheirEnd() {
    #expect(KernelFile.text(of: "/proc/self/status").contains("Pid:\t\(getpid())\n"))
    #expect(KernelFile.text(of: "/proc/self/missing") == "")
    #expect(KernelFile.text(of: "/proc/self/status", atMost: 1).utf8.count > 1)
    #expect(KernelFile.linkTarget("/proc/self") == "\(getpid())")
    #expect(KernelFile.linkTarget("/proc/self/status") == nil)
  }

  @Test func targetsThatAreNotUTF8AreRepairedOrLeftOut() throws {
    let project = try TemporaryProject([:])
    let (exact, broken) = (project.path + "/exact", project.path + "/broken")
    #expect(symlink("ä", exact) == 0)
    #expect(symlink([CChar(bitPattern: 0xFF), 0], broken) == 0)
    #expect(KernelFile.linkTarget(exact) == "ä" && KernelFile.linkTarget(exact, repairing: false) == "ä")
    #expect(KernelFile.linkTarget(broken) == "\u{FFFD}")
    #expect(KernelFile.linkTarget(broken, repairing: false) == nil)
  }

  @Test func anErrorHasTheWordsOfTheSystem() {
    #expect(SystemError(code: ENOENT).message == "No such file or directory")
  }
}
