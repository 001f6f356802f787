/// The settings and requests of scripts that have no effect: each is reported once.
///
/// A class, because extensions of the page change it through its methods only.
final class PageLosses {
  /// The maximum number of things that are reported, and of texts of styles that are looked at.
  private static let limit = 200
  /// The number of events of one element at which listening is taken for a library that passes all events on.
  private static let listenerLimit = 6

  private var reported: Set<String> = []
  private var styles: Set<String> = []
  /// The events without effect that scripts listen to since the last turn ended, by element.
  private var listeners: [(node: Int, type: String, place: String)] = []

  /// Whether something was not reported before; it counts as reported then.
  func isNew(_ what: String) -> Bool {
    reported.count < Self.limit && reported.insert(what).inserted
  }

  /// Whether a style was not looked at before; it counts as looked at then.
  func isNewStyle(_ text: String) -> Bool {
    styles.count < Self.limit && styles.insert(text).inserted
  }

  /// Records that a script listens to an event that never happens.
  func addListener(_ type: String, on node: Int, at place: String) {
    if listeners.count < Self.limit { listeners.append((node, type, place)) }
  }

  /// The events to tell, each once, with the place of the script.
  func takeListeners() -> [(type: String, place: String)] {
    guard !listeners.isEmpty else { return [] }
    defer { listeners = [] }
    let counts = listeners.reduce(into: [Int: Int]()) { $0[$1.node, default: 0] += 1 }
    return listeners.filter { counts[$0.node, default: 0] < Self.listenerLimit }.map { ($0.type, $0.place) }
  }
}
