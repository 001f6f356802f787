import HybridDOM
import HybridScript

/// Scrolling features controlled by scripts: pinned elements and refresh indicators.
///
/// A class, because extensions of the page change it through its methods only.
final class PagePins {
  /// By the element that scrolls.
  private var pins: [NodeID: PagePin] = [:]
  private var refreshing: [NodeID: Set<PageRefreshEdge>] = [:]
  private var hidden: [NodeID: Set<PageRefreshEdge>] = [:]

  /// The element that a script has pinned to a scroller.
  subscript(scroller: NodeID) -> PagePin? { pins[scroller] }

  /// Pins an element to a scroller, which has one pin at most.
  func put(_ pin: PagePin, on scroller: NodeID) { pins[scroller] = pin }

  /// Removes the pin of a scroller.
  func removePin(from scroller: NodeID) { pins[scroller] = nil }

  /// All pins of scripts.
  var all: [(scroller: NodeID, pin: PagePin)] { pins.map { ($0.key, $0.value) } }

  /// Whether a pull past an edge starts a refresh: no refresh runs there, and the indicator is not hidden.
  func canRefresh(_ edge: PageRefreshEdge, of node: NodeID) -> Bool {
    refreshing[node]?.contains(edge) != true && hidden[node]?.contains(edge) != true
  }

  /// Sets the indicator at an edge. Returns whether one of the element's indicators is running then.
  func setRefreshing(_ edge: PageRefreshEdge, _ state: PageRefreshState, of node: NodeID) -> Bool {
    switch state {
    case .running:
      hidden[node]?.remove(edge)
      refreshing[node, default: []].insert(edge)
    case .stopped: refreshing[node]?.remove(edge)
    case .hidden:
      refreshing[node]?.remove(edge)
      hidden[node, default: []].insert(edge)
    }
    return refreshing[node]?.isEmpty == false
  }
}

/// An element that is pinned to the scrolling of another.
struct PagePin: Hashable {
  var target: NodeID
  /// How far below its place it is while unscrolled, in points.
  var distance: Double

  /// F8Scrolling's rule: from `distance` to 0 as the content moves up; past that it moves with the content.
  func translation(at offset: Double) -> Double { max(0, distance - offset) }
}

extension Element {
  /// The `id` of the element that scrolls it, from its attribute `pinTo`.
  var pinnedTo: String? {
    guard let text = self["pinto"] ?? self["pin-to"] else { return nil }
    let id = text.hasPrefix("#") ? String(text.dropFirst()) : text
    return id.isEmpty ? nil : id
  }

  /// How far below its place it is while unscrolled, in points, from its attribute `pinDistance`.
  var pinDistance: Double { Control.number(self["pindistance"] ?? self["pin-distance"]) ?? 0 }
}
