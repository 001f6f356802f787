/// A parent's constraint on a component's size along one axis, in pixels: Android's measure specification.
struct MeasureSpec: Hashable, Sendable {
  enum Mode: UInt8, Hashable, Sendable { case unspecified, exactly, atMost }
  var mode: Mode
  var size: Int

  static let unspecified = MeasureSpec(mode: .unspecified, size: 0)
  static func exactly(_ size: Int) -> MeasureSpec { MeasureSpec(mode: .exactly, size: max(size, 0)) }
  static func atMost(_ size: Int) -> MeasureSpec { MeasureSpec(mode: .atMost, size: max(size, 0)) }

  var isExact: Bool { mode == .exactly }

  /// The constraint for a child by its own size rule, when `used` pixels are taken
  /// (`Documentation/template-components.md`, *Units and sizes*).
  func child(_ rule: SizeRule<Int>, used: Int) -> MeasureSpec {
    switch rule {
    case .length(let length): length >= 0 ? .exactly(length) : .unspecified
    case .matchParent:
      mode == .unspecified ? .unspecified : MeasureSpec(mode: mode, size: max(size - used, 0))
    case .wrapContent: mode == .unspecified ? .unspecified : .atMost(size - used)
    }
  }

  /// The size of a component whose content needs `content` pixels.
  func resolve(_ content: Int) -> Int {
    switch mode {
    case .exactly: size
    case .atMost: min(max(content, 0), size)
    case .unspecified: max(content, 0)
    }
  }
}

/// Both directions.
struct MeasureSpecs: Hashable, Sendable {
  var width: MeasureSpec
  var height: MeasureSpec

  static let unspecified = MeasureSpecs(width: .unspecified, height: .unspecified)
}

/// Width and height in pixels.
struct PixelSize: Hashable, Sendable {
  var width: Int
  var height: Int

  static let zero = PixelSize(width: 0, height: 0)

  /// Clamped to at least 0 and to a maximum beyond any screen.
  var bounded: PixelSize {
    let most = Int(TemplateUnits.limit) * 10
    return PixelSize(width: min(max(width, 0), most), height: min(max(height, 0), most))
  }
}

/// A rectangle in pixels, relative to the parent's corner.
struct PixelFrame: Hashable, Sendable {
  var x = 0
  var y = 0
  var width = 0
  var height = 0
}
