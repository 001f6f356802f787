import HybridGeometry
import Testing

@testable import HybridViewTree

@Test(
  arguments: [
    ("#112233ff", RGBA(packed: 0x1122_33FF)), ("#AABBCCDD", RGBA(packed: 0xAABB_CCDD)), ("#112233", nil),
    ("112233ff0", nil), ("#+1234567", nil), ("#-0000000", nil), ("#1122 3ff", nil),
  ] as [(String, RGBA?)])
func colorsAreEightDigits(_ text: String, _ expected: RGBA?) {
  #expect(color(text) == expected)
}
