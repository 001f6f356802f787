import HybridCSS
import HybridGeometry
import HybridLayout
import HybridLayoutStyles
import Testing

/// How computed styles become styles of boxes.
@Suite struct LayoutStyleTests {
  private func layout(_ change: (inout ComputedStyle) -> Void) -> LayoutStyle {
    var style = ComputedStyle(initial: .standard)
    change(&style)
    return LayoutStyle(style)
  }

  @Test func initialValuesAreTheSame() {
    var expected = LayoutStyle()
    // `normal`: no gap between items, and one of an em between columns.
    expected.gap = Size(.auto)
    #expect(layout { _ in } == expected)
  }

  @Test func lengthsKeepTheirPercentages() {
    let style = layout {
      $0.box.width = .length(.points(12))
      $0.box.height = .length(.percent(50))
      $0.box.maxWidth = .maxContent
      $0.box.margin.left = .length(.sum([.percent(100), .points(-20)]))
    }
    #expect(style.size == Size(width: .points(12), height: .percent(50)))
    #expect(style.maxSize == Size(width: .maxContent, height: .none))
    #expect(style.margin.left == .calculation(0))
    #expect(style.calculations == [.sum([.percent(100), .points(-20)])])
  }

  @Test(
    arguments: [
      (HybridCSS.Direction.ltr, HybridLayout.FloatSide.left, HybridLayout.Clear.right), (.rtl, .right, .left),
    ])
  func floatsOfTheLineAreOnASide(
    _ direction: HybridCSS.Direction, _ float: HybridLayout.FloatSide, _ clear: HybridLayout.Clear
  ) {
    let style = layout {
      $0.text.direction = direction
      $0.box.float = .inlineStart
      $0.box.clear = .inlineEnd
    }
    #expect(style.float == float && style.clear == clear)
  }

  @Test(arguments: [(HybridCSS.Display.grid, true), (.inlineGrid, true), (.block, false), (.flex, false)])
  func tracksAreThoseOfGridContainers(_ display: HybridCSS.Display, _ hasTracks: Bool) {
    let style = layout {
      $0.box.display = display
      $0.grid.templateColumns = [.names(["a"]), .track(.minmax(.length(.points(5)), .fraction(2)))]
      $0.grid.columnStart = .span(2, name: "a")
    }
    let track = HybridLayout.TrackSize(min: .length(.points(5)), max: .flex(2))
    #expect(style.grid.templateColumns == (hasTracks ? [.names(["a"]), .track(track)] : []))
    #expect(style.grid.columnStart == .span(2, "a"))
  }

  /// CSS 2.2 §17.5.3: cells align their content by `vertical-align`.
  @Test func cellsAlignByTheirVerticalAlign() {
    let style = layout {
      $0.box.display = .tableCell
      $0.box.verticalAlign = .keyword(.middle)
      $0.box.margin.left = .length(.points(3))
    }
    #expect(style.alignContent == .center && style.margin == Edges(.zero))
  }
}
