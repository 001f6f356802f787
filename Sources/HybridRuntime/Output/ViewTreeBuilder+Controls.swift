import HybridCSS
import HybridDOM
import HybridDrawing
import HybridGeometry
import HybridLayout
import HybridUnits
import HybridViewTree

extension ViewTreeBuilder {
  /// Paints a control in its content box.
  func paintControl(
    _ control: Control, node: NodeID, style: ComputedStyle, into paint: inout ViewPaint
  ) {
    guard let box = boxes.elements[node], let element = document[node].element else { return }
    let content = boxes.contentBox(of: box)
    let look = look(of: node, style)
    let frame = boxes.layout.frame(of: box)
    if let look {
      if case .tick(let isOn, let isRound) = control.content {
        let size = Rect(x: 0, y: 0, width: frame.width, height: frame.height)
        return paintTick(isOn, isRound: isRound, look, frame: size, into: &paint)
      }
      if case .meter(let share) = control.content, paint.borders == nil, paint.gradients == nil {
        return paintMeter(share, element, look, content: content, into: &paint)
      }
      if element.control == .input, paintInput(node, element, look, content: content, into: &paint) { return }
      paintEnd(of: node, element, look, content: content, into: &paint)
    }
    switch control.content {
    case .image(let source, let label, let file):
      paint.image = ViewImage(
        source: source, label: label,
        frame: content)
      paint.image?.path = file?.shownPath
      paint.image?.hash = file?.shownHash
      setFit(&paint, node, style)
      if paint.image?.fit != "fill" {
        paint.image?.natural = file?.naturalSize(in: Size(width: content.width, height: content.height))
      }
    case .drawing(let label, _):
      guard content.width > 0, content.height > 0 else { return }
      let size = Size(width: content.width, height: content.height)
      paint.image = ViewImage(
        source: DrawingMarkup.address(of: node, size, in: document, styles, drawingNames), label: label,
        frame: content)
    case .canvas(let label, let file):
      guard let picture = controls[node]?.picture else { return }
      paint.image = ViewImage(source: picture, label: label, frame: content)
      setFit(&paint, node, style)
      if paint.image?.fit != "fill", let width = file.width, let height = file.height {
        paint.image?.natural = Size(width: width, height: height)
      }
    case .text:
      let reader = TextStyleReader(container: node, document: document, styles: styles)
      let alignment = alignment(of: node, style)
      let own = reader.style(of: node)
      let placeholder = styles.style(of: .placeholder, at: node).map { own.shown(as: $0) }
      var (shown, room) = (control, content)
      if look != nil {
        if element.control == .select {
          shown.dropArrow()
          room.x += 4
          room.width = max(room.width - 20, 0)
        } else if element.control == .input, let text = element.dateText(controls[node]?.value) {
          shown.content = .text(text, isPlaceholder: false)
        }
      } else if boxes.dialect == .standard, element.control == .select {
        shown.dropArrow()
      }
      guard var text = shown.richText(own, placeholder: placeholder, alignment: alignment) else { return }
      text.direction = style.text.direction == .rtl ? .rightToLeft : .leftToRight
      let layout = TextMetrics.layout(text, width: room.width)
      let isTall = element.control == .textArea
      let shift = isTall ? 0 : max((room.height - layout.size.height) / 2, 0)
      paint.lines = viewLines(layout, of: text, owners: [], x: room.x, y: room.y + shift, width: room.width)
      if let clear = clearSign(of: node, content: content, style: style) { paint.lines?.append(clear) }
    case .tick(let isOn, let isRound):
      // Without an appearance a web page draws the mark itself.
      guard isOn, boxes.dialect == .native else { return }
      let text = RichText(
        isRound ? "●" : "✓", style: TextStyle(font: Font(size: 12), color: RGBA(style.text.color)),
        alignment: .center)
      let layout = TextMetrics.layout(text, width: content.width)
      paint.lines = viewLines(layout, of: text, owners: [], x: content.x, y: content.y, width: content.width)
    case .toggle(let isOn):
      let names = isOn ? ["oncolor"] : ["color", "offcolor"]
      paint.background =
        names.lazy.compactMap { color($0, of: node) }.first ?? RGBA(packed: isOn ? 0x34C7_59FF : 0xE9E9_EBFF)
      paint.radii = Array(repeating: min(content.height, content.width) / 2, count: 4)
      let text = RichText(
        "●", style: TextStyle(font: Font(size: 20), color: .white), alignment: isOn ? .right : .left)
      let layout = TextMetrics.layout(text, width: max(content.width - 8, 0))
      let shift = max((content.height - layout.size.height) / 2, 0)
      paint.lines = viewLines(
        layout, of: text, owners: [], x: content.x + 4, y: content.y + shift, width: max(content.width - 8, 0)
      )
    case .segments(let titles, let selected):
      paintSegments(titles, selected, node, style, content, into: &paint)
    case .list(let rows, let first, let count):
      paintList(rows.dropFirst(first).prefix(count), node, style, content, into: &paint)
    case .dots(let count, let current): paintDots(count, current, node, style, content, into: &paint)
    case .meter(let share):
      let fill = ControlLook.accent(of: style)
      paint.background = paint.background ?? ControlLook.face
      let area = Rect(x: content.x, y: content.y, width: content.width * share, height: content.height)
      guard area.width > 0 else { return }
      paint.cover(with: .plain(fill, in: area))
    }
  }

  /// Sets the fit from `imageMode` of a TokenHybrid picture, which takes precedence over `object-fit`.
  private func setFit(_ paint: inout ViewPaint, _ node: NodeID, _ style: ComputedStyle) {
    let element = document[node].element
    switch boxes.dialect == .native ? element?["imagemode"]?.lowercased() : nil {
    case "aspectfit": paint.image?.fit = "contain"
    case "aspectfill": paint.image?.fit = "cover"
    case "fill": paint.image?.fit = "fill"
    default: paint.image?.fit = style[\.objectFit].rawValue
    }
    let place = style[\.objectPosition]
    // The value for a basis of 0 is the length part; the increase for a basis of 1 point is the percentage
    // part.
    let (x, y) = (place.x.resolved(against: 0), place.y.resolved(against: 0))
    let shares = (place.x.resolved(against: 1) - x, place.y.resolved(against: 1) - y)
    let position = [shares.0, shares.1, x, y]
    if position != [0.5, 0.5, 0, 0], position.allSatisfy(\.isFinite) { paint.image?.position = position }
  }

  /// The alignment of a field's text: `align` of a TokenHybrid field, else `text-align`.
  private func alignment(of node: NodeID, _ style: ComputedStyle) -> RichText.Alignment {
    if boxes.dialect == .native, let align = document[node].element?["align"]?.lowercased() {
      return align == "center" ? .center : align == "right" ? .right : .left
    }
    return switch style.text.textAlign {
    case .center, .webkitCenter: .center
    case .right, .end, .webkitRight: .right
    default: .left
    }
  }

  /// The cross that clears a non-empty field.
  private func clearSign(of node: NodeID, content: Rect, style: ComputedStyle) -> ViewLine? {
    guard let element = document[node].element else { return nil }
    if element.control == .searchBar, element.isTrue("showscancelbutton") {
      return sign("Cancel", at: content, style: style, color: RGBA(packed: 0x007A_FFFF))
    }
    guard element.isTrue("showclear"),
      boxes.controls[node]?.isEmptyField == false
    else { return nil }
    return sign("✕", at: content, style: style, color: RGBA(packed: 0x8E8E_93FF))
  }

  /// One letter at the right edge of a box, vertically centred.
  func sign(_ letter: String, at box: Rect, style: ComputedStyle, color: RGBA) -> ViewLine? {
    let text = RichText(
      letter, style: TextStyle(font: Font(size: style.text.fontSize), color: color),
      alignment: .right)
    let layout = TextMetrics.layout(text, width: box.width)
    let shift = max((box.height - layout.size.height) / 2, 0)
    return viewLines(layout, of: text, owners: [], x: box.x, y: box.y + shift, width: box.width).first
  }

  /// Paints titles centred in equal shares; the selected one has its own background.
  private func paintSegments(
    _ titles: [String], _ selected: Int, _ node: NodeID, _ style: ComputedStyle, _ content: Rect,
    into paint: inout ViewPaint
  ) {
    guard !titles.isEmpty else { return }
    let tint = color("color", of: node) ?? RGBA(packed: 0x007A_FFFF)
    let share = content.width / Double(titles.count)
    let reader = TextStyleReader(container: node, document: document, styles: styles)
    var lines: [ViewLine] = []
    for (index, title) in titles.enumerated() {
      var look = reader.style(of: node)
      if index == selected {
        look.color = .white
        look.font.weight = max(look.font.weight, 600)
      }
      let left = content.x + share * Double(index)
      var rich = RichText(title, style: look, alignment: .center)
      rich.wrap = .never
      rich.ellipsizes = true
      let layout = TextMetrics.layout(rich, width: share)
      let shift = max((content.height - layout.size.height) / 2, 0)
      lines += viewLines(layout, of: rich, owners: [], x: left, y: content.y + shift, width: share)
    }
    paint.lines = lines
    guard selected >= 0 else { return }
    let area = Rect(
      x: content.x + share * Double(selected), y: content.y, width: share, height: content.height)
    paint.cover(with: .plain(tint, in: area))
  }

  /// Paints the rows of a list; the selected ones have a background.
  private func paintList(
    _ rows: ArraySlice<SelectOptions.Row>, _ node: NodeID, _ style: ComputedStyle, _ content: Rect,
    into paint: inout ViewPaint
  ) {
    let reader = TextStyleReader(container: node, document: document, styles: styles)
    let height = Control.rowHeight(style)
    var lines: [ViewLine] = []
    for (index, row) in rows.enumerated() {
      let top = content.y + height * Double(index)
      guard top < content.y + content.height else { break }
      if row.isSelected {
        let area = Rect(x: content.x, y: top, width: content.width, height: height)
        paint.cover(with: .plain(RGBA(packed: 0xCECE_CEFF), in: area))
      }
      guard !row.title.isEmpty else { continue }
      var look = reader.style(of: node)
      if row.isLabel { look.font.weight = max(look.font.weight, 700) }
      if row.isDisabled { look.color = look.color.faded(to: 0.5) }
      var rich = RichText(row.title, style: look, alignment: .left)
      rich.wrap = .never
      rich.ellipsizes = true
      let layout = TextMetrics.layout(rich, width: max(0, content.width - 4))
      let shift = (height - 1 - layout.size.height) / 2
      lines += viewLines(
        layout, of: rich, owners: [], x: content.x + 2, y: top + shift, width: max(0, content.width - 4))
    }
    paint.lines = lines
  }

  private func paintDots(
    _ count: Int, _ current: Int, _ node: NodeID, _ style: ComputedStyle, _ content: Rect,
    into paint: inout ViewPaint
  ) {
    let (off, on) = (color("dotcolor", of: node), color("ondotcolor", of: node))
    var look = TextStyleReader(container: node, document: document, styles: styles).style(of: node)
    let ink = look.color
    let runs = (0..<count).map { index -> RichText.Run in
      let isCurrent = index == current
      look.color = (isCurrent ? on : off) ?? ink
      return .text((isCurrent ? "●" : "○") + (index == count - 1 ? "" : " "), look)
    }
    let text = RichText(runs: runs, style: look, alignment: .center, wrap: .never)
    let layout = TextMetrics.layout(text, width: content.width)
    let shift = max((content.height - layout.size.height) / 2, 0)
    paint.lines = viewLines(
      layout, of: text, owners: [], x: content.x, y: content.y + shift, width: content.width)
  }

  /// Paints an element's state: backgrounds of pressed or selected elements, signs of rows.
  func paintState(of node: NodeID, style: ComputedStyle, into paint: inout ViewPaint) {
    guard boxes.dialect == .native, let element = document[node].element else { return }
    switch element.control {
    case .button:
      let isPressed = controls[node]?.isPressed == true
      guard isPressed || element.isSelected(controls[node]) else { return }
      if let color = color("selectedbackgroundcolor", of: node) {
        paint.background = color
      } else if isPressed {
        paint.background = RGBA(packed: 0xEFEF_F4FF)
      }
    case .tableRow: paintRow(node, element, style: style, into: &paint)
    default: break
    }
  }

  /// Paints a row's background while pressed, the line below it, and the sign at its right edge.
  private func paintRow(_ node: NodeID, _ element: Element, style: ComputedStyle, into paint: inout ViewPaint)
  {
    let table = table(around: node)
    if controls[node]?.isPressed == true {
      paint.background = table.flatMap { color("cellhighlightcolor", of: $0) } ?? RGBA(packed: 0xEFEF_F4FF)
    }
    let letter: String? =
      switch element["accessorytype"]?.lowercased() {
      case "arrow": "›"
      case "checkmark": "✓"
      case "infobutton": "ⓘ"
      default: nil
      }
    guard let letter, let box = boxes.elements[node] else { return }
    let frame = boxes.layout.frame(of: box)
    let room = Rect(x: 0, y: 0, width: max(frame.width - 15, 0), height: frame.height)
    if let line = sign(letter, at: room, style: style, color: RGBA(packed: 0x8E8E_93FF)) {
      paint.lines = (paint.lines ?? []) + [line]
    }
  }

  /// The table that a row is in.
  func table(around node: NodeID) -> NodeID? { document.ancestor(of: node, named: .table) }

  /// The colour that an attribute names.
  private func color(_ name: String, of node: NodeID) -> RGBA? {
    guard let text = document[node].element?[name], let value = ColorValue(text: text, dialect: boxes.dialect)
    else {
      return nil
    }
    return RGBA(styles[node].color(value))
  }
}

extension Control {
  /// Takes the sign of a list out of its text.
  fileprivate mutating func dropArrow() {
    guard case .text(let text, let isPlaceholder) = content, text.hasSuffix(" ▾") else { return }
    content = .text(String(text.dropLast(2)), isPlaceholder: isPlaceholder)
  }

  /// Whether it is an empty field.
  fileprivate var isEmptyField: Bool {
    guard case .text(let text, let isPlaceholder) = content else { return true }
    return isPlaceholder || text.isEmpty
  }
}

extension Element {
  /// How a field for dates or times shows its value, as browsers do in American English; nil for others.
  fileprivate func dateText(_ own: String?) -> String? {
    let parts = (own ?? self["value"] ?? "").split(separator: "T", omittingEmptySubsequences: false)
    func date(_ text: Substring?) -> String {
      let numbers = (text ?? "").split(separator: "-")
      return numbers.count == 3 ? "\(numbers[1])/\(numbers[2])/\(numbers[0])" : "mm/dd/yyyy"
    }
    func time(_ text: Substring?) -> String {
      let numbers = (text ?? "").split(separator: ":")
      guard numbers.count >= 2, let hour = Int(numbers[0]), (0..<24).contains(hour) else { return "--:-- --" }
      let shown = hour % 12 == 0 ? 12 : hour % 12
      return (shown < 10 ? "0" : "") + "\(shown):\(numbers[1]) \(hour < 12 ? "AM" : "PM")"
    }
    switch inputType {
    case .date: return date(parts.first)
    case .time: return time(parts.first)
    case .localDateTime: return "\(date(parts.first)), \(time(parts.count > 1 ? parts[1] : nil))"
    case .month:
      let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
      ]
      let numbers = (parts.first ?? "").split(separator: "-")
      guard numbers.count == 2, let month = Int(numbers[1]), (1...12).contains(month) else {
        return "--------- ----"
      }
      return "\(months[month - 1]) \(numbers[0])"
    case .week:
      let numbers = (parts.first ?? "").split(separator: "-")
      guard numbers.count == 2, numbers[1].hasPrefix("W") else { return "Week --, ----" }
      return "Week \(numbers[1].dropFirst()), \(numbers[0])"
    default: return nil
    }
  }
}

extension ViewPaint {
  /// Puts a gradient on top of the others.
  fileprivate mutating func cover(with gradient: Gradient) {
    gradients = [gradient] + (gradients ?? [])
    for index in (pictures ?? []).indices { pictures?[index].depth += 1 }
  }
}

extension Gradient {
  /// An area of one colour.
  fileprivate static func plain(_ color: RGBA, in area: Rect) -> Gradient {
    Gradient(
      frame: area, shape: .linear(from: .zero, to: Point(x: area.width, y: 0)),
      stops: [Stop(position: 0, color: color), Stop(position: 1, color: color)])
  }
}

extension TextStyle {
  /// The style of a placeholder in a field with this style. CSS Pseudo-Elements 4 §4.3.
  fileprivate func shown(as placeholder: ComputedStyle) -> TextStyle {
    var style = self
    style.font = placeholder.font
    style.color = RGBA(placeholder.text.color).faded(to: placeholder.visual.opacity)
    style.letterSpacing = placeholder.text.letterSpacing
    style.wordSpacing = placeholder.text.wordSpacing
    style.isUnderlined = placeholder.visual.textDecorationLine.contains(.underline)
    style.isStruckThrough = placeholder.visual.textDecorationLine.contains(.lineThrough)
    return style
  }
}

extension ImageFile {
  /// The natural size; of an image that only has a ratio, the largest one in the room (CSS Images 3 §5.3).
  fileprivate func naturalSize(in room: Size<Double>) -> Size<Double>? {
    if let width, let height { return Size(width: width, height: height) }
    guard let ratio, ratio > 0, room.height > 0 else { return nil }
    let isWider = room.width / room.height > ratio
    return isWider
      ? Size(width: room.height * ratio, height: room.height)
      : Size(width: room.width, height: room.width / ratio)
  }
}
