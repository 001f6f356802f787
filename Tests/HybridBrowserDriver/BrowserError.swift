/// Why a browser did not do what it was told.
package enum BrowserError: Error, Hashable {
  /// There is no Chromium here: `apt-get install chromium-headless-shell`.
  case notInstalled
  case cannotStart(String)
  /// It ended, or was ended, before it answered.
  case ended
  /// It did not answer in time; what it was asked.
  case timedOut(String)
  /// It refused a command: method and reason.
  case refused(String, String)
  /// A script threw; what, with its stack.
  case script(String)
  /// A selector found no element.
  case noElement(String)
}
