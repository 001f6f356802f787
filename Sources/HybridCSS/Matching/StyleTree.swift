package import HybridDOM

/// The elements of one document in tree order, in the form that selectors are matched against.
///
/// Built once for a document and used with any number of rule sets. Names are numbers into ``names``, so that a rule set
/// translates each name once and matching compares numbers only.
package struct StyleTree: Sendable {
  /// Whether names compare as in HTML.
  package let isHTML: Bool
  /// The nodes of the elements, in tree order; what follows is indexed alike.
  package private(set) var nodes: [NodeID] = []
  /// The element that holds each one; -1 for the root element.
  package private(set) var parents: [Int32] = []
  /// The element before and behind each one in its parent; -1 where there is none.
  private(set) var previous: [Int32] = []
  private(set) var next: [Int32] = []
  private(set) var firstChildren: [Int32] = []
  /// Just past the last element below each one.
  private(set) var subtreeEnds: [Int32] = []
  /// 1-based position among its siblings, and how many these are.
  private(set) var positions: [Int32] = []
  private(set) var counts: [Int32] = []
  /// The same among siblings of the same type.
  private(set) var typePositions: [Int32] = []
  private(set) var typeCounts: [Int32] = []
  /// What the document says about each element.
  private(set) var traits: [ElementTraits] = []
  /// The dynamic state of each element; nothing is set unless somebody sets it.
  package var states: [ElementState] = []
  /// What stands above each element.
  private(set) var ancestors: [AncestorFilter] = []

  /// Distinct names: of elements, attributes, ids and classes.
  private(set) var names: [AtomName] = []
  /// The numbers of the two attributes that `:lang()` and `:dir()` look for.
  let lang: Int32
  let dir: Int32
  private(set) var tags: [Int32] = []
  /// In lower case, which is how rules are looked up; the same as ``tags`` in HTML.
  private(set) var lowerTags: [Int32] = []
  private(set) var ids: [Int32] = []
  /// The classes of element `i` are `classes[classStarts[i]..<classStarts[i + 1]]`; attributes likewise.
  private(set) var classes: [Int32] = []
  private(set) var classStarts: [Int32] = []
  private(set) var attributeNames: [Int32] = []
  private(set) var attributeValues: [String] = []
  private(set) var attributeStarts: [Int32] = []

  /// The index of each node of the document among ``nodes``; -1 when it is no element in the tree.
  private var elementOfNode: [Int32]

  /// How many elements there are.
  package var count: Int { nodes.count }

  /// The index of an element; nil for other nodes.
  package func element(of node: NodeID) -> Int? {
    guard elementOfNode.indices.contains(node.index), elementOfNode[node.index] >= 0 else { return nil }
    return Int(elementOfNode[node.index])
  }

  /// Reads the elements of `document`.
  /// - Complexity: O(*n*) in its nodes and attributes.
  package init(_ document: Document) {
    isHTML = document.isHTML
    elementOfNode = [Int32](repeating: -1, count: document.nodes.count)
    var interner = Interner()
    lang = interner.intern("lang")
    dir = interner.intern("dir")
    var lastChildren: [Int32] = []
    for node in document.nodes(in: document.root) {
      guard let element = document[node].element else { continue }
      let index = Int32(nodes.count)
      elementOfNode[node.index] = index
      nodes.append(node)
      let parent = document[node].parent.map { elementOfNode[$0.index] } ?? -1
      parents.append(parent)
      previous.append(-1)
      next.append(-1)
      firstChildren.append(-1)
      lastChildren.append(-1)
      subtreeEnds.append(index + 1)
      positions.append(1)
      if parent >= 0 {
        let last = lastChildren[Int(parent)]
        if last >= 0 {
          previous[Int(index)] = last
          next[Int(last)] = index
          positions[Int(index)] = positions[Int(last)] + 1
        } else {
          firstChildren[Int(parent)] = index
        }
        lastChildren[Int(parent)] = index
      }
      let tag = interner.intern(element.name)
      tags.append(tag)
      lowerTags.append(isHTML ? tag : interner.intern(element.name.asciiLowercased))
      addAttributes(of: element, &interner)
      traits.append(ElementTraits(element, node: node, in: document))
      var filter = AncestorFilter()
      if parent >= 0 { filter = ancestors[Int(parent)].union(ownFilter(Int(parent), interner.names)) }
      ancestors.append(filter)
    }
    classStarts.append(Int32(classes.count))
    attributeStarts.append(Int32(attributeNames.count))
    names = interner.names
    states = [ElementState](repeating: [], count: nodes.count)
    counts = [Int32](repeating: 1, count: nodes.count)
    for index in stride(from: nodes.count - 1, through: 0, by: -1) {
      counts[index] = next[index] >= 0 ? counts[Int(next[index])] : positions[index]
      let parent = Int(parents[index])
      if parent >= 0 { subtreeEnds[parent] = max(subtreeEnds[parent], subtreeEnds[index]) }
    }
    countTypes()
    inheritDisabled(document)
  }

  private mutating func addAttributes(of element: Element, _ interner: inout Interner) {
    classStarts.append(Int32(classes.count))
    attributeStarts.append(Int32(attributeNames.count))
    ids.append(-1)
    for attribute in element.attributes {
      attributeNames.append(interner.intern(attribute.name))
      attributeValues.append(attribute.value)
      if attribute.name == "id", !attribute.value.isEmpty {
        ids[ids.count - 1] = interner.intern(attribute.value)
      }
    }
    for name in element.classes { classes.append(interner.intern(String(name))) }
  }

  private func ownFilter(_ element: Int, _ names: [AtomName]) -> AncestorFilter {
    var filter = AncestorFilter()
    filter.insert(names[Int(lowerTags[element])].hash, .type)
    if ids[element] >= 0 { filter.insert(names[Int(ids[element])].hash, .id) }
    let end = element + 1 < classStarts.count ? Int(classStarts[element + 1]) : classes.count
    for index in Int(classStarts[element])..<end { filter.insert(names[Int(classes[index])].hash, .class) }
    return filter
  }

  /// Positions among siblings of one type, in one pass over each row of siblings.
  private mutating func countTypes() {
    typePositions = [Int32](repeating: 1, count: count)
    typeCounts = [Int32](repeating: 1, count: count)
    // One cell for each name, valid while `row` holds the number of the row that is counted.
    var cell = [Int32](repeating: 0, count: names.count)
    var row = [Int32](repeating: -1, count: names.count)
    for first in 0..<count where previous[first] < 0 {
      var element = Int32(first)
      var last = element
      while element >= 0 {
        let tag = Int(tags[Int(element)])
        cell[tag] = row[tag] == Int32(first) ? cell[tag] + 1 : 1
        row[tag] = Int32(first)
        typePositions[Int(element)] = cell[tag]
        last = element
        element = next[Int(element)]
      }
      while last >= 0 {
        typeCounts[Int(last)] = cell[Int(tags[Int(last)])]
        last = previous[Int(last)]
      }
    }
  }

  /// A disabled `fieldset` disables the controls in it, but for those in its first `legend`; an `optgroup` its options.
  /// HTML Standard §4.10.18.5 and §4.10.10.
  private mutating func inheritDisabled(_ document: Document) {
    func name(_ element: Int) -> String { names[Int(tags[element])].text }
    for element in 0..<count where traits[element].contains(.disabled) {
      switch name(element) {
      case "fieldset":
        var index = element + 1
        var legend = firstChildren[element]
        while legend >= 0, name(Int(legend)) != "legend" { legend = next[Int(legend)] }
        while index < Int(subtreeEnds[element]) {
          if index == Int(legend) {
            index = Int(subtreeEnds[index])
            continue
          }
          if traits[index].contains(.enabled), name(index) != "option", name(index) != "optgroup" {
            traits[index].remove(.enabled)
            traits[index].insert(.disabled)
          }
          index += 1
        }
      case "optgroup":
        for index in element + 1..<Int(subtreeEnds[element]) where name(index) == "option" {
          traits[index].remove(.enabled)
          traits[index].insert(.disabled)
        }
      default: break
      }
    }
  }
}

/// Gives each distinct string a number.
private struct Interner {
  var names: [AtomName] = []
  private var numbers: [AtomName: Int32] = [:]

  mutating func intern(_ name: String) -> Int32 {
    let name = AtomName(name)
    if let number = numbers[name] { return number }
    let number = Int32(names.count)
    numbers[name] = number
    names.append(name)
    return number
  }
}
