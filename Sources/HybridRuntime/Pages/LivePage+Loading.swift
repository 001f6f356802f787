import HybridDOM
import HybridScript
import HybridUnits

/// The events of files that a page loads.
extension LivePage {
  /// Whether a script listens for the end of loading a `script` or `link`, so that its event is dispatched.
  func hearsLoading(of node: NodeID) -> Bool {
    guard let element = document[node].element,
      element.attribute(element.name == "link" ? "href" : "src") != nil
    else { return false }
    return ["load", "error"].contains { type in
      element.attribute("on" + type) != nil || input.listens(to: type, on: node)
    }
  }

  /// Dispatches `load` on links to style sheets that were read, and `error` on the others (HTML Standard
  /// §4.6.7.18).
  func tellLinks(in world: PageWorld) {
    let links = document.nodes(in: document.root).filter { node in
      guard let element = document[node].element, element.name == "link" else { return false }
      let kinds = (element["rel"] ?? "").lowercased().split(separator: " ")
      // A link that a script added tells of itself.
      return kinds.contains("stylesheet") && dom.origin(of: node) != nil && hearsLoading(of: node)
    }
    guard !links.isEmpty else { return }
    let read = Set(unit.sheets.compactMap { $0.node.flatMap { dom.livingNode(of: $0) } })
    for link in links {
      world.dispatch(
        read.contains(link) ? "load" : "error", on: link.index, bubbles: false, cancelable: false)
      finishTurn()
    }
  }
}
