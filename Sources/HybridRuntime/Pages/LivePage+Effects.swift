import HybridCSS
import HybridDOM
import HybridGeometry
package import HybridJSON
import HybridScript

/// Keyframe effects of `Element.animate`.
extension LivePage {
  package func startEffect(_ id: Int, on node: Int, _ effect: JSONValue) {
    guard let node = self.node(node), document[node].element != nil else { return }
    if !effects.start(id, on: node, effect) {
      record(
        .console(level: "warn", text: "more than \(PageEffects.limit) animations at once: one is not shown"))
    }
  }

  package func showEffect(_ id: Int, at progress: Double?) {
    guard let node = effects.node(of: id), isAttached(node) else { return }
    refresh()
    guard let stage else { return }
    let frame = viewIndex(of: node).map { stage.tree.nodes[$0].frame }
    effects.show(id, at: progress, size: Size(width: frame?.width ?? 0, height: frame?.height ?? 0)) {
      stage.style(of: node, with: $0, in: self)
    }
    dom.noteEdit(of: node)
  }

  package func endEffect(_ id: Int) {
    guard let node = effects.node(of: id) else { return }
    effects.end(id)
    dom.noteEdit(of: node)
  }

  /// The declarations that override the sheets: custom properties that CSS animates, what effects show, then
  /// what a client tries.
  var overrides: [NodeID: String] {
    [customMotion.texts, effects.texts, edits.texts].reduce([:]) { all, next in
      if all.isEmpty { return next }
      return next.isEmpty ? all : all.merging(next) { first, second in first + " " + second }
    }
  }
}
