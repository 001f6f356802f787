package import HybridJSON

/// The host of documents for scripts, beside the tree of ``PageHost``: names with namespaces, document types,
/// other documents, CSS queries, and random bytes.
package protocol PageDocumentHost: AnyObject {
  /// The namespace of an element; ``PageNamespace/html`` for other nodes.
  func namespace(of node: Int) -> PageNamespace
  /// A new element without a parent, its name as written.
  func makeElement(_ name: String, in namespace: PageNamespace) throws -> Int
  /// The names of a document type; nil for other nodes.
  func documentType(of node: Int) -> PageDocumentType?
  /// A new document type without a parent.
  func makeDocumentType(_ type: PageDocumentType) throws -> Int
  /// Reads a whole document, detached from the page: a node of kind ``PageNodeKind/fragment`` that holds it.
  ///
  /// Nothing in it runs or loads. HTML always has a document; XML that is not well formed has a fault.
  func readDocument(_ markup: String, isXML: Bool) throws -> PageDocument
  /// Every `id` that an element has or had.
  var ids: [String] { get }
  /// Whether the page is in quirks mode (DOM Standard §4.5).
  var isInQuirksMode: Bool { get }
  /// Prepares an effect of `Element.animate` by its number: `easing`, and `keyframes` as an array of objects
  /// with `offset`, `easing`, `style`.
  func startEffect(_ id: Int, on node: Int, _ effect: JSONValue)
  /// Shows an effect at a progress before its easing; without one it shows nothing but is kept.
  func showEffect(_ id: Int, at progress: Double?)
  /// Drops an effect.
  func endEffect(_ id: Int)
  /// Whether a media query list holds on the page's screen now; what cannot be read does not.
  func matchesMedia(_ query: String) -> Bool
  /// Whether CSS takes a declaration; without a value, whether a condition of `@supports` holds.
  func supports(_ text: String, value: String?) -> Bool
  /// The top element at a point of the viewport, in points; nil outside.
  func node(atX x: Double, y: Double) -> Int?
  /// Unpredictable bytes, unless the owner of the page fixes them.
  func randomBytes(_ count: Int) -> [UInt8]
}

/// The namespaces that elements of a page have.
package enum PageNamespace: Int, Sendable { case html = 0, svg, mathML }

/// The names of a document type (DOM Standard §4.6).
package struct PageDocumentType: Hashable, Sendable {
  package var name: String
  package var publicID: String
  package var systemID: String

  package init(name: String, publicID: String = "", systemID: String = "") {
    (self.name, self.publicID, self.systemID) = (name, publicID, systemID)
  }
}

/// A document that a script had read.
package struct PageDocument: Sendable {
  package var node: Int
  package var isInQuirksMode: Bool
  /// Why XML could not be read.
  package var fault: String?

  package init(node: Int, isInQuirksMode: Bool = false, fault: String? = nil) {
    (self.node, self.isInQuirksMode, self.fault) = (node, isInQuirksMode, fault)
  }
}
