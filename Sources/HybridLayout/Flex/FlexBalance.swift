/// CSS Flexbox 2 §6, `flex-wrap: balance`.
extension LayoutPass {
  /// Moves the ends of the lines so that the sum of their squared lengths is minimal for that number of
  /// lines. Ties go to the solution with more items on earlier lines.
  mutating func balanceLines(_ flow: inout FlexFlow, limit: Double) {
    let count = flow.items.count
    let lineCount = min(max(flow.lines.count, Int(flow.content.style.flexLineCount)), count)
    // Large containers keep their greedy lines: the search is cubic.
    guard lineCount > 1, count <= 512 else { return }
    var ends = [0.0]
    for index in flow.items { ends.append(ends[ends.count - 1] + max(0, flexItems[index].outerMain)) }
    func cost(_ from: Int, _ to: Int) -> Double {
      let length = ends[to] - ends[from] + flow.mainGap * Double(to - from - 1)
      if to - from > 1, length > limit + fitTolerance { return indefinite }
      return length * length
    }
    // best[k][i]: the least cost of items i... on k lines, and where its first line ends.
    var best = [[(cost: Double, end: Int)]](
      repeating: [(cost: Double, end: Int)](repeating: (indefinite, count), count: count + 1),
      count: lineCount + 1)
    best[0][count] = (0, count)
    for lines in 1...lineCount {
      for start in stride(from: count - lines, through: 0, by: -1) {
        for end in (start + 1)...(count - lines + 1) {
          let total = cost(start, end) + best[lines - 1][end].cost
          if total <= best[lines][start].cost { best[lines][start] = (total, end) }
        }
      }
    }
    guard best[lineCount][0].cost.isDefinite else { return }
    flexLines.pop(to: flow.lines.lowerBound)
    let first = flow.items.lowerBound
    var start = 0
    for lines in stride(from: lineCount, to: 0, by: -1) {
      let end = best[lines][start].end
      flexLines.push(FlexLine((first + start)..<(first + end)))
      start = end
    }
    flow.lines = flow.lines.lowerBound..<flexLines.count
  }
}
