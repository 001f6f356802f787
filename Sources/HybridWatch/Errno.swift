import Glibc

/// The system's words for an `errno`.
func message(ofErrno code: Int32) -> String {
  guard let text = strerror(code) else { return "error \(code)" }
  return String(cString: text)
}
