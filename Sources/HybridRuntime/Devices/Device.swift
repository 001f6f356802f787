package import HybridGeometry
package import HybridUnits

/// A device to lay out for: a viewport in points and the user's settings.
package struct Device: Hashable, Sendable {
  /// Its name without settings: `phone`, `320×568`.
  package var base: String
  /// Its sides in points, in the natural orientation.
  package var size: Size<Double>
  /// Whether the longer side is the width.
  package var isLandscape = false
  /// `prefers-color-scheme`.
  package var prefersDark: Bool
  /// The factor by which text is enlarged; 1 by default.
  package var fontScale = 1.0
  /// Whether the user's language is written from right to left; the default direction of pages.
  package var isRightToLeft = false
  /// The platform whose rules apply where the platforms differ.
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

  /// The device called `name`, in any case, or of the size `WIDTHxHEIGHT`, optionally followed by settings:
  /// `phone landscape dark 130% rtl`.
  package init?(named name: String) {
    guard let device = try? DeviceList().device(.named(name)) else { return nil }
    self = device
  }

  /// The viewport, in points.
  package var viewport: Size<Double> {
    isTurned ? Size(width: size.height, height: size.width) : size
  }

  /// A device that is naturally wide is not turned.
  private var isTurned: Bool { isLandscape && size.width < size.height }

  /// The full name: ``base`` followed by all settings that differ from the defaults, so that different
  /// devices have different names: `phone landscape dark 130% rtl android`.
  package var name: String {
    var name = base
    if isTurned { name += " landscape" }
    if prefersDark { name += " dark" }
    if fontScale != 1 { name += " \((fontScale * 100).short)%" }
    if isRightToLeft { name += " rtl" }
    if platform != .ios { name += " \(platform.rawValue)" }
    return name
  }

  /// The default device: 375 × 667 points.
  package static let standard = known[0]

  /// The built-in devices, the standard one first.
  package static let known = KnownScreen.all.map {
    Device(name: $0.name, viewport: Size(width: $0.width, height: $0.height))
  }

  /// `375×667`.
  static func name(of size: Size<Double>) -> String { "\(size.width.short)×\(size.height.short)" }
}
