package import HybridGeometry

/// A unit with its data bound, styled and laid out: what a client shows.
///
/// The nodes stand in tree order, a parent before its children, so that one pass draws them. Every client
/// gets the same frames and the same lines of text; none measures anything itself.
package struct ViewTree: Hashable, Sendable {
  /// All nodes in tree order. The first one is the root.
  package var nodes: [ViewNode]
  /// The size of the viewport it was laid out for, in points.
  package var viewport: Size<Double>

  /// A tree of nodes in tree order.
  package init(nodes: [ViewNode], viewport: Size<Double>) {
    self.nodes = nodes
    self.viewport = viewport
  }

  /// For each node the index just past its last descendant.
  package var subtreeEnds: [Int] {
    var ends = [Int](repeating: 0, count: nodes.count)
    for index in nodes.indices.reversed() {
      ends[index] = max(ends[index], index + 1)
      if let parent = nodes[index].parent { ends[parent] = max(ends[parent], ends[index]) }
    }
    return ends
  }

  /// The indices of each node's children, in order.
  package var childLists: [[Int]] {
    var lists = [[Int]](repeating: [], count: nodes.count)
    for index in nodes.indices { if let parent = nodes[index].parent { lists[parent].append(index) } }
    return lists
  }
}

/// One element as a client shows it.
package struct ViewNode: Hashable, Sendable {
  /// The number of the node, stable while its client follows the session: equal numbers in two revisions mean
  /// the same element. Zero until a ``ViewTreeSession`` assigns it.
  package var handle: Int
  /// The identity of the node among its siblings across revisions: the `id`, a loop's index, or the position.
  package var key: String
  /// Index of the parent in ``ViewTree/nodes``; nil for the root.
  package var parent: Int?
  /// The name as the author wrote it.
  package var tag: String
  /// The `id` attribute.
  package var id: String?
  /// The `class` attribute, as written but for white space.
  package var classes: String?
  /// The border box.
  package var frame: Rect
  /// The text that the element itself shows.
  package var text: String?
  /// Where its start tag is: `file:line:column`.
  package var source: String?
  /// How it looks.
  package var paint: ViewPaint
  /// Its scroll offset, if it scrolls.
  package var scroll: ViewScroll?
  /// Its control: what a user can do with it, and its state.
  package var control: ViewControl?
  /// Whether a tap on it does something: a handler listens, or it is a link, a button or another control.
  package var taps = false
  /// Its accessibility properties; nil for most nodes.
  package var accessibility: ViewAccessibility? {
    get { told.first }
    set { told = newValue.map { [$0] } ?? [] }
  }
  /// An optional stored indirectly: a node without it uses one word.
  private var told: [ViewAccessibility] = []

  /// A node without a number.
  package init(
    key: String, parent: Int?, tag: String, id: String? = nil, classes: String? = nil, frame: Rect,
    text: String? = nil, source: String? = nil, paint: ViewPaint = ViewPaint()
  ) {
    self.handle = 0
    self.key = key
    self.parent = parent
    self.tag = tag
    self.id = id
    self.classes = classes
    self.frame = frame
    self.text = text
    self.source = source
    self.paint = paint
  }

  /// `button#buy`, or the tag with its first class where there is no id.
  package var label: String {
    if let id { return "\(tag)#\(id)" }
    guard let first = classes?.split(separator: " ").first else { return tag }
    return "\(tag).\(first)"
  }

  /// Whether a point is in the node, whose border box is `frame`: in one of its fragments, if it has some.
  package func contains(_ point: Point, at frame: Rect) -> Bool {
    guard let fragments = paint.fragments else { return frame.contains(point) }
    return fragments.contains {
      $0.frame.contains(Point(x: point.x - frame.x, y: point.y - frame.y))
    }
  }

  /// The padding box of a node whose border box is `frame`.
  package func paddingBox(at frame: Rect) -> Rect {
    let borders = paint.borderWidths
    return Rect(
      x: frame.x + borders.left, y: frame.y + borders.top,
      width: max(frame.width - borders.right - borders.left, 0),
      height: max(frame.height - borders.top - borders.bottom, 0))
  }
}

/// The look of a node, in values that a client can use directly. Absent values are not drawn.
package struct ViewPaint: Hashable, Sendable {
  /// The background colour.
  package var background: RGBA?
  /// Top, right, bottom, left.
  package var borders: [ViewBorder]?
  /// Top left, top right, bottom right, bottom left, in points. Of ellipses there are eight: the horizontal
  /// radii, then the vertical ones.
  package var radii: [Double]?
  /// 0 to 1; absent is 1.
  package var opacity: Double?
  /// Whether what overflows the padding box is cut off.
  package var clips = false
  /// Whether the node lies inside a line of an ancestor's text: its box goes below that text.
  package var isInline = false
  /// The boxes of an inline node that is split over lines, in order. They have its look then: its frame is
  /// the rectangle around them, and the background of the node itself is for clients without fragments.
  package var fragments: [ViewFragment]?
  /// A picture, shown in the content box.
  package var image: ViewImage?
  /// Pictures among the layers of the background, the first on top.
  package var pictures: [ViewPicture]?
  /// Whether ``image`` and ``pictures`` are scaled without smoothing, so that their pixels remain squares.
  package var isPixelated = false
  /// Lines of text, placed from the corner of the border box.
  package var lines: [ViewLine]?
  /// The matrix `a b c d tx ty` that transforms the node with its content, about the corner of its border
  /// box, in points: a point (x, y) is mapped to (ax + cy + tx, bx + dy + ty).
  package var transform: [Double]?
  /// Shadows of the border box, the first on top.
  package var shadows: [Shadow]?
  /// Above the background and below everything else, the first on top. Their frames are relative to the
  /// corner of the border box.
  package var gradients: [Gradient]?
  /// Where the node is painted within the stacking context that it is in: below the flow when negative, above
  /// it otherwise, equal ones in tree order (CSS 2.2 Appendix E). Nil is in the flow.
  package var zOrder: Int?
  /// Whether it is a stacking context: nothing in it is painted between nodes outside.
  package var isolates = false
  /// How the node is painted in the flow of its stacking context; nil is as a block between other blocks.
  package var phase: ViewPhase?
  /// The parts of the look that few nodes have: an outline, a filter, the marks of a control.
  package var effects: ViewEffects? {
    get { held.first }
    set { held = newValue.flatMap { $0 == ViewEffects() ? nil : [$0] } ?? [] }
  }
  /// An optional stored indirectly: a paint without it uses one word.
  private var held: [ViewEffects] = []

  /// Paints nothing.
  package init() {}

  /// The widths of ``borders``, in points; zero without any.
  package var borderWidths: Edges<Double> {
    guard let borders, borders.count == 4 else { return .zero }
    return Edges(
      top: borders[0].width, right: borders[1].width, bottom: borders[2].width, left: borders[3].width)
  }

  /// Changes the effects.
  package mutating func setEffects(_ change: (inout ViewEffects) -> Void) {
    var changed = effects ?? ViewEffects()
    change(&changed)
    effects = changed
  }
}

/// How a node takes part in the phases of painting: backgrounds of blocks, then floats, then texts (CSS 2.2
/// Appendix E).
package enum ViewPhase: String, Hashable, Sendable, CaseIterable {
  /// On the root: the tree is painted in phases. All nodes of other trees are painted as a whole.
  case flow
  /// A float: painted as a whole above the backgrounds of blocks and below texts.
  case float
  /// Painted as a whole where texts are: inline blocks, and items of flexible boxes and grids.
  case whole
}

/// One box of an inline element that is split over lines (CSS Fragmentation 3 §5.4, *Fragmented Borders and
/// Backgrounds*). Members mean what they mean in ``ViewPaint``.
package struct ViewFragment: Hashable, Sendable {
  /// The border box, from the corner of the node's border box.
  package var frame: Rect
  package var background: RGBA?
  package var borders: [ViewBorder]?
  package var radii: [Double]?
  package var shadows: [Shadow]?
  /// Their frames are relative to the corner of this box, as those of ``pictures`` are.
  package var gradients: [Gradient]?
  package var pictures: [ViewPicture]?

  /// A box that paints nothing.
  package init(frame: Rect) { self.frame = frame }
}

/// One side of a border.
package struct ViewBorder: Hashable, Sendable {
  /// In points.
  package var width: Double
  package var style: LineStyle
  /// The colour of the side.
  package var color: RGBA

  /// One side.
  package init(width: Double, style: LineStyle, color: RGBA) {
    self.width = width
    self.style = style
    self.color = color
  }
}

/// A picture and its text alternative.
package struct ViewImage: Hashable, Sendable {
  /// The path or address as the page has it.
  package var source: String
  /// The file in the project; nil for a picture that is elsewhere, missing, or written into the page
  /// (`data:`).
  package var path: String?
  /// Stands for the bytes of that file, as ``HybridUnits/ContentHash`` writes it.
  package var hash: String?
  /// Its text alternative.
  package var label: String
  /// The content box, from the corner of the border box.
  package var frame: Rect
  /// Its natural size in points, where ``fit`` asks for it and the file has one.
  package var natural: Size<Double>?
  /// How the picture fits into it: `fill`, `contain`, `cover`, `none` or `scale-down` (CSS Images 3 §4.5).
  package var fit = "fill"
  /// Its position if it does not fill the box: the share of the free space on its left and above it, then
  /// points to add to each. Nil is centred.
  package var position: [Double]?

  /// A picture in its content box.
  package init(source: String, label: String, frame: Rect) {
    self.source = source
    self.label = label
    self.frame = frame
  }
}

/// One layer of a background that is a picture, with everything resolved to points. CSS Backgrounds 3 §2.
package struct ViewPicture: Hashable, Sendable {
  /// The path or address as the sheet has it, from the project's folder if it is a file.
  package var source: String
  /// The file in the project; nil for a picture that is elsewhere, missing, or written into the sheet
  /// (`data:`).
  package var path: String?
  /// Stands for the bytes of that file.
  package var hash: String?
  /// One tile, which the picture fills, from the corner of the border box.
  package var frame: Rect
  /// The painted area of the tiles, from the corner of the border box.
  package var area: Rect
  /// From one tile to the next, across and down; nil where there is one tile only.
  package var step: (x: Double?, y: Double?) {
    get { (stepX, stepY) }
    set { (stepX, stepY) = newValue }
  }
  private var stepX: Double?
  private var stepY: Double?
  /// How many of the box's gradients lie above it.
  package var depth: Int

  /// A layer.
  package init(
    source: String, path: String? = nil, hash: String? = nil, frame: Rect, area: Rect,
    step: (x: Double?, y: Double?) = (nil, nil), depth: Int = 0
  ) {
    self.source = source
    self.path = path
    self.hash = hash
    self.frame = frame
    self.area = area
    (stepX, stepY) = step
    self.depth = depth
  }
}

/// One line of text.
package struct ViewLine: Hashable, Sendable {
  /// The line box, from the corner of the node's border box.
  package var frame: Rect
  /// From the top of the line box to the baseline, in points.
  package var baseline: Double
  /// The alignment of the line: `left`, `center` or `right`.
  package var align: String
  /// The box that the text was laid out in: left edge and width, so that a client with wider letters can fit
  /// it.
  package var room: ViewSpan
  /// Pieces of one look each, from left to right.
  package var pieces: [ViewText]

  /// One line.
  package init(frame: Rect, baseline: Double, align: String, room: ViewSpan, pieces: [ViewText]) {
    self.frame = frame
    self.baseline = baseline
    self.align = align
    self.room = room
    self.pieces = pieces
  }
}

/// A stretch of a line, in points.
package struct ViewSpan: Hashable, Sendable {
  package var start: Double
  package var width: Double

  /// From `start`, `width` wide.
  package init(start: Double, width: Double) {
    self.start = start
    self.width = width
  }
}

/// A piece of text of one look.
package struct ViewText: Hashable, Sendable {
  /// The characters.
  package var text: String
  /// Left edge, from the corner of the node's border box.
  package var x: Double
  /// In points.
  package var width: Double
  /// Font size in points.
  package var size: Double
  /// 100 to 900.
  package var weight: Int
  /// Families in order of preference, separated by commas.
  package var family: String
  /// The width of the letters in percent.
  package var stretch = 100.0
  /// The OpenType features that are switched on or off, and the axes of variable fonts.
  package var features: [FontSetting] = []
  package var variations: [FontSetting] = []
  /// The colour of the letters.
  package var color: RGBA
  package var isItalic = false
  package var isUnderlined = false
  package var isStruckThrough = false
  /// Points behind every character, beside its own width.
  package var letterSpacing = 0.0
  /// Points that every space is wider, beside its own width.
  package var wordSpacing = 0.0
  /// Its distance above the line's baseline, in points; negative is below.
  package var rise = 0.0
  /// Whether its letters go from right to left.
  package var isRightToLeft = false
  /// The address of the enclosing link.
  package var link: String?
  /// Its shadows, the first on top.
  package var shadows: [Shadow] = []
  /// Its decorations, in place of plain lines that ``isUnderlined`` and ``isStruckThrough`` tell.
  package var rules: [TextRule] = []
  /// The line along the outlines of its letters.
  package var stroke: TextStroke?

  /// Upright text of one look.
  package init(
    text: String, x: Double, width: Double, size: Double, weight: Int, family: String, color: RGBA,
    link: String? = nil
  ) {
    self.text = text
    self.x = x
    self.width = width
    self.size = size
    self.weight = weight
    self.family = family
    self.color = color
    self.link = link
  }
}

extension ViewNode {
  /// Whether it is the node of the page's `body`.
  package var isBody: Bool { parent == 0 && tag.lowercased() == "body" }
}
