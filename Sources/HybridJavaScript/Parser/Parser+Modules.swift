extension Parser {
  /// §16.2, *Modules*: a statement, an `import` or an `export`.
  mutating func parseModuleItem() throws(SyntaxFault) -> SyntaxTree.ID {
    if token.kind == .import {
      let next = try peek()
      if next.kind != .openRound, next.kind != .dot { return try parseImport() }
    }
    return try token.kind == .export ? parseExport() : parseStatement(isListed: true)
  }

  // MARK: Imports

  /// §16.2.2, *Imports*.
  private mutating func parseImport() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    try advance()
    var bindings: [ImportBinding] = []
    if token.kind != .string {
      if token.kind == .name {
        let local = try parseIdentifier(isBinding: true)
        bindings.append(
          ImportBinding(imported: "default", range: tree.range(local), local: tree.name(local)))
        if try skip(.comma), token.kind != .star, token.kind != .openCurly {
          throw unexpected("'* as' or '{' is expected here")
        }
      }
      if token.kind == .star {
        try advance()
        try expectWord("as")
        let local = try parseIdentifier(isBinding: true)
        bindings.append(ImportBinding(imported: nil, range: tree.range(local), local: tree.name(local)))
      } else if token.kind == .openCurly {
        bindings += try parseImportList()
      } else if bindings.isEmpty {
        throw unexpected("the name of what is imported, or a string, is expected here")
      }
      try expectWord("from")
    }
    var declaration = ImportDeclaration(specifier: try parseSpecifier(), bindings: bindings)
    declaration.type = try parseAttributes()
    try endStatement()
    tree.add(declaration)
    return add(.importDeclaration, from: start)
  }

  private mutating func expectWord(_ word: StaticString) throws(SyntaxFault) {
    guard isWord(word) else { throw unexpected("'\(word)' is expected here") }
    try advance()
  }

  private mutating func parseImportList() throws(SyntaxFault) -> [ImportBinding] {
    var bindings: [ImportBinding] = []
    try advance()
    while token.kind != .closeCurly {
      let first = token
      let name = try parseModuleName()
      let range = first.start..<lastEnd
      var local: SyntaxTree.ID
      if isWord("as") {
        try advance()
        local = try parseIdentifier(isBinding: true)
      } else {
        guard first.kind == .name else {
          throw SyntaxFault("this needs a name of its own: '\(name) as name'", at: range)
        }
        // Read again as a binding, which must not be reserved.
        let next = cursor.mark
        cursor.move(to: first)
        local = try parseIdentifier(isBinding: true)
        cursor.move(to: next)
      }
      bindings.append(ImportBinding(imported: name, range: range, local: tree.name(local)))
      guard try skip(.comma) else { break }
    }
    try expect(.closeCurly, "'}' or ','")
    return bindings
  }

  /// A name of an import or an export: any word, or a string.
  private mutating func parseModuleName() throws(SyntaxFault) -> String {
    if token.kind == .string {
      let value = Escapes.string(cursor.bytes[token.start + 1..<token.end - 1])
      try advance()
      return value
    }
    let word = try parsePropertyWord()
    return tree.name(word)
  }

  private mutating func parseSpecifier() throws(SyntaxFault) -> ModuleSpecifier {
    guard token.kind == .string else { throw unexpected("the module's name in quotes is expected here") }
    let range = token.start..<token.end
    let value = Escapes.string(cursor.bytes[range.lowerBound + 1..<range.upperBound - 1])
    try advance()
    return ModuleSpecifier(value: value, range: range)
  }

  /// `with { type: "json" }`
  private mutating func parseAttributes() throws(SyntaxFault) -> ModuleSpecifier? {
    guard token.kind == .with || isWord("assert") && !token.isOnNewLine else { return nil }
    try advance()
    try expect(.openCurly, "'{'")
    var type: ModuleSpecifier?
    var seen: Set<String> = []
    while token.kind != .closeCurly {
      let first = token
      let key = try parseModuleName()
      guard seen.insert(key).inserted else {
        throw SyntaxFault("the attribute '\(key)' is there already", at: first.start..<first.end)
      }
      try expect(.colon, "':'")
      let value = try parseSpecifier()
      guard key == "type" else {
        throw SyntaxFault("there is no import attribute '\(key)'", at: first.start..<first.end)
      }
      type = value
      guard try skip(.comma) else { break }
    }
    try expect(.closeCurly, "'}' or ','")
    return type
  }

  // MARK: Exports

  /// §16.2.3, *Exports*.
  private mutating func parseExport() throws(SyntaxFault) -> SyntaxTree.ID {
    let start = token.start
    try advance()
    switch token.kind {
    case .star: return try parseExportAll(from: start)
    case .openCurly: return try parseExportList(from: start)
    case .default: return try parseExportDefault(from: start)
    case .var, .const, .function, .class: break
    case .name where isWord("let") || isWord("async"): break
    default:
      throw unexpected("a declaration, '{', '*' or 'default' is expected here")
    }
    let declaration = try parseStatement(isListed: true)
    switch tree[declaration].kind {
    case .function, .class: addExport(tree[declaration].first)
    case .variables:
      for declarator in tree.children(declaration) { addExports(tree[declarator].first) }
    default:
      throw SyntaxFault("a declaration is expected here", at: tree.range(declaration))
    }
    return add(.exportDeclaration, from: start, list(declaration))
  }

  private mutating func addExport(_ name: SyntaxTree.ID) {
    guard tree[name].kind == .identifier else { return }
    let text = tree.name(name)
    tree.add(ExportEntry(name: text, range: tree.range(name), value: .local(text)))
  }

  /// The names of a pattern.
  private mutating func addExports(_ pattern: SyntaxTree.ID) {
    switch tree[pattern].kind {
    case .identifier: addExport(pattern)
    case .assignment, .spread: addExports(tree[pattern].first)
    case .shorthand: addExport(tree[pattern].first)
    case .property: addExports(tree[tree[pattern].first].next)
    case .array, .object:
      let children = Array(tree.children(pattern))
      for child in children { addExports(child) }
    default: break
    }
  }

  private mutating func parseExportAll(from start: Int) throws(SyntaxFault) -> SyntaxTree.ID {
    let star = token.start..<token.end
    try advance()
    let number = tree.imports.count
    var isNamed = false
    if isWord("as") {
      try advance()
      let first = token.start
      let name = try parseModuleName()
      isNamed = true
      tree.add(ExportEntry(name: name, range: first..<lastEnd, value: .other(number, nil)))
    }
    try expectWord("from")
    var declaration = ImportDeclaration(specifier: try parseSpecifier())
    declaration.type = try parseAttributes()
    declaration.exportsAll = !isNamed
    if isNamed { declaration.bindings = [ImportBinding(imported: nil, range: star, local: nil)] }
    try endStatement()
    tree.add(declaration)
    return add(.exportAll, from: start)
  }

  private mutating func parseExportList(from start: Int) throws(SyntaxFault) -> SyntaxTree.ID {
    try advance()
    var names:
      [(name: String, range: Range<Int>, exported: String, exportedRange: Range<Int>, isString: Bool)] =
        []
    while token.kind != .closeCurly {
      let first = token
      let name = try parseModuleName()
      let range = first.start..<lastEnd
      var (exported, exportedRange) = (name, range)
      if isWord("as") {
        try advance()
        let second = token.start
        exported = try parseModuleName()
        exportedRange = second..<lastEnd
      }
      names.append((name, range, exported, exportedRange, first.kind != .name))
      guard try skip(.comma) else { break }
    }
    try expect(.closeCurly, "'}' or ','")
    if isWord("from") {
      try advance()
      let number = tree.imports.count
      var declaration = ImportDeclaration(specifier: try parseSpecifier())
      declaration.type = try parseAttributes()
      for entry in names {
        declaration.bindings.append(ImportBinding(imported: entry.name, range: entry.range, local: nil))
        tree.add(
          ExportEntry(name: entry.exported, range: entry.exportedRange, value: .other(number, entry.name)))
      }
      tree.add(declaration)
    } else {
      for entry in names {
        if entry.isString {
          throw SyntaxFault("'\(entry.name)' cannot be the name of a variable", at: entry.range)
        }
        tree.add(
          ExportEntry(name: entry.exported, range: entry.exportedRange, value: .local(entry.name)))
      }
    }
    try endStatement()
    return add(.exportList, from: start)
  }

  private mutating func parseExportDefault(from start: Int) throws(SyntaxFault) -> SyntaxTree.ID {
    let keyword = token.start..<token.end
    try advance()
    var value = ExportEntry.Value.defaultExpression
    let child: SyntaxTree.ID
    let next = try peek()
    let isAsync = isWord("async") && next.kind == .function && !next.isOnNewLine
    if token.kind == .function || isAsync {
      child = try parseFunction(.declaration)
    } else if token.kind == .class {
      child = try parseClass(.declaration)
    } else {
      child = try parseValue()
      try endStatement()
    }
    if tree[child].kind == .function || tree[child].kind == .class,
      tree[child].flags.contains(.declaration), tree[tree[child].first].kind == .identifier
    {
      value = .local(tree.name(tree[child].first))
    }
    tree.add(ExportEntry(name: "default", range: keyword, value: value))
    return add(.exportDefault, from: start, list(child))
  }
}
