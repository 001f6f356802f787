import HybridDOM
import HybridEncoding
import HybridScript
import HybridUnits

/// The events of files that a page loads.
extension LivePage {
  /// Whether a script listens for the end of loading a `script` or `link`, so that its event is dispatched.
  func hearsLoading(of node: NodeID) -> Bool {
    guard let element = document[node].element,
      element.attribute(element.elementName == .link ? "href" : "src") != nil
    else { return false }
    return ["load", "error"].contains { type in
      element.attribute("on" + type) != nil || input.listens(to: type, on: node)
    }
  }

  /// Dispatches `load` on links whose files are there from the start, and `error` on links to style sheets
  /// that were not read (HTML Standard §4.6.7.18). Links that scripts added or changed tell of themselves.
  func tellLinks(in world: PageWorld) {
    let links = document.nodes(in: document.root).filter { node in
      guard let element = document[node].element, element.elementName == .link else { return false }
      return !Self.kinds(of: element).isDisjoint(with: ["stylesheet", "preload", "modulepreload"])
        && dom.origin(of: node) != nil && hearsLoading(of: node)
    }
    guard !links.isEmpty else { return }
    let read = Set(unit.sheets.compactMap { $0.node.flatMap { dom.livingNode(of: $0) } })
    for link in links where !dom.sheetEdits.relinked.contains(link) {
      guard let element = document[link].element else { continue }
      let isMissing = Self.kinds(of: element).contains("stylesheet") && !read.contains(link)
      world.dispatch(isMissing ? "error" : "load", on: link.index, bubbles: false, cancelable: false)
      finishTurn()
    }
  }

  private static func kinds(of link: Element) -> Set<String> {
    Set((link["rel"] ?? "").asciiLowercased.split(separator: " ").map(String.init))
  }
}
