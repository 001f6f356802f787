import HybridSource
import Testing

@Test(arguments: [(0, "0 pages"), (1, "1 page"), (2, "2 pages")])
func nounsFollowTheirNumber(_ count: Int, _ text: String) {
  #expect(counted(count, "page") == text)
}
