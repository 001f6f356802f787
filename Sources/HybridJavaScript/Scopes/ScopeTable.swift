/// The names that each scope of a tree declares (ECMA-262 §8.2, *Scope Analysis*).
struct ScopeTable {
  /// How a name is declared.
  enum Kind {
    case variable, function, lexical, parameter, imported
  }

  struct Scope {
    var names: [String: Kind] = [:]
    var parent: Int
    /// Whether `var` declarations end here.
    var isFunction: Bool
  }

  private(set) var scopes: [Scope] = []
  /// The scope that a node opens, by node; -1 for none.
  private(set) var opened: [Int32]

  /// Declares every name of a tree.
  /// - Throws: The first name that is declared twice.
  init(_ tree: SyntaxTree, isModule: Bool) throws(SyntaxFault) {
    opened = Array(repeating: -1, count: tree.nodes.count)
    var declarer = ScopeDeclarer(tree: tree, table: self, isModule: isModule)
    try declarer.run()
    self = declarer.table
  }

  mutating func open(_ node: SyntaxTree.ID, parent: Int, isFunction: Bool) -> Int {
    scopes.append(Scope(parent: parent, isFunction: isFunction))
    opened[Int(node)] = Int32(scopes.count - 1)
    return scopes.count - 1
  }

  /// The names that a node's scope declares.
  func names(of node: SyntaxTree.ID) -> [String: Kind] {
    let scope = opened[Int(node)]
    return scope < 0 ? [:] : scopes[Int(scope)].names
  }

  mutating func set(_ name: String, _ kind: Kind, in scope: Int) { scopes[scope].names[name] = kind }
}

/// The first of two walks: declares names, and reports those that are declared twice.
private struct ScopeDeclarer {
  let tree: SyntaxTree
  var table: ScopeTable
  let isModule: Bool
  private var scope = -1

  init(tree: SyntaxTree, table: ScopeTable, isModule: Bool) {
    (self.tree, self.table, self.isModule) = (tree, table, isModule)
  }

  mutating func run() throws(SyntaxFault) {
    scope = table.open(tree.program, parent: -1, isFunction: true)
    for declaration in tree.imports {
      for binding in declaration.bindings {
        if let local = binding.local { try declare(local, .imported, at: binding.range) }
      }
    }
    try visitChildren(tree.program)
  }

  private mutating func visitChildren(_ id: SyntaxTree.ID) throws(SyntaxFault) {
    var child = tree[id].first
    while child >= 0 {
      try visit(child)
      child = tree[child].next
    }
  }

  private mutating func visit(_ id: SyntaxTree.ID) throws(SyntaxFault) {
    let node = tree[id]
    switch node.kind {
    case .variables:
      for declarator in tree.children(id) {
        try declarePattern(tree[declarator].first, node.flags.contains(.lexical) ? .lexical : .variable)
      }
      try visitChildren(id)
    case .function: try visitFunction(id)
    case .class: try visitClass(id)
    case .block, .for, .forIn, .forOf, .switch:
      try inside(id) { (walk) throws(SyntaxFault) in try walk.visitChildren(id) }
    case .staticBlock, .functionBody:
      try inside(id, isFunction: true) { (walk) throws(SyntaxFault) in try walk.visitChildren(id) }
    case .try:
      let parts = Array(tree.children(id))
      try visit(parts[0])
      try inside(parts[1]) { (walk) throws(SyntaxFault) in
        // `catch (e) { var e }` is possible (§B.3.4).
        if walk.tree[parts[1]].kind != .none { try walk.declarePattern(parts[1], .parameter) }
        try walk.visit(parts[1])
        try walk.visit(parts[2])
      }
      try visit(parts[3])
    default: try visitChildren(id)
    }
  }

  private mutating func inside(
    _ id: SyntaxTree.ID, isFunction: Bool = false,
    _ body: (inout ScopeDeclarer) throws(SyntaxFault) -> Void
  ) throws(SyntaxFault) {
    let outer = scope
    scope = table.open(id, parent: outer, isFunction: isFunction)
    try body(&self)
    scope = outer
  }

  private mutating func visitFunction(_ id: SyntaxTree.ID) throws(SyntaxFault) {
    let flags = tree[id].flags
    let name = tree[id].first
    let isNamed = tree[name].kind == .identifier
    let parameters = tree[name].next
    if flags.contains(.declaration), isNamed {
      let isTop = table.scopes[scope].isFunction
      let isLexical = isTop ? isModule && scope == 0 : flags.contains(.strict) || isModule
      try declare(tree.name(name), isLexical ? .lexical : .function, at: tree.range(name))
      if !isTop, !isLexical { declareOutside(tree.name(name)) }
    }
    try inside(id) { (walk) throws(SyntaxFault) in
      if !flags.contains(.declaration), isNamed {
        walk.table.set(walk.tree.name(name), .function, in: walk.scope)
      }
      if !flags.contains(.arrow) { walk.table.set("arguments", .function, in: walk.scope) }
      for parameter in walk.tree.children(parameters) { try walk.declarePattern(parameter, .parameter) }
      try walk.visit(parameters)
      try walk.visit(walk.tree[parameters].next)
    }
  }

  /// §B.3.2: in sloppy code, a function of a block is a variable of the function too.
  private mutating func declareOutside(_ name: String) {
    var outer = scope
    while !table.scopes[outer].isFunction {
      outer = table.scopes[outer].parent
      if table.scopes[outer].names[name] != nil { return }
    }
    table.set(name, .variable, in: outer)
  }

  private mutating func visitClass(_ id: SyntaxTree.ID) throws(SyntaxFault) {
    let name = tree[id].first
    let isNamed = tree[name].kind == .identifier
    if tree[id].flags.contains(.declaration), isNamed {
      try declare(tree.name(name), .lexical, at: tree.range(name))
    }
    try inside(id) { (walk) throws(SyntaxFault) in
      if isNamed { walk.table.set(walk.tree.name(name), .lexical, in: walk.scope) }
      for member in walk.tree.children(id) where walk.tree[member].kind == .classMember {
        let key = walk.tree[member].first
        if walk.tree[key].kind == .privateName {
          walk.table.set(walk.tree.text(key), .lexical, in: walk.scope)
        }
      }
      try walk.visitChildren(id)
    }
  }

  private mutating func declarePattern(_ id: SyntaxTree.ID, _ kind: ScopeTable.Kind) throws(SyntaxFault) {
    switch tree[id].kind {
    case .identifier: try declare(tree.name(id), kind, at: tree.range(id))
    case .assignment, .spread, .shorthand: try declarePattern(tree[id].first, kind)
    case .property: try declarePattern(tree[tree[id].first].next, kind)
    case .array, .object:
      for child in tree.children(id) { try declarePattern(child, kind) }
    default: break
    }
  }

  private mutating func declare(
    _ name: String, _ kind: ScopeTable.Kind, at range: Range<Int>
  ) throws(SyntaxFault) {
    let fault = SyntaxFault("'\(name)' is declared here already", at: range)
    switch kind {
    case .lexical, .imported:
      guard table.scopes[scope].names[name] == nil else { throw fault }
      let parent = table.scopes[scope].parent
      if table.scopes[scope].isFunction, parent >= 0, table.scopes[parent].names[name] == .parameter {
        throw fault
      }
      table.set(name, kind, in: scope)
    case .function:
      if let known = table.scopes[scope].names[name], known == .lexical || known == .imported { throw fault }
      table.set(name, .function, in: scope)
    case .parameter: table.set(name, kind, in: scope)
    case .variable:
      var outer = scope
      while true {
        let known = table.scopes[outer].names[name]
        if known == .lexical || known == .imported || known == .function && !table.scopes[outer].isFunction {
          // A function's own name and its `arguments` give way.
          throw fault
        }
        if table.scopes[outer].isFunction { break }
        outer = table.scopes[outer].parent
      }
      if table.scopes[outer].names[name] == nil { table.set(name, .variable, in: outer) }
    }
  }
}
