import HybridGeometry
package import HybridUnits

/// The cached form of a tree on a device, with which a page is shown again without template, styling and
/// layout:
///
///     "HYBV"  version
///     texts   (each once; what follows names them by number)
///     viewport, nodes in tree order
///
/// It is a local cache: the format may change with any version of this program.
extension ViewTree {
  private static let header = Array("HYBV".utf8) + [5]

  /// The tree as bytes. Equal trees give equal bytes.
  /// - Complexity: O(*n*).
  package func encoded() -> [UInt8] {
    var writer = TreeWriter()
    var tree = self
    // Writing never throws.
    try? tree.code(with: &writer)
    return writer.bytes.finished(header: Self.header)
  }

  /// The tree that ``encoded()`` wrote.
  /// - Throws: An error for invalid bytes; they are untrusted.
  package init(decoding bytes: [UInt8]) throws(UnitCodingError) {
    let header = Self.header
    guard bytes.count >= header.count, bytes.prefix(4).elementsEqual(header.prefix(4)) else {
      throw UnitCodingError(reason: .notAUnit, offset: 0)
    }
    guard bytes[4] == header[4] else { throw UnitCodingError(reason: .version(bytes[4]), offset: 4) }
    var reader = TreeReader(bytes: ByteReader(bytes, at: header.count))
    try reader.bytes.readTexts()
    self.init(nodes: [], viewport: Size(width: 0, height: 0))
    try code(with: &reader)
    guard reader.bytes.left == 0 else { throw reader.bytes.error(.trailingBytes) }
    // Traversal relies on parents before children.
    for (index, node) in nodes.enumerated() {
      let isPlaced = node.parent.map { $0 >= 0 && $0 < index } ?? (index == 0)
      guard isPlaced else { throw reader.bytes.error(.malformed("parent")) }
    }
  }

  private mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    try viewport.code(with: &coder)
    try coder.list(&nodes, ViewNode(key: "", parent: nil, tag: "", frame: .zero)) {
      coder, node throws(UnitCodingError) in try node.code(with: &coder)
    }
  }
}

extension Rect {
  mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    try coder.number(&x)
    try coder.number(&y)
    try coder.number(&width)
    try coder.number(&height)
  }
}

extension Size<Double> {
  mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    try coder.number(&width)
    try coder.number(&height)
  }
}

extension ViewNode {
  fileprivate mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    try coder.int(&handle)
    try coder.text(&key)
    try coder.optional(&parent)
    try coder.text(&tag)
    try coder.optional(&id)
    try coder.optional(&classes)
    try frame.code(with: &coder)
    try coder.optional(&text)
    try coder.optional(&source)
    var look: ViewPaint? = paint == ViewPaint() ? nil : paint
    try coder.optional(&look, ViewPaint()) { coder, paint throws(UnitCodingError) in
      try paint.code(with: &coder)
    }
    paint = look ?? ViewPaint()
    try coder.optional(&scroll, ViewScroll(width: 0, height: 0)) { coder, scroll throws(UnitCodingError) in
      try scroll.code(with: &coder)
    }
    try coder.optional(&control, ViewControl(.button)) { coder, control throws(UnitCodingError) in
      try control.code(with: &coder)
    }
    try coder.flag(&taps)
    var told = accessibility
    try coder.optional(&told, ViewAccessibility()) { coder, told throws(UnitCodingError) in
      try told.code(with: &coder)
    }
    accessibility = told
  }
}

extension ViewPaint {
  fileprivate mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    try coder.background(&background)
    try coder.borders(&borders)
    try coder.radii(&radii)
    try coder.optional(&opacity)
    try coder.flag(&clips)
    try coder.flag(&isInline)
    try coder.optional(&fragments, []) { coder, fragments throws(UnitCodingError) in
      try coder.list(&fragments, ViewFragment(frame: .zero)) {
        coder, fragment throws(UnitCodingError) in try fragment.code(with: &coder)
      }
    }
    try coder.optional(&image, ViewImage(source: "", label: "", frame: .zero)) {
      coder, image throws(UnitCodingError) in try image.code(with: &coder)
    }
    try coder.pictures(&pictures)
    try coder.flag(&isPixelated)
    try coder.optional(&lines, []) { coder, lines throws(UnitCodingError) in
      try coder.list(&lines, .blank) { coder, line throws(UnitCodingError) in try line.code(with: &coder) }
    }
    try coder.optional(&transform, count: 6)
    try coder.shadows(&shadows)
    try coder.gradients(&gradients)
    try coder.optional(&zOrder)
    try coder.flag(&isolates)
    try coder.optional(&phase, .whole) { coder, phase throws(UnitCodingError) in try coder.choice(&phase) }
    var extra = effects
    try coder.optional(&extra, ViewEffects()) { coder, effects throws(UnitCodingError) in
      try effects.code(with: &coder)
    }
    effects = extra
  }
}

extension ViewFragment {
  fileprivate mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    try frame.code(with: &coder)
    try coder.background(&background)
    try coder.borders(&borders)
    try coder.radii(&radii)
    try coder.shadows(&shadows)
    try coder.gradients(&gradients)
    try coder.pictures(&pictures)
  }
}

// The members common to nodes and fragments.
extension TreeCoder {
  fileprivate mutating func background(_ color: inout RGBA?) throws(UnitCodingError) {
    try optional(&color, .transparent) { coder, color throws(UnitCodingError) in try coder.color(&color) }
  }

  fileprivate mutating func borders(_ borders: inout [ViewBorder]?) throws(UnitCodingError) {
    let side = ViewBorder(width: 0, style: .none, color: .transparent)
    try optional(&borders, [side, side, side, side]) { coder, borders throws(UnitCodingError) in
      for index in borders.indices { try borders[index].code(with: &coder) }
    }
  }

  fileprivate mutating func radii(_ radii: inout [Double]?) throws(UnitCodingError) {
    var across = radii.map { Array($0.prefix(4)) }
    var down = radii.flatMap { $0.count > 4 ? Array($0.dropFirst(4)) : nil }
    try optional(&across, count: 4)
    try optional(&down, count: 4)
    radii = across.map { $0 + (down ?? []) }
  }

  fileprivate mutating func shadows(_ shadows: inout [Shadow]?) throws(UnitCodingError) {
    try optional(&shadows, []) { coder, shadows throws(UnitCodingError) in
      try coder.list(&shadows, Shadow(offset: .zero, color: .transparent)) {
        coder, shadow throws(UnitCodingError) in try shadow.code(with: &coder)
      }
    }
  }

  fileprivate mutating func gradients(_ gradients: inout [Gradient]?) throws(UnitCodingError) {
    try optional(&gradients, []) { coder, gradients throws(UnitCodingError) in
      try coder.list(&gradients, .blank) { coder, gradient throws(UnitCodingError) in
        try gradient.code(with: &coder)
      }
    }
  }

  fileprivate mutating func pictures(_ pictures: inout [ViewPicture]?) throws(UnitCodingError) {
    try optional(&pictures, []) { coder, pictures throws(UnitCodingError) in
      try coder.list(&pictures, ViewPicture(source: "", frame: .zero, area: .zero)) {
        coder, picture throws(UnitCodingError) in try picture.code(with: &coder)
      }
    }
  }
}

extension ViewBorder {
  fileprivate mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    try coder.number(&width)
    try style.code(with: &coder)
    try coder.color(&color)
  }
}

extension LineStyle {
  /// The style of a name; an unknown one, of a later version, is a solid line.
  init(name: String) { self = Self(rawValue: name) ?? .solid }

  mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    var name = rawValue
    try coder.text(&name)
    self = Self(name: name)
  }
}

extension ViewImage {
  fileprivate mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    try coder.text(&source)
    try coder.optional(&path)
    try coder.optional(&hash)
    try coder.text(&label)
    try frame.code(with: &coder)
    try coder.optional(&natural, Size(width: 0, height: 0)) { coder, size throws(UnitCodingError) in
      try size.code(with: &coder)
    }
    try coder.text(&fit)
    try coder.optional(&position, count: 4)
  }
}

extension ViewPicture {
  fileprivate mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    try coder.text(&source)
    try coder.optional(&path)
    try coder.optional(&hash)
    try frame.code(with: &coder)
    try area.code(with: &coder)
    var (across, down) = step
    try coder.optional(&across)
    try coder.optional(&down)
    step = (across, down)
    try coder.int(&depth)
  }
}

extension ViewLine {
  fileprivate static var blank: Self {
    ViewLine(frame: .zero, baseline: 0, align: "", room: ViewSpan(start: 0, width: 0), pieces: [])
  }

  fileprivate mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    try frame.code(with: &coder)
    try coder.number(&baseline)
    try coder.text(&align)
    try coder.number(&room.start)
    try coder.number(&room.width)
    let blank = ViewText(
      text: "", x: 0, width: 0, size: 0, weight: 0, family: "", color: .transparent)
    try coder.list(&pieces, blank) { coder, piece throws(UnitCodingError) in try piece.code(with: &coder) }
  }
}

extension ViewText {
  fileprivate mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    try coder.text(&text)
    try coder.number(&x)
    try coder.number(&width)
    try coder.number(&size)
    try coder.int(&weight)
    try coder.text(&family)
    try coder.number(&stretch)
    try coder.settings(&features)
    try coder.settings(&variations)
    try coder.color(&color)
    try coder.flag(&isItalic)
    try coder.flag(&isUnderlined)
    try coder.flag(&isStruckThrough)
    try coder.number(&letterSpacing)
    try coder.number(&wordSpacing)
    try coder.number(&rise)
    try coder.flag(&isRightToLeft)
    try coder.optional(&link)
    try coder.list(&shadows, Shadow(offset: .zero, color: .transparent)) {
      coder, shadow throws(UnitCodingError) in try shadow.code(with: &coder)
    }
    try coder.list(&rules, TextRule(.under, color: .transparent, thickness: 0, offset: 0)) {
      coder, rule throws(UnitCodingError) in
      try coder.choice(&rule.place)
      try coder.choice(&rule.style)
      try coder.color(&rule.color)
      try coder.number(&rule.thickness)
      try coder.number(&rule.offset)
    }
    try coder.optional(&stroke, TextStroke(width: 0, color: .transparent)) {
      coder, stroke throws(UnitCodingError) in
      try coder.number(&stroke.width)
      try coder.color(&stroke.color)
    }
  }
}

extension ViewScroll {
  fileprivate mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    try coder.number(&x)
    try coder.number(&y)
    try coder.number(&width)
    try coder.number(&height)
  }
}

extension ViewControl {
  fileprivate mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    try coder.choice(&kind)
    try coder.optional(&value)
    try coder.optional(&placeholder)
    try coder.optional(&isOn)
    try coder.optional(&selected)
    try coder.flag(&isDisabled)
    try coder.flag(&isFocused)
    try coder.optional(&caret)
    var isList = chosen != nil
    var indices = chosen ?? []
    try coder.flag(&isList)
    try coder.list(&indices, 0) { coder, index throws(UnitCodingError) in try coder.int(&index) }
    chosen = isList ? indices : nil
    try coder.list(&options, "") { coder, option throws(UnitCodingError) in try coder.text(&option) }
  }
}

extension Shadow {
  mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    try coder.number(&offset.x)
    try coder.number(&offset.y)
    try coder.number(&blur)
    try coder.number(&spread)
    try coder.color(&color)
    try coder.flag(&isInset)
  }
}

extension Gradient {
  static var blank: Self {
    Gradient(frame: .zero, shape: .conic(center: .zero, angle: 0), stops: [])
  }

  mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    try frame.code(with: &coder)
    try shape.code(with: &coder)
    try coder.list(&stops, Stop(position: 0, color: .transparent)) { coder, stop throws(UnitCodingError) in
      try coder.number(&stop.position)
      try coder.color(&stop.color)
    }
    try coder.flag(&isRepeating)
    try coder.flag(&tiles)
    try coder.optional(&steps, Size(width: 0, height: 0)) { coder, steps throws(UnitCodingError) in
      try steps.code(with: &coder)
    }
  }
}

extension Gradient.Shape {
  private enum Kind: CaseIterable { case linear, radial, conic }

  /// Its kind, and its numbers in the order of its members.
  private var parts: (kind: Kind, numbers: [Double]) {
    switch self {
    case .linear(let from, let to): (.linear, [from.x, from.y, to.x, to.y])
    case .radial(let center, let radii): (.radial, [center.x, center.y, radii.width, radii.height])
    case .conic(let center, let angle): (.conic, [center.x, center.y, angle, 0])
    }
  }

  fileprivate mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    var (kind, numbers) = parts
    try coder.choice(&kind)
    for index in numbers.indices { try coder.number(&numbers[index]) }
    let first = Point(x: numbers[0], y: numbers[1])
    switch kind {
    case .linear: self = .linear(from: first, to: Point(x: numbers[2], y: numbers[3]))
    case .radial: self = .radial(center: first, radii: Size(width: numbers[2], height: numbers[3]))
    case .conic: self = .conic(center: first, angle: numbers[2])
    }
  }
}

extension ViewAccessibility {
  fileprivate mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    try coder.optional(&role)
    try coder.optional(&label)
    try coder.optional(&value)
    try coder.optional(&description)
    try coder.optional(&level)
    try coder.list(&states, State(.checked, "")) { coder, state throws(UnitCodingError) in
      try coder.choice(&state.name)
      try coder.text(&state.value)
    }
    try coder.optional(&hidden, .subtree) { coder, hidden throws(UnitCodingError) in
      try coder.choice(&hidden)
    }
  }
}
