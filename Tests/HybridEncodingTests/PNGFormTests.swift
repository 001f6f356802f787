import HybridEncoding
import Testing

@Suite struct PNGFormTests {
  @Test func eachColourTypeHasItsDepths() {
    let possible = (0...16).flatMap { depth in
      (UInt8(0)...7).filter { PNGForm.allows(depth: depth, colorType: $0) }.map { "\(depth)/\($0)" }
    }
    #expect(
      possible == [
        "1/0", "1/3", "2/0", "2/3", "4/0", "4/3", "8/0", "8/2", "8/3", "8/4", "8/6", "16/0", "16/2", "16/4",
        "16/6",
      ])
  }
}
