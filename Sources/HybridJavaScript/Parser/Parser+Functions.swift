extension Parser {
  /// §15.2 to §15.8: `function`, `function*`, `async function`.
  mutating func parseFunction(_ flags: NodeFlags) throws(SyntaxFault) -> SyntaxTree.ID {
    try nested { (parser) throws(SyntaxFault) in try parser.parseFunctionHere(flags) }
  }

  private mutating func parseFunctionHere(_ given: NodeFlags) throws(SyntaxFault) -> SyntaxTree.ID {
    var flags = given
    let start = token.start
    if isWord("async") {
      flags.insert(.async)
      try advance()
    }
    try expect(.function, "'function'")
    if try skip(.star) { flags.insert(.generator) }
    let isDeclaration = flags.contains(.declaration)
    let name: SyntaxTree.ID
    if token.kind == .name {
      // The name of an expression is in the function, that of a declaration around it.
      let outer = enter { context in
        guard !isDeclaration else { return }
        context.isAsync = flags.contains(.async)
        context.isGenerator = flags.contains(.generator)
      }
      name = try parseIdentifier(isBinding: true)
      leave(outer)
    } else {
      name = none()
    }
    let (parameters, body, all) = try parseRest(flags)
    return add(.function, from: start, list(name, parameters, body), all)
  }

  /// A method of an object or a class, from its parameters on.
  mutating func parseMethod(_ flags: NodeFlags) throws(SyntaxFault) -> SyntaxTree.ID {
    try nested { (parser) throws(SyntaxFault) in
      let start = parser.token.start
      let name = parser.none()
      let (parameters, body, all) = try parser.parseRest(flags.union(.method))
      return parser.add(.function, from: start, parser.list(name, parameters, body), all)
    }
  }

  /// Parameters and body.
  private mutating func parseRest(
    _ flags: NodeFlags
  ) throws(SyntaxFault) -> (SyntaxTree.ID, SyntaxTree.ID, NodeFlags) {
    let outer = enter {
      $0.enterFunction(flags)
      $0.allowsIn = true
    }
    let start = token.start
    try expect(.openRound, "'(' of the parameters")
    var parameters = List()
    while token.kind != .closeRound {
      let first = token.start
      if try skip(.ellipsis) {
        append(add(.spread, from: first, list(try parseBinding())), to: &parameters)
        guard token.kind == .closeRound else { throw unexpected("'...' takes the rest and must be last") }
        break
      }
      append(try parseBindingElement(), to: &parameters)
      guard try skip(.comma) else { break }
    }
    try expect(.closeRound, "')' or ','")
    let list = add(.parameters, from: start, parameters)
    let (body, all) = try parseFunctionBody(flags)
    leave(outer)
    return (list, body, all)
  }

  /// A binding with a default value.
  mutating func parseBindingElement() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    let pattern = try parseBinding()
    guard try skip(.assign) else { return pattern }
    return add(.assignment, from: start, list(pattern, try parseValue()), .plain)
  }

  /// `{ … }`; the context is that of the function.
  mutating func parseFunctionBody(_ given: NodeFlags) throws(SyntaxFault) -> (SyntaxTree.ID, NodeFlags) {
    var flags = given
    let outer = enter {
      $0.enterBody()
      $0.allowsIn = true
    }
    let outerCover = beginCover()
    let start = token.start
    try expect(.openCurly, "'{' of a function")
    var statements = List()
    var isPrologue = true
    while token.kind != .closeCurly {
      if isPrologue { isPrologue = parseDirective() }
      append(try parseStatement(isListed: true), to: &statements)
    }
    if context.isStrict { flags.insert(.strict) }
    // The token behind the body belongs to the text around it.
    leave(outer)
    try advance()
    endCover(outerCover)
    return (add(.functionBody, from: start, statements), flags)
  }

  /// §11.2.1, *Directive Prologues*: notes `"use strict"`, and returns whether another directive may follow.
  mutating func parseDirective() -> Bool {
    guard token.kind == .string else { return false }
    if !token.hasEscape, text(token).dropFirst().dropLast() == "use strict",
      let next = try? peek(),
      next.isOnNewLine || next.kind == .semicolon || next.kind == .closeCurly || next.kind == .end
    {
      _ = enter { $0.isStrict = true }
    }
    return true
  }

  // MARK: Classes

  /// §15.7, *Class Definitions*.
  mutating func parseClass(_ flags: NodeFlags) throws(SyntaxFault) -> SyntaxTree.ID {
    try nested { (parser) throws(SyntaxFault) in try parser.parseClassHere(flags) }
  }

  private mutating func parseClassHere(_ flags: NodeFlags) throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    let outer = enter { $0.isStrict = true }
    try expect(.class, "'class'")
    let name = try token.kind == .name ? parseIdentifier(isBinding: true) : none()
    let heritage: SyntaxTree.ID
    if try skip(.extends) {
      let outerCover = beginCover()
      heritage = try parseChain()
      try requireNoCover()
      endCover(outerCover)
    } else {
      heritage = none()
    }
    try expect(.openCurly, "'{' of a class")
    var children = list(name, heritage)
    while token.kind != .closeCurly {
      if try skip(.semicolon) { continue }
      append(try parseClassMember(), to: &children)
    }
    leave(outer)
    try advance()
    return add(.class, from: start, children, flags)
  }

  private mutating func parseClassMember() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    var flags = NodeFlags()
    if isWord("static") {
      let next = try peek()
      if next.kind == .openCurly {
        try advance()
        return try parseStaticBlock(from: start)
      }
      if startsName(next.kind) || next.kind == .star {
        flags.insert(.static)
        try advance()
      }
    }
    let (method, isAccessor) = try parseModifiers()
    let (key, computed) = try parseKey()
    flags.formUnion(computed)
    if token.kind == .openRound {
      return add(.classMember, from: start, list(key, try parseMethod(method)), flags.union(.method))
    }
    guard !isAccessor, method.isEmpty else { throw unexpected("'(' of a method is expected here") }
    var children = list(key)
    if try skip(.assign) {
      let outer = enter {
        $0.enterFunction([])
        $0.allowsIn = true
      }
      append(try parseValue(), to: &children)
      leave(outer)
    }
    let member = add(.classMember, from: start, children, flags)
    try endStatement()
    return member
  }

  private mutating func parseStaticBlock(from start: Int) throws(SyntaxFault) -> SyntaxTree.ID {
    let outer = enter {
      $0.enterFunction([])
      $0.enterBody()
    }
    try expect(.openCurly, "'{'")
    var statements = List()
    while token.kind != .closeCurly { append(try parseStatement(isListed: true), to: &statements) }
    leave(outer)
    try advance()
    return add(.staticBlock, from: start, statements)
  }
}
