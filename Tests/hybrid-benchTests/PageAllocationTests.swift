import CAllocations
import HybridRuntime
import HybridUnits
import Testing

@testable import hybrid_bench

/// Memory grows with a page, and not with its square.
struct PageAllocationTests {
  private static let isCounting = ConditionTrait.enabled(
    if: HybridCountsAllocations(), "a sanitizer has an allocator of its own")

  /// Bodies in which each part could be made from all of the others.
  @Test(isCounting, arguments: ["<i class=faded>a</i> ", "<i>a</i> ", "<p class=faded>a</p>"])
  func twiceTheElementsTakeTwiceTheAllocations(_ element: String) {
    func allocations(_ count: Int) -> Int {
      let page = compiledPage(
        "<html><head><style>.faded { opacity: 0.5 }</style></head><body>"
          + String(repeating: element, count: count) + "</body></html>")
      return countAllocations { _ = Renderer().render(.page(page), as: Variant(.standard)) }
    }
    _ = allocations(10)
    let (some, twice) = (allocations(200), allocations(400))
    #expect(twice < some * 5 / 2, "\(some) and \(twice)")
  }
}
