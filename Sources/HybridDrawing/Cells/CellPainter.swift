import HybridEncoding
import HybridGeometry

/// Paints a planned display list onto a canvas.
struct CellPainter {
  let list: DisplayList
  let plan: CellPlan
  let colors: TerminalDrawing.Colors
  var canvas: CellCanvas

  init(_ list: DisplayList, _ drawing: TerminalDrawing) {
    let list = list.withColoredLetters.withCellBorders
    self.list = list
    colors = drawing.colors
    canvas = CellCanvas(
      columns: CellSize.count(list.size.width, of: CellSize.width),
      rows: CellSize.count(list.size.height, of: CellSize.height), ground: drawing.ground)
    plan = CellPlan(list, canvas: canvas.bounds, ground: drawing.ground, outlinesFills: colors == .none)
    canvas.fill(canvas.bounds, list.background)
  }

  /// Paints every item, from back to front.
  mutating func paint() {
    for (index, item) in list.items.enumerated() {
      switch item.content {
      case .box(let box): if let planned = plan.boxes[index] { paint(box, planned) }
      case .image(let image): if let planned = plan.images[index] { paint(image, planned) }
      case .text(let text):
        for piece in plan.pieces.pieces(of: index) { paint(text.text, piece) }
      case .shape(let shape): if let sign = plan.signs[index] { paint(shape, sign.clip, sign.opacity) }
      case .pushClip, .popClip, .pushOpacity, .popOpacity, .pushTransform, .popTransform, .pushEffect,
        .popEffect, .backdrop, .frame:
        break
      }
    }
  }

  // MARK: Boxes

  private mutating func paint(_ box: DisplayList.Box, _ planned: CellPlan.Box) {
    let background = (box.gradients.isEmpty ? box.background : box.ground).faded(to: planned.opacity)
    if planned.isHairline || planned.area.isEmpty { return paintHairline(box, planned) }
    let area = planned.area.intersection(planned.clip)
    guard !area.isEmpty else { return }
    let isRound = box.radii != .zero
    let hasBorder = planned.shows.top || planned.shows.right || planned.shows.bottom || planned.shows.left
    let below = canvas.bounds.contains(area) ? canvas.ground(area.left, area.top) : canvas.ground
    if isRound, box.gradients.isEmpty,
      !planned.clip.contains(planned.area) || !canvas.bounds.contains(planned.area)
    {
      canvas.fill(area, background)
    } else if isRound, box.gradients.isEmpty, colors != .none, !background.isTransparent, area.width >= 3 {
      fillRound(area, background, below, box.radii, hasFrame: hasBorder && !planned.yields)
    } else if box.gradients.isEmpty {
      canvas.fill(area, background)
    } else {
      fill(area, box, opacity: planned.opacity)
    }
    if hasBorder || planned.yields {
      paintBorders(box, planned, isRound: isRound)
    }
  }

  /// A box with gradients: each cell has the colour at its centre.
  private mutating func fill(_ area: CellRect, _ box: DisplayList.Box, opacity: Double) {
    canvas.fill(area, box.background.faded(to: opacity))
    let area = area.intersection(canvas.bounds)
    for row in area.top..<area.bottom {
      for column in area.left..<area.right {
        let middle = Point(
          x: (Double(column) + 0.5) * CellSize.width, y: (Double(row) + 0.5) * CellSize.height)
        let cell = CellRect(left: column, top: row, right: column + 1, bottom: row + 1)
        for gradient in box.gradients.reversed() {
          canvas.fill(cell, gradient.color(at: middle).faded(to: opacity))
        }
      }
    }
  }

  /// A filled box with cut corners: quarter-cell characters, or a half-cell character at either end of a
  /// single row.
  private mutating func fillRound(
    _ area: CellRect, _ color: RGBA, _ below: RGBA, _ radii: CornerRadii, hasFrame: Bool
  ) {
    var corners: [(column: Int, row: Int, character: Character)] = []
    let (right, bottom) = (area.right - 1, area.bottom - 1)
    if area.height == 1 {
      corners = [(area.left, area.top, "▐"), (right, area.top, "▌")]
    } else {
      if radii.horizontal.topLeft >= 4 { corners.append((area.left, area.top, "▟")) }
      if radii.horizontal.topRight >= 4 { corners.append((right, area.top, "▙")) }
      if radii.horizontal.bottomRight >= 4 { corners.append((right, bottom, "▛")) }
      if radii.horizontal.bottomLeft >= 4 { corners.append((area.left, bottom, "▜")) }
    }
    let grounds = corners.map { canvas[$0.column, $0.row].ground }
    canvas.fill(area, color)
    guard color.alpha == 255 else { return }
    for (corner, ground) in zip(corners, grounds) {
      canvas[corner.column, corner.row].ground = ground
      if !hasFrame { canvas.putCorner(corner.character, corner.column, corner.row, color) }
    }
  }

  /// The lines around a box, except where its text is.
  private mutating func paintBorders(_ box: DisplayList.Box, _ planned: CellPlan.Box, isRound: Bool) {
    let area = planned.area
    // The outline of a filled box has the terminal's own colour.
    let borders = planned.isOutline ? Edges(DisplayList.Border(width: 1, color: .black)) : box.borders
    if area.height == 1, area.width <= 2, planned.shows.left, planned.shows.right {
      // A check box or a radio button has no room for a frame around its mark.
      guard !hasText(area.top, area) else { return }
      let isDisc = box.radii.horizontal.topLeft >= box.frame.height / 2 - 1
      let mark: Character = planned.isOutline ? (isDisc ? "●" : "■") : (isDisc ? "○" : "☐")
      put(mark, area.left, area.top, borders.top.color.faded(to: planned.opacity), planned.clip)
      return
    }
    if area.height == 1, planned.yields, planned.shows.left || planned.shows.right {
      // One row has no room for a frame: brackets are drawn instead.
      let isPill = box.radii.horizontal.topLeft >= box.frame.height / 2 - 1
      let color = borders.left.color.faded(to: planned.opacity)
      put(isPill ? "(" : "[", area.left, area.top, color, planned.clip)
      put(isPill ? ")" : "]", area.right - 1, area.top, color, planned.clip)
      return
    }
    if planned.isOutline, area.height == 1 {
      // A bar without text, such as a progress bar's.
      let visible = area.intersection(planned.clip)
      for column in visible.left..<visible.right {
        draw(.horizontal, .heavy, column, area.top, .black, planned.clip, false)
      }
      return
    }
    stroke(planned, borders, isRound: isRound)
  }

  private func hasText(_ row: Int, _ area: CellRect) -> Bool {
    plan.pieces.hasText(row, in: area.left..<area.right)
  }

  private mutating func stroke(_ planned: CellPlan.Box, _ borders: Edges<DisplayList.Border>, isRound: Bool) {
    let area = planned.area
    let shows = planned.shows
    func look(_ border: DisplayList.Border) -> LineDrawing.Stroke { .init(border, isRound: isRound) }
    func color(_ border: DisplayList.Border) -> RGBA { border.color.faded(to: planned.opacity) }
    let (last, low) = (area.right - 1, area.bottom - 1)
    // A box of one row or column shows one line for both opposite sides.
    if shows.left {
      vertical(area.left, area, shows, look(borders.left), color(borders.left), planned.clip, isRound)
    }
    if shows.right, last > area.left || !shows.left {
      vertical(last, area, shows, look(borders.right), color(borders.right), planned.clip, isRound)
    }
    let sides: [(Bool, Int, DisplayList.Border)] = [
      (shows.top, area.top, borders.top),
      (shows.bottom && (low > area.top || !shows.top), low, borders.bottom),
    ]
    for (isShown, row, border) in sides where isShown {
      horizontal(row, area, shows, look(border), color(border), planned, isRound)
    }
  }

  private mutating func vertical(
    _ column: Int, _ area: CellRect, _ shows: Edges<Bool>, _ stroke: LineDrawing.Stroke, _ color: RGBA,
    _ clip: CellRect, _ isRound: Bool
  ) {
    for row in max(area.top, clip.top)..<max(area.top, clip.top, min(area.bottom, clip.bottom)) {
      var arms: LineDrawing.Arms = .vertical
      if row == area.top, shows.top { arms.remove(.up) }
      if row == area.bottom - 1, shows.bottom { arms.remove(.down) }
      draw(arms, stroke, column, row, color, clip, isRound)
    }
  }

  private mutating func horizontal(
    _ row: Int, _ area: CellRect, _ shows: Edges<Bool>, _ stroke: LineDrawing.Stroke, _ color: RGBA,
    _ planned: CellPlan.Box, _ isRound: Bool
  ) {
    let clip = planned.clip
    for column in max(area.left, clip.left)..<max(area.left, clip.left, min(area.right, clip.right)) {
      var arms: LineDrawing.Arms = .horizontal
      // A line ends at the frame that it meets.
      if column == area.left, shows.left || meetsLine(column, row) { arms.remove(.left) }
      if column == area.right - 1, shows.right || meetsLine(column, row) { arms.remove(.right) }
      draw(arms, stroke, column, row, color, clip, isRound)
    }
    // A separator that was moved inwards joins the frame beside it.
    if planned.isMovedIn.left, !shows.left, meetsLine(area.left - 1, row) { join(.right, area.left - 1, row) }
    if planned.isMovedIn.right, !shows.right, meetsLine(area.right, row) { join(.left, area.right, row) }
  }

  private func meetsLine(_ column: Int, _ row: Int) -> Bool {
    column >= 0 && column < canvas.columns && row >= 0 && row < canvas.rows
      && !canvas[column, row].lines.arms.isDisjoint(with: .vertical)
  }

  private mutating func join(_ arm: LineDrawing.Arms, _ column: Int, _ row: Int) {
    canvas[column, row].lines.arms.formUnion(arm)
  }

  /// A box too thin for a cell becomes a line: separators, rules, progress bars.
  private mutating func paintHairline(_ box: DisplayList.Box, _ planned: CellPlan.Box) {
    let borders = [box.borders.top, box.borders.bottom, box.borders.left, box.borders.right].filter(
      \.isVisible)
    let color = (box.ground.isTransparent ? borders.first?.color ?? .transparent : box.ground)
      .faded(to: planned.opacity)
    guard !color.isTransparent, box.frame.width > 0 || box.frame.height > 0 else { return }
    let frame = box.frame
    var area = planned.area
    let isUpright = frame.height > frame.width
    let thickness = isUpright ? frame.width : frame.height
    if isUpright {
      area.left = CellSize.column(frame.x + frame.width / 2 - CellSize.width / 2)
      area.right = area.left + 1
      if area.height == 0 { area.bottom = area.top + 1 }
    } else {
      area.top = CellSize.row(holding: frame.y + frame.height / 2)
      area.bottom = area.top + 1
      if area.width == 0 { area.right = area.left + 1 }
    }
    let stroke: LineDrawing.Stroke = thickness >= 3 ? .heavy : .light
    area = area.intersection(planned.clip)
    for row in area.top..<area.bottom {
      for column in area.left..<area.right where !isTextThere(column, row) {
        draw(isUpright ? .vertical : .horizontal, stroke, column, row, color, planned.clip, false)
      }
    }
  }

  /// Whether the cell already has a character; a hairline goes behind it.
  private func isTextThere(_ column: Int, _ row: Int) -> Bool {
    guard row >= 0, row < canvas.rows, column >= 0, column < canvas.columns else { return true }
    return canvas[column, row].character != " " || canvas[column, row].isContinuation
  }

  // MARK: Marks

  /// The sign of a shape: in the middle row of its bounds, from the left, as far as it fits.
  private mutating func paint(_ shape: DisplayList.Shape, _ clip: CellRect, _ opacity: Double) {
    guard !shape.sign.isEmpty else { return }
    let color = (shape.stroke.isTransparent ? shape.fill : shape.stroke).faded(to: opacity)
    let row = CellSize.row(holding: shape.frame.y + shape.frame.height / 2)
    var column = CellSize.column(shape.frame.x)
    let end = max(CellSize.column(shape.frame.maxX), column + 1)
    for character in shape.sign where column < end {
      put(character, column, row, color, clip)
      column += 1
    }
  }

  // MARK: Pictures

  private mutating func paint(_ image: DisplayList.Image, _ planned: CellPlan.Box) {
    let area = planned.area.intersection(planned.clip).intersection(canvas.bounds)
    guard !area.isEmpty, planned.opacity > 0 else { return }
    let below = canvas.ground(area.left, area.top)
    let isDark = below.luminance < 0.2
    // A grey near that of the background, and a darker or lighter one for the label.
    let tone = RGBA(128, 128, 128, isDark ? 70 : 46).over(below).faded(to: planned.opacity)
    let ink = (isDark ? RGBA(255, 255, 255, 150) : RGBA(0, 0, 0, 130)).over(tone).faded(to: planned.opacity)
    let isRound = image.radii != .zero
    let isWhole = area == planned.area
    if isRound, isWhole, colors != .none, area.width >= 3 {
      fillRound(area, tone, below, image.radii, hasFrame: false)
    } else {
      canvas.fill(area, tone)
    }
    let isFramed = colors == .none && planned.area.height > 2 && planned.area.width > 3
    if isFramed {
      var framed = planned
      framed.shows = Edges(true)
      let border = DisplayList.Border(width: 1, style: .dashed, color: ink)
      stroke(framed, Edges(border), isRound: isRound)
    }
    label(image, isFramed ? planned.area.inset(by: Edges(1)) : planned.area, ink, planned.clip)
  }

  /// Writes the label of a picture at its centre, or in the nearest free row.
  private mutating func label(_ image: DisplayList.Image, _ area: CellRect, _ color: RGBA, _ clip: CellRect) {
    guard !area.isEmpty else { return }
    let middle = area.top + (area.height - 1) / 2
    let rows = (area.top..<area.bottom).filter { !hasText($0, area) }
    guard let row = rows.min(by: { (abs($0 - middle), $0) < (abs($1 - middle), $1) }) else { return }
    var line = CellLine()
    line.append("▣", run: 0)
    let name = image.label.isEmpty ? image.fileName : image.label
    if !name.isEmpty, area.width >= 4 { line.append(" " + name, run: 0) }
    line = line.ellipsized(to: max(1, area.width - (area.width > 6 ? 2 : 0)))
    var column = area.left + (area.width - line.columns) / 2
    for glyph in line.glyphs {
      put(glyph.character, column, row, color, clip, columns: glyph.columns)
      column += glyph.columns
    }
  }

  // MARK: Text

  private mutating func paint(_ text: RichText, _ piece: CellPieces.Piece) {
    var column = piece.column
    for glyph in piece.line.glyphs {
      var style = text.style
      if case .text(_, let own) = text.runs[glyph.run] { style = own }
      let color = style.color.isTransparent ? style.stroke?.color ?? style.color : style.color
      var look: CellCanvas.Look = []
      if style.font.weight > 500 { look.insert(.bold) }
      if style.font.isItalic { look.insert(.italic) }
      if style.isUnderlined { look.insert(.underlined) }
      if style.isStruckThrough { look.insert(.struckThrough) }
      put(
        color.isTransparent ? " " : glyph.character, column, piece.row,
        color.faded(to: piece.opacity),
        piece.clip, columns: glyph.columns, look, ground: style.background.faded(to: piece.opacity))
      column += glyph.columns
    }
  }

  private mutating func put(
    _ character: Character, _ column: Int, _ row: Int, _ color: RGBA, _ clip: CellRect, columns: Int = 1,
    _ look: CellCanvas.Look = [], ground: RGBA = .transparent
  ) {
    let cells = CellRect(left: column, top: row, right: column + columns, bottom: row + 1)
    guard clip.contains(cells) else { return }
    canvas.put(
      character, columns: character == " " ? 1 : columns, column, row, color, look, ground: ground)
  }

  private mutating func draw(
    _ arms: LineDrawing.Arms, _ stroke: LineDrawing.Stroke, _ column: Int, _ row: Int, _ color: RGBA,
    _ clip: CellRect,
    _ isRound: Bool
  ) {
    guard column >= clip.left, column < clip.right, row >= clip.top, row < clip.bottom else { return }
    canvas.draw(arms, stroke, column, row, color, isRound: isRound)
  }
}

extension DisplayList.Image {
  /// The last part of the source's path; empty when the source has no file name.
  var fileName: String {
    guard !source.hasPrefix("data:") else { return "" }
    let path = source.prefix { $0 != "?" && $0 != "#" }
    return String(path).lastPathComponent ?? ""
  }
}
