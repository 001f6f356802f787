import HybridDOM

/// The custom properties that CSS animations and transitions change. Other values depend on them, so that
/// they are declarations over those of the sheets, and not changes of computed values.
///
/// A class, because the stage of a page reads and updates it while it lays out.
final class CustomMotion {
  /// The declarations that the styles were computed with.
  private(set) var texts: [NodeID: String] = [:]
  private var inTransition: Set<NodeID> = []

  /// Takes the values of the current time. Returns the elements whose declarations changed.
  func update(_ page: LivePage) -> Set<NodeID> {
    let transitions = page.transitions.customTexts(at: page.now)
    let next = Self.texts(page, transitions)
    guard !next.isEmpty || !texts.isEmpty else { return [] }
    let changed = Set(next.keys).union(texts.keys).filter { next[$0] != texts[$0] }
    (texts, inTransition) = (next, Set(transitions.keys))
    return changed
  }

  /// Whether the values of the current time are others than the styles were computed with.
  func needsUpdate(_ page: LivePage) -> Bool {
    Self.texts(page, page.transitions.customTexts(at: page.now)) != texts
  }

  /// Whether a transition changes a custom property of an element.
  func isInTransition(_ node: NodeID) -> Bool { inTransition.contains(node) }

  /// Transitions beat animations. CSS Cascade 5 §6.1.
  private static func texts(_ page: LivePage, _ transitions: [NodeID: String]) -> [NodeID: String] {
    let keyframes = page.keyframes.customTexts(at: page.now).filter {
      page.dom.document.generatedOwner($0.key) == nil
    }
    return keyframes.merging(transitions) { first, second in first + second }
  }
}

extension Document {
  /// The element for which a node was generated; nil for the nodes of the page.
  fileprivate func generatedOwner(_ node: NodeID) -> NodeID? {
    let owner = originatingElement(of: node)
    return owner == node ? nil : owner
  }
}
