import HybridReload
import HybridServer

/// How fast saves were: to screens where there was one, else until everything was sent.
struct DevFigures: Hashable, Sendable {
  /// What is measured.
  enum Goal: String, Hashable, Sendable {
    /// To a client's word that it shows the revision.
    case screen
    /// To the message's being handed to the socket: nobody painted.
    case sent
  }

  var saves = 0
  /// In milliseconds; nil before the first save.
  var median: Double?
  /// What 95 of 100 stayed within, in milliseconds.
  var p95: Double?
  var goal = Goal.sent

  /// `143 saves, 1.9 ms median, 4.1 ms p95, save → screen`.
  var line: String {
    let count = saves == 1 ? "1 save" : "\(saves) saves"
    guard let median, let p95 else { return count }
    let place = goal == .screen ? "save → screen" : "save → sent, no client said that it painted"
    return
      "\(count), \(shortNumber(rounded(median))) ms median, \(shortNumber(rounded(p95))) ms p95, \(place)"
  }

  /// Three digits are more than anybody reads.
  private func rounded(_ value: Double) -> Double {
    value < 10 ? (value * 10).rounded() / 10 : value.rounded()
  }
}

/// What the server's own work on each save took.
struct OwnFigures {
  /// Of so many saves the last are remembered.
  private static let most = 4_096
  private var times: [Double] = []
  private(set) var saves = 0

  mutating func add(_ milliseconds: Double) {
    if times.count < Self.most { times.append(milliseconds) } else { times[saves % Self.most] = milliseconds }
    saves += 1
  }

  /// The figures to tell: of the screens where they painted, else these.
  func figures(painted: PaintFigures) -> DevFigures {
    if let median = painted.median, let p95 = painted.p95 {
      return DevFigures(saves: max(saves, painted.saves), median: median, p95: p95, goal: .screen)
    }
    return DevFigures(saves: saves, median: quantile(0.5), p95: quantile(0.95), goal: .sent)
  }

  /// The least time that a share of all did not take longer than (nearest rank).
  private func quantile(_ share: Double) -> Double? {
    guard !times.isEmpty else { return nil }
    let rank = Int((share * Double(times.count)).rounded(.up))
    return times.sorted()[min(max(rank, 1), times.count) - 1]
  }
}
