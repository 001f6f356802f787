import HybridCSS
import HybridDOM
import HybridDrawing
import HybridGeometry
import HybridUnits
import HybridViewTree

/// How web pages show their form controls where neither `appearance` nor an own border or background says
/// otherwise: flat, as browsers do it today. Every client draws the same.
struct ControlLook {
  let style: ComputedStyle
  let isDisabled: Bool

  static let line = RGBA(packed: 0x7676_76FF)
  static let faintLine = RGBA(packed: 0x7676_764D)
  static let face = RGBA(packed: 0xEFEF_EFFF)
  static let faintFace = RGBA(packed: 0xEFEF_EF4D)
  /// The fill of a disabled control.
  static let off = RGBA(packed: 0xCBCB_CBFF)
  static let track = RGBA(packed: 0xB2B2_B2FF)
  static let radius = 2.0

  /// The color of what is chosen, or filled.
  var accent: RGBA {
    isDisabled ? Self.off : Self.accent(of: style)
  }

  /// The `accent-color`, or the color that stands for `auto`.
  static func accent(of style: ComputedStyle) -> RGBA {
    style[\.accentColor].map { RGBA(style.color($0)) } ?? RGBA(packed: 0x0075_FFFF)
  }

  var border: RGBA { isDisabled ? Self.faintLine : Self.line }

  /// Whether border and background are those of the default style sheet, so that the look replaces them.
  ///
  /// - Parameters:
  ///   - width: That of the borders there.
  ///   - line: Their style there.
  ///   - grounds: The background colors there.
  func isUntouched(width: Double, line: LineStyle, grounds: [RGBA]) -> Bool {
    let border = style.border
    let lines = [border.styles.top, border.styles.right, border.styles.bottom, border.styles.left]
    let widths = [border.widths.top, border.widths.right, border.widths.bottom, border.widths.left]
    let colors = [border.colors.top, border.colors.right, border.colors.bottom, border.colors.left]
    return lines.allSatisfy { $0 == line } && widths.allSatisfy { $0 == width }
      && colors.allSatisfy { [Self.line, Self.faintLine].contains(RGBA(style.color($0))) }
      && style.visual.backgroundImage == [.none]
      && grounds.contains(RGBA(style.color(style.visual.backgroundColor)))
      && border.radii.all.allSatisfy { $0 == .zero }
  }
}

extension Corners<CornerRadius> {
  fileprivate var all: [CornerRadius] { [topLeft, topRight, bottomRight, bottomLeft] }
}

extension ViewTreeBuilder {
  /// The look of a control of a web page; nil for other elements, and without an appearance.
  func look(of node: NodeID, _ style: ComputedStyle) -> ControlLook? {
    guard boxes.dialect == .standard, style[\.appearance] != .none else { return nil }
    let reader = FormReader(document, controls: controls)
    return ControlLook(style: style, isDisabled: reader.isDisabled(node))
  }

  /// Replaces the borders of a control by thin round ones.
  func paintFrame(of element: Element, _ look: ControlLook, into paint: inout ViewPaint) {
    let fieldGrounds: [RGBA] = [.white, ControlLook.faintFace]
    let buttonGrounds = [ControlLook.face, ControlLook.faintFace]
    let isUntouched: Bool
    switch element.control {
    case .button: isUntouched = look.isUntouched(width: 2, line: .outset, grounds: buttonGrounds)
    case .select, .textArea: isUntouched = look.isUntouched(width: 1, line: .solid, grounds: fieldGrounds)
    case .input:
      let type = element.inputType
      switch type {
      case .checkbox, .radio: isUntouched = true
      case .range, .file, .image: return
      case .color: isUntouched = look.isUntouched(width: 1, line: .solid, grounds: buttonGrounds)
      default:
        isUntouched =
          type.isButton
          ? look.isUntouched(width: 2, line: .outset, grounds: buttonGrounds)
          : look.isUntouched(width: 2, line: .inset, grounds: fieldGrounds)
      }
    default: return
    }
    guard isUntouched else { return }
    let side = ViewBorder(width: 1, style: .solid, color: look.border)
    paint.borders = Array(repeating: side, count: 4)
    paint.radii = Array(repeating: ControlLook.radius, count: 4)
  }

  /// A check box or a radio button: CSS says its size only.
  func paintTick(
    _ isOn: Bool, isRound: Bool, _ look: ControlLook, frame: Rect, into paint: inout ViewPaint
  ) {
    let side = min(frame.width, frame.height)
    let edge = isOn ? look.accent : look.border
    paint.borders = Array(repeating: ViewBorder(width: 1, style: .solid, color: edge), count: 4)
    paint.radii = Array(repeating: isRound ? side / 2 : ControlLook.radius, count: 4)
    paint.background = isOn && !isRound ? look.accent : look.isDisabled ? ControlLook.faintFace : .white
    paint.gradients = nil
    guard isOn else { return }
    let center = Point(x: frame.width / 2, y: frame.height / 2)
    if isRound {
      let dot = side * 0.3
      let place = Rect(x: center.x - dot, y: center.y - dot, width: 2 * dot, height: 2 * dot)
      paint.add(ViewShape(path: .round(place, dot), fill: look.accent, sign: "●", frame: place))
    } else {
      let unit = side / 13
      let corner = Point(x: center.x - side / 2, y: center.y - side / 2)
      func spot(_ x: Double, _ y: Double) -> Point { Point(x: corner.x + x * unit, y: corner.y + y * unit) }
      paint.add(
        ViewShape(
          path: .line([spot(2.6, 6.7), spot(5.2, 9.4), spot(10.4, 3.4)]), stroke: .white, width: 2 * unit,
          sign: "✓", frame: Rect(x: corner.x, y: corner.y, width: side, height: side)))
    }
  }

  /// A bar in the middle of a box, filled from its start.
  private func paintBar(
    _ share: Double, fill: RGBA, edge: RGBA, in box: Rect, height: Double, sign: String = "",
    into paint: inout ViewPaint
  ) {
    let bar = Rect(x: box.x, y: box.y + (box.height - height) / 2, width: box.width, height: height)
    let radius = height / 2
    let inner = Rect(x: bar.x + 0.5, y: bar.y + 0.5, width: bar.width - 1, height: bar.height - 1)
    paint.add(
      ViewShape(
        path: .round(inner, radius - 0.5), fill: ControlLook.face, stroke: edge, width: 1, frame: bar))
    if share > 0 {
      let filled = Rect(x: bar.x, y: bar.y, width: bar.width * min(share, 1), height: bar.height)
      paint.add(ViewShape(path: .filled(filled, radius, of: bar.width), fill: fill, frame: filled))
    }
    if !sign.isEmpty { paint.add(ViewShape(path: "", fill: fill, sign: sign, frame: box)) }
  }

  /// How many characters are as long as a width, which a page may make as large as it likes.
  private func signCount(_ width: Double) -> Int { Int(min(max((width / 8).rounded(), 1), 500)) }

  /// A bar in characters.
  private func barSign(_ share: Double, _ width: Double, knob: Bool = false) -> String {
    let count = signCount(width)
    let filled = min(max(Int((Double(count) * share).rounded()), 0), count)
    guard knob else {
      return String(repeating: "━", count: filled) + String(repeating: "─", count: count - filled)
    }
    let place = min(max(Int((Double(count - 1) * share).rounded()), 0), count - 1)
    return String(repeating: "━", count: place) + "●" + String(repeating: "─", count: count - 1 - place)
  }

  /// `progress` or `meter`: a thin round bar.
  func paintMeter(
    _ share: Double, _ element: Element, _ look: ControlLook, content: Rect, into paint: inout ViewPaint
  ) {
    paint.background = nil
    let isMeter = element.control == .meter
    // A progress without a value shows that there is some.
    let isOpen = !isMeter && element["value"] == nil
    let shown = isOpen ? 0.2 : share
    paintBar(
      shown, fill: isMeter ? element.meterColor : look.accent, edge: ControlLook.track, in: content,
      height: content.height / 2, sign: barSign(shown, content.width), into: &paint)
  }

  /// Draws the content of an `input` that is not a line of text; false for other inputs.
  func paintInput(
    _ node: NodeID, _ element: Element, _ look: ControlLook, content: Rect, into paint: inout ViewPaint
  ) -> Bool {
    let value = controls[node]?.value ?? element["value"]
    switch element.inputType {
    case .range:
      let share = element.rangeShare(value)
      let size = 16.0
      let middle = content.y + content.height / 2
      let x = content.x + (content.width - size) * share
      let track = Rect(x: content.x, y: content.y, width: content.width, height: content.height)
      let filled = content.width > 0 ? (x + size / 2 - content.x) / content.width : 0
      paintBar(filled, fill: look.accent, edge: ControlLook.track, in: track, height: 8, into: &paint)
      let knob = Rect(x: x, y: middle - size / 2, width: size, height: size)
      paint.add(ViewShape(path: .round(knob, size / 2), fill: look.accent, frame: knob))
      paint.add(
        ViewShape(
          path: "", fill: look.accent, sign: barSign(share, content.width, knob: true), frame: content))
    case .color:
      let swatch = Rect(
        x: content.x + 2, y: content.y + 4, width: max(content.width - 4, 0),
        height: max(content.height - 8, 0))
      let color = value.flatMap { ColorValue(text: $0, dialect: .standard) }.map {
        RGBA(look.style.color($0))
      }
      let inner = Rect(
        x: swatch.x + 0.5, y: swatch.y + 0.5, width: max(swatch.width - 1, 0),
        height: max(swatch.height - 1, 0))
      paint.add(
        ViewShape(
          path: .rectangle(swatch), fill: color ?? .black,
          sign: String(repeating: "■", count: signCount(swatch.width)), frame: swatch))
      paint.add(
        ViewShape(path: .rectangle(inner), stroke: RGBA(packed: 0x7777_77FF), width: 1, frame: swatch))
    case .file: paintFile(node, element, look, content: content, into: &paint)
    default: return false
    }
    return true
  }

  /// A button, and the name of what is chosen.
  private func paintFile(
    _ node: NodeID, _ element: Element, _ look: ControlLook, content: Rect, into paint: inout ViewPaint
  ) {
    guard case .text(let words, _)? = boxes.controls[node]?.content else { return }
    let reader = TextStyleReader(container: node, document: document, styles: styles)
    var ink = reader.style(of: node)
    let parts = words.split(separator: "  ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return }
    if look.isDisabled { ink.color = RGBA(packed: 0x1010_104D) }
    let title = line(parts[0], ink)
    let button = Rect(x: content.x, y: content.y, width: title.size.width + 16, height: content.height)
    let edge = Rect(
      x: button.x + 0.5, y: button.y + 0.5, width: button.width - 1, height: button.height - 1)
    paint.add(
      ViewShape(
        path: .round(edge, 1.5), fill: ControlLook.face, stroke: look.border, width: 1, frame: button))
    func shown(_ text: String, _ style: TextStyle, x: Double, width: Double) -> [ViewLine] {
      var rich = RichText(text, style: style, alignment: .left)
      (rich.wrap, rich.ellipsizes) = (.never, true)
      let layout = TextMetrics.layout(rich, width: width)
      let shift = max((content.height - layout.size.height) / 2, 0)
      return viewLines(layout, of: rich, owners: [], x: x, y: content.y + shift, width: width)
    }
    let lines = shown(parts[0], ink, x: button.x + 8, width: title.size.width)
    let start = button.x + button.width + 4
    ink = reader.style(of: node)
    let rest = max(content.x + content.width - start, 0)
    paint.lines = lines + (rest > 0 ? shown(parts[1], ink, x: start, width: rest) : [])
  }

  private func line(_ text: String, _ style: TextStyle) -> TextLayout {
    var rich = RichText(text, style: style, alignment: .left)
    rich.wrap = .never
    return TextMetrics.layout(rich, width: nil)
  }

  /// The sign at the end of a field: the arrow of a list, the calendar or clock of a date or a time.
  func paintEnd(
    of node: NodeID, _ element: Element, _ look: ControlLook, content: Rect, into paint: inout ViewPaint
  ) {
    let ink = RGBA(look.style.text.color)
    let middle = content.y + content.height / 2
    let end = content.x + content.width
    switch element.control {
    case .select where !element.isListBox:
      let place = Rect(x: end - 12, y: middle - 2, width: 8, height: 5)
      paint.add(
        ViewShape(
          path: .line([
            Point(x: place.x + 0.75, y: place.y + 0.5), Point(x: place.x + 4, y: place.y + 3.75),
            Point(x: place.x + 7.25, y: place.y + 0.5),
          ]), stroke: ink, width: 2, sign: "▾", frame: place))
    case .input where element.attribute("readonly") == nil && !look.isDisabled:
      let place = Rect(x: end - 14, y: middle - 6, width: 12, height: 12)
      switch element.inputType {
      case .date, .month, .week, .localDateTime:
        let page = Rect(x: place.x + 1, y: place.y + 2, width: 9, height: 8)
        paint.add(ViewShape(path: .round(page, 1), stroke: ink, width: 1, sign: "▾", frame: place))
        let top = Rect(x: page.x, y: page.y, width: page.width, height: 2.5)
        paint.add(ViewShape(path: .rectangle(top), fill: ink, frame: top))
      case .time:
        let face = Rect(x: place.x + 1, y: place.y + 1, width: 10, height: 10)
        paint.add(ViewShape(path: .round(face, 5), stroke: ink, width: 1, sign: "▾", frame: place))
        let center = Point(x: face.x + 5, y: face.y + 5)
        paint.add(
          ViewShape(
            path: .line([
              Point(x: center.x, y: center.y - 3), center, Point(x: center.x + 2.5, y: center.y + 1.5),
            ]), stroke: ink, width: 1, frame: face))
      default: break
      }
    default: break
    }
  }

  /// The grip in the corner of a box that `resize` applies to: a text area, or one that clips its content
  /// (CSS UI 4 §5.1).
  func paintGrip(of element: Element?, style: ComputedStyle, frame: Rect, into paint: inout ViewPaint) {
    guard style[\.resize] != .none, element?.control == .textArea || style.box.overflowX != .visible else {
      return
    }
    let (right, bottom) = (frame.width - 2, frame.height - 2)
    for length in [9.0, 4] {
      let place = Rect(x: right - length, y: bottom - length, width: length, height: length)
      paint.add(
        ViewShape(
          path: .line([
            Point(x: place.x, y: bottom - 0.5), Point(x: right - 0.5, y: place.y),
          ]), stroke: RGBA(packed: 0x7777_77FF), width: 1, frame: place))
    }
  }

  /// The first legend of a field set, from the corner of its border box: it interrupts the border.
  func notch(of node: NodeID) -> Rect? {
    guard let legend = document.legend(of: node), let box = boxes.elements[legend], styles[legend].isInFlow
    else { return nil }
    return boxes.frame(of: box)
  }
}

extension ViewPaint {
  /// Adds a mark above the others.
  fileprivate mutating func add(_ shape: ViewShape) { setEffects { $0.shapes.append(shape) } }
}

extension Element {
  /// Where the knob of a range is, 0 to 1. HTML Standard §4.10.5.1.13: in the middle by default.
  fileprivate func rangeShare(_ value: String?) -> Double {
    let least = self["min"].flatMap(Double.init) ?? 0
    let most = self["max"].flatMap(Double.init) ?? 100
    guard most > least, least.isFinite, most.isFinite else { return 0 }
    let number = value.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil } ?? (least + most) / 2
    return min(max((number - least) / (most - least), 0), 1)
  }

  /// The color of a gauge: green in the optimal part, yellow beside it, red beyond. HTML Standard §4.10.14.
  fileprivate var meterColor: RGBA {
    func number(_ name: String) -> Double? {
      self[name].flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    }
    let least = number("min") ?? 0
    let most = max(number("max") ?? 1, least)
    let low = min(max(number("low") ?? least, least), most)
    let high = min(max(number("high") ?? most, low), most)
    let best = min(max(number("optimum") ?? (least + most) / 2, least), most)
    let value = min(max(number("value") ?? 0, least), most)
    func part(_ value: Double) -> Int { value < low ? 0 : value > high ? 2 : 1 }
    let distance = best < low || best > high ? abs(part(value) - part(best)) : part(value) == 1 ? 0 : 1
    return [RGBA(packed: 0x107C_10FF), RGBA(packed: 0xFFB9_00FF), RGBA(packed: 0xD83B_01FF)][distance]
  }
}
