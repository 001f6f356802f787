/// The short code that a user reads on the terminal and types on a phone: 40 random bits in eight symbols.
///
/// The alphabet is Crockford's base 32, which has no `I`, `L`, `O` and `U`. Common variants are accepted:
/// small letters, `O` for `0`, `I` and `L` for `1`, and blanks and hyphens anywhere.
package struct PairingCode: Hashable, Sendable {
  /// The eight symbols, without the hyphen.
  let symbols: String

  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
  private static let length = 8

  /// A code from the system's generator.
  static func random() -> PairingCode {
    PairingCode(symbols: randomSymbols(length))
  }

  /// `count` random symbols of five bits each.
  static func randomSymbols(_ count: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return String((0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] })
  }

  private init(symbols: String) { self.symbols = symbols }

  /// Parses typed text; nil if it cannot be a code.
  init?(typed text: String) {
    guard text.utf8.count <= 64 else { return nil }
    var symbols = ""
    for character in text.uppercased() {
      switch character {
      case "-", " ", "\t", "\u{2010}", "\u{2011}", "\u{2013}": continue
      case "O": symbols.append("0")
      case "I", "L": symbols.append("1")
      case _ where Self.alphabet.contains(character): symbols.append(character)
      default: return nil
      }
    }
    guard symbols.count == Self.length else { return nil }
    self.symbols = symbols
  }

  /// The displayed form: `7K3M-Q9PX`.
  package var shown: String { "\(symbols.prefix(4))-\(symbols.suffix(4))" }
}
