import Foundation
import HybridSystem

/// Starts a program without input, and with its output in a pipe.
func startTool(_ words: [String], at path: String) throws -> (process: pid_t, output: FileHandle) {
  let pipe = Pipe()
  let process: pid_t
  do throws(SystemError) {
    process = try startProcess(
      words, at: path,
      files: {
        posix_spawn_file_actions_addopen(&$0, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&$0, pipe.fileHandleForWriting.fileDescriptor, STDOUT_FILENO)
      })
  } catch { throw BenchError("'\(path)' does not start: \(error.message)") }
  try pipe.fileHandleForWriting.close()
  return (process, pipe.fileHandleForReading)
}
