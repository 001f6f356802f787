import HybridDOM
import HybridSource

/// Where libxml2's tree is mended: it knows HTML 4, and pages are written for browsers.
extension DocumentBuilder {
  /// A second `html` or `body` tag gives the first one the attributes it lacks (HTML Standard §13.2.6.4.7).
  ///
  /// libxml2 drops such tags without telling what they hold, so each is read again, as a page of its own.
  func addAttributesOfLateTags() {
    for tag in lateTags {
      let range = input.original(tag.start..<tag.end)
      guard !tag.attributes.isEmpty, let root = document.rootElement else { continue }
      let page = Source(path: source.path, bytes: Array(source.bytes[range]))
      let alone = readHTML(page, limits: limits).document
      guard
        let other = alone.nodes(in: alone.root).first(where: {
          alone[$0].element?.attributes.isEmpty == false
        }),
        let found = alone[other].element,
        let node = found.name == "html"
          ? root : child(of: root, named: found.name)
      else { continue }
      for attribute in found.attributes where document[node].element?.attribute(attribute.name) == nil {
        var attribute = attribute
        attribute.nameRange = attribute.nameRange.moved(by: range.lowerBound)
        attribute.valueRange = attribute.valueRange.moved(by: range.lowerBound)
        document[node].element?.attributes.append(attribute)
      }
    }
  }

  /// Moves content that libxml2 put into a head nobody wrote to the body: only metadata stands before a body
  /// whose tag is left out (HTML Standard §13.2.6.4.4). In a head that was written everything stays, as
  /// TokenHybrid's bars do.
  func leaveImpliedHead() {
    guard let root = document.rootElement, let head = child(of: root, named: "head"),
      document[head].element?.startTag.range.isEmpty == true
    else { return }
    let children = Array(document.children(of: head))
    let first = children.firstIndex { child in
      switch document[child].content {
      case .element(let element): !Self.metadata.contains(element.name)
      case .text(let text): text.contains { !$0.isWhitespace }
      default: false
      }
    }
    guard let first else { return }
    let start = Int(document[children[first]].range.start)
    let body: NodeID
    if let own = child(of: root, named: "body") {
      body = own
      if document[own].element?.startTag.range.isEmpty == true {
        document[own].range.start = Int32(clamping: start)
      }
    } else {
      let place = SourceRange(start..<start)
      body = document.makeNode(
        .element(Element(name: "body", writtenName: "body", startTag: place)), range: place)
      document.append(body, to: root)
    }
    if document[body].element?.startTag.range.isEmpty == true {
      let place = SourceRange(start..<start)
      document[body].element?.startTag = place
      document[head].range.end = place.start
    }
    let sibling = document[body].firstChild
    for child in children[first...] { document.insert(child, before: sibling, in: body) }
    widen(body)
    widen(root)
  }

  private func child(of node: NodeID, named name: String) -> NodeID? {
    document.children(of: node).first { document[$0].element?.name == name }
  }

  /// What may stand in a head (HTML Standard §3.2.5.2.1).
  private static let metadata: Set<String> = [
    "base", "basefont", "bgsound", "link", "meta", "noscript", "script", "style", "template", "title",
  ]
}

extension SourceRange {
  fileprivate func moved(by distance: Int) -> SourceRange {
    SourceRange(range.lowerBound + distance..<range.upperBound + distance)
  }
}
