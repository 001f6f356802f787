extension Unicode.Scalar {
  /// The columns that it takes in a terminal, 0, 1 or 2, as in `wcwidth`: UAX 11 East Asian Width, and 0 for
  /// combining characters.
  var columns: Int {
    if value < 0x300 { return value < 0x20 || (0x7F...0x9F).contains(value) || value == 0xAD ? 0 : 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
    default: break
    }
    // Hangul vowels and finals join the initial before them.
    if (0x1160...0x11FF).contains(value) { return 0 }
    return isWide ? 2 : 1
  }

  /// East Asian Width W or F, by blocks; unassigned places inside a wide block are wide as well (UAX 11 §4).
  private var isWide: Bool {
    guard value >= 0x1100 else { return false }
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFD:
      return true
    default:
      return properties.isEmojiPresentation && !(0x1F1E6...0x1F1FF).contains(value)
    }
  }
}

extension Character {
  /// The columns that it takes in a terminal: those of its first scalar with a width; the others join it.
  var columns: Int {
    var regionalIndicators = 0
    var result = 0
    for scalar in unicodeScalars {
      if (0x1F1E6...0x1F1FF).contains(scalar.value) { regionalIndicators += 1 }
      if result == 0 { result = scalar.columns }
    }
    return regionalIndicators == 2 ? 2 : result  // a flag
  }
}
