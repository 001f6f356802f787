import HybridCSS
import HybridDOM
import HybridDrawing
import HybridEncoding
import HybridGeometry
package import HybridScript
import HybridSource
import HybridUnits

/// The bitmaps of a page's canvases, and the images that they draw.
///
/// A bitmap is made when something is first painted on it, and made a file when the page is laid out after a
/// turn that painted on it. A class, since the world of the page's scripts holds it as its host.
package final class PageCanvases: PageCanvasHost {
  /// The most pixels of all canvases and images together.
  static let pixelLimit = 64_000_000
  /// The painting allowance of a turn, in pixels of plain colour; an edge costs one for each row that it
  /// crosses.
  static let turnAllowance = 3_000_000_000

  private struct Canvas {
    var width = 0
    var height = 0
    var isOpaque = false
    var bitmap: CanvasBitmap?
    /// The element that shows it.
    var node: NodeID?
    /// Whether it was painted on since its file was made, and whether that turn is over.
    var isPainted = false
    var isDue = false

    var pixels: Int { bitmap == nil ? 0 : width * height }
  }

  private struct Picture {
    var image: CanvasImage
    var address: String?
    /// The turn that used it last; nil for one that is kept.
    var lastTurn: Int?

    var pixels: Int { image.width * image.height }
  }

  private weak var page: LivePage?
  private var canvases: [Int: Canvas] = [:]
  private var pictures: [Int: Picture] = [:]
  private var numbers: [String: Int] = [:]
  private var lastNumber = 0
  private var allowance = PageCanvases.turnAllowance
  private var turn = 0
  private var styles = DeclaredStyles()
  /// Whether scripts asked for an animation frame, in which they may paint.
  private(set) var awaitsFrame = false

  init(_ page: LivePage) { self.page = page }

  package var isReady: Bool { (try? CanvasBitmap(width: 1, height: 1)) != nil }

  private func lose(_ what: String, _ advice: String) { page?.lose(what, advice) }

  // MARK: Canvases

  package func resize(_ canvas: Int, width: Int, height: Int, isOpaque: Bool) {
    var next = Canvas(width: width, height: height, isOpaque: isOpaque)
    next.node = canvases[canvas]?.node
    if canvases[canvas]?.bitmap != nil || canvases[canvas]?.isPainted == true || isOpaque {
      next.isPainted = true
    }
    canvases[canvas] = next
  }

  package func show(_ canvas: Int, in node: Int) {
    canvases[canvas, default: Canvas()].node = page?.node(node)
  }

  package func awaitFrame(_ isAwaited: Bool) { awaitsFrame = isAwaited }

  package func release(_ number: Int, isCanvas: Bool) {
    if isCanvas { canvases[number] = nil } else { pictures[number] = nil }
  }

  /// The bitmap of a canvas, made now if there is none; nil for one that is too large.
  private func bitmap(_ canvas: Int) -> CanvasBitmap? {
    guard let known = canvases[canvas], known.width > 0, known.height > 0 else { return nil }
    if let bitmap = known.bitmap { return bitmap }
    let (width, height) = (known.width, known.height)
    let isPossible =
      width <= CanvasBitmap.sideLimit && height <= CanvasBitmap.sideLimit && hasRoom(for: width * height)
    guard isPossible,
      let made = try? CanvasBitmap(width: width, height: height, isOpaque: known.isOpaque)
    else {
      lose(
        "painting on a <canvas> of \(width) × \(height) pixels",
        "the canvases and pictures of a page have \(Self.pixelLimit / 1_000_000) million pixels at most, and "
          + "\(CanvasBitmap.sideLimit) on a side")
      return nil
    }
    canvases[canvas]?.bitmap = made
    return made
  }

  /// Whether there is room for more pixels, after images are dropped that no turn uses.
  private func hasRoom(for pixels: Int) -> Bool {
    var used = canvases.values.reduce(0) { $0 + $1.pixels } + pictures.values.reduce(0) { $0 + $1.pixels }
    guard used + pixels > Self.pixelLimit else { return true }
    let droppable = pictures.filter { $0.value.lastTurn.map { $0 < turn } ?? false }
      .sorted { ($0.value.lastTurn ?? 0, $0.key) < ($1.value.lastTurn ?? 0, $1.key) }
    for (number, picture) in droppable where used + pixels > Self.pixelLimit {
      used -= picture.pixels
      pictures[number] = nil
      if let address = picture.address { numbers[address] = nil }
    }
    return used + pixels <= Self.pixelLimit
  }

  package func paint(_ canvas: Int, _ commands: [Double], texts: [Substring]) {
    guard let bitmap = bitmap(canvas) else { return }
    bitmap.allowance = allowance
    bitmap.paint(commands, texts: texts) { number, isCanvas in
      isCanvas ? canvases[number]?.bitmap?.image() : use(number)
    }
    allowance = bitmap.allowance
    canvases[canvas]?.isPainted = true
    tell(bitmap.takeLosses())
  }

  private func use(_ number: Int) -> CanvasImage? {
    if pictures[number]?.lastTurn != nil { pictures[number]?.lastTurn = turn }
    return pictures[number]?.image
  }

  private func tell(_ losses: Set<CanvasBitmap.Loss>) {
    if losses.contains(.work) {
      lose("painting on a <canvas> beyond what a turn can paint", "paint less, or in several turns")
    }
    if losses.contains(.clips) {
      lose("'clip' of <canvas> so often without 'restore'", "call 'save' before 'clip', and 'restore' after")
    }
    if losses.contains(.path) { lose("a path of a <canvas> with a million steps", "begin a new path") }
    if losses.contains(.library) { lose("a drawing on a <canvas> that Cairo refused", "use smaller numbers") }
  }

  package func contains(_ canvas: Int, path: [Double]?, x: Double, y: Double, rule: Int) -> Bool {
    guard let bitmap = bitmap(canvas) else { return false }
    bitmap.allowance = allowance
    defer { allowance = bitmap.allowance }
    return bitmap.contains(Point(x: x, y: y), path: path, rule: rule)
  }

  // MARK: Pixels

  package func pixels(of canvas: Int, x: Int, y: Int, width: Int, height: Int) -> [UInt8] {
    guard width > 0, height > 0, width * height <= Self.pixelLimit else { return [] }
    return bitmap(canvas)?.pixels(x: x, y: y, width: width, height: height) ?? []
  }

  package func setPixels(
    of canvas: Int, to pixels: [UInt8], width: Int, x: Int, y: Int, columns: Range<Int>, rows: Range<Int>
  ) {
    guard width > 0, let bitmap = bitmap(canvas) else { return }
    bitmap.setPixels(pixels, width: width, x: x, y: y, dirty: (columns: columns, rows: rows))
    canvases[canvas]?.isPainted = true
  }

  package func file(of canvas: Int) -> [UInt8]? { try? bitmap(canvas)?.png() }

  // MARK: Images

  package func image(at address: String, of node: Int) -> PageCanvasImage? {
    if let number = numbers[address], let known = use(number) {
      return PageCanvasImage(number: number, width: known.width, height: known.height)
    }
    guard let page, let bytes = bytes(at: address) else { return nil }
    // Drawings have no pixels of their own: they are drawn at their natural size.
    var size: (width: Int, height: Int)?
    if let node = page.node(node), let source = page.document[node].element?["src"],
      let file = PageImages(page.unit).file(source, of: node, in: page.document)
    {
      let own = file.objectSize
      size = (Int(min(max(own.width, 1), 4_096)), Int(min(max(own.height, 1), 4_096)))
    }
    guard let image = try? CanvasImage(decoding: bytes, size: size), hasRoom(for: image.width * image.height)
    else { return nil }
    lastNumber += 1
    pictures[lastNumber] = Picture(image: image, address: address, lastTurn: turn)
    numbers[address] = lastNumber
    return PageCanvasImage(number: lastNumber, width: image.width, height: image.height)
  }

  private func bytes(at address: String) -> [UInt8]? {
    if address.hasPrefix("data:") { return dataURLBytes(address) }
    guard let page, let path = ProjectAddress.path(of: address),
      case .bytes(let bytes) = page.environment.file(path)
    else { return nil }
    return bytes
  }

  package func holds(image: Int) -> Bool { use(image) != nil }

  package func keep(_ number: Int, isCanvas: Bool) -> Int? {
    guard let image = isCanvas ? bitmap(number)?.image() : pictures[number]?.image else { return nil }
    guard hasRoom(for: isCanvas ? image.width * image.height : 0) else {
      lose("'createPattern' of <canvas>", "a page has at most \(Self.pixelLimit / 1_000_000) million pixels")
      return nil
    }
    lastNumber += 1
    pictures[lastNumber] = Picture(image: image)
    return lastNumber
  }

  // MARK: Values of CSS

  package func steps(ofPath data: String) -> [Double] { CanvasBitmap.commands(ofPath: data) }

  private func style(of node: Int) -> ComputedStyle {
    if let page, let node = page.node(node), let stage = page.stage, page.isAttached(node),
      page.viewIndex(of: node) != nil
    {
      return stage.styles[node]
    }
    var style = styles.initial
    style.text.fontSize = 10
    return style
  }

  /// The style with one declaration; nil for a declaration that CSS drops.
  private func style(_ property: String, _ value: String, below parent: ComputedStyle) -> ComputedStyle? {
    guard !value.utf8.contains(UInt8(ascii: ";")), value.utf8.count < 10_000 else { return nil }
    var ignored: [Diagnostic] = []
    let declarations = parseDeclarationList(
      Source(path: "", text: "\(property): \(value)"), dialect: .standard, diagnostics: &ignored)
    return declarations.isEmpty ? nil : styles.style(of: declarations, below: parent)
  }

  package func color(_ text: String, of node: Int) -> UInt32? {
    guard text.utf8.count < 1_000, let color = ColorValue(text: text, dialect: .standard) else { return nil }
    return RGBA(style(of: node).color(color)).packed
  }

  package func font(_ text: String, of node: Int) -> PageCanvasFont? {
    guard var style = style("font", text, below: style(of: node)) else { return nil }
    style.text.lineHeight = .normal
    let font = style.font
    var result = PageCanvasFont()
    result.text = style.canvasFont
    (result.size, result.weight, result.isItalic) = (font.size, font.weight, font.isItalic)
    result.families = font.families.joined(separator: ",")
    return result
  }

  package func length(_ text: String, fontSize: Double) -> Double? {
    var parent = styles.initial
    parent.text.fontSize = fontSize
    return style("letter-spacing", text, below: parent)?.text.letterSpacing
  }

  package func filters(_ text: String, of node: Int) -> [Double]? {
    style("filter", text, below: style(of: node))?.filters.canvasNumbers
  }

  package func measures(
    _ text: String, _ font: PageCanvasFont, _ place: PageCanvasTextPlace
  ) -> [Double] {
    let used = CanvasFont(
      Font(
        families: font.families.split(separator: ",").map(String.init), size: font.size, weight: font.weight,
        isItalic: font.isItalic),
      letterSpacing: place.letterSpacing, wordSpacing: place.wordSpacing, isRightToLeft: place.isRightToLeft)
    return CanvasTextMeasures(text, used).values(anchor: place.anchor, baseline: place.baseline)
  }

  // MARK: Turns

  /// Ends a turn: the canvases that were painted on have to be shown.
  ///
  /// - Returns: Their elements.
  func endTurn() -> [NodeID] {
    (allowance, turn) = (Self.turnAllowance, turn + 1)
    var nodes: [NodeID] = []
    for (number, canvas) in canvases {
      canvas.bitmap?.dropCopy()
      guard canvas.isPainted else { continue }
      canvases[number]?.isPainted = false
      canvases[number]?.isDue = true
      if let node = canvas.node { nodes.append(node) }
    }
    return nodes
  }

  /// Makes the pictures of the canvases that have changed and are in the document.
  ///
  /// - Parameter isShown: Whether an element is in the document.
  /// - Returns: The elements with the addresses of their pictures; nil for an empty one.
  func takePictures(where isShown: (NodeID) -> Bool) -> [(node: NodeID, address: String?)] {
    var result: [(node: NodeID, address: String?)] = []
    for (number, canvas) in canvases where canvas.isDue {
      guard let node = canvas.node, isShown(node) else { continue }
      canvases[number]?.isDue = false
      let file = canvas.bitmap.flatMap { try? $0.png() }
      result.append((node, file.map { "data:image/png;base64," + $0.base64 }))
    }
    return result
  }
}

extension ComputedStyle {
  /// The value of `font` that scripts read from a context: without what is initial, and with a computed size
  /// (HTML Standard §4.12.5.1.4, *Text styles*).
  fileprivate var canvasFont: String {
    let weight = cssText(named: "font-weight").map { $0 == "700" ? "bold" : $0 }
    let parts = [cssText(named: "font-style"), weight].filter { $0 != "normal" && $0 != "400" }
    return (parts + [cssText(named: "font-size"), cssText(named: "font-family")]).compactMap(\.self)
      .joined(separator: " ")
  }
}
