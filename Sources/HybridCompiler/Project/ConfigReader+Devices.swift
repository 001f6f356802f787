import HybridJSON
import HybridSource
import HybridUnits

// `devices` of `hybrid.json`: names of known screens, sizes, and devices of the project's own.
extension ConfigReader {
  /// All valid devices, each name once.
  mutating func devices(_ node: JSONNode) -> [ProjectConfig.Device] {
    var names: Set<String> = []
    return list(node) { reader, node in
      guard let (device, range) = reader.device(node) else { return nil }
      guard names.insert(device.name.lowercased()).inserted else {
        reader.report.error(
          "config.doubled-device", "there is already a device '\(device.name)'", at: range,
          hint: "devices are selected by name: choose another name")
        return nil
      }
      return device
    }
  }

  private mutating func device(_ node: JSONNode) -> (ProjectConfig.Device, nameRange: Range<Int>)? {
    if let name = node.value.string { return named(name, at: node.range).map { ($0, node.range) } }
    var device = ProjectConfig.Device(name: "")
    var nameRange = node.range
    let before = report.diagnostics.count
    members(of: node, "a device", DeviceKey.names) { reader, key, node in
      switch DeviceKey(rawValue: key) {
      case .name:
        device.name = reader.deviceName(node) ?? ""
        nameRange = node.range
      case .width: device.width = reader.number(node, in: KnownScreen.sides, "points")
      case .height: device.height = reader.number(node, in: KnownScreen.sides, "points")
      case .landscape: device.isLandscape = reader.flag(node)
      case .dark: device.prefersDark = reader.flag(node)
      case .fontScale:
        device.fontScale = reader.number(node, in: KnownScreen.fontScales, "times the usual size")
      case .rightToLeft: device.isRightToLeft = reader.flag(node)
      case .platform:
        let words = TemplatePlatform.allCases.map(\.rawValue)
        device.platform = reader.word(node, of: words).flatMap { TemplatePlatform(rawValue: $0) }
      case nil: break
      }
    }
    guard !device.name.isEmpty else {
      if report.diagnostics.count == before {
        report.error("config.unnamed-device", "a device needs a 'name'", at: node.range)
      }
      return nil
    }
    if let known = KnownScreen.named(device.name) {
      device.width = device.width ?? known.width
      device.height = device.height ?? known.height
    }
    guard device.width != nil, device.height != nil else {
      if report.diagnostics.count == before {
        report.error(
          "config.device-without-size", "'\(device.name)' needs a 'width' and a 'height'", at: node.range,
          hint: nearest(to: device.name, in: KnownScreen.all.map(\.name)).map {
            "'\($0)' is a known device and needs no size"
          })
      }
      return nil
    }
    return (device, nameRange)
  }

  /// A screen by its name, or a size.
  private mutating func named(_ name: String, at range: Range<Int>) -> ProjectConfig.Device? {
    if let screen = KnownScreen.named(name) {
      return ProjectConfig.Device(name: screen.name, width: screen.width, height: screen.height)
    }
    if let size = KnownScreen.size(name) {
      return ProjectConfig.Device(name: name, width: size.width, height: size.height)
    }
    // Only a warning: it affects nothing but a preview.
    report.warning(
      "config.unknown-device", "no device is called '\(name)'", at: range,
      hint: nearestHint(to: name, in: KnownScreen.all.map(\.name))
        ?? "give it a size: {\"name\": \"\(name)\", \"width\": 390, \"height\": 844}")
    return nil
  }

  private mutating func deviceName(_ node: JSONNode) -> String? {
    guard let name = string(node) else { return nil }
    let isPlain = !name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    guard isPlain, (1...60).contains(name.count), name.first != " ", name.last != " " else {
      report.error(
        "config.device-name", "a device's name has 1 to 60 characters, none of them a control character",
        at: node.range)
      return nil
    }
    return name
  }

  private mutating func number(_ node: JSONNode, in range: ClosedRange<Double>, _ unit: String) -> Double? {
    if let number = node.value.number, range.contains(number) { return number }
    mismatch(node, "a number of \(unit) from \(text(range.lowerBound)) to \(text(range.upperBound))")
    return nil
  }

  private func text(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }

  private mutating func flag(_ node: JSONNode) -> Bool? {
    if node.value.bool == nil { mismatch(node, "true or false") }
    return node.value.bool
  }
}
