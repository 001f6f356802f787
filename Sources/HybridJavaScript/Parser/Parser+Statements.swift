extension Parser {
  /// §14, *Statements and Declarations*. `isListed`: in a block or at the top level, where declarations may
  /// be.
  mutating func parseStatement(isListed: Bool = false) throws(SyntaxFault) -> SyntaxTree.ID {
    try nested { (parser) throws(SyntaxFault) in try parser.parseStatementHere(isListed) }
  }

  private mutating func parseStatementHere(_ isListed: Bool) throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    switch token.kind {
    case .openCurly: return try parseBlock()
    case .semicolon:
      try advance()
      return add(.empty, from: start)
    case .var: return try parseVariables([])
    case .const:
      guard isListed else { throw unexpected("a declaration needs a block here") }
      return try parseVariables([.lexical, .const])
    case .function:
      if !isListed, context.isStrict { throw unexpected("a function needs a block here") }
      return try parseFunction(.declaration)
    case .class:
      guard isListed else { throw unexpected("a class needs a block here") }
      return try parseClass(.declaration)
    case .if: return try parseIf()
    case .for: return try parseFor()
    case .while:
      try advance()
      let test = try parseCondition()
      let body = try parseBody()
      return add(.while, from: start, list(test, body))
    case .do:
      try advance()
      let body = try parseBody()
      try expect(.while, "'while'")
      let test = try parseCondition()
      _ = try skip(.semicolon)
      return add(.doWhile, from: start, list(body, test))
    case .continue, .break: return try parseJump()
    case .return:
      guard context.isFunction else {
        throw unexpected("'return' is possible in functions only")
      }
      return try parseOptionalValue(.return)
    case .throw:
      try advance()
      if token.isOnNewLine { throw unexpected("a value is expected in the line of 'throw'") }
      let value = try parseExpression()
      try endStatement()
      return add(.throw, from: start, list(value))
    case .with:
      if context.isStrict { throw unexpected("'with' is not possible in strict code") }
      try advance()
      let object = try parseCondition()
      let body = try parseStatement()
      return add(.with, from: start, list(object, body))
    case .switch: return try parseSwitch()
    case .try: return try parseTry()
    case .debugger:
      try advance()
      try endStatement()
      return add(.debugger, from: start)
    case .import:
      let next = try peek()
      guard next.kind == .openRound || next.kind == .dot else {
        throw SyntaxFault(
          context.isModule
            ? "'import' declarations are possible at the top level of a module only"
            : "'import' declarations are possible in modules only", at: token.start..<token.end,
          hint: context.isModule ? nil : "write <script type=\"module\">")
      }
    case .export:
      throw SyntaxFault(
        context.isModule
          ? "'export' is possible at the top level of a module only"
          : "'export' is possible in modules only", at: token.start..<token.end,
        hint: context.isModule ? nil : "write <script type=\"module\">")
    case .name:
      if let statement = try parseNamed(isListed) { return statement }
    default: break
    }
    let expression = try parseExpression()
    try endStatement()
    return add(.expression, from: start, list(expression))
  }

  /// A statement that starts with a word that is not reserved: `let`, `async function`, a label.
  private mutating func parseNamed(_ isListed: Bool) throws(SyntaxFault) -> SyntaxTree.ID? {
    let start = token.start
    let next = try peek()
    if next.kind == .colon {
      let name = try parseIdentifier()
      let label = tree.name(name)
      if context.labels.contains(label) {
        throw SyntaxFault("the label '\(label)' is used around this already", at: tree.range(name))
      }
      try advance()
      let outer = enter { $0.labels.append(label) }
      let statement = try parseStatement()
      leave(outer)
      return add(.labelled, from: start, list(statement))
    }
    if isWord("let") {
      let isDeclaration =
        next.kind == .openSquare || next.kind == .openCurly && (isListed || !next.isOnNewLine)
        || next.kind == .name && (isListed || !next.isOnNewLine)
      if isDeclaration {
        guard isListed else { throw unexpected("a declaration needs a block here") }
        return try parseVariables([.lexical])
      }
    }
    if isWord("async"), next.kind == .function, !next.isOnNewLine {
      guard isListed else { throw unexpected("a function needs a block here") }
      return try parseFunction(.declaration)
    }
    return nil
  }

  mutating func parseBlock() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    try expect(.openCurly, "'{'")
    var statements = List()
    while token.kind != .closeCurly {
      if token.kind == .end {
        throw SyntaxFault("this '{' is never closed", at: start..<start + 1)
      }
      append(try parseStatement(isListed: true), to: &statements)
    }
    try advance()
    return add(.block, from: start, statements)
  }

  private mutating func parseCondition() throws(SyntaxFault) -> SyntaxTree.ID {
    try expect(.openRound, "'('")
    let condition = try parseExpression()
    try expect(.closeRound, "')'")
    return condition
  }

  /// The body of a loop.
  private mutating func parseBody() throws(SyntaxFault) -> SyntaxTree.ID {
    let outer = enter { $0.isInLoop = true }
    defer { leave(outer) }
    return try parseStatement()
  }

  /// §14.3, `var`, `let` and `const`, with the semicolon.
  mutating func parseVariables(_ flags: NodeFlags) throws(SyntaxFault) -> SyntaxTree.ID {
    let declaration = try parseDeclarators(flags, isLoop: false)
    try endStatement()
    tree.extend(declaration, to: lastEnd)
    return declaration
  }

  private mutating func parseDeclarators(
    _ flags: NodeFlags, isLoop: Bool
  ) throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    try advance()
    var declarators = List()
    repeat {
      let first = token.start
      let pattern = try parseBinding()
      if flags.contains(.lexical), tree[pattern].kind == .identifier, tree.name(pattern) == "let" {
        throw SyntaxFault("'let' cannot be the name of a variable", at: tree.range(pattern))
      }
      if try skip(.assign) {
        let value = try parseValue()
        append(add(.declarator, from: first, list(pattern, value)), to: &declarators)
      } else {
        let isHead = isLoop && declarators.first < 0 && (token.kind == .in || isWord("of"))
        if !isHead, flags.contains(.const) || tree[pattern].kind != .identifier {
          throw unexpected("'=' and a value are expected here")
        }
        append(add(.declarator, from: first, list(pattern)), to: &declarators)
      }
    } while try skip(.comma)
    return add(.variables, from: start, declarators, flags)
  }

  /// `else if` does not nest.
  private mutating func parseIf() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    var children = List()
    repeat {
      try expect(.if, "'if'")
      append(try parseCondition(), to: &children)
      append(try parseStatement(), to: &children)
      guard try skip(.else) else { return add(.if, from: start, children) }
    } while token.kind == .if
    append(try parseStatement(), to: &children)
    return add(.if, from: start, children)
  }

  /// §14.7.4 and §14.7.5.
  private mutating func parseFor() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    try advance()
    var flags = NodeFlags()
    if context.isAsync, isWord("await") {
      flags.insert(.awaits)
      if !context.isFunction { tree.noteTopLevelAwait() }
      try advance()
    }
    try expect(.openRound, "'('")
    let head: SyntaxTree.ID
    let outer = enter { $0.allowsIn = false }
    let isExpression: Bool
    let startsWithLet = isWord("let")
    var kind: NodeFlags?
    switch token.kind {
    case .var: kind = []
    case .const: kind = [.lexical, .const]
    case .name where startsWithLet:
      let next = try peek()
      let isOf = next.end - next.start == 2 && next.kind == .name && text(next) == "of"
      if next.kind == .openSquare || next.kind == .openCurly || next.kind == .name && !isOf {
        kind = .lexical
      } else if isOf {
        // `for (let of …)` is a declaration of `of` unless a value follows directly.
        kind = nil
      }
    default: break
    }
    if let kind {
      head = try parseDeclarators(kind, isLoop: true)
      isExpression = false
    } else if token.kind == .semicolon {
      head = none()
      isExpression = false
    } else {
      _ = beginCover()
      head = try parseExpression(allowsIn: false)
      isExpression = true
    }
    leave(outer)
    if token.kind == .in || isWord("of") {
      if isExpression {
        _ = beginCover()
        try checkPattern(head, isBinding: false)
      } else if tree[head].kind == .none || tree[tree[head].first].next >= 0 {
        throw unexpected("a loop has one variable here")
      }
      let isOf = token.kind != .in
      try advance()
      let object = try isOf ? parseValue() : parseExpression()
      try expect(.closeRound, "')'")
      let body = try parseBody()
      return add(isOf ? .forOf : .forIn, from: start, list(head, object, body), flags)
    }
    try requireNoCover()
    try expect(.semicolon, "';'")
    let test = try token.kind == .semicolon ? none() : parseExpression()
    try expect(.semicolon, "';'")
    let update = try token.kind == .closeRound ? none() : parseExpression()
    try expect(.closeRound, "')'")
    let body = try parseBody()
    return add(.for, from: start, list(head, test, update, body))
  }

  private mutating func parseJump() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    let keyword = token
    try advance()
    if token.kind == .name, !token.isOnNewLine {
      let label = text(token)
      guard context.labels.contains(label) else {
        throw unexpected("there is no label '\(label)' around this")
      }
      try advance()
    } else if keyword.kind == .continue ? !context.isInLoop : !context.isInLoop && !context.isInSwitch {
      throw SyntaxFault(
        keyword.kind == .continue ? "there is no loop to continue" : "there is nothing to break out of",
        at: keyword.start..<keyword.end)
    }
    try endStatement()
    return add(keyword.kind == .continue ? .continue : .break, from: start)
  }

  private mutating func parseOptionalValue(_ kind: NodeKind) throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    try advance()
    var children = List()
    if token.kind != .semicolon, token.kind != .closeCurly, token.kind != .end, !token.isOnNewLine {
      append(try parseExpression(), to: &children)
    }
    try endStatement()
    return add(kind, from: start, children)
  }

  private mutating func parseSwitch() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    try advance()
    var children = list(try parseCondition())
    try expect(.openCurly, "'{'")
    let outer = enter { $0.isInSwitch = true }
    var hasDefault = false
    while token.kind != .closeCurly {
      let first = token.start
      let test: SyntaxTree.ID
      if try skip(.case) {
        test = try parseExpression()
      } else {
        if token.kind == .default, hasDefault { throw unexpected("there is a 'default' already") }
        hasDefault = true
        try expect(.default, "'case' or 'default'")
        test = none()
      }
      try expect(.colon, "':'")
      var statements = list(test)
      while token.kind != .case, token.kind != .default, token.kind != .closeCurly {
        append(try parseStatement(isListed: true), to: &statements)
      }
      append(add(.case, from: first, statements), to: &children)
    }
    leave(outer)
    try advance()
    return add(.switch, from: start, children)
  }

  private mutating func parseTry() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    try advance()
    let block = try parseBlock()
    var parameter = none()
    var handler = none()
    var finalizer = none()
    var isComplete = false
    if try skip(.catch) {
      isComplete = true
      if try skip(.openRound) {
        parameter = try parseBinding()
        try expect(.closeRound, "')'")
      }
      handler = try parseBlock()
    }
    if try skip(.finally) {
      isComplete = true
      finalizer = try parseBlock()
    }
    guard isComplete else { throw unexpected("'catch' or 'finally' is expected here") }
    return add(.try, from: start, list(block, parameter, handler, finalizer))
  }
}
