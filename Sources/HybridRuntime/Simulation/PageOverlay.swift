import HybridGeometry
import HybridReload

/// What lies over one page: dialogs that wait for an answer, of which the oldest is shown, and the HUD.
struct PageOverlay {
  private struct Open {
    var id: Int
    var dialog: Dialog
    var reply: (DialogOutcome) -> Void
  }

  /// The oldest first.
  private var open: [Open] = []
  private var lastID = 0
  /// The text of the HUD; nil while there is none.
  var hud: String?
  /// What each node that was last put over the page stands for, and whose dialog it is.
  private var actions: [OverlayAction?] = []
  private var shown: Int?

  /// So many may wait at once; a page that asks on and on fills no memory.
  static let limit = 100

  /// The dialog that is shown.
  var dialog: Dialog? { open.first?.dialog }
  /// How many wait.
  var count: Int { open.count }

  /// Lets a dialog wait for its turn. `reply` is called once, when it ends. False when too many wait already.
  mutating func present(_ dialog: Dialog, reply: @escaping (DialogOutcome) -> Void) -> Bool {
    guard open.count < Self.limit else { return false }
    lastID += 1
    open.append(Open(id: lastID, dialog: dialog, reply: reply))
    return true
  }

  /// Takes the dialog that is shown away, and hands out what tells the page of it: to be called once nothing
  /// of this value is held, for the page may open the next dialog in it.
  mutating func end(with outcome: DialogOutcome) -> (() -> Void)? {
    guard !open.isEmpty else { return nil }
    let ended = open.removeFirst()
    return { ended.reply(outcome) }
  }

  mutating func changeDialog(_ body: (inout Dialog) -> Void) {
    guard !open.isEmpty else { return }
    body(&open[0].dialog)
  }

  /// What lies over a viewport of that size.
  mutating func scene(viewport: Size<Double>, isDark: Bool) -> OverlayScene {
    var builder = OverlayBuilder(viewport: viewport, palette: isDark ? .dark : .light)
    if let hud { builder.addHUD(hud) }
    if let first = open.first { builder.add(first.dialog, id: first.id) }
    actions = builder.scene.actions
    shown = open.first?.id
    return builder.scene
  }

  /// What the node at a place of the last scene stands for; nil when it does nothing, or its dialog is not
  /// the one that is shown any more.
  func action(at index: Int) -> OverlayAction? {
    guard actions.indices.contains(index), shown == open.first?.id else { return nil }
    return actions[index]
  }
}

/// What a tap on a node over the page does.
enum OverlayAction: Hashable {
  /// Presses a button, by its place.
  case button(Int)
  /// Goes to a field.
  case field(Int)
  /// Holds the rows of a column.
  case column(Int)
  /// Chooses a row of a column.
  case row(column: Int, row: Int)
  /// Ends the dialog without an answer.
  case cancel
}
