package import HybridCSS
package import HybridLayout
import HybridLayoutStyles
import HybridSource

/// Computes the styles of the nodes of a case, each after its parent's.
///
/// HybridCSS reads and computes the properties that pages have, and `HybridLayoutStyles` brings them to the
/// style of a box, as for pages.
package struct CaseStyles {
  /// The style of a node.
  package struct Style {
    /// The part of the style that HybridCSS knows, from which children inherit.
    package var computed: ComputedStyle
    /// The style of the box.
    package var layout: LayoutStyle
  }

  private var styles: DeclaredStyles

  /// - Parameter defaults: The declarations of every node, weaker than its own.
  package init(defaults: String = "") {
    // A border without a style has no width; the borders of cases have no style.
    let source = Source(path: "", text: "border: 0 solid; \(defaults)")
    var faults: [Diagnostic] = []
    styles = DeclaredStyles(defaults: parseDeclarationList(source, diagnostics: &faults))
    precondition(faults.isEmpty, "defaults are valid")
  }

  /// The style around the root of a case.
  package var initial: ComputedStyle { styles.initial }

  /// The style of a node with some of the declarations of a case.
  ///
  /// - Parameter faults: Receives every invalid declaration, which is left out.
  package mutating func style(
    of declarations: [CaseDeclaration], in range: Range<Int>, below parent: ComputedStyle,
    faults: inout [CaseFault]
  ) -> Style {
    var own: [PropertyDeclaration] = []
    var additions: [CaseValue] = []
    // Where a case has a side in both forms, the logical one is the tested one, so it is last.
    for takesLogical in [false, true] {
      for index in range where declarations[index].isLogical == takesLogical {
        do throws(CaseFault) {
          let value = try declarations[index].read()
          if case .declarations(let list) = value { own += list } else { additions.append(value) }
        } catch {
          faults.append(error.at(index))
        }
      }
    }
    let computed = styles.style(of: own, below: parent)
    for index in range {
      guard let expected = computed.expectation(of: declarations[index].name) else { continue }
      let value = declarations[index].value
      faults.append(CaseFault(.unsupportedValue(value, expected: expected)).at(index))
    }
    var layout = LayoutStyle(computed)
    layout.writingMode = .init(computed.text.writingMode)
    for addition in additions { addition.apply(to: &layout) }
    return Style(computed: computed, layout: layout)
  }
}

extension CaseFault {
  fileprivate func at(_ declaration: Int) -> CaseFault {
    var fault = self
    fault.declaration = declaration
    return fault
  }
}

extension ComputedStyle {
  /// The values that cases can lay out of a property, if this style has another one.
  fileprivate func expectation(of name: String) -> String? {
    switch name {
    case "display":
      switch box.display {
      case .block, .flowRoot, .flex, .grid, .contents, .none: nil
      default: "one of block, flow-root, flex, grid, contents, none"
      }
    case "writing-mode":
      switch text.writingMode {
      case .sidewaysLR, .sidewaysRL: "one of horizontal-tb, vertical-lr, vertical-rl"
      default: nil
      }
    default: nil
    }
  }
}

extension HybridLayout.WritingMode {
  fileprivate init(_ mode: HybridCSS.WritingMode) {
    switch mode {
    case .verticalLR, .sidewaysLR: self = .verticalLeftToRight
    case .verticalRL, .sidewaysRL: self = .verticalRightToLeft
    case .horizontalTB: self = .horizontal
    }
  }
}
