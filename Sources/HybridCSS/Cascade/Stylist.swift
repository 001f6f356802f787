package import HybridDOM
import HybridGeometry

/// Gives every element of a document its computed style: matching, cascade, inheritance.
///
/// A stylist is a value that holds sheets, viewport and dialect. It styles any number of documents; make a
/// new one when a sheet or the viewport changes (rule sets are shared, so that is cheap).
///
///     let environment = MediaEnvironment(width: 375, height: 667)
///     let stylist = Stylist(author: [RuleSet(sheet)], environment: environment)
///     let styled = stylist.styles(of: document)
///     styled[node].box.width
package struct Stylist: Sendable {
  /// The viewport and the user's preferences.
  package let environment: MediaEnvironment
  /// Which initial values apply.
  package let dialect: Dialect
  /// Every property at its initial value.
  package let initial: ComputedStyle
  /// The counter styles of the page.
  package let counterStyles: CounterStyles
  /// The `@keyframes` rules of the page, by name.
  package let keyframes: [String: KeyframesRule]

  /// The registered custom properties.
  package let registry: PropertyRegistry
  /// Whether rules say how elements look just before they are first shown.
  package let hasStartingStyles: Bool

  let userAgent: [RuleSet]
  let author: [RuleSet]
  let shadow: ShadowSheets

  /// A stylist for sheets in document order.
  ///
  /// - Parameters:
  ///   - userAgent: The defaults of the elements.
  ///   - author: The page's own sheets, linked and embedded.
  ///   - shadow: The sheets of its shadow trees.
  ///   - fonts: The font files of the page.
  ///   - registered: The custom properties that scripts registered; they beat those of `@property`.
  package init(
    userAgent: [RuleSet] = [], author: [RuleSet], shadow: ShadowSheets = ShadowSheets(),
    fonts: FontFiles = FontFiles(), environment: MediaEnvironment, dialect: Dialect = .standard,
    registered: [RegisteredProperty] = []
  ) {
    self.environment = environment
    self.dialect = dialect
    self.userAgent = userAgent
    self.author = author
    self.shadow = shadow
    hasStartingStyles = (author + shadow.ruleSets).contains(where: \.storage.hasStartingStyles)
    counterStyles = CounterStyles(of: author, in: environment)
    let keyframes = RuleSet.namedRules(\.keyframes, of: shadow.ruleSets + author, in: environment)
    self.keyframes = Dictionary(keyframes.map { ($0.name, $0) }) { $1 }
    // CSS Properties and Values 1 §3: rules in shadow trees register nothing.
    let properties = RuleSet.namedRules(\.properties, of: author, in: environment)
    registry = PropertyRegistry(properties.map(\.registration) + registered)
    var initial = ComputedStyle(initial: dialect)
    if !registry.isEmpty { initial.custom = registry.initial }
    if environment.textZoom != 1 { initial.text.fontSize *= environment.textZoom }
    initial.text.fonts = FontSet(of: shadow.ruleSets + author, in: environment, files: fonts)
    self.initial = initial
  }

  /// A stylist for sheets whose imports are resolved.
  package init(sheets: [StyleSheet], environment: MediaEnvironment, dialect: Dialect = .standard) {
    self.init(author: sheets.map { RuleSet($0) }, environment: environment, dialect: dialect)
  }

  /// Whether the same conditions hold as for another stylist of the same sheets, so that both give the same
  /// styles.
  package func hasSameRules(as other: Stylist) -> Bool {
    (userAgent + author + shadow.ruleSets).allSatisfy {
      $0.isUnaffected(from: environment, to: other.environment)
    }
      && author.count == other.author.count && shadow.byRoot == other.shadow.byRoot
  }

  /// The style of a box without declarations of its own.
  func style(inheriting parent: ComputedStyle) -> ComputedStyle { parent.inherited(initial: initial) }

  /// Whether a selector of a sheet depends on one of some states.
  package func depends(on states: ElementState) -> Bool {
    (author + shadow.ruleSets).contains { $0.storage.dependencies.depend(on: states) }
      || userAgent.contains { $0.storage.dependencies.depend(on: states) }
  }

  /// The computed style of every element of `document`; text and comments have their parent's.
  ///
  /// - Parameter states: Elements that are hovered, focused and the like.
  /// - Complexity: O(*n*) in elements and in the candidate rules of each. Elements with the same rules and
  ///   the same inherited values are computed once.
  package func styles(of document: Document, states: [NodeID: ElementState] = [:]) -> StyledDocument {
    LiveStyles(self, document, states: states).styled
  }
}

/// The styles of one document.
package struct StyledDocument: Sendable, Hashable {
  /// Distinct styles; elements with equal rules and parents share one.
  package let styles: [ComputedStyle]
  /// Index into ``styles`` by node.
  let indices: [Int32]
  /// By element: its pseudo-elements that rules are for, in the order of ``PseudoElement``.
  let pseudoElements: [Int32: [PseudoElementStyle]]
  /// The counter styles of the page.
  package var counterStyles = CounterStyles()
  /// The sizes of containers that the styles were computed with.
  var containerSizes: [NodeID: ContainerSize] = [:]

  /// The style of a node of the document that was styled.
  package subscript(node: NodeID) -> ComputedStyle {
    _read { yield styles.span[styleNumber(of: node)] }
  }

  /// The style of a pseudo-element; nil for one that no rule is for.
  package func style(of pseudoElement: PseudoElement, at node: NodeID) -> ComputedStyle? {
    guard !pseudoElements.isEmpty else { return nil }
    return pseudoElements[Int32(node.index)]?.first { $0.pseudoElement == pseudoElement }.map {
      styles[Int($0.number)]
    }
  }

  /// The pseudo-elements of an element that rules are for, with their styles.
  package func pseudoElements(
    of node: NodeID
  ) -> [(pseudoElement: PseudoElement, style: ComputedStyle)] {
    guard !pseudoElements.isEmpty else { return [] }
    return (pseudoElements[Int32(node.index)] ?? []).map { ($0.pseudoElement, styles[Int($0.number)]) }
  }

  /// Whether rules are for pseudo-elements of any element.
  package var hasPseudoElements: Bool { !pseudoElements.isEmpty }

  /// Whether rules are for pseudo-elements of an element.
  package func hasPseudoElements(at node: NodeID) -> Bool {
    !pseudoElements.isEmpty && pseudoElements[Int32(node.index)] != nil
  }

  /// The elements with pseudo-elements that rules are for.
  package var nodesWithPseudoElements: [NodeID] { pseudoElements.keys.map { NodeID(Int($0)) } }

  /// Nodes with the same number have the same style; different numbers do not imply different styles.
  package func styleNumber(of node: NodeID) -> Int {
    indices.indices.contains(node.index) ? Int(indices[node.index]) : 0
  }
}

/// A pseudo-element of an element, and the number of its style.
struct PseudoElementStyle: Hashable, Sendable {
  var pseudoElement: PseudoElement
  var number: Int32
}
