/// A screen that is known by name: what `hybrid.json` may name, and previews are laid out for.
///
/// Names say what it is among its kind, or how wide it is; `Documentation/devices.md` has models that have
/// each.
package struct KnownScreen: Hashable, Sendable {
  /// One word, in lower case.
  package var name: String
  /// In points, held as people mostly hold it.
  package var width: Double
  package var height: Double

  private init(_ name: String, _ width: Double, _ height: Double) {
    (self.name, self.width, self.height) = (name, width, height)
  }

  /// All of them, the one that holds when nobody chooses first.
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

  /// The screen called `name`, in whatever case.
  package static func named(_ name: String) -> KnownScreen? {
    let name = name.lowercased()
    return all.first { $0.name == name }
  }

  /// The sides that a screen may have, in points.
  package static let sides = 1.0...20_000
  /// How much larger or smaller than usual text may be asked for.
  package static let fontScales = 0.5...4.0

  /// The sides of a screen that is named by them, such as `320x568`; nil for what is no size, or out of
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
