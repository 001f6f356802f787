import HybridGeometry
import HybridViewTree

/// The nodes of the overlay of a page, the root first, a parent before its children.
struct OverlayScene {
  var nodes: [ViewNode] = []
  /// The effect of a tap on each node.
  var actions: [OverlayAction?] = []
}

/// The colours of dialogs: those of iOS.
struct OverlayPalette {
  var ground: RGBA
  var text: RGBA
  var secondary: RGBA
  var tint: RGBA
  var separator: RGBA
  var field: RGBA
  var selection: RGBA

  static let light = OverlayPalette(
    ground: RGBA(packed: 0xF7F7_F8FF), text: .black, secondary: RGBA(packed: 0x8A8A_8EFF),
    tint: RGBA(packed: 0x007A_FFFF), separator: RGBA(packed: 0xC6C6_C8FF), field: .white,
    selection: RGBA(packed: 0xE5E5_EAFF))
  static let dark = OverlayPalette(
    ground: RGBA(packed: 0x2C2C_2EFF), text: .white, secondary: RGBA(packed: 0x9898_9FFF),
    tint: RGBA(packed: 0x0A84_FFFF), separator: RGBA(packed: 0x4848_4AFF),
    field: RGBA(packed: 0x1C1C_1EFF), selection: RGBA(packed: 0x3A3A_3CFF))
}

/// Lays out the overlay of a page, in points. It does not depend on the page.
struct OverlayBuilder {
  let viewport: Size<Double>
  let palette: OverlayPalette
  private(set) var scene = OverlayScene()

  init(viewport: Size<Double>, palette: OverlayPalette) {
    self.viewport = viewport
    self.palette = palette
  }

  // MARK: Parts

  /// Adds a node, with a frame relative to its parent's corner; returns its index.
  @discardableResult
  mutating func add(
    _ tag: String, key: String, in parent: Int?, _ frame: Rect, classes: String? = nil,
    text: String? = nil,
    paint: ViewPaint = ViewPaint(), control: ViewControl? = nil, action: OverlayAction? = nil
  ) -> Int {
    var node = ViewNode(
      key: key, parent: parent, tag: tag, classes: classes, frame: frame, text: text, paint: paint)
    node.control = control
    node.taps = action != nil
    node.accessibility = OverlayAccessibility.accessibility(of: node)
    scene.nodes.append(node)
    scene.actions.append(action)
    return scene.nodes.count - 1
  }

  /// The node that holds all others, over everything of the page.
  mutating func top() -> Int {
    if !scene.nodes.isEmpty { return 0 }
    var paint = ViewPaint()
    // No z-index is above it, and of equal ones the last is on top (CSS 2.2 Appendix E).
    paint.zOrder = Int(Int32.max)
    paint.isolates = true
    return add(
      "overlay", key: "overlay", in: nil,
      Rect(x: 0, y: 0, width: viewport.width, height: viewport.height),
      paint: paint)
  }

  /// A box with a background.
  static func box(_ color: RGBA, radius: Double = 0) -> ViewPaint {
    var paint = ViewPaint()
    paint.background = color
    if radius > 0 { paint.radii = Array(repeating: radius, count: 4) }
    return paint
  }

  /// A line that separates a node from the one above it.
  private func separated(_ isSeparated: Bool = true) -> ViewPaint {
    var paint = ViewPaint()
    guard isSeparated else { return paint }
    let none = ViewBorder(width: 0, style: .none, color: palette.separator)
    paint.borders = [ViewBorder(width: 0.5, style: .solid, color: palette.separator), none, none, none]
    return paint
  }

  // MARK: The HUD

  mutating func addHUD(_ text: String) {
    let room = max(viewport.width - 80, 0)
    let measured = OverlayText(text, size: 14, color: .transparent, width: max(room - 32, 0), lines: 5)
    let width = min(max(measured.size.width.rounded(.up) + 32, 96), room)
    let label = OverlayText(text, size: 14, color: .white, width: max(width - 32, 0), lines: 5)
    let height = max(label.size.height + 32, 64)
    let frame = centred(width: width, height: height)
    var paint = Self.box(RGBA(0, 0, 0, 0xCC), radius: 10)
    paint.lines = label.placed(x: 16, y: (height - label.size.height) / 2)
    add("hud", key: "hud", in: top(), frame, text: text.isEmpty ? nil : text, paint: paint)
  }

  private func centred(width: Double, height: Double) -> Rect {
    Rect(
      x: ((viewport.width - width) / 2).rounded(.down),
      y: max(((viewport.height - height) / 2).rounded(.down), 0),
      width: width, height: height)
  }

  // MARK: Dialogs

  /// Adds a dimmed background and the dialog on it.
  mutating func add(_ dialog: Dialog, id: Int) {
    let isOutsideCancel = dialog.canCancel && (dialog.kind == .sheet || dialog.kind == .picker)
    add(
      "ground", key: "ground-\(id)", in: top(),
      Rect(x: 0, y: 0, width: viewport.width, height: viewport.height), paint: Self.box(RGBA(0, 0, 0, 0x66)),
      action: isOutsideCancel ? .cancel : nil)
    switch dialog.kind {
    case .alert, .input, .touchID: addAlert(dialog, key: "dialog-\(id)")
    case .sheet: addSheet(dialog, key: "dialog-\(id)")
    case .picker: addPicker(dialog, key: "dialog-\(id)")
    }
  }

  private mutating func addAlert(_ dialog: Dialog, key: String) {
    let width = min(270, max(viewport.width - 20, 0))
    let inner = max(width - 32, 0)
    let rowHeight = 44.0
    let isPair = dialog.buttons.count == 2 && dialog.buttons.allSatisfy { fits($0, in: width / 2) }
    let rows = isPair ? 1 : dialog.buttons.count
    let fields = dialog.fields.isEmpty ? 0 : Double(dialog.fields.count) * 34 + 8
    // The message shrinks if the screen is too low for it.
    let free = viewport.height - 40 - Double(rows) * rowHeight - fields - 40
    let title = OverlayText(dialog.title, size: 17, weight: 600, color: palette.text, width: inner, lines: 4)
    let message = OverlayText(
      dialog.message, size: 13, color: palette.text, width: inner,
      lines: max(Int(min(max((free - title.size.height) / 16, 1), 200)), 1))
    let texts = title.size.height + (title.isEmpty || message.isEmpty ? 0 : 4) + message.size.height
    let height = 40 + texts + fields + Double(rows) * rowHeight
    var paint = Self.box(palette.ground, radius: 14)
    paint.clips = true
    let parent = add(
      "dialog", key: key, in: 0, centred(width: width, height: height), classes: dialog.kind.rawValue,
      paint: paint)
    OverlayAccessibility.name(&scene.nodes[parent].accessibility, by: dialog)
    var y = 20.0
    addText(title, key: "title", in: parent, width: width, y: &y)
    if !title.isEmpty, !message.isEmpty { y += 4 }
    addText(message, key: "message", in: parent, width: width, y: &y)
    if fields > 0 { y += 8 }
    for (index, field) in dialog.fields.enumerated() {
      addField(field, index, isFocused: index == dialog.focusedField, in: parent, width: width, y: y)
      y += 34
    }
    y += 20
    addButtons(dialog, in: parent, width: width, y: y, isPair: isPair)
  }

  private mutating func addText(
    _ text: OverlayText, key: String, in parent: Int, width: Double, y: inout Double
  ) {
    guard !text.isEmpty else { return }
    var paint = ViewPaint()
    let inner = max(width - 32, 0)
    paint.lines = text.placed(x: 0, y: 0)
    add(
      "label", key: key, in: parent, Rect(x: 16, y: y, width: inner, height: text.size.height),
      classes: key, text: text.text, paint: paint)
    y += text.size.height
  }

  private mutating func addField(
    _ field: Dialog.Field, _ index: Int, isFocused: Bool, in parent: Int, width: Double, y: Double
  ) {
    let inner = max(width - 32, 0)
    var control = ViewControl(field.isSecure ? .password : .text)
    control.value = field.text
    control.placeholder = field.placeholder.isEmpty ? nil : field.placeholder
    control.isFocused = isFocused
    let shown = field.isSecure ? String(repeating: "•", count: min(field.text.count, 200)) : field.text
    var paint = Self.box(palette.field, radius: 5)
    paint.borders = Array(
      repeating: ViewBorder(width: 1, style: .solid, color: isFocused ? palette.tint : palette.separator),
      count: 4)
    let text = OverlayText(
      shown.isEmpty ? field.placeholder : shown, size: 13,
      color: shown.isEmpty ? palette.secondary : palette.text,
      width: max(inner - 14, 0), lines: 1, alignment: .left)
    paint.lines = text.placed(x: 7, y: (30 - text.size.height) / 2)
    add(
      "input", key: "field-\(index)", in: parent, Rect(x: 16, y: y, width: inner, height: 30),
      text: shown.isEmpty ? nil : shown, paint: paint, control: control, action: .field(index))
  }

  /// Whether a title fits in a width without being cut.
  private func fits(_ button: Dialog.Button, in width: Double) -> Bool {
    OverlayText(button.title, size: 17, weight: 600, color: .transparent, width: nil, lines: 1).size.width
      <= width - 16
  }

  private mutating func addButtons(_ dialog: Dialog, in parent: Int, width: Double, y: Double, isPair: Bool) {
    // Side by side, the cancel button is on the left; stacked, it is the last.
    let order = isPair && dialog.buttons[1].isCancel ? [1, 0] : Array(dialog.buttons.indices)
    let half = (width / 2).rounded(.down)
    for (turn, place) in order.enumerated() {
      let frame =
        isPair
        ? Rect(x: turn == 0 ? 0 : half, y: y, width: turn == 0 ? half : width - half, height: 44)
        : Rect(x: 0, y: y + Double(turn) * 44, width: width, height: 44)
      addButton(dialog.buttons[place], place, in: parent, frame, paint: separated())
    }
    if isPair {
      add(
        "line", key: "line", in: parent, Rect(x: half, y: y, width: 0.5, height: 44),
        paint: Self.box(palette.separator))
    }
  }

  private mutating func addButton(
    _ button: Dialog.Button, _ place: Int, in parent: Int, _ frame: Rect, size: Double = 17,
    paint: ViewPaint = ViewPaint()
  ) {
    var paint = paint
    let text = OverlayText(
      button.title, size: size, weight: button.isCancel ? 600 : 400, color: palette.tint,
      width: max(frame.width - 16, 0), lines: 1)
    paint.lines = text.placed(x: 8, y: (frame.height - text.size.height) / 2)
    add(
      "button", key: "button-\(button.index)", in: parent, frame, classes: button.isCancel ? "cancel" : nil,
      text: button.title, paint: paint, control: ViewControl(.button), action: .button(place))
  }

  private mutating func addSheet(_ dialog: Dialog, key: String) {
    let width = min(max(viewport.width - 16, 0), 500)
    let inner = max(width - 32, 0)
    let title = OverlayText(
      dialog.title, size: 13, weight: 600, color: palette.secondary, width: inner, lines: 3)
    let message = OverlayText(dialog.message, size: 13, color: palette.secondary, width: inner, lines: 6)
    let texts = title.isEmpty && message.isEmpty ? 0 : title.size.height + message.size.height + 28
    let choices = dialog.buttons.indices.filter { !dialog.buttons[$0].isCancel }
    let cancel = dialog.buttons.indices.first { dialog.buttons[$0].isCancel }
    let listHeight = texts + Double(choices.count) * 57
    let height = listHeight + (cancel == nil ? 0 : 65)
    let parent = add(
      "dialog", key: key, in: 0,
      Rect(
        x: ((viewport.width - width) / 2).rounded(.down), y: viewport.height - height - 8, width: width,
        height: height), classes: "sheet")
    OverlayAccessibility.name(&scene.nodes[parent].accessibility, by: dialog)
    var paint = Self.box(palette.ground, radius: 14)
    paint.clips = true
    if listHeight > 0 {
      let list = add(
        "list", key: "list", in: parent, Rect(x: 0, y: 0, width: width, height: listHeight), paint: paint
      )
      var y = 14.0
      addText(title, key: "title", in: list, width: width, y: &y)
      addText(message, key: "message", in: list, width: width, y: &y)
      y = texts
      for (turn, place) in choices.enumerated() {
        addButton(
          dialog.buttons[place], place, in: list, Rect(x: 0, y: y, width: width, height: 57), size: 20,
          paint: separated(turn > 0 || texts > 0))
        y += 57
      }
    }
    if let cancel {
      addButton(
        dialog.buttons[cancel], cancel, in: parent, Rect(x: 0, y: height - 57, width: width, height: 57),
        size: 20, paint: Self.box(palette.field, radius: 14))
    }
  }

  // MARK: Pickers

  private static let wheelHeight = 216.0
  private static let rowHeight = 36.0

  private mutating func addPicker(_ dialog: Dialog, key: String) {
    let height = 44 + Self.wheelHeight
    let parent = add(
      "dialog", key: key, in: 0,
      Rect(x: 0, y: viewport.height - height, width: viewport.width, height: height), classes: "picker",
      paint: Self.box(palette.ground))
    OverlayAccessibility.name(&scene.nodes[parent].accessibility, by: dialog)
    for (place, button) in dialog.buttons.enumerated() {
      let width = min(90, viewport.width / 2)
      let x = button.isCancel ? 0 : viewport.width - width
      addButton(button, place, in: parent, Rect(x: x, y: 0, width: width, height: 44))
    }
    add(
      "line", key: "line", in: parent, Rect(x: 0, y: 44, width: viewport.width, height: 0.5),
      paint: Self.box(palette.separator))
    let middle = 44 + (Self.wheelHeight - Self.rowHeight) / 2
    add(
      "line", key: "band", in: parent,
      Rect(x: 8, y: middle, width: max(viewport.width - 16, 0), height: Self.rowHeight),
      paint: Self.box(palette.selection, radius: 8))
    guard !dialog.columns.isEmpty else { return }
    let width = max(viewport.width - 16, 0) / Double(dialog.columns.count)
    for column in dialog.columns.indices {
      addColumn(
        dialog, column, in: parent,
        Rect(x: 8 + width * Double(column), y: 44, width: width, height: Self.wheelHeight))
    }
  }

  /// A wheel: the selected row in the middle, with the two before and the two after it.
  private mutating func addColumn(_ dialog: Dialog, _ column: Int, in parent: Int, _ frame: Rect) {
    let titles = dialog.columns[column]
    let chosen = dialog.rows[column]
    var control = ViewControl(.select)
    control.value = titles.indices.contains(chosen) ? titles[chosen] : ""
    control.selected = chosen
    // A wheel with more rows is set by row number; sending all rows at each turn would cost too much.
    if titles.count <= 200 { control.options = titles }
    var paint = ViewPaint()
    paint.clips = true
    let wheel = add(
      "select", key: "column-\(column)", in: parent, frame, text: control.value, paint: paint,
      control: control,
      action: .column(column))
    for row in max(chosen - 2, 0)..<max(min(chosen + 3, titles.count), max(chosen - 2, 0)) {
      let text = OverlayText(
        titles[row], size: 20, color: row == chosen ? palette.text : palette.secondary,
        width: max(frame.width - 8, 0), lines: 1)
      var paint = ViewPaint()
      paint.lines = text.placed(x: 4, y: (Self.rowHeight - text.size.height) / 2)
      let y = (Self.wheelHeight - Self.rowHeight) / 2 + Double(row - chosen) * Self.rowHeight
      let option = add(
        "option", key: "row-\(row)", in: wheel,
        Rect(x: 0, y: y, width: frame.width, height: Self.rowHeight),
        text: titles[row], paint: paint, action: .row(column: column, row: row))
      scene.nodes[option].accessibility?[.selected] = row == chosen ? "true" : "false"
    }
  }
}
