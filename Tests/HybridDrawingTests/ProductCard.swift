import HybridGeometry

@testable import HybridDrawing

/// A page of a shop on a phone, 375 points wide, written by hand.
enum ShopPage {
  static let ink = RGBA(17, 24, 39)
  static let grey = RGBA(107, 114, 128)
  static let line = RGBA(209, 213, 219)
  static let blue = RGBA(37, 99, 235)

  static func style(_ size: Double = 16, _ color: RGBA = ink, bold: Bool = false) -> TextStyle {
    TextStyle(font: Font(size: size, weight: bold ? 700 : 400), color: color)
  }

  static func text(
    _ x: Double, _ y: Double, _ string: String, _ style: TextStyle, width: Double? = nil,
    _ alignment: RichText.Alignment = .start
  ) -> DisplayList.Item {
    let text = RichText(string, style: style, alignment: alignment)
    let layout = TextMetrics.layout(text, width: width)
    let frame = Rect(x: x, y: y, width: width ?? layout.size.width, height: layout.size.height)
    return DisplayList.Item(.text(DisplayList.Text(frame: frame, text: text, layout: layout)))
  }

  static func box(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ background: RGBA = .transparent,
    border: DisplayList.Border = .none, radius: Double = 0
  ) -> DisplayList.Item {
    DisplayList.Item(
      .box(
        DisplayList.Box(
          frame: Rect(x: x, y: y, width: width, height: height), background: background,
          borders: Edges(border), radii: CornerRadii(radius))))
  }

  static func bottomLine(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ background: RGBA = .transparent
  )
    -> DisplayList.Item
  {
    var borders = Edges(DisplayList.Border.none)
    borders.bottom = DisplayList.Border(width: 1, color: line)
    return DisplayList.Item(
      .box(
        DisplayList.Box(
          frame: Rect(x: x, y: y, width: width, height: height), background: background, borders: borders)))
  }

  static func image(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ label: String, radius: Double = 0
  )
    -> DisplayList.Item
  {
    DisplayList.Item(
      .image(
        DisplayList.Image(
          frame: Rect(x: x, y: y, width: width, height: height), source: "assets/\(label).jpg",
          label: label,
          radii: CornerRadii(radius))))
  }

  static func centered(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ string: String, _ style: TextStyle
  )
    -> DisplayList.Item
  {
    let size = TextMetrics.layout(RichText(string, style: style), width: nil).size
    return text(x + (width - size.width) / 2, y + (height - size.height) / 2, string, style)
  }

  static var list: DisplayList {
    let thin = DisplayList.Border(width: 1, color: line)
    var items: [DisplayList.Item] = [
      // Navigation bar
      bottomLine(0, 0, 375, 48, .white),
      text(16, 14, "‹ Shop", style(16, blue)),
      centered(0, 0, 375, 48, "Teapot", style(17, bold: true)),
      image(335, 12, 24, 24, "cart"),
      // Card
      box(16, 64, 343, 336, .white, border: thin, radius: 12),
      image(17, 65, 341, 160, "Cast iron teapot", radius: 0),
      box(28, 76, 64, 22, RGBA(220, 38, 38), radius: 11),
      centered(28, 76, 64, 22, "−20 %", style(12, .white, bold: true)),
      text(32, 238, "Cast iron teapot", style(20, bold: true)),
      text(32, 266, "Nambu, 0.8 l, with strainer", style(14, grey)),
      text(32, 288, "★★★★☆", style(14, RGBA(245, 158, 11))),
      text(100, 288, "4.2 (87)", style(14, grey)),
      text(32, 314, "€ 64.00", style(20, blue, bold: true)),
      text(
        125, 318, "€ 80.00",
        {
          var old = style(14, grey); old.isStruckThrough = true; return old
        }()),
      box(32, 348, 230, 40, blue, radius: 8),
      centered(32, 348, 230, 40, "Add to cart", style(16, .white, bold: true)),
      box(274, 348, 70, 40, .white, border: DisplayList.Border(width: 1, color: blue), radius: 8),
      centered(274, 348, 70, 40, "♥ 12", style(16, blue)),
    ]
    // A list of settings
    items.append(box(16, 416, 343, 133, .white, border: thin, radius: 12))
    for (index, (name, value)) in [("Colour", "Black"), ("Delivery", "2–3 days"), ("In stock", "Yes")]
      .enumerated()
    {
      let y = 417 + Double(index) * 44
      if index < 2 { items.append(bottomLine(17, y, 341, 44)) }
      items.append(text(32, y + 12, name, style(15)))
      let size = TextMetrics.layout(RichText(value, style: style(15, grey)), width: nil).size
      items.append(text(343 - size.width, y + 12, value, style(15, grey)))
    }
    items.append(
      text(
        16, 564,
        """
        Each pot is cast by hand in Iwate and enamelled inside. Rinse with hot water, dry at once, \
        and it will outlive you.
        """,
        style(14, grey), width: 343))
    // Tab bar
    items.append(box(0, 619, 375, 1, line))
    items.append(box(0, 620, 375, 47, .white))
    for (index, name) in ["Home", "Search", "Cart", "Profile"].enumerated() {
      let x = Double(index) * 93.75
      items.append(
        centered(x, 624, 93.75, 20, ["⌂", "⌕", "▤", "☺"][index], style(18, index == 0 ? blue : grey)))
      items.append(centered(x, 646, 93.75, 14, name, style(10, index == 0 ? blue : grey)))
    }
    return DisplayList(size: Size(width: 375, height: 667), background: RGBA(243, 244, 246), items: items)
  }
}
