import HybridGeometry
import HybridViewTree

/// A message beside an element of the page, which goes away when the user goes on.
struct OverlayHint: Hashable {
  var text: String
  /// The element, from the corner of the viewport.
  var anchor: Rect
}

extension OverlayBuilder {
  /// Adds a message below its element, or above it where there is no room below.
  mutating func add(_ hint: OverlayHint) {
    let room = min(max(viewport.width - 16, 0), 320)
    let text = OverlayText(hint.text, size: 14, color: .white, width: max(room - 20, 0), lines: 6)
    let width = min(text.size.width.rounded(.up) + 20, room)
    let height = text.size.height + 16
    let x = min(max(hint.anchor.x, 8), max(viewport.width - width - 8, 0))
    var y = hint.anchor.y + hint.anchor.height + 4
    if y + height > viewport.height { y = hint.anchor.y - height - 4 }
    y = min(max(y, 0), max(viewport.height - height, 0))
    // As the HUD: light on dark on every page.
    var paint = Self.box(RGBA(0, 0, 0, 0xCC), radius: 6)
    paint.lines = text.placed(x: 10, y: 8)
    add(
      "hint", key: "hint", in: top(), Rect(x: x, y: y, width: width, height: height), text: hint.text,
      paint: paint)
  }
}

extension ViewTree {
  /// The border box of a node from the corner of the viewport.
  func frameOnScreen(of index: Int) -> Rect {
    var frame = nodes[index].frame
    var above = nodes[index].parent
    while let current = above {
      frame.x += nodes[current].frame.x - (nodes[current].scroll?.x ?? 0)
      frame.y += nodes[current].frame.y - (nodes[current].scroll?.y ?? 0)
      above = nodes[current].parent
    }
    return frame
  }
}
