import HybridGeometry
import HybridViewTree

/// The overlay of one page: dialogs waiting for an answer, of which the oldest is shown, and the HUD.
///
/// A class, because extensions of the page change it through its methods only.
final class PageOverlay {
  private struct Open {
    var id: Int
    var dialog: Dialog
    var reply: (DialogOutcome) -> Void
  }

  /// The oldest first.
  private var open: [Open] = []
  private var lastID = 0
  /// The text of the HUD; nil while there is none.
  private(set) var hud: String?
  /// The actions of the last overlay's nodes, and their dialog.
  private var actions: [OverlayAction?] = []
  private var shown: Int?

  /// The maximum number of waiting dialogs, which bounds the memory of a page that keeps asking.
  static let limit = 100

  /// The dialog that is shown.
  var dialog: Dialog? { open.first?.dialog }
  /// The number of waiting dialogs.
  var count: Int { open.count }

  /// Adds a dialog to the queue. `reply` is called once, when it ends. False if too many are waiting.
  func present(_ dialog: Dialog, reply: @escaping (DialogOutcome) -> Void) -> Bool {
    guard open.count < Self.limit else { return false }
    lastID += 1
    open.append(Open(id: lastID, dialog: dialog, reply: reply))
    return true
  }

  /// Removes the shown dialog, and returns the closure that tells the page. The page may open the next dialog
  /// in it.
  func end(with outcome: DialogOutcome) -> (() -> Void)? {
    guard !open.isEmpty else { return nil }
    let ended = open.removeFirst()
    return { ended.reply(outcome) }
  }

  /// Shows a text in the HUD; nil removes the HUD.
  func setHUD(_ text: String?) { hud = text }

  /// Changes the shown dialog, if there is one.
  func changeDialog(_ body: (inout Dialog) -> Void) {
    guard !open.isEmpty else { return }
    body(&open[0].dialog)
  }

  /// The overlay for a viewport size.
  func scene(viewport: Size<Double>, isDark: Bool, hint: OverlayHint? = nil) -> OverlayScene {
    var builder = OverlayBuilder(viewport: viewport, palette: isDark ? .dark : .light)
    if let hint { builder.add(hint) }
    if let hud { builder.addHUD(hud) }
    if let first = open.first { builder.add(first.dialog, id: first.id) }
    actions = builder.scene.actions
    shown = open.first?.id
    return builder.scene
  }

  /// The action of a node of the last scene; nil if it has none, or its dialog is no longer shown.
  func action(at index: Int) -> OverlayAction? {
    guard actions.indices.contains(index), shown == open.first?.id else { return nil }
    return actions[index]
  }
}

/// The action of a tap on a node of the overlay.
enum OverlayAction: Hashable {
  /// Presses a button, by its index.
  case button(Int)
  /// Focuses a field.
  case field(Int)
  /// A column, which contains rows.
  case column(Int)
  /// Chooses a row of a column.
  case row(column: Int, row: Int)
  /// Ends the dialog without an answer.
  case cancel
}
