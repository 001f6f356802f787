import HybridJSON
import HybridLayout
import HybridSource

/// The tree of a layout case while it is read, with the positions of its nodes' declarations.
struct LayoutCaseTree {
  /// The byte range of a declaration, quotes included.
  private struct Place {
    var name: Range<Int>
    var value: Range<Int>
  }

  /// The positions of ``LayoutCase/declarations``.
  private var places: [Place] = []
  /// Nodes with a text, and its range.
  private var texts: [(node: Int, range: Range<Int>)] = []

  private static let keys = ["style", "text", "children"]

  /// Reads the node of a key and its descendants.
  mutating func read(
    _ key: JSONCursor.Key, into layout: inout LayoutCase, with reader: inout LayoutCaseReader
  ) {
    guard reader.enterObject(key, "an object") else { return }
    layout.nodes.append(CaseNode(level: 0))
    // The open nodes, and whether their children are being read.
    var path: [(node: Int, isInChildren: Bool)] = [(layout.nodes.count - 1, false)]
    while let last = path.last, !reader.json.isStopped {
      if last.isInChildren {
        if reader.json.nextElement() {
          guard enterChild(with: &reader) else { continue }
          path.append((layout.nodes.count, false))
          layout.nodes.append(CaseNode(level: path.count - 1))
        } else {
          path[path.count - 1].isInChildren = false
        }
      } else if let key = reader.json.nextKey() {
        switch key.text {
        case "style": readStyle(key, of: last.node, into: &layout, with: &reader)
        case "text":
          guard let text = reader.scalar(key, "a string", \.string) else { continue }
          layout.nodes[last.node].text = text.value
          texts.append((last.node, text.range))
        case "children":
          path[path.count - 1].isInChildren = reader.enterArray(key, "an array of nodes")
        default: reader.refuse(key, of: "a node", known: Self.keys)
        }
      } else {
        path.removeLast()
      }
    }
  }

  private func enterChild(with reader: inout LayoutCaseReader) -> Bool {
    let depth = reader.json.depth
    switch reader.json.value() {
    case .object: return true
    case .array(let start):
      reader.json.error("layout.wrong-type", "a node is an object, not an array", at: start..<start + 1)
    case .scalar(let node):
      reader.json.error(
        "layout.wrong-type", "a node is an object, not \(node.value.kind)", at: node.range)
    case .none: break
    }
    reader.json.leave(to: depth)
    return false
  }

  private mutating func readStyle(
    _ key: JSONCursor.Key, of node: Int, into layout: inout LayoutCase, with reader: inout LayoutCaseReader
  ) {
    guard reader.enterObject(key, "an object of declarations") else { return }
    let first = layout.declarations.count
    while let name = reader.json.nextKey() {
      let value = reader.scalar(name, "a string, or a number without a unit", \.textOrNumber)
      guard let value else { continue }
      let text = value.value.string ?? reader.source.text(in: value.range)
      layout.declarations.append(CaseDeclaration(name: name.text, value: text))
      places.append(Place(name: name.range, value: value.range))
    }
    layout.nodes[node].declarations = first..<layout.declarations.count
  }

  /// Builds the tree; nil, with reports, when a declaration is invalid.
  func build(_ layout: LayoutCase, with reader: inout LayoutCaseReader) -> BuiltCase? {
    var faults: [CaseFault] = []
    let built = layout.built(measure: AhemText.measure(_:isVertical:), faults: &faults)
    // More faults than that do not help an author.
    for fault in faults.sorted(by: { $0.declaration < $1.declaration }).prefix(100) {
      let (code, message, hint) = fault.words(of: layout.declarations[fault.declaration])
      let range = range(of: fault, in: reader.source)
      if fault.isOutOfRange {
        reader.json.warning(code, message, at: range, hint: "it is left out, as in style sheets")
      } else {
        reader.json.error(code, message, at: range, hint: hint)
      }
    }
    for (node, range) in texts where node + 1 < layout.nodes.count {
      guard layout.nodes[node + 1].level > layout.nodes[node].level else { continue }
      let display = built.tree.style(of: built.nodes[node]).display
      guard display != .flex, display != .grid else { continue }
      reader.json.error(
        "layout.text-and-children", "only flex and grid containers have a text beside children", at: range)
    }
    return faults.allSatisfy(\.isOutOfRange) ? built : nil
  }

  /// The smallest invalid range. In a string with escapes it is the whole string.
  private func range(of fault: CaseFault, in source: Source) -> Range<Int> {
    let place = places[fault.declaration]
    if case .unknownProperty = fault.reason { return place.name }
    guard let part = fault.range, !part.isEmpty, !source.bytes[place.value].contains(UInt8(ascii: "\\"))
    else {
      return place.value
    }
    let isString = source.bytes[place.value.lowerBound] == UInt8(ascii: "\"")
    let start = place.value.lowerBound + (isString ? 1 : 0)
    return start + part.lowerBound..<start + part.upperBound
  }
}

extension CaseFault {
  /// Whether only a number is too small: the tree without the declaration is still what a browser would show.
  fileprivate var isOutOfRange: Bool { if case .outOfRange = reason { true } else { false } }

  /// The code, message and hint of the fault in `declaration`.
  func words(of declaration: CaseDeclaration) -> (code: String, message: String, hint: String?) {
    let name = declaration.name
    switch reason {
    case .unknownProperty:
      let known = CaseDeclaration.names
      let longhand = known.last { $0.hasPrefix(name + "-") || $0.hasSuffix("-" + name) }
      return (
        "layout.unknown-property", "'\(name)' is not a property of layout cases",
        longhand.map { "write longhands, such as '\($0)'" } ?? nearestHint(to: name, in: known)
      )
    case .invalidValue(let fault):
      guard let report = fault.diagnostic(in: Source(path: "", text: declaration.value)) else {
        return ("layout.unknown-property", "'\(name)' has no effect", nil)
      }
      return (report.code, report.message, report.hint)
    case .outOfRange(let text): return ("layout.out-of-range", "'\(text)' is too small for '\(name)'", nil)
    case .relativeUnit(let unit):
      return (
        "layout.unknown-unit", "'\(unit)' is relative to a font or a viewport, which cases do not have",
        "write the length in px"
      )
    case .unsupportedValue("", let expected):
      return ("layout.bad-value", "there is no value; '\(name)' takes \(expected)", nil)
    case .unsupportedValue(let text, let expected):
      return ("layout.bad-value", "'\(text)' cannot stand here; '\(name)' takes \(expected)", nil)
    }
  }
}
