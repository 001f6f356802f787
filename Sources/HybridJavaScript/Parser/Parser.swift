/// Parses a script (ECMA-262 §16.1) or a module (§16.2).
///
/// The result has what importers, scopes and edits need. Early errors that engines tell at the same place
/// (regular expressions, octal numbers, `super` outside of methods) are left to the engine.
///
/// - Throws: The first fault. Nesting beyond ``Parser/depthLimit`` is one.
/// - Complexity: O(*n*) in the length of the text.
package func parseScript(_ bytes: [UInt8], isModule: Bool) throws(SyntaxFault) -> SyntaxTree {
  var parser = try Parser(bytes, isModule: isModule)
  return try parser.parseProgram()
}

/// A parser by recursive descent, with one token of look-ahead.
struct Parser {
  /// How deep brackets, functions and statements may nest.
  static let depthLimit = 200

  /// The constructs that the surroundings of a piece of text allow.
  struct Context {
    var isStrict: Bool
    var isModule: Bool
    var isFunction = false
    /// Whether `await` is an operator.
    var isAsync: Bool
    /// Whether `yield` is an operator.
    var isGenerator = false
    var isInLoop = false
    var isInSwitch = false
    /// Whether `in` is an operator.
    var allowsIn = true
    /// The labels of enclosing statements.
    var labels: [String] = []

    /// A function with these flags begins.
    mutating func enterFunction(_ flags: NodeFlags) {
      isFunction = true
      isAsync = flags.contains(.async)
      isGenerator = flags.contains(.generator)
    }

    /// Statements begin that cannot jump to what is around them.
    mutating func enterBody() {
      labels = []
      isInLoop = false
      isInSwitch = false
    }
  }

  typealias List = SyntaxTree.List

  /// The tokens: what reads them asks for ``token`` and calls ``advance()``.
  var cursor: TokenCursor
  /// The syntax tree so far.
  var tree: SyntaxTree
  private(set) var context: Context
  private var depth = 0
  /// The first `{a = 1}` that is valid only as a pattern (§13.2.5, *CoverInitializedName*).
  private(set) var coverFault: Int?

  init(_ bytes: [UInt8], isModule: Bool) throws(SyntaxFault) {
    cursor = try TokenCursor(bytes, isModule: isModule)
    tree = SyntaxTree(bytes: bytes)
    context = Context(isStrict: isModule, isModule: isModule, isAsync: isModule)
  }

  mutating func parseProgram() throws(SyntaxFault) -> SyntaxTree {
    var list = List()
    var isPrologue = true
    while token.kind != .end {
      if isPrologue { isPrologue = parseDirective() }
      try append(context.isModule ? parseModuleItem() : parseStatement(isListed: true), to: &list)
    }
    tree.finish(add(.program, from: 0, list), context.isModule ? cursor.htmlCommentLikes : [])
    return tree
  }

  // MARK: Surroundings

  /// Changes the context. Returns the previous one, for ``leave(_:)``.
  mutating func enter(_ change: (inout Context) -> Void) -> Context {
    let outer = context
    change(&context)
    return outer
  }

  /// Restores the context from before ``enter(_:)``.
  mutating func leave(_ outer: Context) { context = outer }

  /// Clears the fault of the text around. Returns it, for ``endCover(_:)`` or ``joinCover(_:)``.
  mutating func beginCover() -> Int? {
    let outer = coverFault
    coverFault = nil
    return outer
  }

  /// Restores the fault from before ``beginCover()``, and drops a later one.
  mutating func endCover(_ outer: Int?) { coverFault = outer }

  /// Restores the fault from before ``beginCover()``, unless there is a later one.
  mutating func joinCover(_ outer: Int?) {
    if coverFault == nil { coverFault = outer }
  }

  // MARK: Nodes

  mutating func add(
    _ kind: NodeKind, from start: Int, _ list: List = List(), _ flags: NodeFlags = []
  ) -> SyntaxTree.ID {
    tree.add(kind, start..<max(lastEnd, start), list, flags)
  }

  mutating func none() -> SyntaxTree.ID { add(.none, from: lastEnd) }

  mutating func append(_ id: SyntaxTree.ID, to list: inout List) {
    tree.append(id, to: &list)
  }

  mutating func list(_ ids: SyntaxTree.ID...) -> List {
    var list = List()
    for id in ids { append(id, to: &list) }
    return list
  }

  func start(_ id: SyntaxTree.ID) -> Int { Int(tree[id].start) }

  // MARK: Tokens

  /// The current token.
  var token: Token { cursor.token }

  /// The end of the token before it.
  var lastEnd: Int { cursor.lastEnd }

  mutating func advance() throws(SyntaxFault) { try cursor.advance() }

  mutating func skip(_ kind: TokenKind) throws(SyntaxFault) -> Bool {
    guard token.kind == kind else { return false }
    try advance()
    return true
  }

  mutating func expect(_ kind: TokenKind, _ what: String) throws(SyntaxFault) {
    guard try skip(kind) else { throw unexpected("\(what) is expected here") }
  }

  func text(_ token: Token) -> String {
    String(decoding: cursor.bytes[token.start..<token.end], as: UTF8.self)
  }

  /// Whether the current token is a name, written as `word` without escapes.
  func isWord(_ word: StaticString) -> Bool { cursor.isWord(word) }

  /// The token after the current one.
  func peek() throws(SyntaxFault) -> Token { try cursor.peek() }

  func unexpected(_ message: String) -> SyntaxFault {
    if token.kind == .end {
      return SyntaxFault("the script ends too early: \(message)", at: token.start..<token.start)
    }
    return SyntaxFault(message, at: token.start..<max(token.end, token.start + 1))
  }

  /// §12.10, *Automatic Semicolon Insertion*.
  mutating func endStatement() throws(SyntaxFault) {
    if try skip(.semicolon) { return }
    guard token.kind == .closeCurly || token.kind == .end || token.isOnNewLine else {
      throw unexpected("a semicolon or a new line is expected here")
    }
  }

  /// Runs `body` one level deeper.
  mutating func nested<Value>(
    _ body: (inout Parser) throws(SyntaxFault) -> Value
  ) throws(SyntaxFault) -> Value {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw SyntaxFault(
        "this is nested more than \(Self.depthLimit) levels deep",
        at: token.start..<max(token.end, token.start))
    }
    return try body(&self)
  }

  // MARK: Names

  private static let strictWords: Set = [
    "implements", "interface", "let", "package", "private", "protected", "public", "static", "yield",
  ]

  /// An identifier, as a reference or a binding (§13.1).
  mutating func parseIdentifier(isBinding: Bool = false) throws(SyntaxFault) -> SyntaxTree.ID {
    guard token.kind == .name else {
      throw unexpected(
        token.kind.isReserved ? "'\(text(token))' is a reserved word and no name" : "a name is expected here")
    }
    let name = token.hasEscape ? Escapes.name(cursor.bytes[token.start..<token.end]) : nil
    let start = token.start
    try checkName(name, isBinding)
    try advance()
    return add(.identifier, from: start, List(), name == nil ? [] : .escaped)
  }

  private func checkName(_ escaped: String?, _ isBinding: Bool) throws(SyntaxFault) {
    let count = escaped?.utf8.count ?? token.end - token.start
    guard count <= 10 else { return }
    let first = escaped?.utf8.first ?? cursor.bytes[token.start]
    // Only names with these first letters are reserved: arguments, await, eval, and the strict words.
    guard [0x61, 0x65, 0x69, 0x6C, 0x70, 0x73, 0x79].contains(first) || escaped != nil else { return }
    let name = escaped ?? text(token)
    let isReserved =
      switch name {
      case "await": context.isModule || context.isAsync
      case "yield": context.isGenerator || context.isStrict
      case "eval", "arguments": isBinding && context.isStrict
      default:
        context.isStrict && Self.strictWords.contains(name)
          || escaped != nil && TokenKind.reserved[name] != nil
      }
    if isReserved { throw unexpected("'\(name)' is a reserved word and no name here") }
  }

  /// A name behind a dot, or of a property: reserved words are names too.
  mutating func parsePropertyWord() throws(SyntaxFault) -> SyntaxTree.ID {
    guard token.kind == .name || token.kind.isReserved else { throw unexpected("a name is expected here") }
    let (start, flags) = (token.start, token.hasEscape ? NodeFlags.escaped : [])
    try advance()
    return add(.identifier, from: start, List(), flags)
  }

  // MARK: Patterns

  /// Whether a parsed expression is one that can be assigned to (§13.15.5, *Destructuring Assignment*, and
  /// §14.3.3, *Destructuring Binding Patterns*).
  func checkPattern(_ id: SyntaxTree.ID, isBinding: Bool, canNest: Bool = true) throws(SyntaxFault) {
    let node = tree[id]
    let fault = SyntaxFault(
      isBinding ? "this cannot be the name of a parameter or a variable" : "this cannot be assigned to",
      at: tree.range(id))
    switch node.kind {
    case .identifier:
      if context.isStrict, node.end - node.start < 10, ["eval", "arguments"].contains(tree.name(id)) {
        throw fault
      }
    case .array where canNest:
      for child in tree.children(id) {
        switch tree[child].kind {
        case .hole: continue
        case .spread:
          guard tree[child].next < 0 else {
            throw SyntaxFault("'...' takes the rest and must be last", at: tree.range(child))
          }
          try checkPattern(tree[child].first, isBinding: isBinding)
        default: try checkElement(child, isBinding)
        }
      }
    case .object where canNest:
      for child in tree.children(id) {
        switch tree[child].kind {
        case .shorthand: try checkPattern(tree[child].first, isBinding: isBinding)
        case .spread:
          guard tree[child].next < 0 else {
            throw SyntaxFault("'...' takes the rest and must be last", at: tree.range(child))
          }
          try checkPattern(tree[child].first, isBinding: isBinding, canNest: false)
        case .property where !tree[child].flags.contains(.method):
          try checkElement(tree[tree[child].first].next, isBinding)
        default: throw SyntaxFault(fault.message, at: tree.range(child))
        }
      }
    case .chain where !isBinding:
      var last: SyntaxTree.Node?
      for child in tree.children(id) {
        if tree[child].flags.contains(.optional) { throw fault }
        last = tree[child]
      }
      guard last?.kind == .memberLink || last?.kind == .indexLink else {
        // §B.3.11 of the web's engines: a call throws when it runs.
        guard last?.kind == .callLink, !context.isStrict, canNest else { throw fault }
        return
      }
    case .parenthesized where !isBinding:
      let inner = node.first
      guard
        tree[inner].kind == .identifier || tree[inner].kind == .chain || tree[inner].kind == .parenthesized
      else { throw fault }
      try checkPattern(inner, isBinding: false, canNest: false)
    default: throw fault
    }
  }

  private func checkElement(_ id: SyntaxTree.ID, _ isBinding: Bool) throws(SyntaxFault) {
    guard tree[id].kind == .assignment, tree[id].flags.contains(.plain) else {
      return try checkPattern(id, isBinding: isBinding)
    }
    try checkPattern(tree[id].first, isBinding: isBinding)
  }

  /// A binding of a declaration: a name, or a pattern.
  mutating func parseBinding() throws(SyntaxFault) -> SyntaxTree.ID {
    switch token.kind {
    case .openCurly, .openSquare:
      let outerCover = coverFault
      let pattern = try parsePrimary()
      endCover(outerCover)
      try checkPattern(pattern, isBinding: true)
      return pattern
    default: return try parseIdentifier(isBinding: true)
    }
  }
}
