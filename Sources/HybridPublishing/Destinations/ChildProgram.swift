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

  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_adddup2(&actions, inputFile, 0)
  posix_spawn_file_actions_adddup2(&actions, pipes[1], 1)
  posix_spawn_file_actions_adddup2(&actions, errorFile, 2)
  var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
  defer { for word in words { free(word) } }
  var process: pid_t = 0
  let status = posix_spawnp(&process, arguments[0], &actions, nil, &words, environ)
  close(pipes[1])
  guard status == 0 else { return (127, [], SystemError(code: status).message) }

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
  var result: Int32 = 0
  while waitpid(process, &result, 0) < 0, errno == EINTR {}
  lseek(errorFile, 0, SEEK_SET)
  let count = max(0, read(errorFile, &buffer, 4_096))
  let signal = result & 0x7F
  return (
    signal == 0 ? (result >> 8) & 0xFF : 128 + signal, output,
    String(decoding: buffer[..<count], as: UTF8.self)
  )
}

/// An unnamed file with these bytes, positioned at its start; nil, with `errno` set, on failure.
private func temporaryFile(_ bytes: [UInt8]) -> Int32? {
  let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  let name = "\(folder)/hybrid-\(getpid())-\(UInt64.random(in: 0 ... .max))"
  let descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { return nil }
  unlink(name)
  var written = 0
  while written < bytes.count {
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + written, $0.count - written) }
    guard count > 0 || errno == EINTR else {
      close(descriptor)
      return nil
    }
    written += max(0, count)
  }
  lseek(descriptor, 0, SEEK_SET)
  return descriptor
}
