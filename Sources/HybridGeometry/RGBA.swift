/// A colour that a screen shows: sRGB with straight (not premultiplied) alpha, eight bits each.
@frozen public struct RGBA: Hashable, Sendable, BitwiseCopyable {
  /// The red part.
  public var red: UInt8
  /// The green part.
  public var green: UInt8
  /// The blue part.
  public var blue: UInt8
  /// The opacity: 0 is invisible, 255 covers.
  public var alpha: UInt8

  /// Opaque black.
  public static let black = RGBA(0, 0, 0)
  /// Opaque white.
  public static let white = RGBA(255, 255, 255)
  /// Nothing to be seen.
  public static let transparent = RGBA(0, 0, 0, 0)

  /// A colour from its parts.
  @inlinable public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// The colour `0xRRGGBBAA`.
  @inlinable public init(packed: UInt32) {
    self.init(
      UInt8(truncatingIfNeeded: packed >> 24), UInt8(truncatingIfNeeded: packed >> 16),
      UInt8(truncatingIfNeeded: packed >> 8), UInt8(truncatingIfNeeded: packed))
  }

  /// The colour as `0xRRGGBBAA`.
  @inlinable public var packed: UInt32 {
    UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha)
  }

  /// Whether nothing of it would be seen.
  @inlinable public var isTransparent: Bool { alpha == 0 }

  /// This colour painted over `below` (Compositing and Blending 1 §5.1, *source over*).
  public func over(_ below: RGBA) -> RGBA {
    if alpha == 255 { return self }
    if alpha == 0 { return below }
    let above = Double(alpha) / 255
    let under = Double(below.alpha) / 255 * (1 - above)
    let total = above + under
    func mix(_ top: UInt8, _ bottom: UInt8) -> UInt8 {
      UInt8(((Double(top) * above + Double(bottom) * under) / total).rounded())
    }
    return RGBA(
      mix(red, below.red), mix(green, below.green), mix(blue, below.blue),
      UInt8((total * 255).rounded()))
  }

  /// This colour seen through a group of that opacity, 0 to 1.
  public func faded(to opacity: Double) -> RGBA {
    guard opacity < 1 else { return self }
    return RGBA(red, green, blue, UInt8((Double(alpha) * max(0, opacity)).rounded()))
  }

  /// This colour, or another one, or one between them, at a share of the way from 0 to 1. Alpha is mixed like
  /// the other parts (straight, not premultiplied).
  @inlinable public func mixedStraight(with other: RGBA, _ share: Double) -> RGBA {
    func mix(_ one: UInt8, _ other: UInt8) -> UInt8 {
      UInt8((Double(one) + (Double(other) - Double(one)) * share).rounded())
    }
    return RGBA(
      mix(red, other.red), mix(green, other.green), mix(blue, other.blue), mix(alpha, other.alpha))
  }

  /// Relative luminance, 0 black to 1 white (WCAG 2.2, *relative luminance*), alpha left aside; exact to
  /// 0.002, which is enough to choose how something is drawn.
  public var luminance: Double {
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Contrast with another colour, 1 to 21 (WCAG 2.2, *contrast ratio*), alpha left aside, by ``luminance``.
  public func contrast(with other: RGBA) -> Double {
    let (first, second) = (luminance, other.luminance)
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  /// One channel made linear by a fitted square, exact to 0.01: enough to compare, and free of a maths
  /// library.
  private func linear(_ channel: UInt8) -> Double {
    let value = Double(channel) / 255
    return value * (value * (value * 0.305306011 + 0.682171111) + 0.012522878)
  }

  /// The exact contrast with another colour, 1 to 21 (WCAG 2.2, *contrast ratio*), alpha left aside: for
  /// findings, which depend on hundredths.
  public func exactContrast(with other: RGBA) -> Double {
    let (first, second) = (exactLuminance, other.exactLuminance)
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  private var exactLuminance: Double {
    0.2126 * Self.linear[Int(red)] + 0.7152 * Self.linear[Int(green)] + 0.0722 * Self.linear[Int(blue)]
  }

  /// Each channel made linear: ((v + 0.055) / 1.055) to the power of 2.4, which is its square times the fifth
  /// root of that.
  private static let linear: [Double] = (0...255).map { channel in
    let value = Double(channel) / 255
    guard value > 0.04045 else { return value / 12.92 }
    let base = (value + 0.055) / 1.055
    let square = base * base
    var root = 1.0
    for _ in 0..<40 { root -= (root * root * root * root * root - square) / (5 * root * root * root * root) }
    return square * root
  }
}
