import Glibc
import HybridSystem
import HybridTestSupport
import Testing

@Suite(.serialized, .suiteTimeLimit) struct DescriptorTests {
  /// A pipe that other programs of this process do not inherit.
  private func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    for end in ends { #expect(fcntl(end, F_SETFD, FD_CLOEXEC) == 0) }
    return (ends[0], ends[1])
  }

  /// The program writes while the pipe is read, which would block at first.
  @Test(arguments: [0, 1, 10, 1_000_000])
  func aPipeIsReadToItsEnd(expecting size: Int) throws {
    let ends = try pipe()
    #expect(fcntl(ends.reading, F_SETFL, O_NONBLOCK) == 0)
    let program = try startProcess(["head", "-c", "300000", "/dev/zero"]) { files in
      posix_spawn_file_actions_adddup2(&files, ends.writing, STDOUT_FILENO)
    }
    close(ends.writing)
    #expect(try readToEnd(ends.reading, expecting: size) == [UInt8](repeating: 0, count: 300_000))
    close(ends.reading)
    #expect(endOfProcess(program) == 0)
  }

  @Test func moreThanTheLimitIsRefused() throws {
    let ends = try pipe()
    #expect(writeAll([1, 2, 3], to: ends.writing))
    close(ends.writing)
    #expect(throws: SystemError(code: EFBIG)) { try readToEnd(ends.reading, atMost: 2) }
    close(ends.reading)
    #expect(throws: SystemError(code: EBADF)) { try readToEnd(-1) }
    #expect(!writeAll([1], to: -1))
  }

  @Test(arguments: [("exit 0", Int32(0)), ("exit 7", 7), ("kill -9 $$", 137)])
  func programsEndWithTheirCode(_ script: String, _ code: Int32) throws {
    #expect(endOfProcess(try startProcess(["sh", "-c", script])) == code)
  }

  @Test func aProgramGetsItsDescriptors() throws {
    let ends = try pipe()
    let process = try startProcess(["echo", "hello"], at: "/bin/echo") { files in
      posix_spawn_file_actions_adddup2(&files, ends.writing, STDOUT_FILENO)
    }
    close(ends.writing)
    #expect(try readToEnd(ends.reading) == Array("hello\n".utf8))
    close(ends.reading)
    #expect(endOfProcess(process) == 0)
    #expect(throws: SystemError(code: ENOENT)) { try startProcess(["no-such-program"]) }
  }

  @Test func theMonotonicClockNeverGoesBack() {
    let first = SystemClock.monotonic
    #expect(SystemClock.monotonic >= first)
    #expect(SystemClock.wall > 1_700_000_000_000_000_000)
  }
}
