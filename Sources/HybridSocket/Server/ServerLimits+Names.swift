extension ServerLimits {
  /// The property that stores a limit.
  private enum Place {
    case count(WritableKeyPath<ServerLimits, Int>)
    case seconds(WritableKeyPath<ServerLimits, Duration>)
  }

  /// The names of the limits on the command line.
  private static var places: [(name: String, place: Place)] {
    [
      ("target-size", .count(\.maximumTargetSize)), ("header-size", .count(\.maximumHeaderSize)),
      ("header-count", .count(\.maximumHeaderCount)), ("body-size", .count(\.maximumBodySize)),
      ("header-time", .seconds(\.headerTimeout)), ("idle-time", .seconds(\.idleTimeout)),
      ("connections-per-address", .count(\.maximumConnectionsPerAddress)),
      ("connections", .count(\.maximumConnections)), ("arrivals", .count(\.maximumArrivals)),
      ("arrival-time", .seconds(\.arrivalTime)), ("clients", .count(\.maximumWebSockets)),
      ("message-size", .count(\.maximumMessageSize)), ("fragments", .count(\.maximumFragmentCount)),
      ("control-frames", .count(\.maximumControlFrames)),
      ("ping-interval", .seconds(\.keepAliveInterval)), ("ping-time", .seconds(\.keepAliveTimeout)),
    ]
  }

  /// The names that ``set(_:)`` knows.
  package static var names: [String] { places.map(\.name) }

  /// Sets one limit from `NAME=N`: sizes in bytes, times in whole seconds. Returns the error, if there is
  /// one; then nothing is changed.
  package mutating func set(_ text: String) -> String? {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return "a limit is written NAME=N" }
    guard let place = Self.places.first(where: { $0.name == parts[0] })?.place else {
      return "there is no limit '\(printable(String(parts[0])))'"
    }
    // A larger value would be no limit, and would not fit in memory either.
    let range = if case .count = place { 1...(1 << 26) } else { 1...86_400 }
    guard let number = Int(parts[1]), range.contains(number) else {
      return "'\(parts[0])' is a number from \(range.lowerBound) to \(range.upperBound)"
    }
    switch place {
    case .count(let path): self[keyPath: path] = number
    case .seconds(let path): self[keyPath: path] = .seconds(number)
    }
    return nil
  }
}
