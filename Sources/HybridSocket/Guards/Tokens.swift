/// A random 128-bit token in 32 hexadecimal digits, from the system's generator.
package func randomToken() -> String {
  var generator = SystemRandomNumberGenerator()
  let digits = Array("0123456789abcdef".utf8)
  let bytes = (0..<4).flatMap { _ in
    let word = UInt32.random(in: .min ... .max, using: &generator)
    return (0..<8).map { digits[Int(word >> ($0 * 4)) & 15] }
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Whether two strings are equal, in a time that depends on their lengths only.
package func equalsInConstantTime(_ one: String, _ other: String) -> Bool {
  let (left, right) = (Array(one.utf8), Array(other.utf8))
  guard left.count == right.count else { return false }
  var difference: UInt8 = 0
  for index in left.indices { difference |= left[index] ^ right[index] }
  return difference == 0
}
