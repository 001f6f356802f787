/// The colour names of Android's `Color.parseColor`, which ignores their case.
package enum AndroidColors {
  /// Colours as AARRGGBB, by name in lower case.
  package static let named: [String: UInt32] = [
    "black": 0xFF00_0000, "darkgray": 0xFF44_4444, "gray": 0xFF88_8888, "lightgray": 0xFFCC_CCCC,
    "white": 0xFFFF_FFFF, "red": 0xFFFF_0000, "green": 0xFF00_FF00, "blue": 0xFF00_00FF,
    "yellow": 0xFFFF_FF00, "cyan": 0xFF00_FFFF, "magenta": 0xFFFF_00FF, "aqua": 0xFF00_FFFF,
    "fuchsia": 0xFFFF_00FF, "darkgrey": 0xFF44_4444, "grey": 0xFF88_8888, "lightgrey": 0xFFCC_CCCC,
    "lime": 0xFF00_FF00, "maroon": 0xFF80_0000, "navy": 0xFF00_0080, "olive": 0xFF80_8000,
    "purple": 0xFF80_0080, "silver": 0xFFC0_C0C0, "teal": 0xFF00_8080,
  ]
}
