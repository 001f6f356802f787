import HybridEncoding
import Testing

@Test(
  arguments: [
    ([], 1, 0), ([1], 0, 0), ([1], 1, 0), ([1], 2, 1), ([1, 3, 3, 5], 3, 1), ([1, 3, 3, 5], 4, 3),
    ([1, 3, 3, 5], 6, 4), ([1, 2, 3, 4, 5], 5, 4),
  ] as [([Int], Int, Int)])
func theSecondPartBeginsWhereItsConditionHolds(_ numbers: [Int], _ limit: Int, _ index: Int) {
  #expect(numbers.partitioningIndex { $0 >= limit } == index)
  #expect(numbers.indices.partitioningIndex { numbers[$0] >= limit } == index)
}

@Test func theSecondPartOfASliceHasTheIndicesOfTheWhole() {
  let slice = [9, 1, 3, 5][1...]
  #expect(slice.partitioningIndex { $0 >= 3 } == 2)
  #expect(slice.partitioningIndex { $0 >= 7 } == 4)
}
