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
      if let chosen {
        $0.key("chosen")
        $0.array { for index in chosen { $0.value(Double(index)) } }
      }
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
    chosen = json["chosen"]?.array?.compactMap(\.int)
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
