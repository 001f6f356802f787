/// A use of a name that no scope inside of the top level declares.
struct Reference {
  /// The identifier.
  var node: SyntaxTree.ID
  var name: String
  /// The top-level statement that it is in, by its index.
  var statement: Int
  /// Whether it is `{name}`: the property's name and its value.
  var isShorthand = false
  /// Whether it is called, or the tag of a template.
  var isCallee = false
  /// Whether a statement of a list begins with it.
  var startsStatement = false
  /// The name of the member that is read of it directly; nil for others.
  var member: String?
}

/// The second of two walks: finds the names that refer to the top level or to globals.
///
/// - Complexity: O(*n*) in the nodes of the tree.
struct ReferenceFinder {
  private let tree: SyntaxTree
  private let table: ScopeTable
  private var bound: [String: Int] = [:]
  private var statement = 0
  private var listedStart = -1
  private(set) var references: [Reference] = []

  /// Looks at the statements of `top`, the program or the body of a function.
  init(_ tree: SyntaxTree, _ table: ScopeTable, top: SyntaxTree.ID) throws(SyntaxFault) {
    self.tree = tree
    self.table = table
    var child = tree[top].first
    while child >= 0 {
      try visitListed(child)
      statement += 1
      child = tree[child].next
    }
  }

  private mutating func visitListed(_ id: SyntaxTree.ID) throws(SyntaxFault) {
    if tree[id].kind == .expression { listedStart = Int(tree[id].start) }
    try visit(id)
  }

  private mutating func visitChildren(_ id: SyntaxTree.ID) throws(SyntaxFault) {
    var child = tree[id].first
    while child >= 0 {
      try visit(child)
      child = tree[child].next
    }
  }

  private mutating func visitList(_ id: SyntaxTree.ID) throws(SyntaxFault) {
    var child = tree[id].first
    while child >= 0 {
      try visitListed(child)
      child = tree[child].next
    }
  }

  private mutating func inside(
    _ id: SyntaxTree.ID, _ body: (inout ReferenceFinder) throws(SyntaxFault) -> Void
  ) throws(SyntaxFault) {
    let names = table.names(of: id)
    for name in names.keys { bound[name, default: 0] += 1 }
    try body(&self)
    for name in names.keys { bound[name, default: 1] -= 1 }
  }

  private mutating func visit(_ id: SyntaxTree.ID) throws(SyntaxFault) {
    let node = tree[id]
    switch node.kind {
    case .identifier: note(id)
    case .privateName: try checkPrivate(id)
    case .chain: try visitChain(id)
    case .memberLink:
      if tree[node.first].kind == .privateName { try checkPrivate(node.first) }
    case .property, .classMember:
      if node.flags.contains(.computed) {
        try visit(node.first)
      } else if node.kind == .classMember, tree[node.first].kind == .privateName {
        try checkPrivate(node.first)
      }
      let value = tree[node.first].next
      if value >= 0 { try visit(value) }
    case .shorthand:
      note(node.first, isShorthand: true)
      let value = tree[node.first].next
      if value >= 0 { try visit(value) }
    case .function:
      try inside(id) { (walk) throws(SyntaxFault) in
        // The name declares; the parameters are patterns, whose names are bound here.
        let parameters = walk.tree[node.first].next
        try walk.visit(parameters)
        try walk.visit(walk.tree[parameters].next)
      }
    case .class:
      try inside(id) { (walk) throws(SyntaxFault) in
        var child = walk.tree[node.first].next
        while child >= 0 {
          try walk.visit(child)
          child = walk.tree[child].next
        }
      }
    case .program, .functionBody, .block, .staticBlock:
      try inside(id) { (walk) throws(SyntaxFault) in try walk.visitList(id) }
    case .for, .forIn, .forOf, .switch:
      try inside(id) { (walk) throws(SyntaxFault) in try walk.visitChildren(id) }
    case .case:
      try visit(node.first)
      var child = tree[node.first].next
      while child >= 0 {
        try visitListed(child)
        child = tree[child].next
      }
    case .try:
      let parts = Array(tree.children(id))
      try visit(parts[0])
      try inside(parts[1]) { (walk) throws(SyntaxFault) in
        try walk.visit(parts[1])
        try walk.visit(parts[2])
      }
      try visit(parts[3])
    case .declarator:
      // Names of declarations at the top level are not references; those further inside are bound.
      try visitBinding(node.first)
      let value = tree[node.first].next
      if value >= 0 { try visit(value) }
    default: try visitChildren(id)
    }
  }

  /// The expressions in a pattern that declares.
  private mutating func visitBinding(_ id: SyntaxTree.ID) throws(SyntaxFault) {
    let node = tree[id]
    switch node.kind {
    case .identifier: return
    case .assignment:
      try visitBinding(node.first)
      try visit(tree[node.first].next)
    case .shorthand:
      let value = tree[node.first].next
      if value >= 0 { try visit(value) }
    case .property:
      if node.flags.contains(.computed) { try visit(node.first) }
      try visitBinding(tree[node.first].next)
    case .spread, .array, .object:
      for child in tree.children(id) { try visitBinding(child) }
    default: return
    }
  }

  private mutating func visitChain(_ id: SyntaxTree.ID) throws(SyntaxFault) {
    let base = tree[id].first
    let link = tree[base].next
    var inner = base
    while tree[inner].kind == .parenthesized { inner = tree[inner].first }
    if tree[inner].kind == .identifier {
      let isCalled = tree[link].kind == .callLink || tree[link].kind == .templateLink
      var member: String?
      if inner == base, tree[link].kind == .memberLink, tree[tree[link].first].kind == .identifier {
        member = tree.name(tree[link].first)
      }
      note(inner, isCallee: isCalled, member: member)
    } else {
      try visit(base)
    }
    var child = link
    while child >= 0 {
      try visit(child)
      child = tree[child].next
    }
  }

  private mutating func note(
    _ id: SyntaxTree.ID, isShorthand: Bool = false, isCallee: Bool = false, member: String? = nil
  ) {
    let name = tree.name(id)
    guard bound[name, default: 0] <= 0 else { return }
    references.append(
      Reference(
        node: id, name: name, statement: statement, isShorthand: isShorthand, isCallee: isCallee,
        startsStatement: Int(tree[id].start) == listedStart, member: member))
  }

  private func checkPrivate(_ id: SyntaxTree.ID) throws(SyntaxFault) {
    let name = tree.text(id)
    if bound[name, default: 0] <= 0 {
      throw SyntaxFault("no class around this declares '\(name)'", at: tree.range(id))
    }
  }
}
