import HybridRuntime

// What editors and agents may ask for besides answers: that all begins anew, that another unit is shown, that a build is
// waited for.
extension DevSession {
  /// The most that wait for a build at a time.
  static let waitingLimit = 64

  /// Shows a unit, on a device, in the terminal and at every client that chose none of its own.
  ///
  /// - Parameters:
  ///   - unit: One that there is; nil stays with the one that is shown.
  ///   - device: Nil stays with the one that it is shown on.
  ///   - data: The name of a data set, for the terminal; nil stays with the one that is shown, `data` is the unit's own.
  func show(_ unit: String?, on device: Device?, data: String? = nil) {
    if let data {
      standard.dataSet = Self.dataSet(data)
      terminalPage?.tell(.move(standard))
    }
    if let device { _ = use(device) }
    if let unit { go(to: unit) }
    if let shown, !runs(shown), let tree = tree(of: shown, as: standard) { tellPicture(shown, tree) }
  }

  /// Waits for the build that follows a revision, and no longer than `limit`.
  ///
  /// A revision that is not the last one is not waited for: it is past, or another session's.
  /// - Returns: False when too many wait already.
  func waitForBuild(after known: Int, atMost limit: Duration) async -> Bool {
    guard known == revision else { return true }
    guard waiting.count < Self.waitingLimit else { return false }
    let (news, end) = AsyncStream.makeStream(of: Never.self)
    let id = (waiting.keys.max() ?? 0) + 1
    waiting[id] = end
    let timer = Task {
      try? await Task.sleep(for: limit)
      end.finish()
    }
    for await _ in news {}
    timer.cancel()
    waiting[id] = nil
    return true
  }
}
