package import HybridGeometry

/// The items to paint, in painter's order: every item covers those before it.
///
/// All coordinates are points from the upper left corner of the drawing. The list is a value: two equal lists
/// make the same picture in every backend, so comparing lists shows whether to draw again.
package struct DisplayList: Hashable, Sendable {
  /// The drawing's extent, in points; content outside is clipped.
  package var size: Size<Double>
  /// The background where nothing is painted; transparent leaves the terminal's or the page's own.
  package var background: RGBA
  /// The items, the first painted first.
  package var items: [Item]

  /// A list, by default without items.
  package init(size: Size<Double>, background: RGBA = .transparent, items: [Item] = []) {
    self.size = size
    self.background = background
    self.items = items
  }

  /// One item to paint, with its node.
  package struct Item: Hashable, Sendable {
    /// The node of the view tree, for hit tests and comparisons.
    package var node: Int32?
    /// The content to paint.
    package var content: Content

    /// An item.
    package init(_ content: Content, node: Int32? = nil) {
      self.content = content
      self.node = node
    }
  }

  /// The kinds of items.
  package enum Content: Hashable, Sendable {
    /// A background and borders.
    case box(Box)
    /// Lines of text in a rectangle.
    case text(Text)
    /// A picture.
    case image(Image)
    /// Clips the following items to a rectangle with round corners, until the matching `popClip`.
    case pushClip(Rect, CornerRadii)
    /// Ends the innermost clip.
    case popClip
    /// Paints the following items as a group of that opacity, 0 to 1, until the matching `popOpacity`.
    case pushOpacity(Double)
    /// Ends the innermost group.
    case popOpacity
    /// Draws the following items through a matrix, until the matching `popTransform`. Drawings in cells
    /// ignore it.
    case pushTransform(Transform)
    /// Ends the innermost transform.
    case popTransform
    /// A mark of a control.
    case shape(Shape)
    /// An image around a box. Drawings in cells ignore it.
    case frame(Frame)
    /// Filters what is painted so far in a rectangle with round corners. Drawings in cells ignore it, and
    /// those that are not made of pixels.
    case backdrop(Rect, CornerRadii, [Filter])
    /// Changes how the following items look together, until the matching `popEffect`. Drawings in cells
    /// ignore it.
    case pushEffect(Effect)
    /// Ends the innermost effect.
    case popEffect
  }

  /// How a group of items looks: first filtered, then clipped, then masked, then mixed with what is below.
  package struct Effect: Hashable, Sendable {
    /// In order.
    package var filters: [Filter] = []
    /// Path data of SVG, from ``origin``; nil clips nothing.
    package var clip: String?
    /// Whether the clip has holes where it overlaps itself.
    package var clipIsEvenOdd = false
    /// The point that the path counts from.
    package var origin = Point.zero
    /// The images whose opacity the items have; none is full opacity.
    package var masks: [Gradient] = []
    /// How it is mixed with what is below, as CSS names it; nil paints over it.
    package var blend: String?

    /// None.
    package init() {}
  }

  /// An area or a line in a control.
  package struct Shape: Hashable, Sendable {
    /// Path data of SVG, from ``origin``.
    package var path: String
    /// The point that the path counts from.
    package var origin: Point
    /// The colour of the area.
    package var fill: RGBA
    /// The colour of the line.
    package var stroke: RGBA
    /// The width of the line in points.
    package var width: Double
    /// The text that cells show in its place; empty for none.
    package var sign: String
    /// Its bounds.
    package var frame: Rect

    /// A shape.
    package init(
      path: String, origin: Point, fill: RGBA = .transparent, stroke: RGBA = .transparent, width: Double = 0,
      sign: String = "", frame: Rect
    ) {
      self.path = path
      self.origin = origin
      self.fill = fill
      self.stroke = stroke
      self.width = width
      self.sign = sign
      self.frame = frame
    }
  }

  /// An image around a box: CSS Backgrounds 3 §5.
  package struct Frame: Hashable, Sendable {
    /// The border image area.
    package var area: Rect
    /// The image, as a gradient in an area of ``size``; nil for a picture.
    package var gradient: Gradient?
    /// The picture, as an ``Image`` has it.
    package var source = ""
    package var path: String?
    package var hash: String?
    /// The size of the image in points.
    package var size: Size<Double>
    /// How far it is cut from its edges: top, right, bottom, left.
    package var slices: [Double]
    /// How wide the frame is, in the same order.
    package var widths: [Double]
    /// How parts along the sides fill them, across and down, as CSS names it.
    package var repetition: [String]
    /// Whether the middle is painted.
    package var fills: Bool

    /// A frame.
    package init(
      area: Rect, size: Size<Double>, slices: [Double], widths: [Double], repetition: [String], fills: Bool
    ) {
      self.area = area
      self.size = size
      self.slices = slices
      self.widths = widths
      self.repetition = repetition
      self.fills = fills
    }
  }

  /// A rectangle with a background and borders (CSS Backgrounds 3). `frame` is the border box.
  package struct Box: Hashable, Sendable {
    /// The border box.
    package var frame: Rect
    /// The background colour, below the border.
    package var background: RGBA
    /// The four borders.
    package var borders: Edges<Border>
    /// The radii of the border box.
    package var radii: CornerRadii
    /// The gradients over the background and below the borders, the topmost first.
    package var gradients: [Gradient] = []
    /// The outer and inner shadows, the topmost first. Drawings in cells ignore them.
    package var shadows: [Shadow] = []
    /// Whether it is a part of a line of text, where cells have no room for its borders.
    package var isInline = false
    /// The area of its background and gradients; nil is the border box.
    package var coverage: Rect?
    /// The letters that its background and gradients cover within the border box, and nothing else; nil for
    /// all of it. In cells such letters have one colour.
    package var letters: [Text]?
    /// Whether it is an outline, or one border of many, which cells leave out.
    package var isOutline = false
    /// The borders that cells show in place of the box' own; nil for those.
    package var cellBorders: Edges<Border>?
    /// Where its upper border is left out; the box begins in the middle of it.
    package var notch: Rect?

    /// A box; without borders and background it paints nothing.
    package init(
      frame: Rect, background: RGBA = .transparent, borders: Edges<Border> = Edges(.none),
      radii: CornerRadii = .zero
    ) {
      self.frame = frame
      self.background = background
      self.borders = borders
      self.radii = radii
    }
  }

  /// One side's border.
  package struct Border: Hashable, Sendable {
    /// Its width in points; 0 when `style` is none.
    package var width: Double
    /// Its line style. Cells show the three-dimensional ones as solid.
    package var style: LineStyle
    /// Its colour.
    package var color: RGBA

    /// No border.
    package static let none = Border(width: 0, style: .none, color: .transparent)

    /// A border.
    package init(width: Double, style: LineStyle = .solid, color: RGBA) {
      self.width = width
      self.style = style
      self.color = color
    }

    /// Whether the border is visible.
    package var isVisible: Bool { width > 0 && !style.isAbsent && !color.isTransparent }
  }

  /// Text laid out into a rectangle.
  package struct Text: Hashable, Sendable {
    /// The content box the text was laid out in.
    package var frame: Rect
    /// The text with its styles.
    package var text: RichText
    /// The lines, as measured for the frame's width; their positions are relative to the frame's corner.
    package var layout: TextLayout

    /// Text with an existing layout.
    package init(frame: Rect, text: RichText, layout: TextLayout) {
      self.frame = frame
      self.text = text
      self.layout = layout
    }

    /// Text that is laid out here, for the frame's width.
    package init(frame: Rect, text: RichText) {
      self.init(frame: frame, text: text, layout: TextMetrics.layout(text, width: frame.width))
    }
  }

  /// The repetition of a background picture: ``Image/frame`` is one tile, which the picture fills.
  package struct Tiling: Hashable, Sendable {
    /// The area that the tiles cover.
    package var area: Rect
    /// The horizontal distance between tiles; nil for a single one.
    package var stepX: Double?
    /// The vertical distance between tiles; nil for a single one.
    package var stepY: Double?

    /// Tiles in an area.
    package init(area: Rect, stepX: Double? = nil, stepY: Double? = nil) {
      self.area = area
      self.stepX = stepX
      self.stepY = stepY
    }
  }

  /// A picture in a rectangle.
  package struct Image: Hashable, Sendable {
    /// Its rectangle.
    package var frame: Rect
    /// The radii of its corners.
    package var radii: CornerRadii
    /// Its source, as the author wrote it.
    package var source: String
    /// The file in the project; nil for a picture that is external, missing, or embedded in the page
    /// (`data:`).
    package var path: String?
    /// A hash of the file's bytes, so that lists with different pictures in the same place differ.
    package var hash: String?
    /// The alternative text, for example from `alt`; may be empty.
    package var label: String
    /// Its repetition as part of a background; nil for any other picture. Cells show no background pictures.
    package var tiling: Tiling?
    /// Its natural size in points; nil: one point for each decoded pixel.
    package var natural: Size<Double>?
    /// How the picture fits into the frame.
    package var fit = ImageFit.fill
    /// Its position when it does not fill the frame: the share of the free room left of it and above it, and
    /// an offset in points.
    package var position = ImagePosition.center
    /// Whether it is scaled without smoothing.
    package var isPixelated = false

    /// A picture.
    package init(frame: Rect, source: String, label: String = "", radii: CornerRadii = .zero) {
      self.frame = frame
      self.source = source
      self.label = label
      self.radii = radii
    }
  }
}
