/// The prelude's notes about a page.
final class PreludeNotes {
  /// Whether a ResizeObserver or IntersectionObserver waits for layouts.
  private(set) var watchesLayout = false
  /// Whether the call of a native module that is made now was written down by the prelude, by the page's name
  /// for it.
  private(set) var isQuiet = false
  /// The parts of the prelude that the page has asked for, in that order.
  private(set) var partsRead: [String] = []

  func setWatchesLayout(_ flag: Bool) { watchesLayout = flag }
  func setQuiet(_ flag: Bool) { isQuiet = flag }
  func noteRead(_ part: String) { partsRead.append(part) }
}

/// Exceptions that were told to listeners, until one has taken it or none has: the innermost is last.
final class ReportedExceptions {
  private var faults: [ScriptFault] = []

  /// Keeps an exception; returns what listeners are told.
  func report(_ fault: ScriptFault) -> ScriptValue {
    faults.append(fault)
    return .string(fault.announcement(fault.uncaughtMessage))
  }

  /// The innermost exception, which listeners were told; nil if there is none.
  func take() -> ScriptFault? { faults.popLast() }
}
