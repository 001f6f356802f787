import HybridDOM
import HybridGeometry
import HybridJSON

/// Where a tap is, as the events of pointers and mice tell it (CSSOM View §8, *Extensions to the MouseEvent
/// Interface*).
struct TapPlace {
  /// From the corner of the viewport; `screenX` and `screenY` are the same, since the page fills its screen.
  var client: Point
  /// From the corner of the target's padding box.
  var offset: Point

  /// The members of an event; `detail` counts taps in quick succession.
  static func members(of place: TapPlace?, detail: Int) -> JSONValue {
    let count = JSONValue.number(Double(detail))
    guard let place else { return ["detail": count] }
    let (x, y) = (JSONValue.number(place.client.x), JSONValue.number(place.client.y))
    return [
      "detail": count, "clientX": x, "clientY": y, "screenX": x, "screenY": y,
      "offsetX": .number(place.offset.x), "offsetY": .number(place.offset.y),
    ]
  }
}

extension LivePage {
  /// The place of a tap on an element.
  ///
  /// - Parameter point: The tap, from the corner of the element's border box; nil for its middle.
  /// - Returns: Nil for an element without a box.
  func place(ofTapOn node: NodeID, at point: Point?) -> TapPlace? {
    refresh()
    guard let stage, let index = viewIndex(of: node) else { return nil }
    let found = stage.tree.nodes[index]
    let point = point ?? Point(x: found.frame.width / 2, y: found.frame.height / 2)
    let seen = stage.tree.place(of: index).bounds(of: Rect(x: point.x, y: point.y, width: 0, height: 0))
    let borders = found.paint.borderWidths
    return TapPlace(
      client: Point(x: seen.x, y: seen.y), offset: Point(x: point.x - borders.left, y: point.y - borders.top))
  }
}
