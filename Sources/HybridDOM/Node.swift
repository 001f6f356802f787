import HybridEncoding
public import HybridSource

/// One node of a ``Document``.
public struct Node: Hashable, Sendable {
  /// The kind of a node with its data.
  public enum Content: Hashable, Sendable {
    /// The document itself: node 0.
    case document
    /// An element with its name and attributes.
    case element(Element)
    /// Character data, with references resolved.
    case text(String)
    /// A comment, without its delimiters.
    case comment(String)
    /// The document type of a page.
    case documentType(DocumentType)
  }

  /// The kind of the node with its data.
  public var content: Content
  /// The byte range of its source: for an element from `<` of the start tag to `>` of the end tag.
  public var range: SourceRange
  /// The parent.
  public internal(set) var parent: NodeID?
  /// The first child.
  public internal(set) var firstChild: NodeID?
  /// The last child.
  public internal(set) var lastChild: NodeID?
  /// The previous sibling.
  public internal(set) var previousSibling: NodeID?
  /// The next sibling.
  public internal(set) var nextSibling: NodeID?

  init(content: Content, range: SourceRange) {
    self.content = content
    self.range = range
  }

  /// Whether the node is an element, determined without copying it.
  public var isElement: Bool { if case .element = content { true } else { false } }

  /// The element, when the node is one.
  public var element: Element? {
    get { if case .element(let element) = content { element } else { nil } }
    set { if let newValue { content = .element(newValue) } }
  }

  /// The name of the element as code compares it, when the node is one; determined without copying it.
  package var elementName: ElementName? {
    if case .element(let element) = content { element.elementName } else { nil }
  }

  /// The character data, when the node is text.
  public var text: String? { if case .text(let text) = content { text } else { nil } }
}

/// The document type of a page, from `<!DOCTYPE …>` (DOM Standard §4.6).
public struct DocumentType: Hashable, Sendable {
  /// The name, in lower case: `html`.
  public var name: String
  /// The public identifier; empty when there is none.
  public var publicID: String
  /// The system identifier; empty when there is none.
  public var systemID: String

  /// A document type as a reader made it.
  public init(name: String, publicID: String = "", systemID: String = "") {
    self.name = name
    self.publicID = publicID
    self.systemID = systemID
  }
}

/// The namespace of an element (Infra Standard §8).
public enum Namespace: UInt8, Hashable, Sendable {
  /// HTML; names of XML templates, too, which have no namespaces.
  case html
  /// SVG, inside `svg`.
  case svg
  /// MathML, inside `math`.
  case mathML
}

/// The name and attributes of an element.
public struct Element: Hashable, Sendable {
  /// The name that selectors compare: ASCII lower case in HTML, as written in XML.
  public let name: String
  /// The name as the author wrote it.
  public var writtenName: String
  /// In document order; a repeated name keeps its first value (HTML Standard §13.2.5.33).
  public var attributes: [Attribute]
  /// The bytes of the start tag, `<` and `>` included.
  public var startTag: SourceRange
  /// Which names it has: those of SVG and MathML are written as their specifications have them
  /// (`foreignObject`).
  public var namespace: Namespace { didSet { elementName = ElementName(name, in: namespace) } }
  /// The name and the namespace as code compares them; nil for an element that no code asks for. It is
  /// stored, because a comparison of bytes is faster than one of strings.
  package private(set) var elementName: ElementName?

  /// An element from its parts.
  public init(
    name: String, writtenName: String, attributes: [Attribute] = [], startTag: SourceRange,
    namespace: Namespace = .html
  ) {
    self.name = name
    self.writtenName = writtenName
    self.attributes = attributes
    self.startTag = startTag
    self.namespace = namespace
    elementName = ElementName(name, in: namespace)
  }

  /// An element of HTML that no author wrote.
  package init(named name: ElementName, startTag: SourceRange) {
    self.init(
      name: name.name, writtenName: name.name, startTag: startTag, namespace: .html,
      elementName: name)
  }

  /// An element whose ``elementName`` is known, without looking it up.
  package init(
    name: String, writtenName: String, startTag: SourceRange, namespace: Namespace,
    elementName: ElementName?
  ) {
    self.name = name
    self.writtenName = writtenName
    self.attributes = []
    self.startTag = startTag
    self.namespace = namespace
    self.elementName = elementName
  }

  /// The name of an element of a native page, also of one whose name has capitals.
  package var nativeName: ElementName? {
    elementName ?? (namespace == .html ? ElementName(name.lowercased()) : nil)
  }

  /// The value of an attribute by its ``Attribute/name``; nil when it is absent.
  public subscript(name: String) -> String? {
    for attribute in attributes where attribute.name == name { return attribute.value }
    return nil
  }

  /// The attribute itself, with its ranges.
  public func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

  /// The `id`, unless it is absent or empty.
  public var id: String? { self["id"].flatMap { $0.isEmpty ? nil : $0 } }

  /// The classes: the `class` attribute split at ASCII white space.
  public var classes: [Substring] {
    // Compares bytes, not characters: this is called for each element in rule matching, and a space before a
    // combining mark is still a space.
    self["class"]?.utf8.split(whereSeparator: \.isASCIIWhitespace).map { Substring($0) } ?? []
  }
}

/// One attribute of an element.
public struct Attribute: Hashable, Sendable {
  /// The name to compare: ASCII lower case in HTML, as written in XML.
  public var name: String
  /// The name as the author wrote it.
  public var writtenName: String
  /// The value, with references resolved; empty for an attribute without a value.
  public var value: String
  /// The bytes of the name.
  public var nameRange: SourceRange
  /// The bytes of the value without its quotes; for an attribute without a value, empty after the name.
  public var valueRange: SourceRange

  /// An attribute from its parts.
  public init(
    name: String, writtenName: String, value: String, nameRange: SourceRange, valueRange: SourceRange
  ) {
    self.name = name
    self.writtenName = writtenName
    self.value = value
    self.nameRange = nameRange
    self.valueRange = valueRange
  }
}
