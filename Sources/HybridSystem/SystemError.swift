import Glibc

/// An `errno`.
package struct SystemError: Error, Hashable, Sendable {
  package let code: Int32

  /// The error with a code.
  package init(code: Int32) { self.code = code }

  /// The system's words.
  package var message: String {
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text)
  }
}
