import HybridCSS
import HybridDOM
import HybridDrawing
import HybridGeometry
import HybridLayout
import HybridViewTree

extension ViewTreeBuilder {
  /// The paint of a visible node.
  func paint(_ node: NodeID, style: ComputedStyle, frame: Rect) -> ViewPaint {
    var paint = ViewPaint()
    let box = boxes.elements[node]
    paint.background = background(of: style)
    if isHiddenCell(node, style) {
      paint.background = nil
      return paint
    }
    if let box {
      if style.visual.backgroundImage != [.none] {
        let content = boxes.contentBox(of: box)
        style.paintBackground(&paint, frame, content: content) {
          boxes.images.file($0, of: node, in: document)
        }
      }
      paint.shadows = style.shadows
      if controls[node]?.hasBackdrop == true {
        paint.shadows = (paint.shadows ?? []) + [backdrop(of: node)]
      }
    }
    if let box, let edges = boxes.layout.collapsedEdges(of: box) {
      paint.borders = borders(edges)
      if !style.box.display.isTablePart { paintCorners(&paint, style: style, frame: frame) }
    } else if box != nil && !style.box.display.isPartWithoutBorder || boxes.controls[node] != nil {
      paintBorders(&paint, style: style, frame: frame)
    }
    if let box {
      paintAround(node, box, style: style, frame: frame, into: &paint)
      paintColumnRules(of: box, &paint, style: style)
      paintPieces(of: box, &paint, style: style)
      if style.box.display.isPartWithoutBorder, paint.fragments == nil {
        paintCells(of: box, &paint, style.box.display, frame: frame)
      }
      if let parts = boxes.layout.collapsedParts(of: box) {
        paintCollapsed(&paint, box, parts, frame: frame)
      }
    } else {
      paintFragments(&paint, node, style: style, frame: frame)
      if style.hasOutline { paint.setEffects { $0.outline = style.outline } }
    }
    paint.clips = clips(node, style: style, frame: frame)
    if let control = boxes.controls[node] {
      paintControl(control, node: node, style: style, into: &paint)
    } else {
      if let picture = Control(
        pictureBehindChildrenOf: node, in: document, dialect: boxes.dialect, images: boxes.images)
      {
        paintControl(picture, node: node, style: style, into: &paint)
      }
      paint.lines = box == nil ? lines(ofGroup: node) : lines(of: node)
    }
    if !boxes.markers.isEmpty, let marker = boxes.markers[node], !marker.isInside {
      paint.lines = lines(of: marker, beside: node, frame: frame) + (paint.lines ?? [])
    }
    if style.backgroundCoversText, paint.background != nil || paint.gradients != nil || paint.fragments != nil
    {
      paint.setEffects { $0.coversText = true }
    }
    paintState(of: node, style: style, into: &paint)
    if paint.image != nil || paint.pictures != nil { paint.isPixelated = style[\.imageRendering].isPixelated }
    if paint.lines?.isEmpty == true { paint.lines = nil }
    return paint
  }

  /// The paint of an element that is not visible: elements in its lines can be visible (CSS 2.2 §11.2).
  func hiddenPaint(_ node: NodeID, style: ComputedStyle, frame: Rect) -> ViewPaint {
    var paint = ViewPaint()
    guard boxes.controls[node] == nil else { return paint }
    paint.clips = clips(node, style: style, frame: frame)
    if let lines = lines(of: node)?.filter({ !$0.pieces.isEmpty }), !lines.isEmpty { paint.lines = lines }
    return paint
  }

  /// Whether an element clips what is in it.
  private func clips(_ node: NodeID, style: ComputedStyle, frame: Rect) -> Bool {
    if let scroller = boxes.viewportScroller, node == scroller || node == root {
      // The viewport's clip applies only if the root covers exactly the viewport: a drawing continues below
      // the fold.
      let overflow = styles[scroller].box.overflowX
      return node == root && (overflow == .hidden || overflow == .clip)
        && frame == Rect(x: 0, y: 0, width: viewport.width, height: viewport.height)
    }
    return boxes.elements[node] != nil && document[node].element?.isDrawing != true
      && (style.box.overflowX != .visible || isContained(node, style, [.paint]))
  }

  /// Paints the parts that few boxes have: the look of a control, the notch of a field set, a grip, a
  /// background that does not reach the border, an image in place of the border, an outline.
  private func paintAround(
    _ node: NodeID, _ box: LayoutNodeID, style: ComputedStyle, frame: Rect, into paint: inout ViewPaint
  ) {
    if boxes.dialect == .standard, let element = document[node].element {
      if element.control != nil, let look = look(of: node, style) {
        paintFrame(of: element, look, into: &paint)
      }
      if element.elementName == .fieldset, let notch = notch(of: node) {
        paint.setEffects { $0.notch = notch }
      }
    }
    paintGrip(of: document[node].element, style: style, frame: frame, into: &paint)
    if let ground = style.colorArea(frame, content: boxes.contentBox(of: box)) {
      paint.setEffects { $0.ground = ground }
    }
    // The closure holds a copy of the builder: most boxes do not pay for it.
    if style[\.borderImageSource] != .none,
      let image = style.borderImage(frame, file: { boxes.images.file($0, of: node, in: document) })
    {
      paint.setEffects { $0.frame = image }
    }
    if style.hasOutline { paint.setEffects { $0.outline = style.outline } }
  }

  /// Sets the effects that also apply to a node's content, whether the node itself is visible or not.
  func setEffects(_ paint: inout ViewPaint, _ node: NodeID, style: ComputedStyle, frame: Rect) {
    if style.visual.opacity < 1 { paint.opacity = max(style.visual.opacity, 0) }
    var matrix: Matrix?
    if let box = boxes.elements[node], style.isTransformed {
      let surroundings = style[\.offsetPath] == .none ? nil : surroundings(of: node, frame)
      matrix = style.transform(frame, content: boxes.contentBox(of: box), in: surroundings)
    }
    if let pin = pins[node] { matrix = Matrix.translation(pin.x, pin.y).after(matrix ?? .identity) }
    if let matrix, matrix != .identity { paint.transform = matrix.numbers }
    if style.hasGroupEffects, boxes.elements[node] != nil || inline.parts[node] != nil {
      let content =
        boxes.elements[node].map { boxes.contentBox(of: $0) } ?? style.inlineContent(of: frame)
      let effects = style.groupEffects(frame, content: content)
      paint.setEffects { own in
        (own.filters, own.backdrop, own.masks) = (effects.filters, effects.backdrop, effects.masks)
        (own.clip, own.clipIsEvenOdd, own.blend) = (effects.clip, effects.clipIsEvenOdd, effects.blend)
      }
    }
    if let motion = motion(of: node, paint, style: style, frame: frame) {
      paint.setEffects { $0.motion = motion }
    }
    setStacking(&paint, node, style: style)
    if boxes.dialect == .standard, let escapes = escapes(node, style) {
      paint.setEffects { $0.escapes = escapes }
    }
  }

  /// The number of ancestors up to the containing block of an absolutely positioned element, if one before
  /// that clips (CSS Overflow 3 §3.1); nil if none does.
  private func escapes(_ node: NodeID, _ style: ComputedStyle) -> Int? {
    let isFixed = style.box.position == .fixed
    guard isFixed || style.box.position == .absolute, boxes.elements[node] != nil,
      controls[node]?.layer == nil
    else { return nil }
    var (steps, clips) = (1, false)
    var ancestor = document[node].parent
    while let element = ancestor, element != root {
      let own = styles[element]
      let hasBox = boxes.elements[element] != nil
      if !isFixed && own.box.position != .static || hasBox && own.holdsPositioned
        || isContained(element, own, [.layout, .paint])
      {
        break
      }
      if hasBox, own.box.overflowX != .visible, element != boxes.viewportScroller { clips = true }
      steps += 1
      ancestor = document[element].parent
    }
    return clips ? steps : nil
  }

  /// The boxes around an element that `offset-path` refers to.
  private func surroundings(of node: NodeID, _ frame: Rect) -> OffsetSurroundings? {
    guard let parent = document[node].parent, let box = boxes.elements[parent] else { return nil }
    let layout = boxes.layout.frame(of: box)
    let outer = Rect(x: -frame.x, y: -frame.y, width: layout.width, height: layout.height)
    let content = boxes.contentBox(of: box)
    return OffsetSurroundings(
      border: outer, padding: outer.inset(by: styles[parent].border.widths),
      content: Rect(
        x: outer.x + content.x, y: outer.y + content.y, width: content.width, height: content.height))
  }

  /// Sets the painting order and stacking context of nodes out of flow order: CSS 2.2 §9.9.1, CSS Position 4
  /// §2.2.
  private func setStacking(_ paint: inout ViewPaint, _ node: NodeID, style: ComputedStyle) {
    if controls[node]?.layer != nil {
      // Of equal levels the last is on top; only dialogs of the platform are above.
      (paint.zOrder, paint.isolates) = (Int(Int32.max) - 1, true)
      return
    }
    let isPositioned = style.box.position != .static
    let hasLevel = style.box.zIndex != nil && (isPositioned || isItem(node))
    let isGroup =
      style.visual.opacity < 1 || paint.transform != nil || paint.effects?.isGroup == true
      || boxes.elements[node] != nil && style.isTransformed
      || isContained(node, style, [.layout, .paint])
    paint.isolates =
      hasLevel || isGroup || style.box.position == .fixed || style.box.position == .sticky
      || style[\.isolation] == .isolate
    if hasLevel {
      paint.zOrder = style.box.zIndex
    } else if boxes.dialect == .standard, isPositioned || isGroup, node != root {
      // Every native element is positioned, so that elements without a `z-index` are in tree order anyway.
      paint.zOrder = 0
    }
    if boxes.dialect == .standard, paint.zOrder == nil { paint.phase = phase(of: node, style) }
  }

  /// The phase in which an element without a level is painted: CSS 2.2 Appendix E, CSS Flexbox 1 §5.4, CSS
  /// Grid 1 §8.
  private func phase(of node: NodeID, _ style: ComputedStyle) -> ViewPhase? {
    if node == root { return .flow }
    guard boxes.elements[node] != nil else { return nil }
    if isItem(node) { return .whole }
    if style.box.float != .none { return .float }
    return switch style.box.display {
    case .inline, .inlineBlock, .inlineFlex, .inlineGrid, .inlineTable, .webkitInlineBox: .whole
    default: nil
    }
  }

  /// Whether the box of an element has one of the kinds of containment (CSS Containment 1 §3).
  private func isContained(_ node: NodeID, _ style: ComputedStyle, _ kinds: Containment) -> Bool {
    guard !style.containment.isEmpty, let box = boxes.elements[node] else { return false }
    return !boxes.layout.style(of: box).contain.isDisjoint(with: kinds)
  }

  /// Whether an element is an item of a flex or grid container, which accepts a `z-index` without being
  /// positioned.
  private func isItem(_ node: NodeID) -> Bool {
    guard let holder = boxes.contents.holders[node] else { return false }
    return switch styles[holder].box.display {
    case .flex, .inlineFlex, .grid, .inlineGrid: true
    default: false
    }
  }

  /// The `::backdrop` of a modal dialog (CSS Positioned Layout 4 §5.4): a shadow that reaches over the whole
  /// viewport from wherever the dialog is, in its color.
  private func backdrop(of node: NodeID) -> Shadow {
    let style = styles.style(of: .backdrop, at: node)
    let color = style.map {
      RGBA($0.visual.backgroundColor.resolved(current: $0.text.color)).faded(to: $0.visual.opacity)
    }
    return Shadow(
      offset: .zero, spread: viewport.width + viewport.height, color: color ?? RGBA(0, 0, 0, 0x1A))
  }

  func background(of style: ComputedStyle) -> RGBA? {
    let color = style.visual.backgroundColor.resolved(current: style.text.color)
    return color.alpha > 0 ? RGBA(color) : nil
  }

  func paintBorders(_ paint: inout ViewPaint, style: ComputedStyle, frame: Rect) {
    if style.border.isNothing { return }
    let lines = [
      (style.border.widths.top, style.border.styles.top, style.border.colors.top),
      (style.border.widths.right, style.border.styles.right, style.border.colors.right),
      (style.border.widths.bottom, style.border.styles.bottom, style.border.colors.bottom),
      (style.border.widths.left, style.border.styles.left, style.border.colors.left),
    ]
    if lines.contains(where: { $0.0 > 0 && !$0.1.isAbsent }) {
      paint.borders = lines.map { width, line, color in
        ViewBorder(
          width: width, style: line, color: RGBA(color.resolved(current: style.text.color)))
      }
    }
    paintCorners(&paint, style: style, frame: frame)
  }

  private func paintCorners(_ paint: inout ViewPaint, style: ComputedStyle, frame: Rect) {
    guard !style.border.isSquare else { return }
    let radii = CornerRadii(
      style.border.radii.map { $0.horizontal.resolved(against: frame.width) },
      style.border.radii.map { $0.vertical.resolved(against: frame.height) }
    ).fitting(Size(width: frame.width, height: frame.height))
    let (across, down) = (radii.horizontal.clockwise, radii.vertical.clockwise)
    if across.contains(where: { $0 > 0 }) { paint.radii = across == down ? across : across + down }
  }
}

extension ComputedStyle.Border {
  /// Whether it has neither a line nor a rounded corner, as for most elements.
  fileprivate var isNothing: Bool {
    widths.top <= 0 && widths.right <= 0 && widths.bottom <= 0 && widths.left <= 0 && isSquare
  }

  /// Whether no corner is rounded.
  fileprivate var isSquare: Bool {
    radii.topLeft.isSharp && radii.topRight.isSharp && radii.bottomRight.isSharp && radii.bottomLeft.isSharp
  }
}

extension CornerRadius {
  fileprivate var isSharp: Bool { horizontal == .zero || vertical == .zero }
}

extension ImageRendering {
  /// Whether a picture is scaled without smoothing. CSS Images 3, *Determining How To Scale an Image*:
  /// `crisp-edges` may be the same as `pixelated`.
  fileprivate var isPixelated: Bool { self == .pixelated || self == .crispEdges }
}
