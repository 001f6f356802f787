import HybridCSS
import HybridDOM
import HybridGeometry
package import HybridScript
import HybridSource

/// Names, other documents, what CSS knows, and chance, as scripts ask for them.
extension LivePage {
  package func namespace(of node: Int) -> PageNamespace {
    self.node(node).flatMap { document[$0].element?.namespace.forScripts } ?? .html
  }

  package func makeElement(_ name: String, in namespace: PageNamespace) throws -> Int {
    try dom.make(name, in: Namespace(namespace)).index
  }

  package func documentType(of node: Int) -> PageDocumentType? {
    guard let node = self.node(node), case .documentType(let type) = document[node].content else {
      return nil
    }
    return PageDocumentType(name: type.name, publicID: type.publicID, systemID: type.systemID)
  }

  package func makeDocumentType(_ type: PageDocumentType) throws -> Int {
    try dom.reserveNodes(1)
    let content = DocumentType(name: type.name, publicID: type.publicID, systemID: type.systemID)
    return dom.make(.documentType(content)).index
  }

  package func readDocument(_ markup: String, isXML: Bool) throws -> PageDocument {
    if isXML {
      let read = try dom.readXML(markup)
      return PageDocument(node: read.top.index, fault: read.fault)
    }
    let read = try dom.readHTML(markup)
    return PageDocument(node: read.top.index, isInQuirksMode: read.mode == .quirks)
  }

  package var ids: [String] { dom.ids }

  package var isInQuirksMode: Bool { document.quirksMode == .quirks }

  package func matchesMedia(_ query: String) -> Bool {
    let source = Source(path: "", text: query)
    var ignored: [Diagnostic] = []
    let list = MediaQueryList(parseComponentValues(source)[...], in: source, diagnostics: &ignored)
    return list.matches(device.mediaEnvironment)
  }

  package func supports(_ text: String, value: String?) -> Bool {
    guard let value else { return isSupported(condition: text, dialect: unit.dialect.css) }
    var style = DeclarationText(dialect: unit.dialect.css)
    style.set(text, to: value, isImportant: false)
    return !value.isEmpty && !style.text.isEmpty
  }

  /// CSSOM View §5, `elementFromPoint`: the last element in tree order whose visible part holds the point.
  package func node(atX x: Double, y: Double) -> Int? {
    refresh()
    guard let stage, x >= 0, y >= 0, x <= device.viewport.width, y <= device.viewport.height else {
      return nil
    }
    /// The point from the corner of each node's content, and whether anything there is seen.
    var spots: [(spot: Point, isReached: Bool)] = []
    var found = document.rootElement
    for (index, node) in stage.tree.nodes.enumerated() {
      let outer = node.parent.map { spots[$0] } ?? (spot: Point(x: x, y: y), isReached: true)
      let inverse = node.inParent.inverse
      let spot = inverse?.apply(to: outer.spot) ?? outer.spot
      let bounds = Rect(x: 0, y: 0, width: node.frame.width, height: node.frame.height)
      let isInside = inverse != nil && node.contains(spot, at: bounds)
      let scroll = node.scroll
      let isReached =
        outer.isReached && inverse != nil && (isInside || scroll == nil || node.parent == nil)
      spots.append((Point(x: spot.x + (scroll?.x ?? 0), y: spot.y + (scroll?.y ?? 0)), isReached))
      guard isInside, outer.isReached, let element = screen.element(at: index), !isGenerated(element),
        document[element].element != nil, stage.styles[element].text.visibility == .visible
      else { continue }
      found = document.originatingElement(of: element)
    }
    return found?.index
  }

  package func randomBytes(_ count: Int) -> [UInt8] { environment.randomBytes(count) }
}

extension Namespace {
  fileprivate init(_ namespace: PageNamespace) {
    switch namespace {
    case .html: self = .html
    case .svg: self = .svg
    case .mathML: self = .mathML
    }
  }

  fileprivate var forScripts: PageNamespace {
    switch self {
    case .html: .html
    case .svg: .svg
    case .mathML: .mathML
    }
  }
}
