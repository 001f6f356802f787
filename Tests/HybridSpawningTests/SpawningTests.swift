import Foundation
import HybridSpawning
import HybridTestSupport
import Testing

@Suite struct SpawningTests {
  /// Starts a shell and waits for its end; what it wrote to standard output.
  private func output(
    of script: String, closingFrom: Int32 = 3
  ) throws -> [String] {
    let folder = try TemporaryProject(["output": ""])
    let process = try spawn(
      ["sh", "-c", script], environment: ["PATH": "/usr/bin:/bin", "WORD": "kiln"], closingFrom: closingFrom,
      isGroup: true,
      files: [0: .nothing, 1: .path(folder.file("output").path, O_WRONLY), 2: .nowhere, 3: .copy(of: 1)]
    ).get()
    var status: Int32 = 0
    #expect(waitpid(process, &status, 0) == process && status == 0)
    return try folder.text("output").split(whereSeparator: \.isWhitespace).map(String.init)
  }

  @Test func whatTheTestsHaveOpenIsNotHandedOn() throws {
    // Not marked for closing, as most of what the tests' own libraries open.
    let held = (0..<8).map { _ in open("/dev/null", O_RDONLY) }
    defer { for descriptor in held { close(descriptor) } }
    // Those of `ls`, which has one open for the folder.
    #expect(try output(of: "ls /proc/self/fd") == ["0", "1", "2", "3"])
  }

  @Test func whatIsGivenBeyondTheUsualThreeIsThere() throws {
    #expect(try output(of: "ls /proc/self/fd", closingFrom: 4) == ["0", "1", "2", "3", "4"])
  }

  @Test func aSignalThatIsBlockedHereIsNotBlockedThere() throws {
    var signals = sigset_t()
    var before = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    #expect(try output(of: "grep SigBlk /proc/self/status") == ["SigBlk:", "0000000000000000"])
  }

  @Test func aGroupIsItsOwnAndTheEnvironmentIsAllThatItHas() throws {
    #expect(try output(of: "[ $$ = $(ps -o pgid= -p $$) ] && echo $WORD $HOME") == ["kiln"])
  }

  @Test func aProgramThatIsMissingIsAnError() {
    let error = #expect(throws: SpawnError.self) { try spawn(["/nonexistent/program"]).get() }
    #expect(error?.code == ENOENT)
  }
}
