/// A parsed script or module: nodes in one array, each after its children.
///
/// Parts that the grammar nests to the right or to the left without a limit lie flat in one node: the links
/// of a chain (`a.b(c)[d]`), the operands of operators, the branches of `else if`. So the depth of the tree
/// is that of the brackets of the text, which the parser limits.
package struct SyntaxTree: Sendable {
  /// The index of a node.
  typealias ID = Int32

  /// One node.
  struct Node {
    var kind: NodeKind
    var flags: NodeFlags
    var start: Int32
    var end: Int32
    /// The first child; -1 for none.
    var first: ID = -1
    /// The next child of the same parent; -1 for none.
    var next: ID = -1
  }

  /// The text.
  package let bytes: [UInt8]
  /// Every node; the last one is the program.
  private(set) var nodes: [Node] = []
  /// The top-level statements.
  private(set) var program: ID = -1
  /// Whether `await` occurs outside of functions.
  package private(set) var hasTopLevelAwait = false
  /// The `import` declarations, and the `export` declarations with a source, in order.
  package private(set) var imports: [ImportDeclaration] = []
  /// The exported names, except for those of `export *`.
  package private(set) var exports: [ExportEntry] = []
  /// The calls of `import()` with a literal, and the ranges of other arguments.
  package private(set) var importCalls: [ImportCall] = []
  /// The offsets behind a `<` that `!--` follows: a comment in scripts, operators in modules.
  private(set) var htmlCommentLikes: [Int] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  // MARK: Making

  /// A list of siblings that is being made.
  struct List {
    fileprivate(set) var first: ID = -1
    fileprivate(set) var last: ID = -1
  }

  /// Adds a node with these children.
  mutating func add(_ kind: NodeKind, _ range: Range<Int>, _ list: List, _ flags: NodeFlags) -> ID {
    nodes.append(
      Node(
        kind: kind, flags: flags, start: Int32(truncatingIfNeeded: range.lowerBound),
        end: Int32(truncatingIfNeeded: range.upperBound), first: list.first))
    return ID(nodes.count - 1)
  }

  /// Adds a node to a list.
  mutating func append(_ id: ID, to list: inout List) {
    if list.last >= 0 { nodes[Int(list.last)].next = id } else { list.first = id }
    list.last = id
  }

  /// Moves the end of a node.
  mutating func extend(_ id: ID, to end: Int) { nodes[Int(id)].end = Int32(end) }

  /// The arguments of a call turn out to be parameters of an arrow function.
  mutating func makeParameters(_ call: ID) { nodes[Int(call)].kind = .parameters }

  /// Adds what an `import` or `export … from` names.
  mutating func add(_ declaration: ImportDeclaration) { imports.append(declaration) }

  /// Adds an exported name.
  mutating func add(_ entry: ExportEntry) { exports.append(entry) }

  /// Adds a call of `import()`.
  mutating func add(_ call: ImportCall) { importCalls.append(call) }

  /// Notes that the script waits outside of functions.
  mutating func noteTopLevelAwait() { hasTopLevelAwait = true }

  /// Makes the last node the program, which is as long as the text.
  mutating func finish(_ program: ID, _ htmlCommentLikes: [Int]) {
    self.program = program
    extend(program, to: bytes.count)
    self.htmlCommentLikes = htmlCommentLikes
  }

  // MARK: Reading

  subscript(id: ID) -> Node { nodes[Int(id)] }

  /// The text of a node.
  func text(_ id: ID) -> String { text(range(id)) }

  /// The text of a range.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The bytes of a node.
  func range(_ id: ID) -> Range<Int> { Int(self[id].start)..<Int(self[id].end) }

  /// The name of an identifier, with its escapes resolved.
  func name(_ id: ID) -> String {
    let range = range(id)
    if !self[id].flags.contains(.escaped) { return text(range) }
    return Escapes.name(bytes[range])
  }

  /// The children of a node, in order.
  func children(_ id: ID) -> Children { Children(tree: self, current: self[id].first) }

  /// A walk over siblings.
  struct Children: Sequence, IteratorProtocol {
    let tree: SyntaxTree
    var current: ID

    mutating func next() -> ID? {
      guard current >= 0 else { return nil }
      defer { current = tree[current].next }
      return current
    }
  }
}

/// The kind of a node. The children of each kind are in the order of the text; an optional child that is
/// omitted is a node of the kind ``none``.
enum NodeKind: UInt8 {
  case none
  // Expressions.
  case identifier, literal, string, regularExpression, this, superWord, newTarget, importMeta, privateName
  /// Expressions between the texts.
  case template
  case array, hole, spread
  case object
  /// Key, value; a method's value is a function.
  case property
  /// An identifier, and a default value in a pattern.
  case shorthand
  /// Name, parameters, body.
  case function
  case parameters
  /// Statements.
  case functionBody
  /// Name, superclass, members.
  case `class`
  /// Key, value.
  case classMember
  /// Statements.
  case staticBlock
  /// An expression, then links.
  case chain
  case memberLink
  /// An expression.
  case indexLink
  /// Arguments.
  case callLink
  /// A template.
  case templateLink
  /// A callee, then arguments.
  case new
  case unary, typeof, void, delete, not, await, yield, update
  /// Operands.
  case binary
  /// Test, value, value.
  case conditional
  /// Target, value.
  case assignment
  case sequence
  case parenthesized
  /// Arguments.
  case importCall
  // Statements.
  case program, block, empty, debugger
  /// Declarators.
  case variables
  /// Pattern, value.
  case declarator
  /// An expression.
  case expression
  /// Test, statement, test, statement, …, statement.
  case `if`
  /// Start, test, update, body.
  case `for`
  /// Start, object, body.
  case forIn, forOf
  case `while`, doWhile, `continue`, `break`, `return`, `throw`, with
  /// Block, parameter, handler, finalizer.
  case `try`
  /// An expression, then cases.
  case `switch`
  /// Test, then statements.
  case `case`
  /// A statement.
  case labelled
  // Modules.
  case importDeclaration, exportList, exportAll
  /// A declaration.
  case exportDeclaration
  /// An expression or a declaration.
  case exportDefault
}

/// The properties of a node besides its kind.
struct NodeFlags: OptionSet {
  let rawValue: UInt16

  /// A name with escapes.
  static let escaped = NodeFlags(rawValue: 1)
  static let async = NodeFlags(rawValue: 2)
  static let generator = NodeFlags(rawValue: 4)
  static let arrow = NodeFlags(rawValue: 8)
  /// An arrow function whose body is an expression.
  static let concise = NodeFlags(rawValue: 16)
  /// A function or class that is a statement.
  static let declaration = NodeFlags(rawValue: 32)
  static let computed = NodeFlags(rawValue: 64)
  static let `static` = NodeFlags(rawValue: 128)
  /// A method, a getter or a setter.
  static let method = NodeFlags(rawValue: 256)
  static let optional = NodeFlags(rawValue: 512)
  /// `let` or `const`; without it `var`.
  static let lexical = NodeFlags(rawValue: 1024)
  static let const = NodeFlags(rawValue: 2048)
  /// An assignment by `=`.
  static let plain = NodeFlags(rawValue: 4096)
  static let strict = NodeFlags(rawValue: 8192)
  /// The `constructor` of a class.
  static let constructor = NodeFlags(rawValue: 16384)
  /// `for await`.
  static let awaits = NodeFlags(rawValue: 32768)
}
