extension Parser {
  /// §13.2, *Primary Expression*, with `super`, `import()` and `import.meta`.
  mutating func parsePrimary() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    switch token.kind {
    case .name:
      if isWord("async") {
        let next = try peek()
        if next.kind == .function, !next.isOnNewLine { return try parseFunction([]) }
      }
      return try parseIdentifier()
    case .number, .true, .false, .null:
      try advance()
      return add(.literal, from: start)
    case .string:
      let flags: NodeFlags = token.hasEscape ? .escaped : []
      try advance()
      return add(.string, from: start, List(), flags)
    case .this:
      try advance()
      return add(.this, from: start)
    case .super:
      try advance()
      guard token.kind == .dot || token.kind == .openSquare || token.kind == .openRound else {
        throw unexpected("'super' is called, or has a member")
      }
      return add(.superWord, from: start)
    case .slash, .slashAssign:
      try cursor.rescanRegularExpression()
      try advance()
      return add(.regularExpression, from: start)
    case .template: return try parseTemplate()
    case .openRound: return try parseParenthesized()
    case .openSquare: return try parseArray()
    case .openCurly: return try parseObject()
    case .function: return try parseFunction([])
    case .class: return try parseClass([])
    case .import: return try parseImportExpression()
    case .privateName:
      try advance()
      guard token.kind == .in else { throw unexpected("'in' is expected here") }
      return add(.privateName, from: start)
    case .at: throw unexpected("decorators are not a part of JavaScript yet")
    case .end: throw unexpected("an expression is expected here")
    default: throw unexpected("'\(text(token))' cannot be used here")
    }
  }

  /// §13.2.8, *Template Literals*, from the first quote on.
  mutating func parseTemplate() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    var list = List()
    while try !cursor.scanTemplate(from: start) {
      try advance()
      let outer = enter { $0.allowsIn = true }
      append(try parseExpression(), to: &list)
      leave(outer)
      guard token.kind == .closeCurly else { throw unexpected("'}' is expected here") }
      cursor.continueTemplate()
    }
    try advance()
    return add(.template, from: start, list)
  }

  /// `(…)`, or the parameters of an arrow function.
  private mutating func parseParenthesized() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    try advance()
    let outer = enter { $0.allowsIn = true }
    let outerCover = beginCover()
    var items = List()
    var count = 0
    // The place of something that only parameters may have.
    var arrowOnly: Range<Int>?
    while token.kind != .closeRound {
      let itemStart = token.start
      if token.kind == .ellipsis {
        try advance()
        let pattern = try parseBinding()
        append(add(.spread, from: itemStart, list(pattern)), to: &items)
        arrowOnly = itemStart..<itemStart + 3
        count += 1
        break
      }
      append(try parseAssignment(), to: &items)
      count += 1
      guard token.kind == .comma else { break }
      let comma = token.start..<token.end
      try advance()
      if token.kind == .closeRound { arrowOnly = comma }
    }
    leave(outer)
    try expect(.closeRound, "')'")
    if token.kind == .arrow, !token.isOnNewLine {
      endCover(outerCover)
      return try parseArrow(add(.parameters, from: start, items), from: start, [])
    }
    if let arrowOnly { throw SyntaxFault("this is possible in parameters only", at: arrowOnly) }
    guard count > 0 else { throw unexpected("'=>' is expected here") }
    try requireNoCover()
    endCover(outerCover)
    let inner =
      count == 1 ? items.first : add(.sequence, from: Int(tree[items.first].start), items)
    return add(.parenthesized, from: start, list(inner))
  }

  /// §13.2.4, *Array Initializer*.
  private mutating func parseArray() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    try advance()
    let outer = enter { $0.allowsIn = true }
    var items = List()
    while token.kind != .closeSquare {
      let itemStart = token.start
      if token.kind == .comma {
        try advance()
        append(add(.hole, from: itemStart), to: &items)
        continue
      }
      if try skip(.ellipsis) {
        append(add(.spread, from: itemStart, list(try parseAssignment())), to: &items)
      } else {
        append(try parseAssignment(), to: &items)
      }
      guard try skip(.comma) else { break }
    }
    leave(outer)
    try expect(.closeSquare, "']' or ','")
    return add(.array, from: start, items)
  }

  /// §13.2.5, *Object Initializer*.
  private mutating func parseObject() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    try advance()
    let outer = enter { $0.allowsIn = true }
    var members = List()
    while token.kind != .closeCurly {
      append(try parseProperty(), to: &members)
      guard try skip(.comma) else { break }
    }
    leave(outer)
    try expect(.closeCurly, "'}' or ','")
    return add(.object, from: start, members)
  }

  private mutating func parseProperty() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    if try skip(.ellipsis) {
      return add(.spread, from: start, list(try parseAssignment()))
    }
    let (method, isAccessor) = try parseModifiers()
    let first = token
    let (key, flags) = try parseKey()
    if token.kind == .openRound {
      let value = try parseMethod(method)
      return add(.property, from: start, list(key, value), flags.union(.method))
    }
    guard method.isEmpty, !isAccessor else { throw unexpected("'(' of a method is expected here") }
    if try skip(.colon) {
      return add(.property, from: start, list(key, try parseAssignment()), flags)
    }
    guard first.kind == .name else { throw unexpected("':' and a value are expected here") }
    // A shorthand: the name is a reference, so it follows the rules of references.
    let next = cursor.mark
    cursor.move(to: first)
    let name = try parseIdentifier()
    cursor.move(to: next)
    guard token.kind == .assign else { return add(.shorthand, from: start, list(name)) }
    joinCover(token.start)
    let fault = coverFault
    try advance()
    let value = try parseValue()
    endCover(fault)
    return add(.shorthand, from: start, list(name, value))
  }

  /// Reads `async`, `get`, `set` and `*` before the name of a property or member, unless they are its name.
  mutating func parseModifiers() throws(SyntaxFault) -> (method: NodeFlags, isAccessor: Bool) {
    var method = NodeFlags()
    var isAccessor = false
    if isWord("async") || isWord("get") || isWord("set") {
      let next = try peek()
      let isAsync = isWord("async")
      if startsName(next.kind) || isAsync && next.kind == .star, !(isAsync && next.isOnNewLine) {
        isAccessor = !isAsync
        if isAsync { method.insert(.async) }
        try advance()
      }
    }
    if try skip(.star) { method.insert(.generator) }
    return (method, isAccessor)
  }

  /// Whether a property or member name starts with such a token.
  func startsName(_ kind: TokenKind) -> Bool {
    switch kind {
    case .name, .string, .number, .openSquare, .privateName: true
    default: kind.isReserved
    }
  }

  /// The name of a property or member.
  mutating func parseKey() throws(SyntaxFault) -> (SyntaxTree.ID, NodeFlags) {
    let start = token.start
    switch token.kind {
    case .string, .number:
      try advance()
      return (add(.literal, from: start), [])
    case .openSquare:
      try advance()
      let outer = enter { $0.allowsIn = true }
      let key = try parseValue()
      leave(outer)
      try expect(.closeSquare, "']'")
      return (key, .computed)
    case .privateName:
      try advance()
      return (add(.privateName, from: start), [])
    default: return (try parsePropertyWord(), [])
    }
  }

  /// `import(…)` or `import.meta`.
  private mutating func parseImportExpression() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    let keyword = token.start..<token.end
    try advance()
    if try skip(.dot) {
      guard isWord("meta") else { throw unexpected("'meta' is expected here") }
      guard context.isModule else {
        throw SyntaxFault("'import.meta' is possible in modules only", at: start..<token.end)
      }
      try advance()
      return add(.importMeta, from: start)
    }
    guard token.kind == .openRound else {
      throw SyntaxFault(
        context.isModule
          ? "'import' is a declaration at the top level of a module, or a call"
          : "'import' declarations are possible in modules only", at: keyword,
        hint: context.isModule ? nil : "write <script type=\"module\">")
    }
    try advance()
    let outer = enter { $0.allowsIn = true }
    var arguments = List()
    append(try parseValue(), to: &arguments)
    if try skip(.comma), token.kind != .closeRound {
      append(try parseValue(), to: &arguments)
      _ = try skip(.comma)
    }
    leave(outer)
    try expect(.closeRound, "')'")
    let call = add(.importCall, from: start, arguments)
    var entry = ImportCall(keyword: keyword, range: tree.range(call))
    entry.specifier = tree.literal(arguments.first)
    if tree[arguments.first].next >= 0 { entry.type = typeAttribute(tree[arguments.first].next) }
    tree.add(entry)
    return call
  }

  /// `{with: {type: "json"}}`
  private func typeAttribute(_ id: SyntaxTree.ID) -> ModuleSpecifier? {
    func value(of name: String, in object: SyntaxTree.ID) -> SyntaxTree.ID? {
      guard tree[object].kind == .object else { return nil }
      for property in tree.children(object) where tree[property].kind == .property {
        let key = tree[property].first
        if tree.text(key).trimmingQuotes == name { return tree[key].next }
      }
      return nil
    }
    guard let attributes = value(of: "with", in: id), let type = value(of: "type", in: attributes) else {
      return nil
    }
    return tree.literal(type)
  }
}

extension String {
  /// The text without quotes around it.
  fileprivate var trimmingQuotes: String {
    guard let first = utf8.first, first == UInt8(ascii: "'") || first == UInt8(ascii: "\""), utf8.count > 1
    else {
      return self
    }
    return String(dropFirst().dropLast())
  }
}
