import Glibc

/// The clocks of the system, in nanoseconds.
package enum SystemClock {
  /// The time since some fixed moment, the same for all processes; never goes back.
  package static var monotonic: UInt64 { nanoseconds(CLOCK_MONOTONIC) }

  /// The time since 1970, by the clock that stamps files.
  package static var wall: UInt64 { nanoseconds(CLOCK_REALTIME) }

  private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(clamping: time.nanoseconds)
  }
}

extension timespec {
  /// The time in nanoseconds.
  var nanoseconds: Int { tv_sec &* 1_000_000_000 &+ tv_nsec }
}
