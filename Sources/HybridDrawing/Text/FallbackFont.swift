/// A font for characters that the pinned faces lack: each is one file of a Debian package, loaded on first
/// use.
enum FallbackFont: UInt8, Hashable, Sendable, CaseIterable {
  /// Colour pictographs.
  case emoji
  /// Chinese, Japanese and Korean.
  case cjk, cjkBold

  /// The path of the file in Debian's package.
  var path: String {
    switch self {
    case .emoji: "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"
    case .cjk: "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"
    case .cjkBold: "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc"
    }
  }

  /// The flag of letters that have it.
  var letterFlag: Letter.Flags {
    switch self {
    case .emoji: .emoji
    case .cjk: .cjk
    case .cjkBold: .cjkBold
    }
  }

  /// The package that contains it.
  var package: String { self == .emoji ? "fonts-noto-color-emoji" : "fonts-noto-cjk" }
}

extension Character {
  /// Whether it is shown as a colour picture (UTS 51 §2, *emoji presentation*): by default, or because of a
  /// variation selector.
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
