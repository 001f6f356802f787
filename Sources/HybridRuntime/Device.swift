package import HybridReload
package import HybridUnits

/// What a page is laid out for: a viewport in points and the choices of the person who holds it.
package struct Device: Hashable, Sendable {
  /// How people call it: `iPhone SE`.
  package var name: String
  /// The viewport, in points.
  package var viewport: ViewSize
  /// `prefers-color-scheme`.
  package var prefersDark: Bool
  /// Whose rules hold where the platforms differ.
  package var platform: TemplatePlatform

  /// A device.
  package init(
    name: String, viewport: ViewSize, prefersDark: Bool = false, platform: TemplatePlatform = .ios
  ) {
    self.name = name
    self.viewport = viewport
    self.prefersDark = prefersDark
    self.platform = platform
  }

  /// A viewport without a name: `375×667`.
  package init(width: Double, height: Double) {
    self.init(
      name: "\(Device.number(width))×\(Device.number(height))",
      viewport: ViewSize(width: width, height: height))
  }

  /// What a page is shown on when nobody chooses: 375 × 667 points.
  package static let standard = Device(name: "phone", viewport: ViewSize(width: 375, height: 667))

  /// The devices that are known by name, the standard one first.
  package static let known = [
    standard,
    Device(name: "small", viewport: ViewSize(width: 320, height: 568)),
    Device(name: "large", viewport: ViewSize(width: 430, height: 932)),
    Device(name: "landscape", viewport: ViewSize(width: 667, height: 375)),
    Device(name: "tablet", viewport: ViewSize(width: 768, height: 1024)),
    Device(name: "desktop", viewport: ViewSize(width: 1280, height: 800)),
  ]

  /// The device called `name`, in whatever case, or of the size `WIDTHxHEIGHT`.
  package init?(named name: String) {
    if let device = Device.known.first(where: { $0.name == name.lowercased() }) {
      self = device
      return
    }
    let sides = name.lowercased().split { $0 == "x" || $0 == "×" }.map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], (1...20_000).contains(width),
      (1...20_000).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e9 ? String(Int(value)) : String(value)
  }
}
