import HybridSource

extension ModuleText {
  /// Reads a module, without a byte order mark.
  /// - Throws: The first syntax error.
  package init(_ bytes: [UInt8]) throws(SyntaxFault) {
    let tree = try parseScript(bytes, isModule: true)
    let table = try ScopeTable(tree, isModule: true)
    let finder = try ReferenceFinder(tree, table, top: tree.program)
    try ModuleText.checkExports(of: tree, table)
    var prefix = "$h"
    var attempt = 0
    while bytes.contains(text: prefix) {
      attempt += 1
      prefix = "$h\(attempt)_"
    }
    self.init(tree, finder.references, tree.fileReferences(finder.references, table), prefix: prefix)
  }

  private init(
    _ tree: SyntaxTree, _ references: [Reference], _ fileReferences: [FileReference], prefix: String
  ) {
    var requests: [Request] = []
    var numbers: [String: Int] = [:]
    var imports: [(declaration: ImportDeclaration, request: Int)] = []
    var stars: [Int] = []
    for declaration in tree.imports {
      let key = "\(declaration.type?.value ?? "")\u{0}\(declaration.specifier.value)"
      let number = numbers[key] ?? requests.count
      if number == requests.count {
        numbers[key] = number
        requests.append(Request(specifier: declaration.specifier, type: declaration.type))
      }
      imports.append((declaration, number))
      if declaration.exportsAll { stars.append(number) }
    }
    var rewriter = ModuleRewriter(tree, prefix: prefix)
    var names: [(generated: String, written: String)] = []
    for (declaration, request) in imports {
      for binding in declaration.bindings {
        guard let local = binding.local else { continue }
        let expression = ModuleText.member(prefix, request, binding.imported)
        rewriter.imported[local] = expression
        names.append((expression, local))
        if binding.imported == nil {
          rewriter.namespaces[local] = "\(prefix)\(request)"
          names.append(("\(prefix)\(request)", local))
        }
      }
    }
    rewriter.run(references)
    let (body, columns) = rewriter.result()
    self.body = body
    self.columns = columns
    self.requests = requests
    self.imports = imports
    exports = tree.exports
    self.stars = stars
    importCalls = tree.importCalls
    self.fileReferences = fileReferences
    isAsync = tree.hasTopLevelAwait
    self.prefix = prefix
    // The longest first, so that none replaces a part of another.
    self.names = names.sorted { ($1.generated.count, $0.generated) < ($0.generated.count, $1.generated) }
    hasAnonymousDefault = rewriter.hasAnonymousDefault
  }

  /// §16.2.3.1 and §16.2.1.6.1, *Early Errors*: exported names are declared, each is exported once.
  private static func checkExports(of tree: SyntaxTree, _ table: ScopeTable) throws(SyntaxFault) {
    let declared = table.names(of: tree.program)
    var seen: Set<String> = []
    for export in tree.exports {
      if !seen.insert(export.name).inserted {
        throw SyntaxFault("'\(export.name)' is exported already", at: export.range)
      }
      if case .local(let name) = export.value, declared[name] == nil {
        throw SyntaxFault(
          "'\(name)' is not declared in this module", at: export.range,
          hint: nearestHint(to: name, in: declared.keys.sorted()))
      }
    }
  }
}

/// The edits that make a module's text the body of a function. None adds or removes a line end.
private struct ModuleRewriter {
  private struct Edit {
    var range: Range<Int>
    var text: [UInt8]
  }

  let tree: SyntaxTree
  let prefix: String
  /// The replacement of an imported name.
  var imported: [String: String] = [:]
  /// The parameter for the namespace that a name is imported as.
  var namespaces: [String: String] = [:]
  private(set) var hasAnonymousDefault = false
  private var edits: [Edit] = []

  init(_ tree: SyntaxTree, prefix: String) {
    self.tree = tree
    self.prefix = prefix
  }

  mutating func run(_ references: [Reference]) {
    for reference in references { rewrite(reference) }
    for call in tree.importCalls { replace(call.keyword, "\(prefix)m.import") }
    for node in tree.nodes where node.kind == .importMeta {
      replace(Int(node.start)..<Int(node.start) + 6, "\(prefix)m")
    }
    for offset in tree.htmlCommentLikes { replace(offset..<offset, " ") }
    if tree.bytes.starts(with: "#!".utf8) { replace(0..<2, "//") }
    for statement in tree.children(tree.program) { rewrite(statement) }
  }

  private mutating func replace(_ range: Range<Int>, _ text: String) {
    edits.append(Edit(range: range, text: Array(text.utf8)))
  }

  private mutating func rewrite(_ reference: Reference) {
    let range = tree.range(reference.node)
    guard
      var expression = imported[reference.name]
        ?? (reference.name == "arguments" ? "\(prefix)m.arguments" : nil)
    else { return }
    // One export is read without what a script has of the whole namespace.
    if reference.member != nil, let namespace = namespaces[reference.name] { expression = namespace }
    if reference.isShorthand {
      replace(range.upperBound..<range.upperBound, ":\(expression)")
    } else if reference.isCallee {
      // Without the comma the namespace would be `this`. The semicolon keeps the parenthesis from being read
      // as the arguments of a line without one.
      replace(range, "\(reference.startsStatement ? ";" : "")(0,\(expression))")
    } else {
      replace(range, expression)
    }
  }

  private mutating func rewrite(_ id: SyntaxTree.ID) {
    let range = tree.range(id)
    switch tree[id].kind {
    case .importDeclaration, .exportList, .exportAll: blank(range, startingWith: UInt8(ascii: ";"))
    case .exportDeclaration: blank(range.lowerBound..<Int(tree[tree[id].first].start))
    case .exportDefault:
      let child = tree[id].first
      let keyword = tree.exports.first { $0.name == "default" }?.range ?? range
      if isFunctionOrNamed(child) {
        blank(range.lowerBound..<Int(tree[child].start))
        guard tree[tree[child].first].kind != .identifier else { return }
        hasAnonymousDefault = true
        let parameters = Int(tree[tree[tree[child].first].next].start)
        replace(parameters..<parameters, " \(prefix)d")
      } else {
        blank(keyword)
        // The name of a function without one is then "default", as it has to be.
        replace(range.lowerBound..<range.lowerBound + 6, "const {default:\(prefix)d}={default:")
        let end = Int(tree[child].end)
        replace(end..<end, "};")
      }
    default: return
    }
  }

  /// Whether the node is a declaration that may stay one.
  private func isFunctionOrNamed(_ id: SyntaxTree.ID) -> Bool {
    guard tree[id].flags.contains(.declaration) else { return false }
    return tree[id].kind == .function
      || tree[id].kind == .class && tree[tree[id].first].kind == .identifier
  }

  /// Replaces text by blanks of the same width.
  private mutating func blank(_ range: Range<Int>, startingWith first: UInt8? = nil) {
    var text: [UInt8] = []
    for byte in tree.bytes[range] {
      switch byte {
      case 0x0A, 0x0D: text.append(byte)
      case 0x80..<0xC0: continue
      case 0xF0...: text += [0x20, 0x20]
      default: text.append(0x20)
      }
    }
    if let first, !text.isEmpty { text[0] = first }
    edits.append(Edit(range: range, text: text))
  }

  /// The text, and the marks of its columns.
  mutating func result() -> (String, [ColumnMap.Mark]) {
    edits.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
    var text: [UInt8] = []
    text.reserveCapacity(tree.bytes.count + edits.count * 8)
    var marks: [ColumnMap.Mark] = []
    var position = 0
    var (line, column, origin) = (1, 1, 1)
    func advance(_ bytes: ArraySlice<UInt8>, _ columns: inout Int) -> Int {
      var lines = 0
      var previous: UInt8 = 0
      for byte in bytes {
        if byte == 0x0A || byte == 0x0D {
          if !(byte == 0x0A && previous == 0x0D) { lines += 1 }
          columns = 1
        } else if byte & 0xC0 != 0x80 {
          columns += byte >= 0xF0 ? 2 : 1
        }
        previous = byte
      }
      return lines
    }
    for edit in edits {
      let kept = tree.bytes[position..<max(edit.range.lowerBound, position)]
      text += kept
      line += advance(kept, &column)
      _ = advance(kept, &origin)
      let isMarked = column != origin || edit.text.count != edit.range.count
      if isMarked {
        marks.append(ColumnMap.Mark(line: line, column: column, origin: origin, isInserted: true))
      }
      text += edit.text
      line += advance(edit.text[...], &column)
      _ = advance(tree.bytes[edit.range], &origin)
      if isMarked {
        marks.append(ColumnMap.Mark(line: line, column: column, origin: origin, isInserted: false))
      }
      position = edit.range.upperBound
    }
    text += tree.bytes[position...]
    return (String(decoding: text, as: UTF8.self), marks)
  }
}

extension [UInt8] {
  /// Whether a text occurs in the bytes.
  package func contains(text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard count >= wanted.count else { return false }
    var index = 0
    while index <= count - wanted.count {
      if self[index] == wanted[0], self[index..<index + wanted.count].elementsEqual(wanted) { return true }
      index += 1
    }
    return false
  }
}
