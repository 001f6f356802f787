import HybridCSS
import HybridDOM
import HybridDrawing
import HybridEncoding
import HybridGeometry
import HybridLayout
import HybridUnits
import HybridViewTree

/// A page on one screen, for rules: its nodes with their places on the page.
struct RulePage {
  let unit: PageUnit
  let screen: RuleScreen
  let tree: ViewTree
  /// The element of each node.
  let elements: [NodeID]
  /// The node of each element.
  let indices: [NodeID: Int]
  let references: AccessibilityReferences
  let bound: BoundDocument
  let styles: StyledDocument
  let boxes: Boxes
  /// The border box of each node relative to the corner of the page, and its visible part.
  let places: [Place]
  /// For each node the index just past its last descendant.
  let ends: [Int]
  /// Nodes that are rotated, sheared or scaled, with their content: their places are not checked.
  let isTurned: [Bool]
  /// Invisible nodes: with zero opacity, or inside such a node.
  let isInvisible: [Bool]
  /// Nodes hidden from assistive technology, with their content.
  let isHiddenFromReaders: [Bool]

  /// The position of a node.
  struct Place {
    var frame: Rect
    /// The clip of its content by itself and its ancestors, ignoring scrollable ones; nil for no clip.
    var clip: Rect?
    /// The nearest clip's node.
    var clipper: Int?
  }

  init(_ unit: PageUnit, _ stage: LaidOutPage, on screen: RuleScreen, by renderer: Renderer) {
    var builder = renderer.treeBuilder(of: unit, stage.bound, styles: stage.styles, boxes: stage.boxes)
    let tree = builder.build(viewport: screen.device.viewport)
    self.unit = unit
    self.screen = screen
    self.tree = tree
    elements = builder.elements
    indices = Dictionary(builder.elements.enumerated().map { ($1, $0) }) { first, _ in first }
    references = builder.references
    bound = stage.bound
    styles = stage.styles
    boxes = stage.boxes
    ends = tree.subtreeEnds
    var places: [Place] = []
    var (turned, invisible, hidden): ([Bool], [Bool], [Bool]) = ([], [], [])
    for node in tree.nodes {
      places.append(Self.place(of: node, in: places))
      let parent = node.parent
      let isMoved = node.paint.transform.map { Array($0.prefix(4)) == [1, 0, 0, 1] } ?? true
      turned.append(!isMoved || parent.map { turned[$0] } ?? false)
      invisible.append(node.paint.opacity == 0 || parent.map { invisible[$0] } ?? false)
      hidden.append(node.accessibility?.hidden == .subtree || parent.map { hidden[$0] } ?? false)
    }
    self.places = places
    (isTurned, isInvisible, isHiddenFromReaders) = (turned, invisible, hidden)
  }

  private static func place(of node: ViewNode, in places: [Place]) -> Place {
    var frame = node.frame
    if let parent = node.parent {
      frame.x += places[parent].frame.x
      frame.y += places[parent].frame.y
    }
    if let matrix = node.paint.transform, matrix.count == 6, Array(matrix[..<4]) == [1, 0, 0, 1] {
      frame.x += matrix[4]
      frame.y += matrix[5]
    }
    var place = Place(frame: frame)
    guard let parent = node.parent else { return place }
    // Content hidden by a scroller can be scrolled into view.
    guard node.scroll == nil else { return place }
    (place.clip, place.clipper) = (places[parent].clip, places[parent].clipper)
    if node.paint.clips {
      let inner = node.paddingBox(at: frame)
      place.clip = place.clip.map { inner.intersection($0) } ?? inner
      place.clipper = places.count
    }
    return place
  }

  func element(_ index: Int) -> Element? { bound.document[elements[index]].element }

  func style(_ index: Int) -> ComputedStyle { styles[elements[index]] }

  /// Whether a node is `top` or one of its descendants.
  func isInside(_ index: Int, _ top: Int) -> Bool { (top..<ends[top]).contains(index) }

  /// The ink of each line of a node's own text: from the first letter to the last, and from cap to baseline
  /// with a little room below, since line boxes of one paragraph overlap by themselves.
  func ink(of index: Int) -> [Rect] {
    let place = places[index].frame
    return (tree.nodes[index].paint.lines ?? []).compactMap { line in
      let pieces = line.pieces.filter { !$0.color.isTransparent && !$0.text.allSatisfy(\.isWhitespace) }
      guard let left = pieces.map(\.x).min(), let right = pieces.map({ $0.x + $0.width }).max(),
        let size = pieces.map(\.size).max()
      else { return nil }
      let baseline = line.frame.y + line.baseline
      return Rect(
        x: place.x + left, y: place.y + baseline - size * 0.72, width: right - left, height: size * 0.86)
    }
  }

  /// `<p class=lead> “Two words…”`, for messages about a second element.
  func words(for index: Int) -> String {
    let node = tree.nodes[index]
    let text = node.text.map { $0.collapsingWhitespace } ?? ""
    return text.isEmpty ? "<\(node.label)>" : "'\(text.shortened(to: 24))'"
  }
}
