import HybridEncoding
import HybridGeometry
package import HybridReload
import HybridSource
package import HybridUnits

/// The available devices by name; resolves device requests.
package struct DeviceList: Hashable, Sendable {
  /// Devices of the project, each with a name and both sides. They take precedence over built-in ones of the
  /// same name.
  package var own: [DeviceRequest]

  /// The devices of a project, and all built-in ones.
  package init(own: [DeviceRequest] = []) { self.own = own }

  /// All devices, each once, with name and size.
  package var all: [DeviceRequest] {
    var names: Set<String> = []
    let known = KnownScreen.all.map { DeviceRequest(name: $0.name, width: $0.width, height: $0.height) }
    return (own + known).filter { names.insert(($0.name ?? "").lowercased()).inserted }
  }

  /// Their names.
  package var names: [String] { all.compactMap(\.name) }

  /// The device for a request.
  ///
  /// - Parameters:
  ///   - standard: The base device for a request without a name or a size.
  ///   - platform: The platform if neither the request nor the device sets one.
  /// - Throws: The fault of the request, for the user.
  package func device(
    _ request: DeviceRequest, standard: Device = .standard, platform: TemplatePlatform = .ios
  ) throws(DeviceFault) -> Device {
    let size = try Self.size(request)
    let named: DeviceRequest
    if let name = request.name {
      if let found = definition(name) {
        named = found
      } else if let size {
        named = DeviceRequest(name: Device.name(of: size), width: size.width, height: size.height)
      } else {
        throw DeviceFault(.unknownName(name, nearest: nearest(to: name)))
      }
    } else {
      named = DeviceRequest(standard)
    }
    var wish = named.changed(by: request)
    wish.name = named.name
    let scale = wish.fontScale ?? 1
    guard KnownScreen.fontScales.contains(scale) else { throw DeviceFault(.fontScale(scale)) }
    guard let width = wish.width, let height = wish.height else { return standard }
    var device = Device(
      name: named.name ?? "", viewport: Size(width: width, height: height),
      prefersDark: wish.prefersDark ?? false, platform: wish.platform ?? platform)
    // A device that is naturally wide is not turned.
    device.isLandscape = (wish.isLandscape ?? false) && width < height
    // Rounded to the precision of names, so that different devices have different names.
    device.fontScale = scale.rounded(toDecimals: 3)
    device.isRightToLeft = wish.isRightToLeft ?? false
    if !isNamed(device) { device.base = Device.name(of: device.size) }
    return device
  }

  /// The sides of a request, with a missing one from the standard device; nil for none.
  private static func size(_ request: DeviceRequest) throws(DeviceFault) -> Size<Double>? {
    for side in [request.width, request.height].compactMap(\.self) where !KnownScreen.sides.contains(side) {
      throw DeviceFault(.side(side))
    }
    guard let width = request.width, let height = request.height else { return nil }
    return Size(width: width, height: height)
  }

  /// Whether its name resolves to exactly this device.
  private func isNamed(_ device: Device) -> Bool {
    guard let meant = definition(device.name) else { return false }
    return meant.width == device.size.width && meant.height == device.size.height
      && (meant.prefersDark ?? false) == device.prefersDark
      && (meant.fontScale ?? 1) == device.fontScale
      && (meant.isRightToLeft ?? false) == device.isRightToLeft
      && (meant.platform ?? device.platform) == device.platform
      && ((meant.isLandscape ?? false) && device.size.width < device.size.height) == device.isLandscape
  }

  /// The request for a name with optional settings; ``DeviceRequest/name`` is the name without them.
  private func definition(_ name: String) -> DeviceRequest? {
    let words = name.prefix(200).split(separator: " ")
    // The longest name first: a device of the project may be called 'night dark'.
    for count in (1...max(words.count, 1)).reversed() where count <= words.count {
      guard let base = plain(words[..<count].joined(separator: " ")) else { continue }
      var settings = DeviceRequest()
      guard words[count...].allSatisfy({ settings.take(setting: $0.lowercased()) }) else { return nil }
      return base.changed(by: settings)
    }
    return nil
  }

  /// The device of exactly this name, or of this size.
  private func plain(_ name: String) -> DeviceRequest? {
    let lower = name.lowercased()
    if let device = own.first(where: { $0.name?.lowercased() == lower }) { return device }
    if let known = KnownScreen.named(lower) {
      return DeviceRequest(name: known.name, width: known.width, height: known.height)
    }
    return KnownScreen.size(name).map { size in
      let size = Size(width: size.width, height: size.height)
      return DeviceRequest(name: Device.name(of: size), width: size.width, height: size.height)
    }
  }

  private func nearest(to name: String) -> String? {
    let words = name.split(separator: " ")
    // A misspelt setting is closer to a setting than the whole text is to any name.
    if words.count > 1, let base = words.first.map(String.init), let known = plain(base)?.name,
      let wrong = words.dropFirst().first(where: {
        var ignored = DeviceRequest()
        return !ignored.take(setting: $0.lowercased())
      }),
      let setting = HybridSource.nearest(to: String(wrong), in: DeviceRequest.settingWords)
    {
      return known + " " + setting
    }
    return HybridSource.nearest(to: name, in: names)
      ?? words.first.flatMap { HybridSource.nearest(to: String($0), in: names) }
  }
}

extension DeviceRequest {
  /// The setting words that may follow a name, besides a font scale such as `130%`.
  static let settingWords = ["portrait", "landscape", "light", "dark", "ltr", "rtl", "ios", "android"]

  /// Applies a setting word; false if it is not one.
  fileprivate mutating func take(setting word: String) -> Bool {
    switch word {
    case "portrait", "landscape": isLandscape = word == "landscape"
    case "light", "dark": prefersDark = word == "dark"
    case "ltr", "rtl": isRightToLeft = word == "rtl"
    case "ios", "android": platform = TemplatePlatform(rawValue: word)
    default:
      guard word.hasSuffix("%"), let percent = Double(word.dropLast()) else { return false }
      fontScale = (percent * 10).rounded() / 1000
    }
    return true
  }

  /// A request for exactly this device.
  package init(_ device: Device) {
    self.init(name: device.base, width: device.size.width, height: device.size.height)
    isLandscape = device.isLandscape
    prefersDark = device.prefersDark
    fontScale = device.fontScale
    isRightToLeft = device.isRightToLeft
    platform = device.platform
  }
}
