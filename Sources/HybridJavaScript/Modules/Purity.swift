/// Whether statements of a module only declare something, so that they may be left out when nothing uses it.
struct Purity {
  let tree: SyntaxTree
  /// Names of the namespaces of other modules: reading their members has no effect.
  let namespaces: Set<String>
  /// The names that the top level declares: the globals below mean something else if they are among them.
  let declared: Set<String>

  /// Constructors without an effect, without arguments or with literals.
  private static let constructors: Set = ["Map", "Set", "WeakMap", "WeakSet", "Array", "Object"]
  /// Functions without an effect on pure arguments.
  private static let functions: Set = [
    "Object.freeze", "Object.create", "Symbol", "Symbol.for", "Number", "String", "Boolean",
  ]

  /// Whether a top-level statement only declares.
  func isPure(statement id: SyntaxTree.ID) -> Bool {
    let node = tree[id]
    switch node.kind {
    case .empty: return true
    case .function: return true
    case .class: return isPure(id)
    case .variables:
      return tree.children(id).allSatisfy { declarator in
        let pattern = tree[declarator].first
        let value = tree[pattern].next
        guard isPurePattern(pattern) else { return false }
        return value < 0 || isPure(value)
      }
    case .expression: return isPure(node.first)
    default: return false
    }
  }

  /// A name, or `{default: name}`, with which a default export begins.
  private func isPurePattern(_ id: SyntaxTree.ID) -> Bool {
    switch tree[id].kind {
    case .identifier: return true
    case .object:
      guard let declarator = tree.children(id).first(where: { _ in true }),
        tree[declarator].kind == .property,
        tree[declarator].next < 0, !tree[declarator].flags.contains(.computed)
      else { return false }
      let value = tree[id].next
      return tree[tree[tree[declarator].first].next].kind == .identifier && value >= 0
        && tree[value].kind == .object
    default: return false
    }
  }

  /// Whether computing an expression has no effect.
  func isPure(_ id: SyntaxTree.ID) -> Bool {
    let node = tree[id]
    switch node.kind {
    case .none, .literal, .string, .regularExpression, .function, .hole, .this, .importMeta: return true
    case .identifier:
      let name = tree.name(id)
      return declared.contains(name) || namespaces.contains(name)
        || [
          "undefined", "NaN", "Infinity", "Object", "Array", "Math", "Symbol", "Promise", "Map", "Set",
          "Date",
        ]
        .contains(name)
    case .template: return tree.children(id).allSatisfy { isLiteral($0) }
    case .array, .sequence, .parenthesized, .conditional, .not, .typeof, .void:
      return tree.children(id).allSatisfy { isPure($0) }
    case .unary: return isLiteral(node.first)
    case .binary: return tree.children(id).allSatisfy { isLiteral($0) }
    case .object:
      return tree.children(id).allSatisfy { member in
        switch tree[member].kind {
        case .shorthand: return isPure(tree[member].first)
        case .property:
          let key = tree[member].first
          if tree[member].flags.contains(.computed), !isLiteral(key) { return false }
          return isPure(tree[key].next)
        default: return false
        }
      }
    case .class: return isPureClass(id)
    case .chain, .new: return isPureChain(id)
    default: return false
    }
  }

  private func isLiteral(_ id: SyntaxTree.ID) -> Bool {
    switch tree[id].kind {
    case .literal, .string: true
    case .template, .binary, .parenthesized, .unary: tree.children(id).allSatisfy { isLiteral($0) }
    default: false
    }
  }

  private func isPureClass(_ id: SyntaxTree.ID) -> Bool {
    let name = tree[id].first
    let heritage = tree[name].next
    guard tree[heritage].kind == .none || isPure(heritage) else { return false }
    var member = tree[heritage].next
    while member >= 0 {
      let node = tree[member]
      guard node.kind == .classMember else { return false }
      if node.flags.contains(.computed), !isLiteral(node.first) { return false }
      let value = tree[node.first].next
      if node.flags.contains(.static), !node.flags.contains(.method), value >= 0, !isPure(value) {
        return false
      }
      member = node.next
    }
    return true
  }

  /// Members of namespaces, calls marked `/*#__PURE__*/`, and calls of functions that are known to be pure.
  private func isPureChain(_ id: SyntaxTree.ID) -> Bool {
    let children = Array(tree.children(id))
    guard let base = children.first else { return false }
    if tree[id].kind == .new {
      let arguments = children.dropFirst()
      guard arguments.allSatisfy({ isPure(arguments: $0) }) else { return false }
      if isMarked(id) { return true }
      return tree[base].kind == .identifier && !declared.contains(tree.name(base))
        && Self.constructors.contains(tree.name(base))
        && arguments.allSatisfy { tree.children($0).allSatisfy { isLiteral($0) || tree[$0].kind == .array } }
    }
    var links = children.dropFirst()
    var name = tree[base].kind == .identifier ? tree.name(base) : ""
    if namespaces.contains(name), let first = links.first, tree[first].kind == .memberLink {
      links.removeFirst()
      if links.isEmpty { return true }
    }
    guard let last = links.last, tree[last].kind == .callLink, isPure(arguments: last) else {
      // `Math.PI` and its like.
      return links.count == 1 && ["Math", "Number"].contains(name) && !declared.contains(name)
        && tree[links[links.startIndex]].kind == .memberLink
    }
    if isMarked(id) { return links.dropLast().allSatisfy { tree[$0].kind == .memberLink } }
    guard !declared.contains(name), !namespaces.contains(name) else { return false }
    for link in links.dropLast() {
      guard tree[link].kind == .memberLink else { return false }
      name += "." + tree.name(tree[link].first)
    }
    return Self.functions.contains(name)
  }

  private func isPure(arguments id: SyntaxTree.ID) -> Bool {
    tree[id].kind == .callLink && tree.children(id).allSatisfy { isPure($0) }
  }

  /// Whether `/*#__PURE__*/` or `/*@__PURE__*/` precedes a call.
  private func isMarked(_ id: SyntaxTree.ID) -> Bool {
    var end = Int(tree[id].start)
    while end > 0, [0x20, 0x09, 0x0A, 0x0D, 0x28].contains(tree.bytes[end - 1]) { end -= 1 }
    guard end >= 13, tree.bytes[end - 2] == UInt8(ascii: "*"), tree.bytes[end - 1] == UInt8(ascii: "/") else {
      return false
    }
    let comment = tree.bytes[max(end - 40, 0)..<end]
    guard let open = comment.lastIndex(of: UInt8(ascii: "/"), before: end - 1) else { return false }
    let text = String(decoding: tree.bytes[open..<end], as: UTF8.self)
    return text.contains("#__PURE__") || text.contains("@__PURE__")
  }
}

extension ArraySlice<UInt8> {
  fileprivate func lastIndex(of byte: UInt8, before end: Int) -> Int? {
    self[startIndex..<Swift.min(end, endIndex)].lastIndex(of: byte)
  }
}
