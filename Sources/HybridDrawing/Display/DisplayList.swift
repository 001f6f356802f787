package import HybridGeometry

/// What is to be painted, in painter's order: every item covers those before it.
///
/// All places are points from the upper left corner of the drawing. The list is a value: two equal lists make
/// the same picture in every backend, so comparing lists tells whether anything has to be drawn again.
package struct DisplayList: Hashable, Sendable {
  /// The drawing's extent, in points; what lies outside is cut off.
  package var size: Size<Double>
  /// What shows where nothing is painted; transparent leaves the terminal's or the page's own ground.
  package var background: RGBA
  /// The items, the first painted first.
  package var items: [Item]

  /// A list, empty unless items are given.
  package init(size: Size<Double>, background: RGBA = .transparent, items: [Item] = []) {
    self.size = size
    self.background = background
    self.items = items
  }

  /// One thing to paint, and the node it was made for.
  package struct Item: Hashable, Sendable {
    /// The node of the view tree, so that a hit test or a difference finds it.
    package var node: Int32?
    /// What is painted.
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
    /// Cuts what follows to a rectangle with round corners, until the matching `popClip`.
    case pushClip(Rect, Corners<Double>)
    /// Ends the innermost clip.
    case popClip
    /// Paints what follows as a group of that opacity, 0 to 1, until the matching `popOpacity`.
    case pushOpacity(Double)
    /// Ends the innermost group.
    case popOpacity
    /// Draws what follows through a matrix, until the matching `popTransform`. A drawing in cells leaves it
    /// aside.
    case pushTransform(Transform)
    /// Ends the innermost transform.
    case popTransform
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
    package var radii: Corners<Double>
    /// What is painted over the background and below the borders, the first on top.
    package var gradients: [Gradient] = []
    /// Shadows around it and in it, the first on top. A drawing in cells leaves them aside.
    package var shadows: [Shadow] = []

    /// A box; without borders and background it paints nothing.
    package init(
      frame: Rect, background: RGBA = .transparent, borders: Edges<Border> = Edges(.none),
      radii: Corners<Double> = .zero
    ) {
      self.frame = frame
      self.background = background
      self.borders = borders
      self.radii = radii
    }
  }

  /// One side's border.
  package struct Border: Hashable, Sendable {
    /// The line styles of CSS Backgrounds 3 §3.2. Cells show the carved ones, the last four, as solid.
    package enum Style: UInt8, Hashable, Sendable {
      case none, solid, dashed, dotted, double, groove, ridge, inset, outset
    }

    /// Its width in points; 0 when `style` is none.
    package var width: Double
    /// Its line style.
    package var style: Style
    /// Its colour.
    package var color: RGBA

    /// No border.
    package static let none = Border(width: 0, style: .none, color: .transparent)

    /// A border.
    package init(width: Double, style: Style = .solid, color: RGBA) {
      self.width = width
      self.style = style
      self.color = color
    }

    /// Whether anything of it would be seen.
    package var isVisible: Bool { width > 0 && style != .none && !color.isTransparent }
  }

  /// Text laid out into a rectangle.
  package struct Text: Hashable, Sendable {
    /// The content box the text was laid out in.
    package var frame: Rect
    /// What is said, with its styles.
    package var text: RichText
    /// The lines, as measured for the frame's width; their places count from the frame's corner.
    package var layout: TextLayout

    /// Text that is laid out already.
    package init(frame: Rect, text: RichText, layout: TextLayout) {
      self.frame = frame
      self.text = text
      self.layout = layout
    }

    /// Text laid out here, for the frame's width.
    package init(frame: Rect, text: RichText) {
      self.init(frame: frame, text: text, layout: TextMetrics.layout(text, width: frame.width))
    }
  }

  /// How a picture of a background is repeated: ``Image/frame`` is one tile, which the picture fills.
  package struct Tiling: Hashable, Sendable {
    /// What is painted of the tiles.
    package var area: Rect
    /// From one tile to the next across; nil where there is one only.
    package var stepX: Double?
    /// From one tile to the next downwards; nil where there is one only.
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
    /// Where it goes.
    package var frame: Rect
    /// The radii of its corners.
    package var radii: Corners<Double>
    /// Where it comes from, as the author wrote it.
    package var source: String
    /// The file in the project; nil for one that is elsewhere, missing, or written into the page (`data:`).
    package var path: String?
    /// Stands for the bytes of that file, so that lists with another picture in the same place differ.
    package var hash: String?
    /// What to say in its place, from `alt` for example; empty when it says nothing.
    package var label: String
    /// How it is repeated as part of a background; nil for a picture of its own. Cells show none of a
    /// background.
    package var tiling: Tiling?
    /// Its natural size in points; nil takes a point for each pixel that was decoded.
    package var natural: Size<Double>?
    /// How the picture fits into the frame.
    package var fit = ImageFit.fill
    /// Where it lies when it does not fill the frame: the share of the free room left of it and above it, and
    /// points to add to either.
    package var position = ImagePosition.center

    /// A picture.
    package init(frame: Rect, source: String, label: String = "", radii: Corners<Double> = .zero) {
      self.frame = frame
      self.source = source
      self.label = label
      self.radii = radii
    }
  }
}
