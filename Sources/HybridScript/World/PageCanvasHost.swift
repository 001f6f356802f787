/// The host of `canvas` elements for scripts (HTML Standard §4.12.5). Canvases and images are numbers, of
/// which the prelude chooses those of canvases; an unknown one paints nothing and has no pixels.
package protocol PageCanvasHost: AnyObject {
  /// Whether canvases can be painted on this machine.
  var isReady: Bool { get }
  /// Gives a canvas a size and an empty bitmap.
  func resize(_ canvas: Int, width: Int, height: Int, isOpaque: Bool)
  /// Shows a canvas in an element.
  func show(_ canvas: Int, in node: Int)
  /// Notes whether an animation frame is asked for.
  func awaitFrame(_ isAwaited: Bool)
  /// Forgets a canvas, or an image that was kept.
  func release(_ number: Int, isCanvas: Bool)
  /// Paints commands; the numbers of texts in them count from 0.
  func paint(_ canvas: Int, _ commands: [Double], texts: [Substring])
  /// Whether a point is inside of the current path or that of a list (rule 0 nonzero, 1 evenodd), or on the
  /// line along it (2).
  func contains(_ canvas: Int, path: [Double]?, x: Double, y: Double, rule: Int) -> Bool
  /// Pixels: red, green, blue and straight alpha.
  func pixels(of canvas: Int, x: Int, y: Int, width: Int, height: Int) -> [UInt8]
  /// Replaces pixels by some of a picture.
  func setPixels(
    of canvas: Int, to pixels: [UInt8], width: Int, x: Int, y: Int, columns: Range<Int>, rows: Range<Int>)
  /// The canvas as a PNG file.
  func file(of canvas: Int) -> [UInt8]?
  /// The image at an address, of an element if it has one; nil if it cannot be had at once.
  func image(at address: String, of node: Int) -> PageCanvasImage?
  /// Whether an image is still there.
  func holds(image: Int) -> Bool
  /// Keeps an image, or a copy of a canvas, until it is released; nil when the memory limit is reached.
  func keep(_ number: Int, isCanvas: Bool) -> Int?
  /// The steps of path data, as commands.
  func steps(ofPath data: String) -> [Double]
  /// A colour as `0xRRGGBBAA`; nil for what is none.
  func color(_ text: String, of node: Int) -> UInt32?
  /// A value of `font`; nil for what is none.
  func font(_ text: String, of node: Int) -> PageCanvasFont?
  /// A length for letters of a size, in units of the canvas; nil for what is none.
  func length(_ text: String, fontSize: Double) -> Double?
  /// The functions of `filter`, five numbers each; nil for what is none.
  func filters(_ text: String, of node: Int) -> [Double]?
  /// The values of `TextMetrics` in its order.
  func measures(_ text: String, _ font: PageCanvasFont, _ place: PageCanvasTextPlace) -> [Double]
}

/// An image that canvases can draw.
package struct PageCanvasImage: Hashable, Sendable {
  package var number: Int
  package var width: Int
  package var height: Int

  package init(number: Int, width: Int, height: Int) {
    (self.number, self.width, self.height) = (number, width, height)
  }
}

/// A font of a canvas.
package struct PageCanvasFont: Hashable, Sendable {
  /// As CSS writes it.
  package var text = ""
  package var size = 10.0
  package var weight = 400
  package var isItalic = false
  /// Family names with commas between them.
  package var families = ""

  package init() {}
}

/// The alignment of a text at its point.
package struct PageCanvasTextPlace: Hashable, Sendable {
  package var letterSpacing = 0.0
  package var wordSpacing = 0.0
  package var isRightToLeft = false
  /// The share of the width before the point.
  package var anchor = 0.0
  /// The number of the baseline, from `alphabetic` on as the prelude lists them.
  package var baseline = 0

  package init() {}
}
