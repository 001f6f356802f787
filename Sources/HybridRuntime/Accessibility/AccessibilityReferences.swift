import HybridCSS
import HybridDOM
import HybridUnits

/// Which elements of a page are named or described by others: by `label`, `aria-labelledby` and
/// `aria-describedby`.
struct AccessibilityReferences: Hashable {
  /// The elements that name or describe an element, in attribute order.
  struct Targets: Hashable {
    /// `label` elements, in tree order.
    var labels: [NodeID] = []
    /// `aria-labelledby`.
    var names: [NodeID] = []
    /// `aria-describedby`.
    var descriptions: [NodeID] = []
  }

  /// The references, keyed by the named or described element.
  private(set) var targets: [NodeID: Targets] = [:]
  /// The reverse: the named or described elements, keyed by the element that names or describes them.
  private(set) var readers: [NodeID: [NodeID]] = [:]

  /// Attributes that affect references, including which input a label leads to.
  static let attributes: Set<String> = ["id", "for", "type", "aria-labelledby", "aria-describedby"]

  /// The maximum number of ids in one attribute; a longer list is ignored.
  private static let limit = 32

  /// The maximum number of nodes of a label searched for its control, so that nested labels do not take
  /// quadratic time.
  private static let reach = 1000

  /// The references of a whole document.
  /// - Complexity: O(*n*) in nodes.
  init(_ document: Document, dialect: Dialect) {
    var labels: [NodeID] = []
    var referring: [NodeID] = []
    for node in document.nodes(in: document.root) {
      guard case .element(let element) = document[node].content else { continue }
      if element.elementName == .label, dialect == .standard { labels.append(node) }
      if element.attributes.contains(where: { $0.name.hasPrefix("aria-") && $0.name.hasSuffix("edby") }) {
        referring.append(node)
      }
    }
    guard !labels.isEmpty || !referring.isEmpty else { return }
    let ids = Self.ids(of: document)
    for label in labels {
      guard let control = Self.control(of: label, in: document, ids) else { continue }
      targets[control, default: Targets()].labels.append(label)
    }
    for node in referring {
      guard let element = document[node].element else { continue }
      func named(_ attribute: String) -> [NodeID] {
        let words = element[attribute]?.split(whereSeparator: \.isWhitespace).prefix(Self.limit) ?? []
        return words.compactMap { ids[String($0)] }
      }
      let (names, descriptions) = (named("aria-labelledby"), named("aria-describedby"))
      guard !names.isEmpty || !descriptions.isEmpty else { continue }
      targets[node, default: Targets()].names = names
      targets[node, default: Targets()].descriptions = descriptions
    }
    for node in targets.keys.sorted() {
      guard let found = targets[node] else { continue }
      for target in found.labels + found.names + found.descriptions {
        readers[target, default: []].append(node)
      }
    }
  }

  /// No references.
  init() {}

  /// The elements whose references changed.
  func differences(from last: AccessibilityReferences) -> [NodeID] {
    guard self != last else { return [] }
    return Set(targets.keys).union(last.targets.keys).filter { targets[$0] != last.targets[$0] }
  }

  /// The first element of each id.
  private static func ids(of document: Document) -> [String: NodeID] {
    var ids: [String: NodeID] = [:]
    for node in document.nodes(in: document.root) {
      guard let id = document[node].element?.id, ids[id] == nil else { continue }
      ids[id] = node
    }
    return ids
  }

  /// The labeled control of a label (HTML Standard §4.10.4).
  private static func control(of label: NodeID, in document: Document, _ ids: [String: NodeID]) -> NodeID? {
    if let id = document[label].element?["for"] {
      return ids[id].flatMap { document[$0].element?.isLabelable == true ? $0 : nil }
    }
    return document.nodes(in: label).prefix(reach).first { document[$0].element?.isLabelable == true }
  }
}
