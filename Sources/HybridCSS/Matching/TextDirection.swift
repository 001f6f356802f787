import HybridDOM
import HybridEncoding

// HTML Standard §3.2.6.4, *The dir attribute*.

extension HybridDOM.Element {
  /// Whether its text decides its direction.
  ///
  /// - Parameter name: Its name; of an element of XML, that of its name in lower case.
  func hasAutomaticDirection(_ name: ElementName?) -> Bool {
    guard let value = self["dir"] else { return name == .bdi }
    if value.isASCIIEqual(to: "auto") { return true }
    return name == .bdi && !value.isASCIIEqual(to: "ltr") && !value.isASCIIEqual(to: "rtl")
  }

  /// Whether it is left out where an element around it looks for its first letter.
  fileprivate var hasOwnDirection: Bool {
    switch elementName {
    case .bdi, .script, .svgScript, .style, .svgStyle, .textarea: true
    default:
      self["dir"].map { ["ltr", "rtl", "auto"].contains($0.asciiLowercased) } ?? false
    }
  }
}

extension Document {
  /// Whether the first letter with a direction in an element runs from right to left.
  ///
  /// - Complexity: O(*n*) in the nodes and texts before that letter.
  func isRightToLeft(textOf element: NodeID) -> Bool {
    if let own = self[element].element, own.elementName == .input || own.elementName == .textarea,
      let value = own["value"]
    {
      return value.isRightToLeft ?? false
    }
    var open = [children(of: element).makeIterator()]
    while let last = open.indices.last {
      guard let child = open[last].next() else {
        open.removeLast()
        continue
      }
      switch self[child].content {
      case .text(let text): if let answer = text.isRightToLeft { return answer }
      case .element(let inner) where !inner.hasOwnDirection: open.append(children(of: child).makeIterator())
      default: break
      }
    }
    return false
  }
}

extension StringProtocol {
  /// Whether the first letter with a direction runs from right to left (UAX 9 §3.3.1, rule P2); nil without
  /// one.
  fileprivate var isRightToLeft: Bool? {
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x41...0x5A, 0x61...0x7A, 0x200E: return false
      case 0..<0xAA: continue
      case 0x200F, 0x61C: return true
      default: break
      }
      guard scalar.properties.isAlphabetic else { continue }
      switch scalar.value {
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF:
        return true
      default: return false
      }
    }
    return nil
  }
}

extension StyleTree {
  /// The elements whose text decides their direction, and which a change may give another one.
  func automaticDirections(in changes: StyleChanges, _ document: Document) -> Set<NodeID> {
    guard hasAutomaticDirections else { return [] }
    var found: Set<NodeID> = []
    var seen: Set<NodeID> = []
    for node in changes.text.union(changes.children).union(changes.attributes) {
      var current: NodeID? = node
      while let place = current, document.nodes.indices.contains(place.index), seen.insert(place).inserted {
        if holds(place), records[place.index].traits.contains(.automaticDirection) { found.insert(place) }
        current = document[place].parent
      }
    }
    return found
  }
}
