import HybridEncoding
import Testing

private struct Ended: Error {}

@Suite struct LEB128Tests {
  @Test(
    arguments: [
      (0, [0]), (0x7F, [0x7F]), (0x80, [0x80, 1]), (624_485, [0xE5, 0x8E, 0x26]),
      (.max, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]),
    ] as [(UInt64, [UInt8])])
  func groupsOfSevenBitsAreWrittenAndRead(_ number: UInt64, _ bytes: [UInt8]) throws {
    var written: [UInt8] = []
    written.appendLEB128(number)
    #expect(written == bytes)
    for groups in 1...10 {
      var rest = bytes[...]
      let read = try readLEB128(atMost: groups) { () throws(Ended) in
        guard let byte = rest.popFirst() else { throw Ended() }
        return byte
      }
      #expect(read == (groups < bytes.count ? nil : number))
      #expect(rest.count == max(0, bytes.count - groups))
    }
  }

  @Test func aNumberThatEndsEarlyIsTheReadersFault() {
    var rest: [UInt8] = [0x80]
    #expect(throws: Ended.self) {
      try readLEB128(atMost: 5) { () throws(Ended) in
        guard let byte = rest.popLast() else { throw Ended() }
        return byte
      }
    }
  }
}
