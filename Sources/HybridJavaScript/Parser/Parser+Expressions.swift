extension Parser {
  /// §13.16, *Comma Operator*. The result is no longer a pattern.
  mutating func parseExpression() throws(SyntaxFault) -> SyntaxTree.ID {
    let expression = try parseSequence()
    try requireNoCover()
    return expression
  }

  /// Tells a `{a = 1}` that became no pattern.
  func requireNoCover() throws(SyntaxFault) {
    if let coverFault {
      throw SyntaxFault("a default value is possible in a pattern only", at: coverFault..<coverFault + 1)
    }
  }

  private mutating func parseSequence() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    let first = try parseAssignment()
    guard token.kind == .comma else { return first }
    var list = list(first)
    while try skip(.comma) { append(try parseAssignment(), to: &list) }
    return add(.sequence, from: start, list)
  }

  /// An expression with `in` allowed or not, as in the head of `for`.
  mutating func parseExpression(allowsIn: Bool) throws(SyntaxFault) -> SyntaxTree.ID {
    let outer = enter { $0.allowsIn = allowsIn }
    defer { leave(outer) }
    return try parseSequence()
  }

  /// An expression between brackets, where `in` is always an operator.
  private mutating func parseInner() throws(SyntaxFault) -> SyntaxTree.ID {
    let outer = enter { $0.allowsIn = true }
    defer { leave(outer) }
    return try parseExpression()
  }

  /// §13.15, *Assignment Operators*. It may turn out as a pattern: ``requireNoCover()`` ends that.
  mutating func parseAssignment() throws(SyntaxFault) -> SyntaxTree.ID {
    try nested { (parser) throws(SyntaxFault) in try parser.parseAssignmentHere() }
  }

  /// An assignment expression that is not a pattern.
  mutating func parseValue() throws(SyntaxFault) -> SyntaxTree.ID {
    let outer = beginCover()
    let value = try parseAssignment()
    try requireNoCover()
    endCover(outer)
    return value
  }

  private mutating func parseAssignmentHere() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    if context.isGenerator, isWord("yield") { return try parseYield() }
    if isWord("async"), let arrow = try parseAsyncArrow() { return arrow }
    if token.kind == .name, !isWord("await"), try peek().kind == .arrow {
      let name = try parseIdentifier(isBinding: true)
      let parameters = add(.parameters, from: start, list(name))
      return try parseArrow(parameters, from: start, [])
    }
    let outer = beginCover()
    let left = try parseConditional()
    let isArrow = tree[left].kind == .function && tree[left].flags.contains(.arrow)
    switch token.kind {
    case .assign where !isArrow:
      _ = beginCover()
      try checkPattern(left, isBinding: false)
    case .operatorAssign, .slashAssign, .logicalAssign:
      try requireNoCover()
      try checkPattern(left, isBinding: false, canNest: false)
    default:
      joinCover(outer)
      return left
    }
    let flags: NodeFlags = token.kind == .assign ? .plain : []
    try advance()
    let right = try parseAssignment()
    try requireNoCover()
    endCover(outer)
    return add(.assignment, from: start, list(left, right), flags)
  }

  /// §15.5, *Generator Function Definitions*.
  private mutating func parseYield() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    try advance()
    if !token.isOnNewLine {
      if try skip(.star) {
        return add(.yield, from: start, list(try parseValue()))
      }
      switch token.kind {
      case .closeRound, .closeSquare, .closeCurly, .comma, .semicolon, .colon, .end, .in: break
      default:
        return add(.yield, from: start, list(try parseValue()))
      }
    }
    return add(.yield, from: start)
  }

  // MARK: Arrow functions

  /// `async x => …`, or nil where `async` is something else.
  private mutating func parseAsyncArrow() throws(SyntaxFault) -> SyntaxTree.ID? {
    let next = try peek()
    guard next.kind == .name, !next.isOnNewLine else { return nil }
    let saved = cursor.mark
    let start = token.start
    try advance()
    guard try peek().kind == .arrow else {
      cursor.move(to: saved)
      return nil
    }
    let name = try parseIdentifier(isBinding: true)
    return try parseArrow(add(.parameters, from: start, list(name)), from: start, .async)
  }

  /// From `=>` on; the parameters are parsed.
  mutating func parseArrow(
    _ parameters: SyntaxTree.ID, from start: Int, _ flags: NodeFlags
  ) throws(SyntaxFault) -> SyntaxTree.ID {
    guard token.kind == .arrow, !token.isOnNewLine else { throw unexpected("'=>' is expected here") }
    for parameter in tree.children(parameters) {
      let kind = tree[parameter].kind
      let pattern = kind == .spread || kind == .assignment ? tree[parameter].first : parameter
      if kind == .assignment, !tree[parameter].flags.contains(.plain) {
        throw SyntaxFault("this cannot be a parameter", at: tree.range(parameter))
      }
      try checkPattern(pattern, isBinding: true)
    }
    try advance()
    let outer = enter { $0.enterFunction(flags) }
    var flags = flags.union(.arrow)
    let body: SyntaxTree.ID
    if token.kind == .openCurly {
      (body, flags) = try parseFunctionBody(flags)
    } else {
      flags.insert(.concise)
      body = try parseValue()
    }
    leave(outer)
    return add(.function, from: start, list(none(), parameters, body), flags)
  }

  // MARK: Operators

  /// §13.14, *Conditional Operator*.
  private mutating func parseConditional() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    let test = try parseBinary()
    guard token.kind == .question, !isArrow(test) else { return test }
    try requireNoCover()
    try advance()
    let outer = enter { $0.allowsIn = true }
    let consequent = try parseValue()
    leave(outer)
    try expect(.colon, "':' of a conditional expression")
    let alternative = try parseValue()
    return add(.conditional, from: start, list(test, consequent, alternative))
  }

  private func isArrow(_ id: SyntaxTree.ID) -> Bool {
    tree[id].kind == .function && tree[id].flags.contains(.arrow)
  }

  /// §13.5 to §13.13: operators between operands, as one flat node whatever binds closer.
  private mutating func parseBinary() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    let first = try parseUnary()
    guard isBinary, !isArrow(first) else { return first }
    try requireNoCover()
    var list = list(first)
    var last = first
    var hasCoalesce = false
    var hasLogical = false
    while isBinary {
      if token.kind == .power, [.unary, .typeof, .void, .delete, .not].contains(tree[last].kind) {
        throw SyntaxFault("the left side of '**' needs parentheses", at: tree.range(last))
      }
      hasCoalesce = hasCoalesce || token.kind == .coalesce
      hasLogical = hasLogical || token.kind == .logicalAndOr
      if hasCoalesce, hasLogical {
        throw unexpected("'??' beside '&&' or '||' needs parentheses")
      }
      try advance()
      last = try parseUnary()
      if isArrow(last) {
        throw SyntaxFault("an arrow function beside an operator needs parentheses", at: tree.range(last))
      }
      append(last, to: &list)
    }
    try requireNoCover()
    return add(.binary, from: start, list)
  }

  private var isBinary: Bool {
    switch token.kind {
    case .binary, .plus, .minus, .star, .power, .slash, .coalesce, .logicalAndOr, .instanceof: true
    case .in: context.allowsIn
    default: false
    }
  }

  /// §13.4 and §13.5, *Update Expressions* and *Unary Operators*.
  private mutating func parseUnary() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    let kind: NodeKind
    switch token.kind {
    case .plus, .minus, .complement: kind = .unary
    case .not: kind = .not
    case .typeof: kind = .typeof
    case .void: kind = .void
    case .delete: kind = .delete
    case .increment: kind = .update
    case .name where context.isAsync && isWord("await"): kind = .await
    case .name where !context.isFunction && !context.isModule && isWord("await"):
      // A classic script has no top-level `await`; the name is an ordinary one.
      return try parsePostfix()
    default: return try parsePostfix()
    }
    if kind == .await, !context.isFunction { tree.noteTopLevelAwait() }
    return try nested { (parser) throws(SyntaxFault) in
      try parser.advance()
      let operand = try parser.parseUnary()
      try parser.requireNoCover()
      if parser.isArrow(operand) {
        throw SyntaxFault(
          "an arrow function beside an operator needs parentheses", at: parser.tree.range(operand))
      }
      if kind == .update { try parser.checkPattern(operand, isBinding: false, canNest: false) }
      if kind == .delete, parser.context.isStrict, parser.tree[operand].kind == .identifier {
        throw SyntaxFault("a variable cannot be deleted", at: parser.tree.range(operand))
      }
      return parser.add(kind, from: start, parser.list(operand))
    }
  }

  private mutating func parsePostfix() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    let operand = try parseChain()
    guard token.kind == .increment, !token.isOnNewLine, !isArrow(operand) else { return operand }
    try requireNoCover()
    try checkPattern(operand, isBinding: false, canNest: false)
    try advance()
    return add(.update, from: start, list(operand))
  }

  // MARK: Chains

  /// §13.3, *Left-Hand-Side Expressions*: one flat node for all links.
  mutating func parseChain() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    let isAsyncName = isWord("async")
    let base = try token.kind == .new ? parseNew() : parsePrimary()
    guard !isArrow(base) else { return base }
    var links = list(base)
    var hasLinks = false
    var isOptional = false
    while true {
      // `async (…)` may be the parameters of an arrow function.
      if isAsyncName, !hasLinks, token.kind == .openRound, !token.isOnNewLine {
        let call = try parseCall([], keepsCover: true)
        if token.kind == .arrow, !token.isOnNewLine {
          _ = beginCover()
          tree.makeParameters(call)
          return try parseArrow(call, from: start, .async)
        }
        try requireNoCover()
        append(call, to: &links)
        hasLinks = true
        continue
      }
      guard let link = try parseLink(isOptional: &isOptional, allowsCalls: true) else { break }
      append(link, to: &links)
      hasLinks = true
    }
    guard hasLinks else { return base }
    try requireNoCover()
    return add(.chain, from: start, links)
  }

  private mutating func parseLink(
    isOptional: inout Bool, allowsCalls: Bool
  ) throws(SyntaxFault) -> SyntaxTree.ID? {
    let start = token.start
    var flags: NodeFlags = []
    if token.kind == .optionalChain {
      guard allowsCalls else { throw unexpected("'?.' cannot be part of 'new'") }
      try advance()
      flags = .optional
      isOptional = true
      switch token.kind {
      case .openSquare, .openRound: break
      case .template: throw unexpected("a template cannot follow '?.'")
      default: return try parseMember(from: start, flags)
      }
    }
    switch token.kind {
    case .dot:
      try advance()
      return try parseMember(from: start, flags)
    case .openSquare:
      try advance()
      let index = try parseInner()
      try expect(.closeSquare, "']'")
      return add(.indexLink, from: start, list(index), flags)
    case .openRound where allowsCalls: return try parseCall(flags)
    case .template:
      if isOptional { throw unexpected("a template cannot follow '?.'") }
      return add(.templateLink, from: start, list(try parseTemplate()))
    default: return nil
    }
  }

  private mutating func parseMember(from start: Int, _ flags: NodeFlags) throws(SyntaxFault) -> SyntaxTree.ID
  {
    let name: SyntaxTree.ID
    if token.kind == .privateName {
      let nameStart = token.start
      try advance()
      name = add(.privateName, from: nameStart)
    } else {
      name = try parsePropertyWord()
    }
    // The name is the link's child only for its place: it is not a reference.
    return add(.memberLink, from: start, list(name), flags)
  }

  /// Arguments, from `(` to `)`.
  private mutating func parseCall(
    _ flags: NodeFlags, keepsCover: Bool = false
  ) throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    try advance()
    let outer = enter { $0.allowsIn = true }
    var arguments = List()
    while token.kind != .closeRound {
      if token.kind == .ellipsis {
        let spread = token.start
        try advance()
        let value = try keepsCover ? parseAssignment() : parseValue()
        append(add(.spread, from: spread, list(value)), to: &arguments)
      } else {
        try append(keepsCover ? parseAssignment() : parseValue(), to: &arguments)
      }
      guard try skip(.comma) else { break }
    }
    leave(outer)
    try expect(.closeRound, "')' or ','")
    return add(.callLink, from: start, arguments, flags)
  }

  /// §13.3.5, *The new Operator*.
  private mutating func parseNew() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    try advance()
    if try skip(.dot) {
      guard isWord("target") else { throw unexpected("'target' is expected here") }
      try advance()
      return add(.newTarget, from: start)
    }
    if token.kind == .import { throw unexpected("'import' cannot be created with 'new'") }
    let calleeStart = token.start
    let base: SyntaxTree.ID
    if token.kind == .new {
      base = try nested { (parser) throws(SyntaxFault) in try parser.parseNew() }
    } else {
      base = try parsePrimary()
    }
    if isArrow(base) { throw SyntaxFault("an arrow function is not a constructor", at: tree.range(base)) }
    var links = list(base)
    var hasLinks = false
    var isOptional = false
    while let link = try parseLink(isOptional: &isOptional, allowsCalls: false) {
      append(link, to: &links)
      hasLinks = true
    }
    let callee = hasLinks ? add(.chain, from: calleeStart, links) : base
    var children = list(callee)
    if token.kind == .openRound {
      let call = try parseCall([])
      append(call, to: &children)
    }
    return add(.new, from: start, children)
  }
}
