import Glibc
import HybridSystem
import HybridTestSupport
import Testing

@Suite struct FoldersTests {
  @Test(arguments: ["/folder", "/folder/", "/a", "/a/b/c", "/a//b/", "/folder/../a/b", "/link/a"])
  func missingFoldersAreMade(_ name: String) throws {
    let project = try TemporaryProject(["folder/file": ""])
    #expect(symlink("folder", project.path + "/link") == 0)
    #expect(makeFolders(project.path + name) == nil)
    #expect(FileStatus.isFolder(project.path + name))
  }

  @Test(arguments: [
    ("/file", "/file", EEXIST), ("/file/a/b", "/file", EEXIST), ("/dangling/a", "/dangling", EEXIST),
  ])
  func theFolderThatCannotBeMadeIsTold(_ name: String, _ failing: String, _ code: Int32) throws {
    let project = try TemporaryProject(["file": ""])
    #expect(symlink("missing", project.path + "/dangling") == 0)
    let fault = try #require(makeFolders(project.path + name))
    #expect(fault.path == project.path + failing && fault.error.code == code)
  }

  @Test(arguments: [0o755, 0o777, 0o700] as [mode_t])
  func theModeHoldsWhateverTheMask(_ mode: mode_t) throws {
    let project = try TemporaryProject([:])
    #expect(makeFolders(project.path + "/a/b", mode: mode, ignoringMask: true) == nil)
    #expect(FileStatus(at: project.path + "/a")?.permissions == mode)
    #expect(FileStatus(at: project.path + "/a/b")?.permissions == mode)
  }
}
