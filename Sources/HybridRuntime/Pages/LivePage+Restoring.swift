import HybridDOM
import HybridGeometry
package import HybridViewTree

extension LivePage {
  /// Restores the user input of the page that this one replaces: text, ticks, choices, scroll offsets and the
  /// focus, where the page has the same elements. Scripts get no events, as in a browser that restores a
  /// form.
  package func restore(_ states: [NodeState]) {
    guard !states.isEmpty else { return }
    let indices = tree.indices(ofPaths: states.map(\.path))
    // All of them are found before the first one changes anything.
    let nodes = indices.map { $0.flatMap { screen.element(at: $0) } }
    for (state, node) in zip(states, nodes) {
      if let node, isAttached(node), document[node].element != nil { restore(state, of: node) }
    }
    finishTurn()
  }

  private func restore(_ state: NodeState, of node: NodeID) {
    if state.x != nil || state.y != nil {
      let offset = Point(x: max(state.x ?? 0, 0), y: max(state.y ?? 0, 0))
      if input.scroll(node, to: offset) { dom.noteScroll(of: node) }
    }
    guard let kind = controlKind(of: node), !isDisabled(node) else { return }
    switch kind {
    case .field, .area, .picker:
      if let text = state.text, text != value(of: node) { change(node) { $0.value = text } }
    case .checkbox, .radio, .toggle, .details:
      if let isOn = state.isOn, isOn != self.isOn(node) { setOn(isOn, node) }
    case .select:
      let options = document.options(in: node)
      guard let chosen = state.chosen ?? state.selected.map({ $0 < 0 ? [] : [$0] }),
        chosen.allSatisfy({ options.indices.contains($0) })
      else { break }
      let selection = Set(chosen.map { options[$0] })
      if selection != Set(formReader.selection(of: node)) { setSelection(selection, of: node) }
    case .segment, .dots:
      if let selected = state.selected, selected != selectedIndex(of: node),
        (-1..<choiceCount(of: node)).contains(selected)
      {
        change(node) { $0.selected = selected }
      }
    case .button, .submit, .link, .summary: break
    }
    if state.isFocused, focusedNode == nil { restoreFocus(of: node, caret: state.caret) }
  }

  private func restoreFocus(of node: NodeID, caret: Int?) {
    input.focus(node)
    input.noteValueAtFocus(value(of: node))
    change(node) {
      $0.isFocused = true
      $0.caret = caret
    }
    for above in ancestors(of: node).dropFirst() where document[above].element != nil { noteState(of: above) }
  }
}
