import Foundation

/// Whether a program that ends at once exits with 0.
///
/// The calling thread waits for it: only for conditions of suites and for steps of milliseconds. Its output
/// is dropped.
/// - Parameter words: The program, looked up in `PATH` unless it is a path, and its arguments.
package func succeeds(_ words: [String]) -> Bool {
  guard case .success(let process) = spawn(words, files: [0: .nothing, 1: .nowhere, 2: .nowhere]) else {
    return false
  }
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return false } }
  return status == 0
}
