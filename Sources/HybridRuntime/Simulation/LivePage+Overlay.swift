import HybridScript
import HybridViewTree

/// The dialogs and the HUD over a page.
extension LivePage {
  /// The tree with the overlay: nodes after the page's own, as the last child of the root, centred in the
  /// viewport. Without an overlay, the same tree.
  func withOverlay(_ tree: ViewTree) -> ViewTree {
    let hint = forms.hint.flatMap { hint in
      viewIndex(of: hint.node).map { OverlayHint(text: hint.text, anchor: tree.frameOnScreen(of: $0)) }
    }
    let scene = overlay.scene(viewport: tree.viewport, isDark: device.prefersDark, hint: hint)
    guard !scene.nodes.isEmpty else { return tree }
    var result = tree
    if overlay.dialog != nil {
      // The dialog takes the focus.
      for index in result.nodes.indices where result.nodes[index].control?.isFocused == true {
        result.nodes[index].control?.isFocused = false
      }
    }
    let base = tree.nodes.count
    for (index, node) in scene.nodes.enumerated() {
      var node = node
      if index > 0 {
        node.parent = node.parent.map { $0 + base }
      } else if let root = tree.nodes.first {
        node.parent = 0
        // Drawing moves it with the root's scroll offset.
        node.frame.x += (root.scroll?.x ?? 0) - root.frame.x
        node.frame.y += (root.scroll?.y ?? 0) - root.frame.y
      }
      result.nodes.append(node)
    }
    return result
  }

  /// Whether a dialog is open, so that nothing below it answers to taps.
  package var isCovered: Bool { overlay.dialog != nil }

  /// The text of the HUD; nil while there is none.
  package var hud: String? { overlay.hud }

  // MARK: Opening

  /// Adds a dialog to the queue, after the open ones. `reply` is called once, when it is answered.
  func present(_ dialog: Dialog, reply: @escaping (DialogOutcome) -> Void) {
    if !overlay.present(dialog, reply: reply) {
      record(
        .console(
          level: "warn", text: "a dialog is not shown: \(PageOverlay.limit) others are waiting for an answer")
      )
    }
  }

  func setHUD(_ text: String?) { overlay.setHUD(text?.cut(to: 500)) }

  // MARK: Answering

  /// Answers the oldest dialog; see ``Dialog/outcome(of:)`` for the forms. The page gets the answer in a
  /// separate turn.
  ///
  /// - Returns: Nil, or why the answer is invalid; then the dialog stays open.
  @discardableResult
  package func answer(_ value: String) -> DialogFault? {
    guard let dialog = overlay.dialog else { return .nothingOpen }
    do throws(DialogFault) {
      end(with: try dialog.outcome(of: value))
    } catch { return error }
    finishTurn()
    return nil
  }

  /// Handles a tap on a node of the overlay, by its index among those nodes. Only buttons, rows and fields
  /// react.
  func tapOverlay(_ index: Int) {
    guard let dialog = overlay.dialog, let action = overlay.action(at: index) else { return }
    switch action {
    case .button(let place):
      if let outcome = dialog.outcome(ofButton: place) { end(with: outcome) }
    case .cancel:
      if dialog.canCancel { end(with: .cancelled) }
    case .field(let field): overlay.changeDialog { $0.focus(field) }
    case .row(let column, let row): overlay.changeDialog { $0.choose(row, in: column) }
    case .column: break
    }
  }

  /// Handles typing: the whole new text of a field, or the number or title of a row of a column.
  func typeInOverlay(_ index: Int, _ text: String) {
    switch overlay.action(at: index) {
    case .field(let field):
      overlay.changeDialog {
        $0.focus(field)
        $0.type(text, in: field)
      }
    case .column(let column):
      overlay.changeDialog { if let row = $0.row(text, column: column) { $0.choose(row, in: column) } }
    default: break
    }
  }

  /// Handles turning the wheel of a column to a row.
  func selectInOverlay(_ index: Int, _ row: Int) {
    if case .column(let column) = overlay.action(at: index) {
      overlay.changeDialog { $0.choose(row, in: column) }
    }
  }

  /// Handles a key that produces no text: Enter is Done, Escape cancels.
  func keyInOverlay(_ key: String) {
    guard let dialog = overlay.dialog else { return }
    switch key {
    case "Enter": if let outcome = dialog.outcome(ofButton: 0) { end(with: outcome) }
    case "Escape": if dialog.canCancel { end(with: .cancelled) }
    default: break
    }
  }

  private func end(with outcome: DialogOutcome) {
    let tell = overlay.end(with: outcome)
    tell?()
  }
}
