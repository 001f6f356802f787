/// A named screen, for `hybrid.json` and previews.
///
/// Names describe the kind of device or its width; `Documentation/devices.md` lists models for each.
package struct KnownScreen: Hashable, Sendable {
  /// One word, in lower case.
  package var name: String
  /// In points, in the usual orientation.
  package var width: Double
  package var height: Double

  private init(_ name: String, _ width: Double, _ height: Double) {
    (self.name, self.width, self.height) = (name, width, height)
  }

  /// All known screens, the default first.
  package static let all = [
    KnownScreen("phone", 375, 667),
    KnownScreen("small", 320, 568),
    KnownScreen("phone-mini", 375, 812),
    KnownScreen("phone-360", 360, 800),
    KnownScreen("phone-390", 390, 844),
    KnownScreen("phone-393", 393, 852),
    KnownScreen("phone-402", 402, 874),
    KnownScreen("phone-412", 412, 915),
    KnownScreen("large", 430, 932),
    KnownScreen("phone-440", 440, 956),
    KnownScreen("landscape", 667, 375),
    KnownScreen("foldable", 673, 841),
    KnownScreen("tablet-mini", 744, 1133),
    KnownScreen("tablet", 768, 1024),
    KnownScreen("tablet-800", 800, 1280),
    KnownScreen("tablet-820", 820, 1180),
    KnownScreen("tablet-large", 1024, 1366),
    KnownScreen("desktop", 1280, 800),
  ]

  /// The screen called `name`, case-insensitively.
  package static func named(_ name: String) -> KnownScreen? {
    let name = name.lowercased()
    return all.first { $0.name == name }
  }

  /// The allowed side lengths of a screen, in points.
  package static let sides = 1.0...20_000
  /// The allowed scale factors of text.
  package static let fontScales = 0.5...4.0

  /// The size in a screen's name such as `320x568`; nil for anything else, and for sides outside of
  /// ``sides``.
  package static func size(_ text: String) -> (width: Double, height: Double)? {
    let sides = text.lowercased().split(omittingEmptySubsequences: false) { $0 == "x" || $0 == "×" }
      .map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], Self.sides.contains(width),
      Self.sides.contains(height)
    else { return nil }
    return (width, height)
  }
}
