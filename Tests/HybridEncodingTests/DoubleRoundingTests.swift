import HybridEncoding
import Testing

@Test(
  arguments: [
    (1.25, 1, 1.3), (-1.25, 1, -1.3), (0.1234, 3, 0.123), (2.5, 0, 3), (12, 3, 12), (0.005, 2, 0.01),
  ] as [(Double, Int, Double)])
func numbersAreRoundedToDecimals(_ number: Double, _ count: Int, _ rounded: Double) {
  #expect(number.rounded(toDecimals: count) == rounded)
}
