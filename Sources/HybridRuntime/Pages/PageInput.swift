import HybridCSS
import HybridDOM
import HybridGeometry

/// The user input of a page's elements, and the events that scripts listen for.
///
/// A class, because extensions of the page change it through its methods only.
final class PageInput {
  /// The maximum nesting of clicks that cause each other.
  private static let clickLimit = 16

  /// The states of controls and scroll offsets, for elements with user input.
  private(set) var controls: ControlStates = [:]
  /// The states that selectors match, for elements that have any.
  private(set) var states: [NodeID: ElementState] = [:]
  /// The states by the rules of forms, and those of the top layer.
  private var formStates: [NodeID: ElementState] = [:]
  private var layerStates: [NodeID: ElementState] = [:]
  /// The focused element.
  private(set) var focused: NodeID?
  /// The element that the fragment of the page's address names.
  private var target: NodeID?
  /// The value of the focused field when it got the focus.
  private(set) var valueAtFocus: String?
  /// The elements under the finger.
  private var pressed: [NodeID] = []
  private var clickDepth = 0
  /// The last tap: where, when, and how many in quick succession.
  private var lastTap: (node: NodeID, time: Double, count: Int)?
  /// Types of events that scripts listen for, by node.
  private var listened: [NodeID: Set<String>] = [:]

  // MARK: Controls

  /// The effect of a change of a control.
  enum Change {
    case nothing
    /// The look of the element.
    case control
    /// The look of the element, and selectors.
    case state
  }

  /// Changes the state of a control.
  func change(_ node: NodeID, _ body: (inout ControlState) -> Void) -> Change {
    let before = controls[node] ?? ControlState()
    var after = before
    body(&after)
    guard after != before else { return .nothing }
    controls[node] = after
    let isSame =
      after.isOn == before.isOn && after.isFocused == before.isFocused && after.isPressed == before.isPressed
      && after.value == before.value
    return isSame ? .control : .state
  }

  /// Scrolls an element. False when it is scrolled there already.
  func scroll(_ node: NodeID, to offset: Point) -> Bool {
    guard scroll(of: node) != offset else { return false }
    controls[node, default: ControlState()].scroll = offset
    return true
  }

  /// The scroll offset of an element.
  func scroll(of node: NodeID) -> Point { controls[node]?.scroll ?? .zero }

  /// Removes the states of controls that are not kept.
  func keepControls(where isKept: (NodeID) -> Bool) {
    for node in controls.keys where !isKept(node) { controls[node] = nil }
  }

  /// Updates the states of an element that selectors match.
  ///
  /// - Parameter holdsFocus: Whether the focused element is below this one.
  func updateState(of node: NodeID, holdsFocus: Bool) {
    var state: ElementState = holdsFocus ? .focusWithin : []
    if let control = controls[node] {
      if control.isFocused { state.formUnion([.focus, .focusVisible, .focusWithin]) }
      if control.isPressed { state.insert(.active) }
      if let isOn = control.isOn { state.insert(isOn ? .checked : .unchecked) }
      if let value = control.value { state.insert(value.isEmpty ? .blank : .filled) }
    }
    if node == target { state.insert(.target) }
    if let rules = formStates[node] { state.formUnion(rules) }
    if let layer = layerStates[node] { state.formUnion(layer) }
    states[node] = state == [] ? nil : state
  }

  /// Takes the states by the rules of forms; returns the elements whose state differs, which have to be
  /// updated.
  func setFormStates(_ next: [NodeID: ElementState]) -> [NodeID] {
    guard next != formStates else { return [] }
    let old = formStates
    formStates = next
    return next.filter { old[$0.key] != $0.value }.map(\.key) + old.keys.filter { next[$0] == nil }
  }

  /// Sets the state that an element has in the top layer; then it has to be updated.
  func setLayerState(_ state: ElementState, of node: NodeID) {
    layerStates[node] = state.isEmpty ? nil : state
  }

  // MARK: Focus, presses and clicks

  /// Moves the focus, without events.
  func focus(_ node: NodeID?) { focused = node }

  /// Makes another element the target; returns those whose state has to be updated.
  func setTarget(_ node: NodeID?) -> [NodeID] {
    guard node != target else { return [] }
    defer { target = node }
    return [target, node].compactMap(\.self)
  }

  /// Notes the value of the focused field; nil when no field is focused.
  func noteValueAtFocus(_ value: String?) { valueAtFocus = value }

  /// Adds an element to those under the finger.
  func press(_ node: NodeID) { pressed.append(node) }

  /// Takes out the elements under the finger.
  func takePressed() -> [NodeID] {
    defer { pressed = [] }
    return pressed
  }

  /// Half a second, in which a second tap on the same element is a double tap.
  private static let doubleTapTime = 500.0

  /// Notes a tap, and returns how many there were on this element in quick succession.
  func countTap(on node: NodeID, at time: Double) -> Int {
    var count = 1
    if let last = lastTap, last.node == node, time - last.time <= Self.doubleTapTime {
      count = last.count + 1
    }
    lastTap = (node, time, count)
    return count
  }

  /// Begins a click. False if too many clicks are nested; then it must not be ended.
  func beginClick() -> Bool {
    guard clickDepth < Self.clickLimit else { return false }
    clickDepth += 1
    return true
  }

  /// Ends the click that began last.
  func endClick() { clickDepth -= 1 }

  // MARK: Listeners

  /// Notes whether scripts listen for a type of event. Returns whether this changes whether the node takes
  /// clicks.
  func setListens(_ listens: Bool, to type: String, on node: NodeID) -> Bool {
    let before = self.listens(to: "click", on: node)
    if listens { listened[node, default: []].insert(type) } else { listened[node]?.remove(type) }
    return self.listens(to: "click", on: node) != before
  }

  /// Whether scripts listen for a type of event on a node.
  func listens(to type: String, on node: NodeID) -> Bool { listened[node]?.contains(type) == true }

  /// The nodes that take clicks.
  var clickable: Set<NodeID> {
    var nodes: Set<NodeID> = []
    for (node, types) in listened where types.contains("click") { nodes.insert(node) }
    return nodes
  }
}
