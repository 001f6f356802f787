import HybridCSS
import HybridDOM
import HybridGeometry
import HybridUnits
import HybridViewTree

/// A living page with its styles, layout and tree. Updates keep everything that a change does not touch.
struct PageStage {
  private var styler: LiveStyles
  /// The styles without CSS animations: transitions override those of the sheets.
  private var steady: StyledDocument
  /// The styles to show.
  private(set) var styles: StyledDocument
  private(set) var boxes: Boxes
  private var live: LiveTree
  /// Whether the sizes of containers and the styles that depend on them did not come to rest.
  private var isUnsettled: Bool
  /// For each living node the node of the template that it came from when the tree was made.
  private var origins: [Int32]
  private let places: PlaceTexts

  /// Lays out a whole page.
  init(_ page: LivePage) {
    _ = page.customMotion.update(page)
    styler = LiveStyles(page.stylist, page.dom.document, states: page.states, overrides: page.overrides)
    _ = page.dom.generate(&styler, after: nil)
    let viewport = page.device.viewport
    isUnsettled = !Self.settleContainers(&styler, in: page)
    page.transitions.jump(at: page.now)  // nothing was shown yet that a transition could start from
    page.transitions.look(at: styler.styled)
    page.tellOfTransitions()
    if page.layoutCount == 0 {
      steady = Self.start(page, styler)
    } else {
      steady = styler.styled
    }
    let (sheets, styler) = (steady, styler)
    let restyling = PageKeyframes.Restyling(
      document: page.dom.shown, changed: nil, hasOtherChildren: true, now: page.now,
      rules: styler.stylist.keyframes,
      isPlayed: page.environment.isPlayed, base: Self.base(page, styler))
    styles =
      page.keyframes.restyle(sheets, restyling, page.transitions) { _ in
        Size(width: 0, height: 0)
      } style: {
        styler.styles(of: $0, $1, with: $2)
      }.styles
    page.tellOfKeyframes()
    var builder = BoxBuilder(
      document: page.dom.shown, styles: styles, dialect: Dialect(page.unit.dialect),
      images: PageImages(page.unit), controls: page.controls)
    boxes = builder.build()
    boxes.layOut(width: viewport.width, height: viewport.height)
    places = PlaceTexts()
    origins = page.dom.origins
    live = LiveTree(Self.builder(page, styles, styler.styled, boxes, places), viewport: viewport)
    // An animation may change custom properties from the start.
    if !isUnsettled, page.customMotion.needsUpdate(page) { update(page, DocumentChanges(), isFirst: true) }
    // Animations may have begun with other sizes.
    if !isUnsettled, boxes.containerSizes(of: styler) != styler.containerSizes {
      update(page, DocumentChanges(), isFirst: true)
      live = LiveTree(Self.builder(page, styles, styler.styled, boxes, places), viewport: viewport)
    }
  }

  /// Starts the transitions of a page that is shown for the first time. Returns its styles with them.
  private static func start(_ page: LivePage, _ styler: LiveStyles) -> StyledDocument {
    let (styles, document) = (styler.styled, page.dom.shown)
    guard styler.stylist.hasStartingStyles else { return styles }
    let elements = Set(document.nodes(in: document.root).filter { document.nodes[$0.index].isElement })
    let starting = startingStyles(of: elements, page, styler)
    let shown = page.transitions.restyle(
      from: styles, to: styles,
      PageTransitions.Restyling(
        document: document, changed: [], added: elements, hasOtherChildren: false, now: page.now,
        starting: starting),
      size: { _ in Size(width: 0, height: 0) })
    page.tellOfTransitions()
    return shown.styles
  }

  /// The styles that elements begin with when they are first shown now. CSS Transitions 2 §3.3.
  private static func startingStyles(
    of elements: Set<NodeID>, _ page: LivePage, _ styler: LiveStyles
  ) -> [NodeID: ComputedStyle] {
    let (styles, document) = (styler.styled, page.dom.shown)
    return styler.startingStyles(
      of: elements.sorted().filter { node in
        document.nodes[node.index].isElement && styles[node].takesTime
          && styles.isRendered(node, in: document)
      })
  }

  /// The elements that are shown now and were not before.
  private func firstShown(_ page: LivePage, _ restyled: StyleUpdate, _ styles: StyledDocument) -> Set<NodeID>
  {
    guard styler.stylist.hasStartingStyles else { return [] }
    var found = restyled.added
    for node in restyled.changed
    where steady[node].box.display == .none && styles[node].box.display != .none {
      found.formUnion(page.dom.shown.nodes(in: node))
    }
    return found
  }

  /// The styles of the sheets alone, of elements whose custom properties an animation or a transition
  /// changes.
  private static func base(_ page: LivePage, _ styler: LiveStyles) -> [NodeID: ComputedStyle] {
    var base: [NodeID: ComputedStyle] = [:]
    for node in page.customMotion.texts.keys {
      base[node] = styler.styles(of: node, nil, with: [[]]).first
    }
    return base
  }

  /// Brings the styles of a new page to rest, without its animations; false if they do not come to rest.
  private static func settleContainers(_ styler: inout LiveStyles, in page: LivePage) -> Bool {
    guard !styler.sizableContainers.isEmpty else { return true }
    var builder = BoxBuilder(
      document: page.dom.shown, styles: styler.styled, dialect: Dialect(page.unit.dialect),
      images: PageImages(page.unit), controls: page.controls)
    var boxes = builder.build()
    let viewport = page.device.viewport
    boxes.layOut(width: viewport.width, height: viewport.height)
    return boxes.settleContainers(&styler, states: page.states, controls: page.controls, viewport: viewport) {
      (page.document, page.dom.shown)
    } generate: { styler, restyled in
      page.dom.generate(&styler, after: GeneratedContent.Cause(restyled))
    }
  }

  /// Restyles and lays out what has changed.
  mutating func update(_ page: LivePage, _ changes: DocumentChanges) {
    if isUnsettled {
      self = PageStage(page)
    } else {
      update(page, changes, isFirst: false)
    }
  }

  /// - Parameter isFirst: Whether nothing of the page was shown yet.
  private mutating func update(_ page: LivePage, _ changes: DocumentChanges, isFirst: Bool) {
    let attributes = Set(changes.attributes.keys)
    var inputs = ViewTreeInputs(changes: changes, oldStyles: boxes.styles ?? styler.styled)
    let moving = page.customMotion.update(page)
    if !changes.edited.isEmpty || !moving.isEmpty { styler.overrides = page.overrides }
    let restyled = styler.update(
      page.document,
      changes: StyleChanges(
        attributes: attributes, children: changes.children, text: changes.texts, states: changes.states,
        overrides: changes.edited.union(moving)),
      states: page.states)
    boxes.beginUpdate()
    layOut(page, changes, restyled, &inputs)
    // Custom properties that begin to move, or arrive, change the styles of what uses them.
    for _ in 0..<4 {
      let moving = page.customMotion.update(page)
      guard !moving.isEmpty else { break }
      styler.overrides = page.overrides
      let restyled = styler.update(
        page.document, changes: StyleChanges(overrides: moving), states: page.states)
      layOut(page, DocumentChanges(), restyled, &inputs)
    }
    // The queries of containers are answered with the sizes of this layout.
    var passes = 0
    while let restyled = styler.update(
      page.document, containerSizes: boxes.containerSizes(of: styler), states: page.states)
    {
      passes += 1
      guard passes <= ContainerPasses.limit else {
        if isFirst { isUnsettled = true } else { self = PageStage(page) }
        return
      }
      layOut(page, DocumentChanges(), restyled, &inputs)
    }
    inputs.replaced = replacedNodes(page)
    if let touched = boxes.touched {
      inputs.touched = touched
      live.update(Self.builder(page, styles, styler.styled, boxes, places), inputs)
    } else {
      live = LiveTree(
        Self.builder(page, styles, styler.styled, boxes, places), viewport: page.device.viewport)
    }
  }

  /// Lays out what has changed with the document and with the styles of its elements.
  private mutating func layOut(
    _ page: LivePage, _ changes: DocumentChanges, _ restyled: StyleUpdate, _ inputs: inout ViewTreeInputs
  ) {
    let attributes = Set(changes.attributes.keys)
    let made = page.dom.generate(
      &styler,
      after: GeneratedContent.Cause(
        pseudoElements: restyled.pseudoElements, attributes: attributes,
        isOther: restyled.hasOtherElements || !restyled.changed.isEmpty || !attributes.isEmpty))
    inputs.changes.add(made)
    // New elements begin with the styles that the sizes of containers give them, without a transition.
    let isFirst = inputs.added.isEmpty
    inputs.added.formUnion(restyled.added)
    let base = Self.base(page, styler)
    let starting = Self.startingStyles(of: firstShown(page, restyled, styler.styled), page, styler)
    let shown = page.transitions.restyle(
      from: steady, to: styler.styled,
      PageTransitions.Restyling(
        document: page.dom.shown,
        changed: isFirst ? restyled.changed : restyled.changed.subtracting(inputs.added),
        added: inputs.added,
        hasOtherChildren: !changes.children.isEmpty, now: page.now, animated: Set(page.effects.texts.keys),
        base: base.filter { page.customMotion.isInTransition($0.key) },
        animatedCustom: page.keyframes.customProperties, starting: starting),
      size: { size(of: $0) })
    page.tellOfTransitions()
    steady = shown.styles
    var changed = shown.changed.union(made.styled)
    if !isFirst { changed.formUnion(restyled.changed) }
    let restyling = PageKeyframes.Restyling(
      document: page.dom.shown, changed: changed.union(restyled.added),
      hasOtherChildren: !changes.children.isEmpty, now: page.now, rules: styler.stylist.keyframes,
      isPlayed: page.environment.isPlayed, base: base)
    let moved = page.keyframes.restyle(
      steady, restyling, page.transitions, size: { size(of: $0) },
      style: { styler.styles(of: $0, $1, with: $2) })
    page.tellOfKeyframes()
    styles = moved.styles
    let styled = changed.union(moved.shown)
    inputs.styled.formUnion(styled)
    // New elements have no box yet; moved ones have a box with the style of their old place.
    let replaced = restyled.added.filter { boxes.elements[$0] != nil }
    boxes.update(
      document: page.dom.shown, styles: styles, controls: page.controls,
      changed: BoxChanges(
        styled: styled.union(replaced), children: changes.children.union(made.children),
        texts: changes.texts.union(made.texts),
        controls: changes.controls.union(changes.elementsWithOtherContent(in: page.document)).union(
          made.pictures),
        hasOtherElements: restyled.hasOtherElements || !made.children.isEmpty))
    let viewport = page.device.viewport
    boxes.layOut(width: viewport.width, height: viewport.height)
  }

  /// The style that an element would have with more declarations, its animations left out.
  func style(of node: NodeID, with declarations: String, in page: LivePage) -> ComputedStyle {
    var trial = styler
    trial.overrides[node] = (page.edits.texts[node] ?? "") + " " + declarations
    _ = trial.update(page.document, changes: StyleChanges(overrides: [node]), states: page.states)
    return trial.styled[node]
  }

  /// The style of a pseudo-element, also of one that no rule is for.
  func style(of pseudoElement: PseudoElement, at node: NodeID) -> ComputedStyle {
    styler.style(of: pseudoElement, at: node)
  }

  /// The stylist.
  var stylist: Stylist { styler.stylist }

  /// The current tree of the page.
  var tree: ViewTree { live.tree }

  /// The element of each node of ``tree``.
  var elements: [NodeID] { live.elements }

  private mutating func size(of element: NodeID) -> Size<Double> {
    guard let index = index(of: element) else { return Size(width: 0, height: 0) }
    return Size(width: tree.nodes[index].frame.width, height: tree.nodes[index].frame.height)
  }

  /// The index of an element in ``tree``; nil if it has no node.
  func index(of element: NodeID) -> Int? { live.index(of: element) }

  /// The changes of the tree since the last call; nil if everything is new.
  mutating func takeChanges() -> ViewTreeChanges? { live.takeChanges() }

  private static func builder(
    _ page: LivePage, _ styles: StyledDocument, _ sheets: StyledDocument, _ boxes: Boxes,
    _ places: PlaceTexts
  ) -> ViewTreeBuilder {
    ViewTreeBuilder(
      document: page.dom.shown, styles: styles, boxes: boxes, controls: page.controls,
      taps: page.input.clickable,
      pins: page.translations, motions: page.environment.isPlayed ? MotionSource(page, sheets) : nil,
      key: { page.key(of: $0) }, place: { places.text(of: $0, in: page) })
  }

  /// Nodes whose origin in the template changed.
  private mutating func replacedNodes(_ page: LivePage) -> [NodeID] {
    let next = page.dom.origins
    guard origins != next else { return [] }
    defer { origins = next }
    return zip(origins, next).enumerated().filter { $1.0 != $1.1 }.map { NodeID($0.offset) }
  }
}

/// Places in the template as text, each made once.
///
/// A class because a tree's builder only reads its inputs.
final class PlaceTexts {
  private var texts: [NodeID: String] = [:]

  /// The source place of an element; nil for elements made by scripts.
  func text(of node: NodeID, in page: LivePage) -> String? {
    guard let origin = page.dom.origin(of: node) else { return nil }
    if let text = texts[origin] { return text }
    let text = page.place(of: node)?.description
    texts[origin] = text
    return text
  }
}
