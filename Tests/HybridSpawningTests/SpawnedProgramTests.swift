import Foundation
import HybridSpawning
import HybridTestSupport
import Testing

@Suite struct SpawnedProgramTests {
  @Test(arguments: [("exit 0", 0), ("exit 7", 7), ("kill -TERM $$", 143), ("kill -SEGV $$", 139)])
  func anEndIsToldByItsCode(_ script: String, _ expected: Int32) async throws {
    let program = try SpawnedProgram(["sh", "-c", script], files: [1: .nowhere, 2: .nowhere])
    #expect(await poll { !program.isRunning })
    #expect(program.exitCode == expected)
    // Its process id may have been reused.
    program.send(SIGKILL)
  }

  @Test func itRunsWhereItIsToldTo() async throws {
    let folder = try TemporaryProject(["out": ""])
    let program = try SpawnedProgram(
      ["sh", "-c", "pwd"], in: folder.path, files: [1: .path(folder.file("out").path, O_WRONLY)])
    #expect(await poll { !program.isRunning })
    #expect(try folder.text("out") == folder.path + "\n")
  }

  @Test func nothingStaysOfOneThatNobodyKnows() async throws {
    func start() throws -> pid_t {
      let program = try SpawnedProgram(["sleep", "1000"])
      #expect(program.isRunning)
      return program.processIdentifier
    }
    let number = try start()
    // It neither runs nor remains as a zombie.
    #expect(await poll { kill(number, 0) != 0 && errno == ESRCH })
  }
}
