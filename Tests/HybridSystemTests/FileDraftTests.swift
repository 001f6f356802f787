import Glibc
import HybridSystem
import HybridTestSupport
import Testing

@Suite struct FileDraftTests {
  private static let text = Array("new".utf8)

  /// Writes a draft of `file` in a folder. Returns whether it took its name.
  private func write(_ folder: String, syncing: Bool, linking: Bool) -> Bool {
    guard var draft = FileDraft(at: folder + "/.draft", mode: 0o600) else { return false }
    guard writeAll(Self.text, to: draft.descriptor), draft.close(syncing: syncing) else { return false }
    return linking ? draft.link(to: folder + "/file") : draft.rename(to: folder + "/file")
  }

  private func content(of path: String) -> String { KernelFile.text(of: path) }

  @Test(
    arguments: [
      // What is there, whether a link is made, whether that succeeds, what is there then.
      ([:], false, true, "new"), (["file": "old"], false, true, "new"), (["file": "old"], true, false, "old"),
      ([:], true, true, "new"), ([".draft": "left by a killed process"], false, true, "new"),
    ] as [([String: String], Bool, Bool, String)])
  func aDraftTakesItsName(
    _ files: [String: String], _ linking: Bool, _ succeeds: Bool, _ text: String
  ) throws {
    let project = try TemporaryProject(files)
    #expect(write(project.path, syncing: linking, linking: linking) == succeeds)
    #expect(content(of: project.path + "/file") == text)
    #expect(FileStatus(at: project.path + "/.draft") == nil)
    if text == "new" { #expect(FileStatus(at: project.path + "/file")?.permissions == 0o600) }
  }

  @Test func aDraftThatIsGivenUpIsRemoved() throws {
    let project = try TemporaryProject([:])
    func start() -> Bool {
      guard let draft = FileDraft(at: project.path + "/.draft", mode: 0o600) else { return false }
      return draft.descriptor >= 0 && FileStatus(at: draft.path) != nil
    }
    #expect(start())
    #expect(FileStatus(at: project.path + "/.draft") == nil)
  }

  @Test func aDraftIsNotWrittenThroughALink() throws {
    let project = try TemporaryProject(["other": "old"])
    #expect(symlink("other", project.path + "/.draft") == 0)
    #expect(write(project.path, syncing: false, linking: false))
    #expect(content(of: project.path + "/other") == "old")
    #expect(content(of: project.path + "/file") == "new")
  }

  @Test func aPipeIsNoDraftOfAKilledProcess() throws {
    let project = try TemporaryProject([:])
    #expect(mkfifo(project.path + "/.draft", 0o600) == 0)
    #expect(!write(project.path, syncing: false, linking: false))
    #expect(FileStatus(at: project.path + "/.draft")?.kind == .pipe)
  }
}
