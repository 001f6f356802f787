package import HybridGeometry
package import HybridJSON
package import HybridUnits

/// The device that somebody wants to see a unit on: one that the server knows by name, a size, or changes to
/// either. What is nil stays as the named device has it; without a name, as the device that the server's
/// terminal shows.
///
/// The same shape says what a server knows: in ``ServerMessage/Welcome/devices`` each has a name and a size.
///
///     "tablet"
///     {"name": "phone", "landscape": true, "dark": true, "fontScale": 1.3, "rtl": true}
///     {"width": 320, "height": 568, "platform": "android"}
package struct DeviceRequest: Hashable, Sendable {
  /// A device's plain name, or the full one that a snapshot has: `phone landscape dark 130% rtl`.
  package var name: String?
  /// In points, as the device is held by itself.
  package var width: Double?
  package var height: Double?
  /// Held so that the longer side is the width; false as it is by itself.
  package var isLandscape: Bool?
  /// `prefers-color-scheme`.
  package var prefersDark: Bool?
  /// How much larger than usual the person wants text: 0.5 to 4.
  package var fontScale: Double?
  /// Whether the person's language is written from the right.
  package var isRightToLeft: Bool?
  /// Whose rules hold for templates.
  package var platform: TemplatePlatform?

  /// A wish for nothing in particular: the device that the server's terminal shows.
  package init(name: String? = nil, width: Double? = nil, height: Double? = nil) {
    (self.name, self.width, self.height) = (name, width, height)
  }

  /// A device that is known by name.
  package static func named(_ name: String) -> DeviceRequest { DeviceRequest(name: name) }

  /// A size in points.
  package static func size(_ size: Size<Double>) -> DeviceRequest {
    DeviceRequest(width: size.width, height: size.height)
  }

  /// This wish with those of `other` in the place of its own.
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

  /// As an object of JSON, whatever it has.
  package func writeMembers(to json: inout JSONWriter) {
    json.object {
      if let name { $0.member("name", name) }
      if let width { $0.member("width", width) }
      if let height { $0.member("height", height) }
      if let isLandscape { $0.member("landscape", isLandscape) }
      if let prefersDark { $0.member("dark", prefersDark) }
      if let fontScale { $0.member("fontScale", fontScale) }
      if let isRightToLeft { $0.member("rtl", isRightToLeft) }
      if let platform { $0.member("platform", platform.rawValue) }
    }
  }

  /// Reads a name or an object; nil for anything else. A member of another type is as good as absent; what is
  /// out of range is for the server to say, which knows the devices.
  package init?(_ json: JSONValue) {
    if let name = json.string {
      self.init(name: name)
      return
    }
    guard json.object != nil else { return nil }
    self.init(name: json["name"]?.string, width: json["width"]?.number, height: json["height"]?.number)
    isLandscape = json["landscape"]?.bool
    prefersDark = json["dark"]?.bool
    fontScale = json["fontScale"]?.number
    isRightToLeft = json["rtl"]?.bool
    platform = json["platform"]?.string.flatMap { TemplatePlatform(rawValue: $0) }
  }
}
