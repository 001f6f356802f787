import HybridLayout

extension CaseProperty {
  /// A flow-relative longhand (CSS Logical 1 §4): the parts of its name before and after the side, and the
  /// side.
  struct Logical: Sendable {
    let before: String
    let after: String
    let isInline: Bool
    let isStart: Bool

    /// The physical longhand that it maps to.
    func physical(_ direction: Direction, _ writingMode: WritingMode) -> String {
      let side: String
      if isInline {
        let isFirst = isStart == (direction == .leftToRight)
        side = writingMode == .horizontal ? (isFirst ? "left" : "right") : (isFirst ? "top" : "bottom")
      } else {
        switch writingMode {
        case .horizontal: side = isStart ? "top" : "bottom"
        case .verticalLeftToRight: side = isStart ? "left" : "right"
        case .verticalRightToLeft: side = isStart ? "right" : "left"
        }
      }
      return before + side + after
    }
  }

  /// All flow-relative longhands by name.
  static let logical: [String: Logical] = {
    var all: [String: Logical] = [:]
    for (name, before, after) in [
      ("inset-", "", ""), ("margin-", "margin-", ""), ("padding-", "padding-", ""),
      ("border-", "border-", "-width"),
    ] {
      for isInline in [true, false] {
        for isStart in [true, false] {
          let side = (isInline ? "inline-" : "block-") + (isStart ? "start" : "end")
          all[name + side + after] = Logical(
            before: before, after: after, isInline: isInline, isStart: isStart)
        }
      }
    }
    return all
  }()
}
