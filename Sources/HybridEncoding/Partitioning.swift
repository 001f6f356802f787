extension RandomAccessCollection {
  /// The first index whose element meets a condition that all later elements meet too; `endIndex` if none
  /// does.
  ///
  ///     let next = starts.partitioningIndex { $0 > offset }
  ///
  /// - Complexity: O(log *n*) calls of the condition.
  @inlinable public func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isInSecondPart(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
