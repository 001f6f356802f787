import HybridEncoding

/// The starts of a file's lines, for looking up many places in one file.
package struct LineTable: Hashable, Sendable {
  /// The first byte of each line; the first is 0.
  package private(set) var starts: [Int] = [0]

  /// Finds the lines of `bytes`: they end at LF, CR LF or CR.
  /// - Complexity: O(*n*).
  package init(_ bytes: [UInt8]) {
    var previous: UInt8 = 0
    for (index, byte) in bytes.enumerated() {
      if previous == UInt8(ascii: "\n") || previous == UInt8(ascii: "\r") && byte != UInt8(ascii: "\n") {
        starts.append(index)
      }
      previous = byte
    }
    if previous == UInt8(ascii: "\n") || previous == UInt8(ascii: "\r") { starts.append(bytes.count) }
  }

  /// 1-based number and first byte of the line that holds `offset`.
  /// - Complexity: O(log *lines*).
  package func line(of offset: Int) -> (number: Int, start: Int) {
    let number = max(starts.partitioningIndex { $0 > offset }, 1)
    return (number, starts[number - 1])
  }
}
