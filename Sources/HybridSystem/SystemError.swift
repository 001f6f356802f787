import Glibc

/// An `errno`.
package struct SystemError: Error, Hashable, Sendable {
  package let code: Int32

  /// The error with a code.
  package init(code: Int32) { self.code = code }

  /// The error of the last call of this thread that failed (`errno`). Read it before the next call.
  package static var last: SystemError { SystemError(code: errno) }

  /// The system's words.
  package var message: String {
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text)
  }
}
