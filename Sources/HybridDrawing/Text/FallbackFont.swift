/// A font for what the pinned faces cannot show: each is one file of a Debian package, opened when it is
/// first needed.
enum FallbackFont: UInt8, Hashable, Sendable, CaseIterable {
  /// Pictographs in colour.
  case emoji
  /// Chinese, Japanese and Korean.
  case cjk, cjkBold

  /// Where Debian's package has the file.
  var path: String {
    switch self {
    case .emoji: "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"
    case .cjk: "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"
    case .cjkBold: "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc"
    }
  }

  /// The package that has it.
  var package: String { self == .emoji ? "fonts-noto-color-emoji" : "fonts-noto-cjk" }
}

extension Character {
  /// Whether it is shown as a picture in colour (UTS 51 §2, *emoji presentation*): by itself, or because a
  /// variation selector asks for it.
  var isPictograph: Bool {
    guard let first = unicodeScalars.first, first.properties.isEmoji else { return false }
    var hasSelector = false
    for scalar in unicodeScalars {
      if scalar.value == 0xFE0E { return false }
      if scalar.value == 0xFE0F || scalar.properties.isEmojiModifier { hasSelector = true }
    }
    return first.properties.isEmojiPresentation || hasSelector
  }
}
