/// Computes the styles of elements from their declarations alone, without a document, selectors and rules.
///
///     var styles = DeclaredStyles()
///     let outer = styles.style(of: declarations, below: styles.initial)
///     let inner = styles.style(of: others, below: outer)
package struct DeclaredStyles {
  /// Every property at its initial value.
  package let initial = ComputedStyle(initial: .standard)

  private let defaults: DeclarationBlock
  private let environment = MediaEnvironment(width: 0, height: 0)
  /// Lent to one builder after another, and nil meanwhile, so that it is never copied.
  private var scratch: StyleScratch? = StyleScratch(budget: StyleCalculator.substitutionBudget)

  /// - Parameter defaults: Declarations of every element, weaker than its own, as in a default style sheet.
  package init(defaults: [PropertyDeclaration] = []) {
    self.defaults = DeclarationBlock(defaults)
  }

  /// The style of an element with these declarations, none of them important. Its parent does not blockify
  /// it.
  package mutating func style(
    of declarations: [PropertyDeclaration], below parent: ComputedStyle
  ) -> ComputedStyle {
    let own = DeclarationBlock(declarations)
    let list = CascadeList(
      groups: [
        CascadeList.Group(
          declarations: own.normal, origin: .author, layer: CascadeList.styleLayer,
          source: .attribute("style"), block: 1),
        CascadeList.Group(
          declarations: defaults.normal, origin: .userAgent, layer: 0, source: .attribute(nil), block: 0),
      ], traits: own.traits.union(defaults.traits))
    let builder = StyleBuilder(
      list, StyleBuilder.Place(parent: parent, parentBlockifies: false), initial: initial,
      environment: environment, scratch: scratch.take() ?? StyleScratch(budget: 0))
    let style: ComputedStyle
    (style, scratch) = builder.build()
    return style
  }
}
