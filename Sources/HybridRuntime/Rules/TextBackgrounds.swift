import HybridDrawing
import HybridGeometry
import HybridViewTree

/// The layers painted below the texts of a page, in painting order.
struct TextBackgrounds {
  /// The minimum contrast of a text.
  struct LowestContrast {
    var ratio: Double
    /// The visible colours of the text and its background.
    var text: RGBA
    var ground: RGBA
    /// Whether the background varies.
    var isUneven: Bool
  }

  private struct Layer {
    var node: Int
    var area: Rect
    var color: RGBA?
    var gradients: [Gradient]
    var isPicture: Bool
  }

  private let page: RulePage
  private var layers: [Layer] = []
  /// By node: how many of ``layers`` are painted before its text.
  private var counts: [Int]
  /// By node: the nodes with an opacity around it, itself included, the outermost first.
  private var groups: [[Int]]
  private let canvas: RGBA

  init(_ page: RulePage) {
    self.page = page
    counts = Array(repeating: 0, count: page.tree.nodes.count)
    groups = []
    let nodes = page.tree.nodes
    for (index, node) in nodes.enumerated() {
      var above: [Int] = []
      if let parent = node.parent { above = groups[parent] }
      groups.append(node.paint.opacity == nil ? above : above + [index])
    }
    let body = nodes.first(where: \.isBody)
    let color = nodes.first?.paint.background ?? body?.paint.background
    canvas = color.map { $0.over(.white) } ?? .white
    for step in PaintOrder(page.tree).steps {
      guard case .open(let index, let parts) = step else { continue }
      if !parts.isDisjoint(with: [.box, .image]), !page.isInvisible[index] { add(index, parts) }
      if parts.contains(.lines) { counts[index] = layers.count }
    }
  }

  private mutating func add(_ index: Int, _ parts: PaintOrder.Parts) {
    let paint = page.tree.nodes[index].paint
    let hasBox = parts.contains(.box) && (paint.background != nil || paint.gradients?.isEmpty == false)
    let hasImage = parts.contains(.image) && paint.image != nil
    guard hasBox || hasImage else { return }
    var area = page.places[index].frame
    // A node's own clip applies to its content.
    if let parent = page.tree.nodes[index].parent, let clip = page.places[parent].clip {
      area = area.intersection(clip)
    }
    guard !area.isEmpty else { return }
    layers.append(
      Layer(
        node: index, area: area, color: parts.contains(.box) ? paint.background : nil,
        gradients: parts.contains(.box) ? paint.gradients ?? [] : [],
        isPicture: hasImage || page.isTurned[index]))
  }

  /// The minimum contrast of a text in `area`; nil if unknown.
  func worst(for text: RGBA, in area: Rect, of node: Int) -> LowestContrast? {
    // From the topmost layer down to the first opaque one.
    var stack: [(layer: Layer, isWhole: Bool)] = []
    var index = counts[node]
    while index > 0 {
      index -= 1
      let layer = layers[index]
      let both = layer.area.intersection(area)
      guard both.width > 0.5, both.height > 0.5 else { continue }
      if layer.isPicture { return nil }
      let isWhole = both.width > area.width - 1 && both.height > area.height - 1
      stack.append((layer, isWhole))
      if isWhole, layer.color?.alpha == 255, groups[layer.node].isEmpty { break }
    }
    let isUneven = stack.contains { !$0.isWhole || !$0.layer.gradients.isEmpty }
    var worst: LowestContrast?
    // One sample if all layers are uniform; else samples along each gradient, with and without layers that
    // cover partly.
    for sample in 0..<(isUneven ? Self.samples : 1) {
      for isPartIn in isUneven ? [true, false] : [true] {
        let layers = stack.reversed().filter { $0.isWhole || isPartIn }.map(\.layer)
        let (seen, ground) = composed(layers, text, area, of: node, sample)
        let ratio = seen.exactContrast(with: ground)
        if ratio < worst?.ratio ?? .infinity {
          worst = LowestContrast(ratio: ratio, text: seen, ground: ground, isUneven: isUneven)
        }
      }
    }
    return worst
  }

  private static let samples = 9

  /// The visible colours of a text and of its background: layers composed from below with their groups'
  /// opacities (Compositing and Blending 1 §3).
  private func composed(_ layers: [Layer], _ text: RGBA, _ area: Rect, of node: Int, _ sample: Int) -> (
    RGBA, RGBA
  ) {
    var open: [(group: Int, color: RGBA, text: RGBA)] = [(-1, canvas, canvas)]
    func enter(_ path: [Int]) {
      while open.count > 1, !path.starts(with: open.dropFirst().map(\.group)) { close() }
      for group in path.dropFirst(open.count - 1) { open.append((group, .transparent, .transparent)) }
    }
    func close() {
      let done = open.removeLast()
      let opacity = page.tree.nodes[done.group].paint.opacity ?? 1
      let top = open.count - 1
      open[top].color = done.color.faded(to: opacity).over(open[top].color)
      open[top].text = done.text.faded(to: opacity).over(open[top].text)
    }
    func paint(_ color: RGBA) {
      let top = open.count - 1
      open[top].color = color.over(open[top].color)
      open[top].text = color.over(open[top].text)
    }
    for layer in layers {
      enter(groups[layer.node])
      if let color = layer.color { paint(color) }
      for gradient in layer.gradients.reversed() {
        if let color = gradient.color(in: area, of: page.places[layer.node].frame, sample, of: Self.samples) {
          paint(color)
        }
      }
    }
    enter(groups[node])
    open[open.count - 1].text = text.over(open[open.count - 1].text)
    while open.count > 1 { close() }
    return (open[0].text, open[0].color)
  }
}

extension Gradient {
  /// The colour at one of the samples over an area; nil outside the gradient.
  fileprivate func color(in area: Rect, of box: Rect, _ sample: Int, of count: Int) -> RGBA? {
    let place = Rect(x: box.x + frame.x, y: box.y + frame.y, width: frame.width, height: frame.height)
    guard tiles || !place.intersection(area).isEmpty else { return nil }
    var (from, to) = (0.0, 1.0)
    if case .linear(let start, let end) = shape, !tiles, !isRepeating {
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let square = dx * dx + dy * dy
      if square > 0 {
        let corners = [(area.x, area.y), (area.maxX, area.y), (area.x, area.maxY), (area.maxX, area.maxY)]
        let along = corners.map {
          (($0.0 - place.x - start.x) * dx + ($0.1 - place.y - start.y) * dy) / square
        }
        (from, to) = (along.min() ?? 0, along.max() ?? 1)
      }
    }
    return straightColor(at: from + (to - from) * Double(sample) / Double(max(count - 1, 1)))
  }

  /// The colour at a place of the line, mixed with straight alpha.
  private func straightColor(at position: Double) -> RGBA? {
    guard let first = stops.first, let last = stops.last else { return nil }
    if position <= first.position { return first.color }
    for (before, after) in zip(stops, stops.dropFirst()) where position <= after.position {
      let room = after.position - before.position
      let share = room > 0 ? (position - before.position) / room : 1
      return before.color.mixedStraight(with: after.color, share)
    }
    return last.color
  }
}
