import HybridDOM

/// The open modal dialogs and popovers of a page, the last one on top: CSS Positioned Layout 4 §5, *Top
/// Layer*.
///
/// A class, because extensions of the page change it through its methods only.
final class PageTopLayer {
  /// Why an element is in the top layer.
  enum Kind: Hashable {
    case modal
    /// Closed by a tap outside, by Escape, and by another one that opens.
    case autoPopover
    /// Closed by scripts and buttons only.
    case manualPopover
  }

  struct Entry: Hashable {
    var node: NodeID
    var kind: Kind
    /// The button that opened it.
    var invoker: NodeID?
  }

  /// In the order of opening.
  private(set) var entries: [Entry] = []
  /// The number of the next element that opens.
  private var next = 0
  /// The elements that had the focus before a dialog or popover took it.
  private var focusedBefore: [NodeID: NodeID] = [:]
  private var returnValues: [NodeID: String] = [:]
  /// Elements whose `toggle` event waits, with the state that it began in.
  private var toggling: [NodeID: Bool] = [:]

  /// Puts an element on top; returns its number.
  func add(_ node: NodeID, _ kind: Kind, invoker: NodeID? = nil) -> Int {
    entries.removeAll { $0.node == node }
    entries.append(Entry(node: node, kind: kind, invoker: invoker))
    next += 1
    return next
  }

  /// Takes an element out; returns why it was in, or nil.
  func remove(_ node: NodeID) -> Kind? {
    guard let index = entries.firstIndex(where: { $0.node == node }) else { return nil }
    return entries.remove(at: index).kind
  }

  func entry(of node: NodeID) -> Entry? { entries.first { $0.node == node } }

  // MARK: Focus and return values

  /// Notes which element had the focus before a dialog or popover opened.
  func noteFocus(_ node: NodeID?, before opened: NodeID) { focusedBefore[opened] = node }

  /// The element that gets the focus back.
  func takeFocus(of closed: NodeID) -> NodeID? { focusedBefore.removeValue(forKey: closed) }

  func returnValue(of node: NodeID) -> String { returnValues[node] ?? "" }

  func setReturnValue(_ value: String, of node: NodeID) { returnValues[node] = value }

  // MARK: Toggle events

  /// Notes that an element opened or closed. Returns whether an event has to be scheduled: changes before it
  /// is dispatched are reported as one (HTML Standard §6.12, *queue a popover toggle event task*).
  func beginToggle(of node: NodeID, wasOpen: Bool) -> Bool {
    guard toggling[node] == nil else { return false }
    toggling[node] = wasOpen
    return true
  }

  /// The state that an element had before its changes.
  func endToggle(of node: NodeID) -> Bool { toggling.removeValue(forKey: node) ?? false }
}
