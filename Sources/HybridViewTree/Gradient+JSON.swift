import HybridEncoding
import HybridGeometry
import HybridJSON

extension Shadow {
  func write(to json: inout JSONWriter) {
    json.object {
      $0.member("x", offset.x)
      $0.member("y", offset.y)
      if blur != 0 { $0.member("blur", blur) }
      if spread != 0 { $0.member("spread", spread) }
      $0.member("color", hexColor(color))
      if isInset { $0.member("inset", true) }
    }
  }

  init?(_ json: JSONValue) {
    guard let x = json["x"]?.number, let y = json["y"]?.number,
      let color = json["color"]?.string.flatMap(HybridViewTree.color)
    else { return nil }
    self.init(
      offset: Point(x: x, y: y), blur: json["blur"]?.number ?? 0, spread: json["spread"]?.number ?? 0,
      color: color, isInset: json["inset"]?.bool ?? false)
  }
}

extension Gradient {
  func write(to json: inout JSONWriter) {
    json.object {
      switch shape {
      case .linear(let from, let to): $0.member("linear", [from.x, from.y, to.x, to.y])
      case .radial(let center, let radii):
        $0.member("radial", [center.x, center.y, radii.width, radii.height])
      case .conic(let center, let angle): $0.member("conic", [center.x, center.y, angle])
      }
      $0.key("frame")
      frame.write(to: &$0)
      $0.key("stops")
      $0.array {
        for stop in stops {
          $0.array {
            $0.value(stop.position)
            $0.value(hexColor(stop.color))
          }
        }
      }
      if isRepeating { $0.member("repeating", true) }
      if tiles { $0.member("tiles", true) }
      if let steps { $0.member("steps", [steps.width, steps.height]) }
    }
  }

  init?(_ json: JSONValue) {
    guard let frame = json["frame"].flatMap(Rect.init), let shape = Shape(json) else { return nil }
    let stops = (json["stops"]?.array ?? []).compactMap { stop -> Stop? in
      guard let position = stop[0]?.number, let color = stop[1]?.string.flatMap(HybridViewTree.color) else {
        return nil
      }
      return Stop(position: position, color: color)
    }
    self.init(
      frame: frame, shape: shape, stops: stops, isRepeating: json["repeating"]?.bool ?? false,
      tiles: json["tiles"]?.bool ?? false)
    if let across = json["steps"]?[0]?.number, let down = json["steps"]?[1]?.number {
      steps = Size(width: across, height: down)
    }
  }
}

extension Gradient.Shape {
  fileprivate init?(_ json: JSONValue) {
    if let line = json["linear"]?.array?.compactMap(\.number), line.count == 4 {
      self = .linear(from: Point(x: line[0], y: line[1]), to: Point(x: line[2], y: line[3]))
    } else if let ellipse = json["radial"]?.array?.compactMap(\.number), ellipse.count == 4 {
      self = .radial(
        center: Point(x: ellipse[0], y: ellipse[1]), radii: Size(width: ellipse[2], height: ellipse[3]))
    } else if let turn = json["conic"]?.array?.compactMap(\.number), turn.count == 3 {
      self = .conic(center: Point(x: turn[0], y: turn[1]), angle: turn[2])
    } else {
      return nil
    }
  }
}

extension JSONWriter {
  /// A member that is a list of numbers.
  mutating func member(_ name: String, _ numbers: [Double]) {
    key(name)
    array { for number in numbers { $0.value(number) } }
  }
}

/// `#rrggbbaa`.
func hexColor(_ color: RGBA) -> String { "#" + color.packed.lowerHex(digits: 8) }

/// Reads `#rrggbbaa`.
func color(_ text: String) -> RGBA? {
  guard text.utf8.count == 9, text.hasPrefix("#") else { return nil }
  return UInt32(hexDigits: text.dropFirst()).map { RGBA(packed: $0) }
}
