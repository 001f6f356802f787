import Glibc
package import HybridGeometry

/// A picture that a canvas can draw.
package struct CanvasImage: Sendable {
  let raster: Raster
  package var width: Int { raster.width }
  package var height: Int { raster.height }

  init(_ raster: Raster) { self.raster = raster }

  /// The picture of a file.
  ///
  /// - Parameter size: The size at which a drawing without pixels is drawn.
  package init(decoding bytes: [UInt8], size: (width: Int, height: Int)?) throws(ImageDecodingFault) {
    let isMarkup = bytes.first { $0 > 0x20 } == UInt8(ascii: "<") || bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let most = (width: ImageDecoder.sideLimit, height: ImageDecoder.sideLimit)
    raster = Raster(
      try ImageDecoder.bitmap(of: bytes, near: isMarkup ? size ?? (width: 300, height: 150) : most))
  }
}

/// The bitmap of a `canvas` element with the state of its context. HTML Standard §4.12.5.
///
/// The prelude records what scripts ask for, and a list of it is painted at once; between two lists only
/// pixels are kept. Each command costs about as much as the pixels and edges that it touches, which
/// ``allowance`` pays for: what it does not cover is left out. A bitmap belongs to one thread at a time.
package final class CanvasBitmap {
  package let width: Int
  package let height: Int
  private let isOpaque: Bool
  private var surface: CanvasSurface
  private var state = CanvasState()
  private var stack: [CanvasState] = []
  private var path = CanvasPath()
  /// The remaining cost of commands that may be painted, in pixels of plain colour.
  package var allowance = 0
  /// The pixels as they were when another canvas, or this one, last drew them; nil since they changed.
  private var copy: CanvasImage?
  /// The losses since the last call of ``takeLosses()``.
  private var losses: Set<Loss> = []

  /// Requests of scripts that are not painted as asked.
  package enum Loss: Hashable, Sendable {
    /// More than the allowance.
    case work
    /// Clips inside one another.
    case clips
    /// A path with too many steps.
    case path
    /// The library failed: the canvas starts with a new state.
    case library
  }

  /// The maximum number of pixels on one side, and in total.
  package static let sideLimit = 16_384
  package static let pixelLimit = 64_000_000
  private static let clipLimit = 128
  private static let dashLimit = 100_000.0

  /// A transparent bitmap, or one that is black and stays opaque.
  package init(width: Int, height: Int, isOpaque: Bool = false) throws(DrawingError) {
    guard width > 0, height > 0, width <= Self.sideLimit, height <= Self.sideLimit,
      width * height <= Self.pixelLimit
    else { throw .wrongSize(width: width, height: height) }
    (self.width, self.height, self.isOpaque) = (width, height, isOpaque)
    surface = try CanvasSurface(width: width, height: height)
    if isOpaque { surface.fill(Path(bounds), with: .color(.black), by: .over) }
  }

  private var bounds: Rect { Rect(x: 0, y: 0, width: Double(width), height: Double(height)) }

  /// Returns the losses since the last call.
  package func takeLosses() -> Set<Loss> {
    defer { losses = [] }
    return losses
  }

  // MARK: Commands

  /// Paints a list of commands.
  ///
  /// - Parameters:
  ///   - texts: What the commands refer to by number.
  ///   - image: The image, or the canvas, of a number; nil for one that cannot be drawn.
  package func paint(
    _ list: [Double], texts: [Substring], image: (_ number: Int, _ isCanvas: Bool) -> CanvasImage?
  ) {
    var reader = CanvasCommandReader(list)
    copy = nil
    while let (command, given, further) = reader.next() {
      // A canvas may draw itself.
      defer { copy = nil }
      switch command {
      case .image: draw(given, image)
      case .text: draw(text: given, texts, image)
      case .fill, .stroke, .fillPath, .strokePath, .fillRectangle, .strokeRectangle:
        draw(command, given, list, further, image)
      case .clip: clip(to: path.path, evenOdd: given.at(0) == 1)
      case .clipPath: clip(to: built(list, further).path, evenOdd: given.at(0) == 1)
      case .clearRectangle: clear(rectangle(given))
      case .save:
        stack.append(state)
        surface.save()
      case .restore:
        if let last = stack.popLast() {
          state = last
          surface.restore()
        }
      case .reset:
        for _ in stack { surface.restore() }
        (state, stack, path) = (CanvasState(), [], CanvasPath())
        startAgain()
      default:
        if !step(command, given, &path, state.transform) { set(command, given, reader[further]) }
      }
    }
    if path.isFull { losses.insert(.path) }
    if !surface.isIntact { startAgain() }
  }

  /// Replaces the surface by an empty one.
  private func startAgain() {
    if !surface.isIntact {
      losses.insert(.library)
      (state, stack, path) = (CanvasState(), [], CanvasPath())
    }
    guard let next = try? CanvasSurface(width: width, height: height) else { return }
    surface = next
    if isOpaque { surface.fill(Path(bounds), with: .color(.black), by: .over) }
  }

  private func set(_ command: CanvasCommand, _ given: ArraySlice<Double>, _ further: ArraySlice<Double>) {
    switch command {
    case .transform: state.transform = given.matrix(0)
    case .alpha: state.alpha = min(max(given.at(0), 0), 1)
    case .composite: state.operation = CanvasOperator(number: given.whole(0))
    case .lineWidth: state.pen.width = given.at(0)
    case .lineCap: state.pen.cap = given.whole(0)
    case .lineJoin: state.pen.join = given.whole(0)
    case .miterLimit: state.pen.miterLimit = given.at(0)
    case .dash: state.pen.dashes = further.allSatisfy { $0 >= 0 && $0 < 1e9 } ? Array(further) : []
    case .dashOffset: state.pen.dashOffset = given.at(0)
    case .shadow:
      state.shadow = Shadow(
        offset: Point(x: given.at(1), y: given.at(2)), blur: given.at(0), color: given.color(3))
    case .smoothing: state.smooths = given.at(0) != 0
    case .filter: state.filters = [Filter](canvas: further)
    case .color: setPaint(.color(given.color(1)), isStroke: given.at(0) == 1)
    case .gradient: setPaint(.ramp(CanvasRamp(given, further)), isStroke: given.at(0) == 1)
    case .pattern:
      let tiles = given.whole(2)
      setPaint(
        .pattern(image: given.whole(1), across: tiles & 1 != 0, down: tiles & 2 != 0, given.matrix(3)),
        isStroke: given.at(0) == 1)
    default: break
    }
  }

  private func setPaint(_ paint: CanvasState.Paint, isStroke: Bool) {
    if isStroke { state.stroke = paint } else { state.fill = paint }
  }

  // MARK: Paths

  /// Adds a step to a path; false for a command that is none.
  private func step(
    _ command: CanvasCommand, _ given: ArraySlice<Double>, _ path: inout CanvasPath, _ transform: Transform
  ) -> Bool {
    switch command {
    case .begin: path = CanvasPath()
    case .move: path.move(given.at(0), given.at(1), transform)
    case .line: path.line(given.at(0), given.at(1), transform)
    case .quadratic: path.quadratic(given.at(0), given.at(1), given.at(2), given.at(3), transform)
    case .cubic:
      path.cubic(
        given.at(0), given.at(1), given.at(2), given.at(3), given.at(4), given.at(5), transform)
    case .arcTo:
      path.arc(given.at(0), given.at(1), given.at(2), given.at(3), radius: given.at(4), transform)
    case .rectangle: path.rectangle(given.at(0), given.at(1), given.at(2), given.at(3), transform)
    case .roundRectangle:
      path.roundRectangle(
        given.at(0), given.at(1), given.at(2), given.at(3), given.dropFirst(4), transform)
    case .ellipse:
      path.ellipse(
        given.at(0), given.at(1), given.at(2), given.at(3), turn: given.at(4), from: given.at(5),
        to: given.at(6), isCounterclockwise: given.at(7) == 1, transform)
    case .close: path.close()
    default: return false
    }
    return true
  }

  /// The path of a `Path2D`, through the matrix of the context.
  private func built(_ list: [Double], _ range: Range<Int>) -> CanvasPath {
    var (path, transform) = (CanvasPath(), state.transform)
    var reader = CanvasCommandReader(list, range)
    while let (command, given, _) = reader.next() {
      if command == .local {
        transform = state.transform.after(given.matrix(0))
      } else if !step(command, given, &path, transform) {
        break
      }
    }
    return path
  }

  private func rectangle(_ given: ArraySlice<Double>) -> Path {
    var path = CanvasPath()
    path.rectangle(given.at(0), given.at(1), given.at(2), given.at(3), state.transform)
    return path.path
  }

  private func clip(to path: Path, evenOdd: Bool) {
    guard pays(for: path, bounds) else { return }
    // Cairo joins upright rectangles to one; it paints every other clip again with each call.
    if !path.isUprightRectangle { state.clips += 1 }
    guard state.clips <= Self.clipLimit else {
      losses.insert(.clips)
      return
    }
    surface.clip(to: path, evenOdd: evenOdd)
  }

  /// Whether a point, in pixels, is inside of the current path, or of that of a list.
  ///
  /// - Parameter rule: 0 nonzero, 1 evenodd, 2 on the line along it.
  package func contains(_ spot: Point, path list: [Double]?, rule: Int) -> Bool {
    let path = list.map { built($0, 0..<$0.count).path } ?? path.path
    guard abs(spot.x) < 1e6, abs(spot.y) < 1e6, pays(for: path, bounds) else { return false }
    guard rule == 2 else { return surface.isIn(path, evenOdd: rule == 1, spot) }
    guard state.transform.isDrawable, let pen = affordable(state.usablePen, along: path) else { return false }
    return surface.isOn(path, pen, spot)
  }

  // MARK: Areas and lines

  /// A shape to paint: an area, or a line along a path.
  private struct Shape {
    var path: Path
    var isEvenOdd = false
    var pen: CanvasSurface.Pen?

    /// The largest area that it can cover.
    var bounds: Rect? { path.bounds.map { $0.grown(by: pen?.reach ?? 0) } }

    func moved(_ x: Double, _ y: Double) -> Shape {
      var result = self
      result.path = path.through(.translation(x, y))
      return result
    }
  }

  private func draw(
    _ command: CanvasCommand, _ given: ArraySlice<Double>, _ list: [Double], _ further: Range<Int>,
    _ image: (Int, Bool) -> CanvasImage?
  ) {
    let path: Path
    var isStroke = false
    var isEvenOdd = false
    switch command {
    case .fill: (path, isEvenOdd) = (self.path.path, given.at(0) == 1)
    case .stroke: (path, isStroke) = (self.path.path, true)
    case .fillPath: (path, isEvenOdd) = (built(list, further).path, given.at(0) == 1)
    case .strokePath: (path, isStroke) = (built(list, further).path, true)
    case .strokeRectangle: (path, isStroke) = (rectangle(given), true)
    default: path = rectangle(given)
    }
    paint(path, isEvenOdd: isEvenOdd, isStroke: isStroke, image)
  }

  private func paint(
    _ path: Path, isEvenOdd: Bool = false, isStroke: Bool, _ image: (Int, Bool) -> CanvasImage?
  ) {
    guard state.transform.isDrawable, !path.isEmpty else { return }
    var shape = Shape(path: path, isEvenOdd: isEvenOdd)
    if isStroke {
      guard let pen = affordable(state.usablePen, along: path) else { return }
      shape.pen = pen
    }
    switch isStroke ? state.stroke : state.fill {
    case .color(let color): paint(shape, with: .color(color.faded(to: state.alpha)))
    case .ramp(var ramp):
      guard !ramp.isEmpty, let inverse = state.transform.inverse else { return }
      ramp.transform = inverse
      paint(shape, with: .ramp(ramp.faded(to: state.alpha)))
    case .pattern(let number, let across, let down, let matrix):
      guard let image = image(number, false), let inverse = state.transform.after(matrix).inverse,
        inverse.isDrawable
      else { return }
      var raster = image.raster
      raster.isPixelated = !state.smooths
      let isLimited = across != down
      if isLimited {
        // Tiles in one direction only: a strip as long as the canvas.
        let seen = self.bounds.through(inverse)
        let strip =
          across
          ? Rect(x: seen.x, y: 0, width: seen.width, height: Double(raster.height))
          : Rect(x: 0, y: seen.y, width: Double(raster.width), height: seen.height)
        surface.save()
        surface.clip(to: Path(strip).through(state.transform.after(matrix)), evenOdd: false)
      }
      paint(
        shape,
        with: .raster(raster, inverse, repeats: across || down, pads: false, opacity: state.alpha))
      if isLimited { surface.restore() }
    }
  }

  /// The pen for a path; nil if drawing it would cost more than the allowance. Dashes beyond any number that
  /// can be seen are a plain line.
  private func affordable(_ pen: CanvasSurface.Pen, along path: Path) -> CanvasSurface.Pen? {
    var pen = pen
    if !pen.dashes.isEmpty {
      let period = pen.dashes.reduce(0, +) * max(pen.transform.scaleOfArea, 1e-9)
      if path.roughLength / period * Double(pen.dashes.count) > Self.dashLimit { pen.dashes = [] }
    }
    let isRound = pen.join == 1 || pen.cap == 1
    let vertices = isRound ? 4 + 3 * (pen.width * pen.transform.scaleOfArea).squareRoot() : 4
    let cost = Double(path.steps.count) * vertices * 8
    return pays(Int(min(cost, 1e12))) ? pen : nil
  }

  private func paint(_ shape: Shape, with source: CanvasSurface.Source) {
    if state.operation == .copy { surface.clear(Path(bounds)) }
    guard let covered = shape.bounds else { return }
    let seen = surface.clipBounds
    guard !seen.isEmpty else { return }
    if !state.filters.isEmpty { return paintFiltered(shape, with: source, covered, seen) }
    let touched = state.operation.isUnbounded ? seen : covered.intersection(seen)
    if state.hasShadow { paintShadow(of: shape, with: source, covered, seen) }
    guard !touched.isEmpty, pays(for: shape.path, touched), let source = plain(source, in: touched) else {
      return
    }
    paint(shape, with: source, on: surface, by: state.operation == .copy ? .over : state.operation)
  }

  private func paint(
    _ shape: Shape, with source: CanvasSurface.Source, on surface: borrowing CanvasSurface,
    by operation: CanvasOperator
  ) {
    if let pen = shape.pen {
      surface.stroke(shape.path, pen, with: source, by: operation)
    } else {
      surface.fill(shape.path, evenOdd: shape.isEvenOdd, with: source, by: operation)
    }
  }

  /// The source as Cairo has it: a gradient around a point becomes pixels.
  private func plain(_ source: CanvasSurface.Source, in area: Rect) -> CanvasSurface.Source? {
    guard case .ramp(let ramp) = source, case .conic(let center, let angle) = ramp.shape else {
      return source
    }
    guard let pixels = PixelArea(area), pays(pixels.width * pixels.height * 16) else { return nil }
    let whole = 2 * Double.pi
    let raster = Raster(width: pixels.width, height: pixels.height) { column, row in
      let spot = ramp.transform.apply(
        to: Point(x: Double(column + pixels.left) + 0.5, y: Double(row + pixels.top) + 0.5))
      var share = (atan2(spot.y - center.y, spot.x - center.x) - angle) / whole
      share -= share.rounded(.down)
      return ramp.color(at: share.isFinite ? share : 0)
    }
    return .raster(
      raster, .translation(-Double(pixels.left), -Double(pixels.top)), repeats: false, pads: true, opacity: 1)
  }

  /// HTML Standard §4.12.5.1.18, *Shadows*.
  private func paintShadow(
    of shape: Shape, with source: CanvasSurface.Source, _ covered: Rect, _ seen: Rect
  ) {
    let (offset, window) = (state.shadow.offset, ShadowMask.window(deviation: state.shadow.blur / 2))
    let reach = Double(window * 3 / 2 + 2)
    var needed = seen.grown(by: reach)
    needed.x -= offset.x
    needed.y -= offset.y
    guard let area = PixelArea(covered.grown(by: reach).intersection(needed)),
      pays(for: shape.path, Rect(x: 0, y: 0, width: area.size.width, height: area.size.height), times: 24),
      let mask = mask(of: shape, with: source, in: area, window: window)
    else { return }
    surface.paint(
      state.shadow.color, through: mask,
      at: Point(x: Double(area.left) + offset.x, y: Double(area.top) + offset.y), by: state.operation)
  }

  private func mask(
    of shape: Shape, with source: CanvasSurface.Source, in area: PixelArea, window: Int
  ) -> Raster? {
    let (x, y) = (Double(area.left), Double(area.top))
    guard let source = plain(source, in: Rect(x: x, y: y, width: area.size.width, height: area.size.height)),
      let other = try? CanvasSurface(width: area.width, height: area.height, isMask: true)
    else { return nil }
    paint(shape.moved(-x, -y), with: source.moved(-x, -y), on: other, by: .over)
    var mask = other.withBytes { data, stride in
      Raster(
        mask: area.width, area.height, stride: stride,
        bytes: Array(UnsafeBufferPointer(start: data, count: stride * area.height)))
    }
    mask?.blur(window: window)
    return mask
  }

  /// Paints a shape on a surface of its own, and that through the filters.
  private func paintFiltered(
    _ shape: Shape, with source: CanvasSurface.Source, _ covered: Rect, _ seen: Rect
  ) {
    let reach = state.filters.reach
    let most = max(reach.left, reach.right, reach.top, reach.bottom)
    let needed = covered.grown(by: most + 1).intersection(seen.grown(by: most + 1))
    guard !needed.isEmpty else { return }
    guard let area = PixelArea(needed) else {
      losses.insert(.work)
      return
    }
    guard pays(area.width * area.height * 64 * state.filters.count), pays(for: shape.path, seen),
      let other = try? CanvasSurface(width: area.width, height: area.height)
    else { return }
    let (x, y) = (Double(area.left), Double(area.top))
    let place = Rect(x: x, y: y, width: area.size.width, height: area.size.height)
    guard let plain = plain(source, in: place) else { return }
    paint(shape.moved(-x, -y), with: plain.moved(-x, -y), on: other, by: .over)
    guard var raster = other.raster() else { return }
    for filter in state.filters { raster.apply(filter, .identity) }
    let outer = state.filters
    state.filters = []
    paint(
      Shape(path: Path(place)),
      with: .raster(raster, .translation(-x, -y), repeats: false, pads: false, opacity: 1))
    state.filters = outer
  }

  private func clear(_ path: Path) {
    guard state.transform.isDrawable, pays(for: path, bounds) else { return }
    if isOpaque {
      surface.fill(path, with: .color(.black), by: .over)
    } else {
      surface.clear(path)
    }
  }

  // MARK: Images

  private func draw(_ given: ArraySlice<Double>, _ image: (Int, Bool) -> CanvasImage?) {
    guard state.transform.isDrawable, let found = image(given.whole(1), given.at(0) == 1) else { return }
    draw(
      found.raster, from: Rect(x: given.at(2), y: given.at(3), width: given.at(4), height: given.at(5)),
      to: Rect(x: given.at(6), y: given.at(7), width: given.at(8), height: given.at(9)), state.transform)
  }

  /// Draws a part of an image into a rectangle, both of which may have negative sides.
  private func draw(_ whole: Raster, from part: Rect, to place: Rect, _ transform: Transform) {
    guard part.width != 0, part.height != 0, place.width != 0, place.height != 0 else { return }
    var raster = whole
    let (left, top) = (min(part.x, part.x + part.width), min(part.y, part.y + part.height))
    let (right, bottom) = (max(part.x, part.x + part.width), max(part.y, part.y + part.height))
    func inside(_ from: Double, _ to: Double, _ limit: Int) -> Range<Int> {
      let first = Int(min(max(from.rounded(.down), 0), Double(limit)))
      return first..<max(Int(min(max(to.rounded(.up), 0), Double(limit))), first)
    }
    let (columns, rows) = (inside(left, right, whole.width), inside(top, bottom, whole.height))
    guard !columns.isEmpty, !rows.isEmpty, pays(columns.count * rows.count) else { return }
    if columns.count != whole.width || rows.count != whole.height {
      // Nothing beyond the part is seen, also not at its edges.
      raster = whole.part(columns, rows)
    }
    raster.isPixelated = !state.smooths
    // From the rectangle to the part.
    let (x, y) = (part.width / place.width, part.height / place.height)
    let inner = Transform(
      a: x, b: 0, c: 0, d: y, tx: part.x - place.x * x - Double(columns.lowerBound),
      ty: part.y - place.y * y - Double(rows.lowerBound))
    var path = CanvasPath()
    path.rectangle(place.x, place.y, place.width, place.height, transform)
    guard let inverse = transform.inverse, inner.after(inverse).isDrawable else { return }
    paint(
      Shape(path: path.path),
      with: .raster(raster, inner.after(inverse), repeats: false, pads: true, opacity: state.alpha))
  }

  // MARK: Text

  /// HTML Standard §4.12.5.1.11, *Drawing text to the bitmap*.
  private func draw(
    text given: ArraySlice<Double>, _ texts: [Substring], _ image: (Int, Bool) -> CanvasImage?
  ) {
    let (text, families) = (given.whole(1), given.whole(2))
    guard texts.indices.contains(text), texts.indices.contains(families), state.transform.isDrawable else {
      return
    }
    let font = CanvasFont(
      Font(
        families: texts[families].split(separator: ",").map(String.init), size: given.at(3),
        weight: given.whole(4), isItalic: given.at(5) == 1),
      letterSpacing: given.at(6), wordSpacing: given.at(7), isRightToLeft: given.at(8) == 1)
    let line = CanvasLine.of(String(texts[text]), font)
    let mostWidth = given.at(13)
    if mostWidth == 0 { return }
    let scale = mostWidth > 0 && line.width > mostWidth ? mostWidth / line.width : 1
    let left = given.at(11) - line.width * scale * given.at(9)
    let place = Transform(
      a: scale, b: 0, c: 0, d: 1, tx: left,
      ty: given.at(12) + CanvasTextMeasures(line, font).lowering(of: given.whole(10)))
    let transform = state.transform.after(place)
    guard transform.isDrawable else { return }
    paint(line.outline.through(transform), isStroke: given.at(0) == 1, image)
    for picture in line.pictures {
      let part = Rect(
        x: 0, y: 0, width: Double(picture.raster.width), height: Double(picture.raster.height))
      draw(picture.raster, from: part, to: picture.place, transform)
    }
  }

  // MARK: Pixels

  /// The pixels as they are now.
  package func image() -> CanvasImage? {
    if copy == nil { copy = surface.raster().map { CanvasImage($0) } }
    return copy
  }

  /// Frees the memory of the pixels that ``image()`` keeps for the next call.
  package func dropCopy() { copy = nil }

  /// Some pixels with straight alpha, those outside transparent: red, green, blue, alpha.
  package func pixels(x: Int, y: Int, width: Int, height: Int) -> [UInt8] {
    surface.pixels(x: x, y: y, width: width, height: height, isOpaque: isOpaque)
  }

  /// Replaces pixels by others, whatever the state is. HTML Standard §4.12.5.1.16, *Pixel manipulation*.
  ///
  /// - Parameters:
  ///   - pixels: With straight alpha, in rows of `width`.
  ///   - dirty: Which of them.
  package func setPixels(
    _ pixels: [UInt8], width: Int, x: Int, y: Int, dirty: (columns: Range<Int>, rows: Range<Int>)
  ) {
    copy = nil
    surface.setPixels(pixels, width: width, x: x, y: y, dirty: dirty, isOpaque: isOpaque)
  }

  /// The whole bitmap as a PNG file.
  package func png() throws(DrawingError) -> [UInt8] {
    try Bitmap(width: width, height: height, pixels: pixels(x: 0, y: 0, width: width, height: height)).png()
  }

  /// The steps of path data of SVG, as commands.
  package static func commands(ofPath data: String) -> [Double] {
    func number(_ command: CanvasCommand) -> Double { Double(command.rawValue) }
    return Path(data: data).steps.prefix(CanvasPath.limit / 8).flatMap { step -> [Double] in
      switch step {
      case .move(let spot): [number(.move), spot.x, spot.y]
      case .line(let spot): [number(.line), spot.x, spot.y]
      case .curve(let first, let second, let end):
        [number(.cubic), first.x, first.y, second.x, second.y, end.x, end.y]
      case .close: [number(.close)]
      }
    }
  }

  // MARK: The allowance

  private func pays(_ cost: Int) -> Bool {
    guard cost <= allowance else {
      losses.insert(.work)
      return false
    }
    allowance -= cost
    return true
  }

  /// Pays for an area with the edges of a path in it.
  private func pays(for path: Path, _ area: Rect, times factor: Int = 1) -> Bool {
    let seen = area.intersection(path.bounds ?? Rect(x: 0, y: 0, width: 0, height: 0))
    let rows = max(seen.height, 1)
    let cost = 200 + area.width * area.height * Double(factor) + Double(path.steps.count) * (rows + 16)
    return pays(Int(min(cost, 1e15)))
  }
}

extension CanvasSurface.Source {
  /// The same source after everything has been moved.
  fileprivate func moved(_ x: Double, _ y: Double) -> CanvasSurface.Source {
    let back = Transform.translation(-x, -y)
    switch self {
    case .color: return self
    case .ramp(var ramp):
      ramp.transform = ramp.transform.after(back)
      return .ramp(ramp)
    case .raster(let raster, let transform, let repeats, let pads, let opacity):
      return .raster(raster, transform.after(back), repeats: repeats, pads: pads, opacity: opacity)
    }
  }
}
