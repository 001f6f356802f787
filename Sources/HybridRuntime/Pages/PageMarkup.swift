import HybridDOM
import HybridEncoding
import HybridMarkup
import HybridSource
import HybridUnits

/// The result of parsing `innerHTML`: nodes without a page.
struct MarkupFragment {
  var document: Document
  var children: [NodeID]
  /// The limit that the markup exceeds, so that not all of it was read.
  var limit: String?
}

/// Reads markup as the content of `context` (HTML Standard §13.4). Faults are not reported, as in browsers.
func parseFragment(
  _ markup: String, in context: HTMLFragmentContext, _ dialect: MarkupDialect
) -> MarkupFragment {
  let read = readHTMLFragment(Source(path: "", text: markup), in: context, dialect: dialect)
  let document = read.document
  let limits = ["markup.too-deep", "markup.too-many-nodes", "markup.too-many-attributes"]
  return MarkupFragment(
    document: document, children: Array(document.children(of: document.root)),
    limit: read.diagnostics.first { limits.contains($0.code) }?.message)
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
        let isRaw = self[node].parent.flatMap { self[$0].elementName }?.isWrittenRaw == true
        text += isRaw ? words : words.escaped(.fragmentText)
      case .comment(let words): text += "<!--\(words)-->"
      case .document: break
      case .documentType(let type): text += "<!DOCTYPE \(type.name)>"
      }
    }
    close(until: nil)
    return text
  }

  /// The markup inside a node, with `template` elements for shadow trees (HTML Standard §13.3, *HTML fragment
  /// serialization algorithm with shadow roots*).
  func markup(inside top: NodeID, withShadowTrees isIncluded: (NodeID, ShadowTraits) -> Bool) -> String {
    var copy = self
    var open = [top]
    while let next = open.popLast() {
      for host in Array(copy.nodes(in: next)) {
        guard let root = shadowRoots[host], isIncluded(root, shadowTraits[root] ?? []) else { continue }
        let traits = shadowTraits[root] ?? []
        var names = [("shadowrootmode", traits.contains(.closed) ? "closed" : "open")]
        if traits.contains(.delegatesFocus) { names.append(("shadowrootdelegatesfocus", "")) }
        if traits.contains(.serializable) { names.append(("shadowrootserializable", "")) }
        if traits.contains(.clonable) { names.append(("shadowrootclonable", "")) }
        let nowhere = SourceRange(0..<0)
        var element = Element(named: .template, startTag: nowhere)
        element.attributes = names.map {
          Attribute(name: $0, writtenName: $0, value: $1, nameRange: nowhere, valueRange: nowhere)
        }
        let template = copy.makeNode(.element(element), range: nowhere)
        for child in Array(copy.children(of: root)) { copy.append(child, to: template) }
        copy.insert(template, before: copy[host].firstChild, in: host)
        open.append(template)
      }
    }
    return copy.markup(of: top, isOuter: false)
  }

  /// HTML Standard §13.3, *serializes as void*: obsolete elements are among them.
  private static let voidElements = ElementReference.void
}

extension ElementName {
  /// Whether its text is written without escapes: the parser reads it without references (HTML Standard
  /// §13.3, *HTML fragment serialization algorithm*, step 4.2). `style` and `script` of SVG are not among
  /// them.
  fileprivate var isWrittenRaw: Bool {
    switch self {
    case .style, .script, .xmp, .iframe, .noembed, .noframes, .plaintext, .noscript: true
    default: false
    }
  }
}
