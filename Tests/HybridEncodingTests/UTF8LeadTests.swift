import HybridEncoding
import Testing

/// The second bytes of each lead are those after which the standard library reads one scalar.
@Test(arguments: UInt8(0x80)...UInt8.max)
func leadBytesAreThoseOfTheStandardLibrary(_ byte: UInt8) {
  let read = (UInt8.min...UInt8.max).filter { second in
    (2...4).contains { length in
      let bytes = [byte, second, 0x80, 0x80].prefix(length)
      return String(validating: bytes, as: UTF8.self)?.unicodeScalars.count == 1
    }
  }
  #expect(read == byte.utf8Lead.map { Array($0.second) } ?? [])
}
