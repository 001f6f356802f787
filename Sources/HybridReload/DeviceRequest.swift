package import HybridGeometry
package import HybridJSON
package import HybridUnits

/// A request for a device to show a unit on: a named device of the server, a size, or changes to either. A
/// nil member keeps the value of the named device; without a name, of the device in the server's terminal.
///
/// The same type lists the devices of a server: in ``ServerMessage/Welcome/devices`` each has a name and a
/// size.
///
///     "tablet"
///     {"name": "phone", "landscape": true, "dark": true, "fontScale": 1.3, "rtl": true}
///     {"width": 320, "height": 568, "platform": "android"}
package struct DeviceRequest: Hashable, Sendable {
  /// A device's plain name, or the full one that a snapshot has: `phone landscape dark 130% rtl`.
  package var name: String?
  /// In points, in the device's natural orientation.
  package var width: Double?
  package var height: Double?
  /// Whether the longer side is the width; false is the natural orientation.
  package var isLandscape: Bool?
  /// `prefers-color-scheme`.
  package var prefersDark: Bool?
  /// The factor by which the user enlarges text: 0.5 to 4.
  package var fontScale: Double?
  /// Whether the user's language is written from right to left.
  package var isRightToLeft: Bool?
  /// The platform whose rules apply to templates.
  package var platform: TemplatePlatform?

  /// An empty request: the device of the server's terminal.
  package init(name: String? = nil, width: Double? = nil, height: Double? = nil) {
    (self.name, self.width, self.height) = (name, width, height)
  }

  /// A device by name.
  package static func named(_ name: String) -> DeviceRequest { DeviceRequest(name: name) }

  /// A size in points.
  package static func size(_ size: Size<Double>) -> DeviceRequest {
    DeviceRequest(width: size.width, height: size.height)
  }

  /// This request, overridden by the members of `other`.
  package func changed(by other: DeviceRequest) -> DeviceRequest {
    var result = self
    result.name = other.name ?? name
    result.width = other.width ?? width
    result.height = other.height ?? height
    result.isLandscape = other.isLandscape ?? isLandscape
    result.prefersDark = other.prefersDark ?? prefersDark
    result.fontScale = other.fontScale ?? fontScale
    result.isRightToLeft = other.isRightToLeft ?? isRightToLeft
    result.platform = other.platform ?? platform
    return result
  }
}

extension DeviceRequest {
  /// As a value of JSON: a name alone is a string.
  package func write(to json: inout JSONWriter) {
    if let name, self == .named(name) { json.value(name) } else { writeMembers(to: &json) }
  }

  /// Always as a JSON object.
  package func writeMembers(to json: inout JSONWriter) {
    json.object {
      for key in DeviceKey.allCases {
        switch key {
        case .name: if let name { $0.member(key.rawValue, name) }
        case .width: if let width { $0.member(key.rawValue, width) }
        case .height: if let height { $0.member(key.rawValue, height) }
        case .landscape: if let isLandscape { $0.member(key.rawValue, isLandscape) }
        case .dark: if let prefersDark { $0.member(key.rawValue, prefersDark) }
        case .fontScale: if let fontScale { $0.member(key.rawValue, fontScale) }
        case .rightToLeft: if let isRightToLeft { $0.member(key.rawValue, isRightToLeft) }
        case .platform: if let platform { $0.member(key.rawValue, platform.rawValue) }
        }
      }
    }
  }

  /// Reads a name or an object; nil for anything else. A member of the wrong type counts as absent; the
  /// server, which knows the devices, checks ranges.
  package init?(_ json: JSONValue) {
    if let name = json.string {
      self.init(name: name)
      return
    }
    guard json.object != nil else { return nil }
    self.init()
    for key in DeviceKey.allCases {
      let value = json[key.rawValue]
      switch key {
      case .name: name = value?.string
      case .width: width = value?.number
      case .height: height = value?.number
      case .landscape: isLandscape = value?.bool
      case .dark: prefersDark = value?.bool
      case .fontScale: fontScale = value?.number
      case .rightToLeft: isRightToLeft = value?.bool
      case .platform: platform = value?.string.flatMap { TemplatePlatform(rawValue: $0) }
      }
    }
  }
}
