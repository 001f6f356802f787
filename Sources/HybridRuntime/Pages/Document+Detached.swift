import HybridCSS
import HybridDOM
import HybridSource
import HybridUnits

extension Document {
  /// The elements of a subtree outside of the document that a selector matches, as if the subtree were a
  /// document.
  func elements(
    matching list: [ComplexSelector], inDetached top: NodeID, withTop: Bool
  ) -> [NodeID] {
    var copy = Document(files: [], isHTML: isHTML)
    var originals: [NodeID: NodeID] = [copy.root: top]
    var copies: [NodeID: NodeID] = [:]
    // A fragment is copied as an element whose name no selector can say, so that its children are matched.
    var holder = Element(name: "#fragment", writtenName: "#fragment", startTag: SourceRange(0..<0))
    let isShadowTree = shadowHosts[top] != nil
    if isShadowTree {
      // It stands for the host.
      let nowhere = SourceRange(0..<0)
      holder.attributes = [
        Attribute(
          name: PageSheet.hostAttribute, writtenName: PageSheet.hostAttribute, value: RuleSet.shadowScope,
          nameRange: nowhere, valueRange: nowhere)
      ]
    }
    for node in nodes(in: top) {
      let made = copy.makeNode(
        self[node].content == .document ? .element(holder) : self[node].content, range: SourceRange(0..<0))
      copies[node] = made
      originals[made] = node
      let above = node == top ? copy.root : self[node].parent.flatMap { copies[$0] } ?? copy.root
      copy.append(made, to: above)
    }
    return StyleTree(copy).elements(matching: list, host: isShadowTree ? RuleSet.shadowScope : nil).compactMap
    { originals[$0] }
    .filter { self[$0].element != nil && (withTop || $0 != top) }
  }
}
