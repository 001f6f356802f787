package import HybridGeometry
package import HybridUnits

/// What a page is laid out for: a viewport in points and the choices of the person who holds it.
package struct Device: Hashable, Sendable {
  /// What it is called whatever its settings are: `phone`, `320×568`.
  package var base: String
  /// Its sides in points, as it is held by itself.
  package var size: Size<Double>
  /// Whether it is held so that the longer side is the width.
  package var isLandscape = false
  /// `prefers-color-scheme`.
  package var prefersDark: Bool
  /// How much larger than usual its text is: 1 on a device that nobody has set up.
  package var fontScale = 1.0
  /// Whether the language of the person who holds it is written from the right: what is not said otherwise
  /// begins there.
  package var isRightToLeft = false
  /// Whose rules hold where the platforms differ.
  package var platform: TemplatePlatform

  /// A device.
  package init(
    name: String, viewport: Size<Double>, prefersDark: Bool = false, platform: TemplatePlatform = .ios
  ) {
    base = name
    size = viewport
    self.prefersDark = prefersDark
    self.platform = platform
  }

  /// A viewport without a name: `375×667`.
  package init(width: Double, height: Double) {
    let size = Size(width: width, height: height)
    self.init(name: Device.name(of: size), viewport: size)
  }

  /// The device called `name`, in whatever case, or of the size `WIDTHxHEIGHT`, with settings behind it if
  /// there are any: `phone landscape dark 130% rtl`.
  package init?(named name: String) {
    guard let device = try? DeviceList().device(.named(name)) else { return nil }
    self = device
  }

  /// The viewport, in points.
  package var viewport: Size<Double> {
    isTurned ? Size(width: size.height, height: size.width) : size
  }

  /// What is wide by itself stays as it is.
  private var isTurned: Bool { isLandscape && size.width < size.height }

  /// What people and messages call it: ``base`` and behind it all that is not as usual, so that another name
  /// is another device: `phone landscape dark 130% rtl android`.
  package var name: String {
    var name = base
    if isTurned { name += " landscape" }
    if prefersDark { name += " dark" }
    if fontScale != 1 { name += " \(Device.number(fontScale * 100))%" }
    if isRightToLeft { name += " rtl" }
    if platform != .ios { name += " \(platform.rawValue)" }
    return name
  }

  /// What a page is shown on when nobody chooses: 375 × 667 points.
  package static let standard = known[0]

  /// The devices that are known by name, the standard one first.
  package static let known = KnownScreen.all.map {
    Device(name: $0.name, viewport: Size(width: $0.width, height: $0.height))
  }

  /// `375×667`.
  static func name(of size: Size<Double>) -> String { "\(number(size.width))×\(number(size.height))" }

  private static func number(_ value: Double) -> String {
    let value = abs(value) < 1e9 ? (value * 1000).rounded() / 1000 : value
    return value == value.rounded() && abs(value) < 1e9 ? String(Int(value)) : String(value)
  }
}
