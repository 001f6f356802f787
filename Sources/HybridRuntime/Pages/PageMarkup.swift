import HybridDOM
import HybridEncoding
import HybridMarkup
import HybridSource
import HybridUnits

/// The result of parsing `innerHTML`: nodes without a page.
struct MarkupFragment {
  var document: Document
  var children: [NodeID]
}

/// Reads markup as the content of `context` (HTML Standard §13.4). Faults are not reported, as in browsers.
func parseFragment(
  _ markup: String, in context: HTMLFragmentContext, _ dialect: MarkupDialect
) -> MarkupFragment {
  let document = readHTMLFragment(Source(path: "", text: markup), in: context, dialect: dialect).document
  return MarkupFragment(document: document, children: Array(document.children(of: document.root)))
}

extension Document {
  /// The markup of a node, or of its children (HTML Standard §13.3, *Serializing HTML fragments*). Names keep
  /// their spelling.
  func markup(of top: NodeID, isOuter: Bool) -> String {
    var text = ""
    var open: [NodeID] = []
    func close(until parent: NodeID?) {
      while let last = open.last, last != parent {
        text += "</\(self[last].element?.writtenName ?? "")>"
        open.removeLast()
      }
    }
    for node in nodes(in: top) {
      if node == top, !isOuter { continue }
      if node != top { close(until: self[node].parent == top && !isOuter ? nil : self[node].parent) }
      switch self[node].content {
      case .element(let element):
        text += "<\(element.writtenName)"
        for attribute in element.attributes {
          text += " \(attribute.writtenName)=\"\(attribute.value.escaped(.fragmentAttribute))\""
        }
        text += ">"
        if !Self.voidElements.contains(element.name) { open.append(node) }
      case .text(let words):
        let isRaw = self[node].parent.flatMap { self[$0].element?.name }.map {
          $0 == "script" || $0 == "style"
        }
        text += isRaw == true ? words : words.escaped(.fragmentText)
      case .comment(let words): text += "<!--\(words)-->"
      case .document: break
      case .documentType(let type): text += "<!DOCTYPE \(type.name)>"
      }
    }
    close(until: nil)
    return text
  }

  /// HTML Standard §13.3, *serializes as void*: obsolete elements are among them.
  private static let voidElements = ElementReference.void.union(["param"])
}
