import HybridCSS
import HybridDOM
import HybridDrawing
import HybridEncoding
import HybridGeometry
import HybridLayout
import HybridUnits

extension Control {
  /// The control that an element is; nil for an element that shows its children.
  init?(
    _ node: NodeID, in document: Document, style: ComputedStyle, controls: ControlStates,
    dialect: Dialect, images: PageImages
  ) {
    let state = controls[node]
    guard let element = document[node].element else { return nil }
    let em = style.text.fontSize
    if dialect == .native, element.elementName == .image,
      document.children(of: node).contains(where: { document[$0].element != nil })
    {
      return nil
    }
    if dialect == .standard, let url = style.replacement(of: element),
      let file = images.file(url, of: node, in: document)
    {
      self.init(picture: url, label: "", of: element, file: file, dialect)
      return
    }
    if dialect == .standard, element.isDrawing {
      self.init(drawing: node, element, in: document, fontSize: em)
      return
    }
    switch element.control {
    case .picture:
      self.init(pictureOf: node, element, in: document, images, dialect)
    case .canvas: self.init(canvas: node, element, in: document)
    case .button:
      guard dialect == .native,
        let picture = Control(buttonPicture: node, element, in: document, state, images)
      else {
        return nil
      }
      self = picture
    case .input:
      // Without an appearance it is an ordinary box, in which `::before` and `::after` draw (CSS UI 4 §7.2).
      if dialect == .standard, element.isCheckableInput, style[\.appearance] == .none { return nil }
      self.init(inputOf: element, state: state, style: style)
    case .searchBar:
      let field = Self.field(state?.value ?? element["value"], placeholder: element["placeholder"])
      self.init(content: field, size: Size(width: nil, height: 36))
    case .textArea:
      let own = Self.text(of: node, in: document)
      let value = state?.value ?? (own.isEmpty ? element["value"] : own)
      let rows = Self.number(element["rows"]) ?? 2
      let lineHeight = style.usedLineHeight ?? Self.normalLineHeight(style)
      let letters = (Self.number(element["cols"]) ?? 20) * TextMetrics.extents(of: style.font).columnWidth
      self.init(
        content: Self.field(value, placeholder: element["placeholder"]), isMultiline: true,
        size: Size(
          width: (letters + Self.scrollBar).rounded(.up), height: rows * lineHeight))
    case .select:
      let options = SelectOptions(of: node, in: document, controls: controls)
      let size = Self.size(ofSelect: element, options, style)
      let count = element.displaySize
      if element.isListBox {
        let first = options.firstRow(ofShown: count)
        self.init(content: .list(options.rows, first: first, count: count), size: size)
      } else {
        self.init(content: .text((options.title ?? "") + " ▾", isPlaceholder: false), size: size)
      }
    case .toggle:
      self.init(content: .toggle(Self.isOn(element, state)), size: Size(width: 51, height: 31))
    case .segment:
      let titles = Self.titles(of: element)
      let selected = Self.selected(element, state, among: titles.count)
      self.init(content: .segments(titles, selected: selected), size: Size(width: nil, height: 32))
    case .dots:
      let count = Self.dots(of: element)
      self.init(
        content: .dots(count, current: Self.selected(element, state, among: count)),
        size: Size(width: nil, height: nil))
    case .progress:
      self.init(content: .meter(Self.share(of: element)), size: Size(width: em * 10, height: em))
    case .meter: self.init(content: .meter(Self.share(of: element)), size: Size(width: em * 5, height: em))
    case .link, .details, .summary, .table, .tableRow, nil: return nil
    }
    let isSizedByAttributes =
      switch content {
      case .image, .canvas: true
      default: false
      }
    if style.text.usedZoom != 1, isSizedByAttributes {
      size = Size(
        width: size.width.map { $0 * style.text.usedZoom },
        height: size.height.map { $0 * style.text.usedZoom })
    }
    if dialect == .standard {
      let isRelative = style.box.width.hasPercentage || style.box.maxWidth.hasPercentage
      isCompressible = isRelative && element.control != .button
      if element.control == .input {
        transform(style.text.textTransform)
        isOnBaseline = element.inputType == .range
        if element.inputType == .color { baselineInset = 4 }
      }
    }
  }

  /// The room of a scroll bar that browsers add to text areas.
  private static let scrollBar = 15.0

  /// The natural size of a selection list: that of its widest option with room for the arrow, or some rows of
  /// options (HTML Standard §15.5.16).
  private static func size(
    ofSelect element: Element, _ options: SelectOptions, _ style: ComputedStyle
  ) -> Size<Double?> {
    let text = TextStyle(
      font: style.font, letterSpacing: style.text.letterSpacing, wordSpacing: style.text.wordSpacing)
    let widest =
      options.titles.map { title in
        TextMetrics.maxContentWidth(RichText(title.transformed(style.text.textTransform), style: text))
      }.max() ?? 0
    if element.isListBox {
      let rows = options.rows.map { row in
        var own = text
        if row.isLabel { own.font.weight = max(own.font.weight, 700) }
        return TextMetrics.maxContentWidth(
          RichText(row.title.transformed(style.text.textTransform), style: own))
      }
      let widest = max(widest, rows.max() ?? 0)
      return Size(width: widest + 4, height: Double(element.displaySize) * rowHeight(style))
    }
    let normal = normalLineHeight(style)
    if style[\.appearance] == .none {
      return Size(width: widest.rounded(.up), height: style.usedLineHeight ?? normal)
    }
    return Size(width: widest.rounded(.up) + 20, height: normal + 2)
  }

  /// `line-height: normal` of an element's font.
  private static func normalLineHeight(_ style: ComputedStyle) -> Double {
    let extents = TextMetrics.extents(of: style.font)
    return extents.ascent + extents.descent + extents.lineGap
  }

  /// The height of a row of a list: a line of its font, and room of two points.
  static func rowHeight(_ style: ComputedStyle) -> Double { normalLineHeight(style) + 2 }

  /// The content of a TokenHybrid picture behind its children, which are laid out as in any other view; nil
  /// for all other elements.
  init?(pictureBehindChildrenOf node: NodeID, in document: Document, dialect: Dialect, images: PageImages) {
    guard dialect == .native, let element = document[node].element, element.elementName == .image else {
      return nil
    }
    self.init(pictureOf: node, element, in: document, images, dialect)
  }

  /// The size of a replaced element without a natural size (CSS 2.2 §10.3.2).
  private static let defaultObjectSize = (width: 300.0, height: 150.0)

  /// The default side of a picture without a size, in points.
  private static let unsizedImage = 64.0

  private init(
    pictureOf node: NodeID, _ element: Element, in document: Document, _ images: PageImages,
    _ dialect: Dialect
  ) {
    let source = (element.elementName == .video ? element["poster"] : nil) ?? element["src"] ?? ""
    // A `data:` address has no name.
    let name = source.hasPrefix("data:") ? element.name : source.lastPathComponent ?? element.name
    self.init(
      picture: source, label: element["alt"].flatMap { $0.isEmpty ? nil : $0 } ?? name, of: element,
      file: images.file(source, of: node, in: document), dialect)
  }

  /// A picture with its natural size (CSS 2.2 §10.3.2 and §10.6.2). In native pages the size that its element
  /// gives takes its place; elsewhere that counts as declarations, and stands for the natural size only while
  /// the file is missing.
  private init(
    picture source: String, label: String, of element: Element, file: ImageFile?, _ dialect: Dialect
  ) {
    let isSized = dialect == .native || file == nil
    let width = isSized ? Self.number(element["width"]) : nil
    let height = isSized ? Self.number(element["height"]) : nil
    let size: (width: Double, height: Double)
    if let width, let height {
      size = (width, height)
    } else if file == nil, dialect == .standard, element.elementName != .img {
      size = (width ?? Self.defaultObjectSize.width, height ?? Self.defaultObjectSize.height)
    } else if let file {
      let own = file.objectSize
      if let width {
        size = (width, file.ratio.map { width / $0 } ?? own.height)
      } else if let height {
        size = (file.ratio.map { height * $0 } ?? own.width, height)
      } else {
        size = own
      }
    } else {
      size = (width ?? height ?? Self.unsizedImage, height ?? width ?? Self.unsizedImage)
    }
    self.init(
      content: .image(source: source, label: label, file: file),
      size: Size(width: size.width, height: size.height))
    let isPlaceholder = file == nil && (dialect == .native || element.elementName == .img)
    let isKept = isPlaceholder || file?.ratio != nil || (width != nil && height != nil)
    if isKept, size.width > 0, size.height > 0 { ratio = size.width / size.height }
  }

  /// A TokenHybrid button that shows a picture: one without a title and without content.
  private init?(
    buttonPicture node: NodeID, _ element: Element, in document: Document, _ state: ControlState?,
    _ images: PageImages
  ) {
    let names =
      state?.isPressed == true
      ? ["highlightimage", "image"]
      : element.isSelected(state) ? ["selectedimage", "image"] : ["image"]
    guard let source = names.lazy.compactMap({ element[$0] }).first(where: { !$0.isEmpty }),
      element["title"]?.isEmpty ?? true, document[node].firstChild == nil
    else { return nil }
    let label = source.hasPrefix("data:") ? "" : source.lastPathComponent ?? source
    self.init(
      picture: source, label: label, of: element, file: images.file(source, of: node, in: document), .native)
  }

  private init(inputOf element: Element, state: ControlState?, style: ComputedStyle) {
    let type = element.inputType
    let extents = TextMetrics.extents(of: style.font)
    let value = state?.value ?? element["value"]
    switch type {
    case .checkbox, .radio:
      self.init(
        content: .tick(Self.isOn(element, state), isRound: type == .radio), size: Self.sizeOfTick(style))
    case .button, .submit, .reset:
      self.init(
        content: .text(value ?? type.rawValue.capitalizedASCII, isPlaceholder: false),
        size: Size(width: nil, height: nil))
    case .file:
      let files = state?.files ?? []
      let names =
        files.isEmpty ? "No file chosen" : files.count == 1 ? files[0].name : "\(files.count) files"
      let isSeveral = element.attribute("multiple") != nil
      self.init(
        content: .text((isSeveral ? "Choose Files  " : "Choose File  ") + names, isPlaceholder: false),
        size: Self.size(ofField: type, element, style, extents))
    default:
      let isSecret = type == .password || element.isTrue("secure")
      let shown = isSecret ? value.map { String(repeating: "•", count: $0.count) } : value
      self.init(
        content: Self.field(shown, placeholder: element["placeholder"]),
        size: Self.size(ofField: type, element, style, extents))
    }
  }

  /// The content box of a check box, whose border box is 13 points wide and high by its appearance.
  private static func sizeOfTick(_ style: ComputedStyle) -> Size<Double?> {
    let (borders, padding) = (style.border.widths, style.box.padding)
    func inside(_ insets: Double...) -> Double { max(13 - insets.reduce(0, +), 0) }
    return Size(
      width: inside(
        borders.left, borders.right, padding.left.resolved(against: 0), padding.right.resolved(against: 0)),
      height: inside(
        borders.top, borders.bottom, padding.top.resolved(against: 0), padding.bottom.resolved(against: 0)))
  }

  private static func field(_ value: String?, placeholder: String?) -> Content {
    if let value, !value.isEmpty { return .text(value, isPlaceholder: false) }
    return .text(placeholder ?? "", isPlaceholder: true)
  }

  /// The natural size of a field, as browsers have it; a nil height is that of its text.
  private static func size(
    ofField type: InputType, _ element: Element, _ style: ComputedStyle, _ extents: FontExtents
  ) -> Size<Double?> {
    let em = style.text.fontSize
    let line = extents.ascent + extents.descent
    switch type {
    case .range: return Size(width: 129, height: 16)
    case .color: return Size(width: 44, height: 23)
    case .file:
      let digit = TextMetrics.maxContentWidth(RichText("0", style: TextStyle(font: style.font)))
      return Size(width: (34 * digit).rounded(.up), height: max(style.usedLineHeight ?? line, line + 6))
    case .date: return Size(width: 8.8 * em, height: nil)
    case .time: return Size(width: 7.2 * em, height: nil)
    case .localDateTime: return Size(width: 15.25 * em, height: nil)
    case .month: return Size(width: 11.05 * em, height: nil)
    case .week: return Size(width: 10.45 * em, height: nil)
    default:
      // The letters of its size, the last one as wide as the widest (HTML Standard §15.5.1).
      let letters = min(max(number(element["size"]) ?? 20, 1), 1000)
      let width = extents.columnWidth * (letters - 1) + extents.widest.rounded()
      return Size(width: width.rounded(.up), height: nil)
    }
  }

  /// The text below a node.
  static func text(of node: NodeID, in document: Document) -> String {
    document.nodes(in: node).compactMap { document[$0].text }.joined()
  }

  /// Whether a check box or a switch is on.
  static func isOn(_ element: Element, _ state: ControlState?) -> Bool {
    if let isOn = state?.isOn { return isOn }
    guard element.control == .toggle else { return element["checked"] != nil }
    return ["true", "1", ""].contains(element["on"] ?? element["ison"] ?? element["checked"] ?? "false")
  }

  /// The number of dots, at most 50.
  static func dots(of element: Element) -> Int { min(max(Int(number(element["number"]) ?? 3), 0), 50) }

  /// The titles of a segmented control, separated by blanks.
  static func titles(of element: Element) -> [String] {
    (element["titles"] ?? "").split { $0.isWhitespace }.map(String.init)
  }

  /// The selected title or page; -1 for none.
  static func selected(_ element: Element, _ state: ControlState?, among count: Int) -> Int {
    let isDots = element.control == .dots
    let names = isDots ? ["current", "currentindex"] : ["selected", "selectedindex"]
    let first = isDots ? 0 : -1
    let index = state?.selected ?? names.lazy.compactMap { element[$0].flatMap { Int($0) } }.first ?? first
    return (0..<max(count, 0)).contains(index) ? index : -1
  }

  /// A bar.
  init(meterOf element: Element) {
    self.init(content: .meter(Self.share(of: element)), size: Size(width: nil, height: nil))
  }

  /// The filled share of a bar: HTML Standard §4.10.13 and §4.10.14.
  private static func share(of element: Element) -> Double {
    let least = element.control == .meter ? number(element["min"]) ?? 0 : 0
    let most = max(number(element["max"]) ?? 1, least)
    let value = min(max(number(element["value"]) ?? least, least), most)
    return most > least ? (value - least) / (most - least) : 0
  }
}

/// The options of a `select`, and the selected ones.
struct SelectOptions: Hashable {
  /// A row of a list: an option or the label of a group.
  struct Row: Hashable {
    var title: String
    var isSelected = false
    var isLabel = false
    var isDisabled = false
  }

  var titles: [String] = []
  /// The selected ones, in order.
  var chosen: [Int] = []
  var takesSeveral = false
  /// The rows of a list that shows them.
  var rows: [Row] = []

  init(of node: NodeID, in document: Document, controls: ControlStates) {
    let reader = FormReader(document, controls: controls)
    takesSeveral = document[node].element?.takesSeveralOptions ?? false
    let selected = Set(reader.selection(of: node))
    for child in document.nodes(in: node) {
      guard let element = document[child].element else { continue }
      if element.elementName == .optgroup {
        rows.append(Row(title: element["label"] ?? "", isLabel: true))
      } else if element.elementName == .option {
        let title = Control.text(of: child, in: document).collapsingWhitespace
        if selected.contains(child) { chosen.append(titles.count) }
        titles.append(title)
        let isGrouped = document.optionGroup(of: child) != nil
        rows.append(
          Row(
            title: (isGrouped ? "    " : "") + title, isSelected: selected.contains(child),
            isDisabled: !reader.isEnabled(option: child)))
      }
    }
  }

  /// The first of the selected options; -1 for none.
  var selected: Int { chosen.first ?? -1 }

  var title: String? { chosen.first.map { titles[$0] } }

  /// The first shown row of a list of so many: so that the first selected one can be seen.
  func firstRow(ofShown count: Int) -> Int {
    guard let first = rows.firstIndex(where: \.isSelected), first >= count else { return 0 }
    return min(first, max(rows.count - count, 0))
  }
}

extension Element {
  /// A boolean attribute of a TokenHybrid element: `true` or `1`, or the bare name.
  func isTrue(_ name: String) -> Bool {
    self[name].map { ["true", "1", ""].contains($0.lowercased()) } ?? false
  }

  /// Whether a button or a row is in its selected state.
  func isSelected(_ state: ControlState?) -> Bool { state?.isOn ?? isTrue("selected") }
}

extension FontExtents {
  /// The width that browsers give one letter of a field.
  fileprivate var columnWidth: Double { max(averageWidth, averageWidth.rounded()) }
}

extension SizeValue {
  /// Whether it depends on the size of the containing block.
  fileprivate var hasPercentage: Bool {
    switch self {
    case .length(.points): false
    case .length, .stretch: true
    default: false
    }
  }
}

extension String {
  /// `submit` → `Submit`.
  fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst() }
}

extension ComputedStyle {
  /// The picture that `content` puts in the place of an element (CSS Content 3 §1); nil for none.
  func replacement(of element: Element) -> String? {
    guard case .values = self[\.content], [nil, .picture, .canvas].contains(element.control),
      !element.isPseudoElement
    else { return nil }
    let items = self[\.content].items.shown
    guard items.count == 1, case .image(let url) = items[0] else { return nil }
    return url
  }
}
