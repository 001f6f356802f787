import HybridSource
import Testing

@testable import HybridCSS

/// Styles from declarations alone.
@Suite struct DeclaredStylesTests {
  private func declarations(_ text: String) -> [PropertyDeclaration] {
    var faults: [Diagnostic] = []
    return parseDeclarationList(Source(path: "", text: text), diagnostics: &faults)
  }

  @Test func declarationsAreStrongerThanDefaults() {
    var styles = DeclaredStyles(defaults: declarations("border: 2px solid; width: 3px; height: 4px"))
    let style = styles.style(of: declarations("width: 50%; height: revert"), below: styles.initial)
    #expect(style.box.width == .length(.percent(50)) && style.box.height == .length(.points(4)))
    #expect(style.border.widths.left == 2)
  }

  @Test func childrenInherit() {
    var styles = DeclaredStyles(defaults: declarations("margin-inline-start: 1em"))
    let outer = styles.style(of: declarations("direction: rtl; font-size: 20px"), below: styles.initial)
    let inner = styles.style(of: declarations("width: inherit"), below: outer)
    #expect(inner.text.direction == .rtl && inner.box.width == .auto)
    #expect(inner.box.margin.right == .length(.points(20)) && inner.box.margin.left == .length(.zero))
  }
}
