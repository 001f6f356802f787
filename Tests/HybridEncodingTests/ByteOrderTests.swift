import HybridEncoding
import Testing

@Suite struct ByteOrderTests {
  @Test func bytesBeginWithTheMostSignificant() {
    #expect(UInt32(0x0102_03FF).bigEndianBytes == [1, 2, 3, 0xFF])
    #expect(UInt64.max.bigEndianBytes == [UInt8](repeating: 0xFF, count: 8))
    #expect(UInt8(7).bigEndianBytes == [7])
    #expect(Int16(-2).bigEndianBytes == [0xFF, 0xFE])
  }
}
