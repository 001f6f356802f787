import HybridGeometry
import HybridJSON

extension ViewScroll {
  func write(to json: inout JSONWriter) {
    json.object {
      $0.member("x", x)
      $0.member("y", y)
      $0.member("width", width)
      $0.member("height", height)
    }
  }

  init?(_ json: JSONValue) {
    guard let width = json["width"]?.number, let height = json["height"]?.number else { return nil }
    self.init(x: json["x"]?.number ?? 0, y: json["y"]?.number ?? 0, width: width, height: height)
  }
}

extension ViewControl {
  func write(to json: inout JSONWriter) {
    json.object {
      $0.member("kind", kind.rawValue)
      if let value { $0.member("value", value) }
      if let placeholder { $0.member("placeholder", placeholder) }
      if let isOn { $0.member("isOn", isOn) }
      if let selected { $0.member("selected", selected) }
      if isDisabled { $0.member("isDisabled", true) }
      if isFocused { $0.member("isFocused", true) }
      if let caret { $0.member("caret", caret) }
      guard !options.isEmpty else { return }
      $0.key("options")
      $0.array { for option in options { $0.value(option) } }
    }
  }

  init?(_ json: JSONValue) {
    guard let kind = json["kind"]?.string.flatMap(Kind.init) else { return nil }
    self.init(kind)
    value = json["value"]?.string
    placeholder = json["placeholder"]?.string
    isOn = json["isOn"]?.bool
    selected = json["selected"]?.int
    isDisabled = json["isDisabled"]?.bool ?? false
    isFocused = json["isFocused"]?.bool ?? false
    caret = json["caret"]?.int
    options = json["options"]?.array?.compactMap(\.string) ?? []
  }
}

extension Patch.Change {
  /// Writes control, accessibility and scroll state; `null` removes a value.
  func writeState(to json: inout JSONWriter) {
    if let scroll {
      json.key("scroll")
      if let scroll { scroll.write(to: &json) } else { json.null() }
    }
    if let control {
      json.key("control")
      if let control { control.write(to: &json) } else { json.null() }
    }
    if let taps { json.member("taps", taps) }
    if let accessibility {
      json.key("a11y")
      if let accessibility { accessibility.write(to: &json) } else { json.null() }
    }
  }

  mutating func readState(_ json: JSONValue) {
    scroll = json["scroll"].map { ViewScroll($0) }
    control = json["control"].map { ViewControl($0) }
    taps = json["taps"]?.bool
    accessibility = json["a11y"].map { ViewAccessibility($0) }
  }
}

extension ViewShadow {
  func write(to json: inout JSONWriter) {
    json.object {
      $0.member("x", x)
      $0.member("y", y)
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
      x: x, y: y, blur: json["blur"]?.number ?? 0, spread: json["spread"]?.number ?? 0, color: color,
      isInset: json["inset"]?.bool ?? false)
  }
}

extension ViewGradient {
  func write(to json: inout JSONWriter) {
    json.object {
      switch shape {
      case .linear(let fromX, let fromY, let toX, let toY): $0.member("linear", [fromX, fromY, toX, toY])
      case .radial(let x, let y, let radiusX, let radiusY): $0.member("radial", [x, y, radiusX, radiusY])
      case .conic(let x, let y, let angle): $0.member("conic", [x, y, angle])
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
  }
}

extension ViewGradient.Shape {
  fileprivate init?(_ json: JSONValue) {
    if let line = json["linear"]?.array?.compactMap(\.number), line.count == 4 {
      self = .linear(fromX: line[0], fromY: line[1], toX: line[2], toY: line[3])
    } else if let ellipse = json["radial"]?.array?.compactMap(\.number), ellipse.count == 4 {
      self = .radial(x: ellipse[0], y: ellipse[1], radiusX: ellipse[2], radiusY: ellipse[3])
    } else if let turn = json["conic"]?.array?.compactMap(\.number), turn.count == 3 {
      self = .conic(x: turn[0], y: turn[1], angle: turn[2])
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
