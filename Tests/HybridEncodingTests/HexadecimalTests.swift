import HybridEncoding
import Testing

@Suite struct HexadecimalTests {
  @Test func everyByteIsTwoDigits() {
    let bytes = Array(UInt8.min...UInt8.max)
    #expect(bytes.lowerHex.hasPrefix("000102030405060708090a0b0c0d0e0f10"))
    #expect([UInt8](lowerHex: bytes.lowerHex) == bytes)
    #expect(bytes.suffix(2).lowerHex == "feff")
  }

  @Test(arguments: ["a", "0A", "0g", "+1", "-0", "0 ", "é"])
  func otherTextsAreNoBytes(_ text: String) {
    #expect([UInt8](lowerHex: text) == nil)
  }

  @Test func digitsHaveValuesInBothCases() {
    let values = (UInt8.min...UInt8.max).compactMap { byte in byte.hexDigitValue.map { (byte, $0) } }
    #expect(values.map(\.0) == Array("0123456789ABCDEFabcdef".utf8))
    #expect(values.map(\.1) == Array(0...9) + Array(10...15) + Array(10...15))
  }

  @Test(
    arguments: [
      (0, 4, "0000"), (0x36_452D, 8, "0036452d"), (0xABCDE, 4, "abcde"), (UInt64.max, 16, "ffffffffffffffff"),
      (7, 0, "7"),
    ] as [(UInt64, Int, String)])
  func numbersArePadded(_ number: UInt64, _ digits: Int, _ text: String) {
    #expect(number.lowerHex(digits: digits) == text)
  }

  @Test(
    arguments: [
      ("0036452d", 0x36_452D), ("FfFfFfFf", .max), ("0000000041", 0x41), ("", nil), ("+1", nil), ("-1", nil),
      ("100000000", nil), ("１２", nil), ("1 ", nil), ("g", nil),
    ] as [(String, UInt32?)])
  func numbersAreReadFromDigitsAlone(_ text: String, _ number: UInt32?) {
    #expect(UInt32(hexDigits: text) == number)
  }
}

@Suite struct CRC32Tests {
  @Test(
    arguments: [
      ("", 0), ("123456789", 0xCBF4_3926), ("IEND", 0xAE42_6082),
      ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
    ] as [(String, UInt32)])
  func checksumsAreThoseOfTheStandard(_ text: String, _ checksum: UInt32) {
    #expect(CRC32.checksum(Array(text.utf8)) == checksum)
    let framed = Array("ab\(text)c".utf8)
    #expect(CRC32.checksum(framed, in: 2..<framed.count - 1) == checksum)
  }
}
