import Glibc
import HybridSystem

/// Runs a program and waits for its end.
///
/// - Parameters:
///   - arguments: The program, looked up in `PATH`, and its arguments.
///   - input: The contents of its standard input.
///   - line: Called for each line of its standard output as it arrives.
/// - Returns: Its exit code (128 plus the signal's number; 127 when there is no such program), and its
///   output.
package func runProgram(
  _ arguments: [String], input: [UInt8] = [], line: (String) -> Void = { _ in }
) -> (status: Int32, output: [UInt8], errors: String) {
  func failed() -> (Int32, [UInt8], String) { (127, [], SystemError.last.message) }
  // Input and standard error are files, so that only one pipe has to be read.
  guard let inputFile = temporaryFile(input), let errorFile = temporaryFile([]) else { return failed() }
  defer { close(inputFile); close(errorFile) }
  var pipes: [Int32] = [0, 0]
  guard pipe(&pipes) == 0 else { return failed() }
  for descriptor in pipes { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  defer { close(pipes[0]) }

  let process: pid_t
  do throws(SystemError) {
    defer { close(pipes[1]) }
    process = try startProcess(arguments) {
      posix_spawn_file_actions_adddup2(&$0, inputFile, 0)
      posix_spawn_file_actions_adddup2(&$0, pipes[1], 1)
      posix_spawn_file_actions_adddup2(&$0, errorFile, 2)
    }
  } catch { return (127, [], error.message) }

  var (output, begun): ([UInt8], Int) = ([], 0)
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(pipes[0], &buffer, buffer.count)
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { break }
    output += buffer[..<count]
    while let end = output[begun...].firstIndex(of: UInt8(ascii: "\n")) {
      line(String(decoding: output[begun..<end], as: UTF8.self))
      begun = end + 1
    }
  }
  let status = endOfProcess(process)
  lseek(errorFile, 0, SEEK_SET)
  let count = max(0, read(errorFile, &buffer, 4_096))
  return (status, output, String(decoding: buffer[..<count], as: UTF8.self))
}

/// An unnamed file with these bytes, positioned at its start; nil, with `errno` set, on failure.
private func temporaryFile(_ bytes: [UInt8]) -> Int32? {
  let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  let name = "\(folder)/hybrid-\(getpid())-\(UInt64.random(in: 0 ... .max))"
  let descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { return nil }
  unlink(name)
  guard writeAll(bytes, to: descriptor) else {
    close(descriptor)
    return nil
  }
  lseek(descriptor, 0, SEEK_SET)
  return descriptor
}
