import HybridEncoding

/// A random 128-bit token in 32 hexadecimal digits, from the system's generator.
package func randomToken() -> String {
  var generator = SystemRandomNumberGenerator()
  return (0..<2).map { _ in generator.next().lowerHex(digits: 16) }.joined()
}

/// Whether two strings are equal, in a time that depends on their lengths only.
package func equalsInConstantTime(_ one: String, _ other: String) -> Bool {
  let (left, right) = (Array(one.utf8), Array(other.utf8))
  guard left.count == right.count else { return false }
  var difference: UInt8 = 0
  for index in left.indices { difference |= left[index] ^ right[index] }
  return difference == 0
}
