/// Why a browser operation failed.
package enum BrowserError: Error, Hashable {
  /// No Chromium is installed: `apt-get install chromium-headless-shell`.
  case notInstalled
  case cannotStart(String)
  /// The browser ended before it answered.
  case ended
  /// The browser did not answer this request in time.
  case timedOut(String)
  /// The browser refused a command: method and reason.
  case refused(String, String)
  /// A script threw: the error, with its stack.
  case script(String)
  /// A selector found no element.
  case noElement(String)
}
