import HybridReload
import HybridScript

/// The dialogs and the HUD over a page.
extension LivePage {
  /// The tree with what lies over it: nodes behind the page's own, the last child of the root, in the middle
  /// of what is shown. The same tree when there is nothing.
  func withOverlay(_ tree: ViewTree) -> ViewTree {
    let scene = overlay.scene(viewport: tree.viewport, isDark: device.prefersDark)
    guard !scene.nodes.isEmpty else { return tree }
    var result = tree
    if overlay.dialog != nil {
      // Keys go to the dialog.
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
        // Whoever draws moves it with what the root scrolls.
        node.frame.x += (root.scroll?.x ?? 0) - root.frame.x
        node.frame.y += (root.scroll?.y ?? 0) - root.frame.y
      }
      result.nodes.append(node)
    }
    return result
  }

  /// Whether a dialog is open, so that nothing below it answers to taps.
  package var isCovered: Bool { overlay.dialog != nil }

  /// The dialog that an answer goes to.
  package var openDialog: Dialog? { overlay.dialog }

  /// The text of the HUD; nil while there is none.
  package var hud: String? { overlay.hud }

  // MARK: Opening

  /// Lets a dialog wait for its answer, behind those that are open. `reply` is called once, when it is
  /// answered.
  func present(_ dialog: Dialog, reply: @escaping (DialogOutcome) -> Void) {
    if !overlay.present(dialog, reply: reply) {
      record(
        .console(level: "warn", text: "a dialog is not shown: \(PageOverlay.limit) others wait for an answer")
      )
    }
  }

  func setHUD(_ text: String?) { overlay.hud = text?.cut(to: 500) }

  // MARK: Answering

  /// Answers the oldest dialog; see ``Dialog/outcome(of:)`` for the forms. The page is told in a turn of its
  /// own.
  ///
  /// - Returns: Nil, or why it is no answer: the dialog stays open then.
  @discardableResult
  package func answer(_ value: String) -> DialogFault? {
    guard let dialog = overlay.dialog else { return .nothingOpen }
    do throws(DialogFault) {
      end(with: try dialog.outcome(of: value))
    } catch { return error }
    finishTurn()
    return nil
  }

  /// A person taps a node over the page, by its place among those nodes. Others than buttons, rows and fields
  /// do nothing.
  func tapOverlay(_ index: Int) {
    guard let dialog = overlay.dialog, let action = overlay.action(at: index) else { return }
    switch action {
    case .button(let place):
      if let outcome = dialog.outcome(ofButton: place) { end(with: outcome) }
    case .cancel:
      if dialog.canCancel { end(with: .cancelled) }
    case .field(let field): overlay.changeDialog { $0.focusedField = field }
    case .row(let column, let row): overlay.changeDialog { $0.choose(row, in: column) }
    case .column: break
    }
  }

  /// A person types: the whole new text of a field, or the number or title of a row of a column.
  func typeInOverlay(_ index: Int, _ text: String) {
    switch overlay.action(at: index) {
    case .field(let field):
      overlay.changeDialog {
        $0.focusedField = field
        $0.type(text, in: field)
      }
    case .column(let column):
      overlay.changeDialog { if let row = $0.row(text, column: column) { $0.choose(row, in: column) } }
    default: break
    }
  }

  /// A person turns the wheel of a column to a row.
  func selectInOverlay(_ index: Int, _ row: Int) {
    if case .column(let column) = overlay.action(at: index) {
      overlay.changeDialog { $0.choose(row, in: column) }
    }
  }

  /// A person presses a key that makes no text: Enter is Done, Escape cancels.
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

extension Dialog {
  /// Chooses a row of a column; what is not there changes nothing.
  mutating func choose(_ row: Int, in column: Int) {
    guard columns.indices.contains(column), columns[column].indices.contains(row) else { return }
    rows[column] = row
  }

  /// Gives a field its text, in one line.
  mutating func type(_ text: String, in field: Int) {
    guard fields.indices.contains(field) else { return }
    fields[field].text = String(text.map { $0.isNewline ? " " : $0 })
  }
}
