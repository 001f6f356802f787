package import HybridGeometry

/// The parts of a look that few nodes have. Offsets are from the corner of the node's border box.
package struct ViewEffects: Hashable, Sendable {
  /// The marks of a control, above its borders and below its text, the first one lowest.
  package var shapes: [ViewShape] = []
  /// The line around the border box, above the node's content.
  package var outline: ViewOutline?
  /// The legend on the upper border: the box is painted from the middle of it on, without the border there.
  package var notch: Rect?
  /// The area of the color and the gradients of the background; nil is the border box.
  package var ground: Rect?
  /// Whether the background covers only the letters in the border box: those of the node and of what is in
  /// it.
  package var coversText = false
  /// The filters of the node with its content, in the order in which they apply.
  package var filters: [Filter] = []
  /// The filters of what is behind the border box, in the order in which they apply.
  package var backdrop: [Filter] = []
  /// The path to which the node with its content is clipped, as path data of SVG; nil clips nothing.
  package var clip: String?
  /// Whether ``clip`` has holes where it overlaps itself.
  package var clipIsEvenOdd = false
  /// The gradients whose opacity multiplies that of the node with its content. They are painted over each
  /// other first; without any, the node is unchanged.
  package var masks: [Gradient] = []
  /// How the node is mixed with what is behind it, as CSS names it; nil is painted over it.
  package var blend: String?
  /// An image in place of the borders.
  package var frame: ViewFrame?
  /// The animations that the client plays by itself; sent only to clients that can play them.
  package var motion: ViewMotion?
  /// The number of ancestors up to the containing block of a positioned node, if ancestors nearer than that
  /// would clip it: only from there on they do.
  package var escapes: Int?
  /// On the root: the faces that the page defines, to which families of texts may refer.
  package var fonts: [DefinedFace] = []

  /// None.
  package init() {}

  /// Whether the node with its content looks different from plain painting.
  package var changesContent: Bool {
    !filters.isEmpty || clip != nil || !masks.isEmpty || blend != nil
  }

  /// Whether the node is a stacking context.
  package var isGroup: Bool { changesContent || !backdrop.isEmpty || motion?.isGroup == true }
}

/// A mark: an area, or a line. HTML Standard §15.5, *Form controls*, leaves them to the browser.
package struct ViewShape: Hashable, Sendable {
  /// Path data of SVG.
  package var path: String
  /// The colour of the area; transparent for none.
  package var fill: RGBA
  /// The colour of the line along the path; transparent for none.
  package var stroke: RGBA
  /// The width of the line in points.
  package var width: Double
  /// The character that terminals write in its place; empty for nothing.
  package var sign: String
  /// Where the sign is, and for clients that draw no paths how large the shape is.
  package var frame: Rect

  /// A mark.
  package init(
    path: String, fill: RGBA = .transparent, stroke: RGBA = .transparent, width: Double = 0,
    sign: String = "", frame: Rect
  ) {
    self.path = path
    self.fill = fill
    self.stroke = stroke
    self.width = width
    self.sign = sign
    self.frame = frame
  }
}

/// An outline. CSS UI 4 §2.
package struct ViewOutline: Hashable, Sendable {
  /// In points.
  package var width: Double
  package var style: LineStyle
  package var color: RGBA
  /// The room between the border box and the line, in points.
  package var offset: Double

  /// An outline.
  package init(width: Double, style: LineStyle, color: RGBA, offset: Double) {
    self.width = width
    self.style = style
    self.color = color
    self.offset = offset
  }
}

/// An image around a box. CSS Backgrounds 3 §5. Sides are top, right, bottom, left, in points.
package struct ViewFrame: Hashable, Sendable {
  /// A gradient over the area of the frame; nil for a picture.
  package var gradient: Gradient?
  /// The picture; empty for a gradient.
  package var source: String
  package var path: String?
  package var hash: String?
  /// The size of the image.
  package var size: Size<Double>
  /// The border image area.
  package var area: Rect
  /// How far the image is cut from its edges.
  package var slices: [Double]
  /// How wide the frame is.
  package var widths: [Double]
  /// How the parts along the sides fill them, across and down: `stretch`, `repeat`, `round` or `space`.
  package var repetition: [String]
  /// Whether the middle is painted.
  package var fills: Bool

  /// A frame.
  package init(
    gradient: Gradient? = nil, source: String = "", path: String? = nil, hash: String? = nil,
    size: Size<Double>, area: Rect, slices: [Double], widths: [Double], repetition: [String], fills: Bool
  ) {
    self.gradient = gradient
    self.source = source
    self.path = path
    self.hash = hash
    self.size = size
    self.area = area
    self.slices = slices
    self.widths = widths
    self.repetition = repetition
    self.fills = fills
  }
}
