import HybridCSS
import HybridDOM
import HybridEncoding
import HybridGeometry
import HybridLayout
import HybridSource
import HybridUnits
import HybridViewTree

/// Inspects elements of one laid-out page.
struct ElementInspector {
  let page: PageUnit
  let stage: LaidOutPage
  private let viewport: Size<Double>
  private let dialect: Dialect
  /// The client's numbers of elements.
  let handle: (NodeID) -> Int?
  private var explainer: PageExplainer
  private let places: DeclarationPlaces

  init(
    _ page: PageUnit, _ stage: LaidOutPage, viewport: Size<Double>, sources: @escaping (String) -> Source?,
    handle: @escaping (NodeID) -> Int?
  ) {
    self.page = page
    self.stage = stage
    self.viewport = viewport
    self.handle = handle
    dialect = Dialect(page.dialect)
    explainer = PageExplainer(page, stage, viewport: viewport, sources: sources) {
      $0.explain($1, root: $2, available: $3, as: $4)
    }
    places = DeclarationPlaces(page, stage, sources: sources)
  }

  /// The complete description of an element.
  mutating func inspection(of node: NodeID) -> ElementInspection? {
    guard let element = stage.bound.document[node].element else { return nil }
    typealias Limits = ElementInspection.Limits
    var inspection = ElementInspection(tag: element.writtenName)
    inspection.id = element.id
    inspection.classes = element["class"]?.collapsingWhitespace
    inspection.place = explainer.place(of: node)
    inspection.attributes = element.attributes.prefix(Limits.attributes).map { attribute in
      ElementInspection.Attribute(
        name: attribute.writtenName, value: shown(attribute.value),
        place: places.place(of: attribute.nameRange, at: node), isBound: places.isBound(attribute))
    }
    inspection.omitted += max(element.attributes.count - Limits.attributes, 0)
    inspection.box = box(of: node)
    var rules = RuleLister(page, stage, places)
    (inspection.rules, inspection.inherited) = rules.lists(of: node) { [explainer, handle] ancestor in
      (explainer.label(of: ancestor), handle(ancestor))
    }
    inspection.omitted += rules.omitted
    inspection.computed = computed(of: node)
    let custom = stage.styles[node].custom.texts
    inspection.custom = custom.prefix(Limits.customProperties).map {
      ElementInspection.ComputedValue(name: $0.name, value: shown($0.text), isInitial: false)
    }
    inspection.omitted += max(custom.count - Limits.customProperties, 0)
    let label = explainer.label(of: node)
    inspection.explanation = ElementExplanation(
      element: label, location: inspection.place, selector: label, matches: 1, match: 1,
      content: explainer.explanation(of: node))
    return inspection
  }

  private func computed(of node: NodeID) -> [ElementInspection.ComputedValue] {
    let (style, initial) = (stage.styles[node], stage.stylist.initial)
    return PropertyID.allCases.compactMap { property in
      guard let value = style.cssText(of: property) else { return nil }
      return ElementInspection.ComputedValue(
        name: property.name, value: shown(value), isInitial: value == initial.cssText(of: property))
    }.sorted { $0.name < $1.name }
  }

  // MARK: Boxes

  private func box(of node: NodeID) -> ElementInspection.BoxModel? {
    guard explainer.isShown(node), let frames = explainer.frames(of: node) else { return nil }
    let style = stage.styles[node]
    let (container, containerNode) = containingBlock(of: node)
    var model = ElementInspection.BoxModel(
      frame: frames.own, pageFrame: frames.page, margin: [0, 0, 0, 0], border: [0, 0, 0, 0],
      padding: [0, 0, 0, 0],
      content: Rect(x: 0, y: 0, width: frames.own.width, height: frames.own.height),
      position: style.box.position.rawValue, container: container,
      containerHandle: containerNode.flatMap(handle))
    let margins = style.box.margin
    let sides = [
      ("top", margins.top), ("right", margins.right), ("bottom", margins.bottom), ("left", margins.left),
    ]
    model.automaticMargins = sides.filter { $0.1 == .auto }.map(\.0)
    guard let box = stage.boxes.elements[node] else { return model }
    let layout = stage.boxes.layout
    let content = stage.boxes.contentBox(of: box)
    model.content = content
    let insets = layout.contentInsets(of: box)
    let border = layout.style(of: box).border
    let borders = [border.top, border.right, border.bottom, border.left].map { max(Double($0), 0) }
    model.border = borders
    model.padding = zip([insets.top, insets.right, insets.bottom, insets.left], borders).map {
      max($0 - $1, 0)
    }
    model.margin = usedMargins(of: box, node)
    return model
  }

  /// The used margins. The used value of `auto` is known for blocks, where it takes the remaining width.
  private func usedMargins(of box: LayoutNodeID, _ node: NodeID) -> [Double] {
    let layout = stage.boxes.layout
    let parent = layout.parent(of: box)
    let room = parent.map { stage.boxes.contentBox(of: $0) }
    let margins = layout.margins(of: box, containingWidth: room?.width ?? viewport.width)
    var used = [margins.top, margins.right, margins.bottom, margins.left]
    let style = stage.styles[node].box
    guard let parent, let room, layout.style(of: parent).display == .block, style.float == .none,
      style.position == .static || style.position == .relative
    else { return used }
    let frame = layout.frame(of: box)
    let free = room.width - frame.width - used[1] - used[3]
    switch (style.margin.left == .auto, style.margin.right == .auto) {
    case (true, true): (used[1], used[3]) = (max(free / 2, 0), max(free / 2, 0))
    case (true, false): used[3] = max(free, 0)
    case (false, true): used[1] = max(free, 0)
    case (false, false): break
    }
    return used
  }

  /// CSS Position 3 §2.1, *Containing Blocks of Positioned Boxes*.
  private func containingBlock(of node: NodeID) -> (name: String, node: NodeID?) {
    let document = stage.bound.document
    switch stage.styles[node].box.position {
    case .fixed: return ("the viewport", nil)
    case .absolute:
      var next = document[node].parent
      while let current = next, document[current].element != nil {
        let style = stage.styles[current]
        if style.box.position != .static || style.isTransformed {
          return (explainer.label(of: current), current)
        }
        next = document[current].parent
      }
      return ("the page", nil)
    default:
      guard let holder = stage.boxes.contents.holders[node] else { return ("the page", nil) }
      return (explainer.label(of: holder), holder)
    }
  }
}

/// A text truncated to the limit.
func shown(_ text: String) -> String { text.shortened(to: ElementInspection.Limits.text) }
