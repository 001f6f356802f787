/// A module of a bundle, in the form of ``ModuleText/function(exports:)``.
package struct BundleModule: Sendable {
  /// The kind of a module.
  package enum Kind: Hashable, Sendable {
    case script, json
    /// The statement is removed.
    case empty
  }

  /// The kind of the module.
  package var kind: Kind
  /// The text of the function.
  package var text: String
  /// The modules that it imports statically; nil for one that need not run.
  package var requests: [Int?]
  /// The modules that it may import later, by `import()`.
  package var later: [Int]

  /// A module.
  package init(kind: Kind, text: String, requests: [Int?], later: [Int]) {
    self.kind = kind
    self.text = text
    self.requests = requests
    self.later = later
  }
}

/// Removes the unused code of a bundle: exports, and the declarations that only they need.
///
/// A statement is removed when it only declares names and no remaining statement uses one of them. Removed
/// code becomes blanks, so that lines and columns stay. A module that was emptied is of the kind `empty`,
/// and no longer requested if it requests nothing itself.
///
/// - Parameter entries: The modules that the page runs.
package func shaken(_ modules: [BundleModule], entries: [Int]) -> [BundleModule] {
  var shaker = ModuleShaker(modules)
  shaker.run(entries)
  return shaker.result(entries)
}

private struct ModuleShaker {
  /// The names and exports that a piece of text needs, once it is live.
  struct Needs {
    var names: Set<String> = []
    /// Exports of requested modules; an empty name is all of them.
    var imports: Set<Import> = []
  }

  struct Import: Hashable {
    var request: Int
    var name: String
  }

  struct Statement {
    var range: Range<Int>
    var isPure: Bool
    var needs = Needs()
  }

  struct Export {
    /// The property, with the comma behind it.
    var range: Range<Int>
    var needs = Needs()
  }

  struct Parsed {
    var statements: [Statement] = []
    var exports: [String: Export] = [:]
    /// The statements that declare a name.
    var declaring: [String: [Int]] = [:]
    /// `n(name)`, which is needed with the default export.
    var naming: Range<Int>?
  }

  private enum Work {
    case module(Int)
    case statement(Int, Int)
    /// An empty name is all exports.
    case export(Int, String)
  }

  let modules: [BundleModule]
  /// Nil for a module that stays as it is.
  private var parsed: [Parsed?]
  private var liveModules: Set<Int> = []
  private var liveStatements: [Set<Int>]
  private var liveExports: [Set<String>]
  private var work: [Work] = []

  init(_ modules: [BundleModule]) {
    self.modules = modules
    parsed = modules.map { module in
      guard module.kind == .script else { return nil }
      return try? Self.parse(module.text)
    }
    liveStatements = Array(repeating: [], count: modules.count)
    liveExports = Array(repeating: [], count: modules.count)
  }

  // MARK: Reading

  private static func parse(_ text: String) throws(SyntaxFault) -> Parsed? {
    let tree = try parseScript(Array(text.utf8), isModule: false)
    let table = try ScopeTable(tree, isModule: false)
    var node = tree[tree.program].first
    while node >= 0, [.expression, .parenthesized].contains(tree[node].kind) { node = tree[node].first }
    guard node >= 0, tree[node].kind == .function else { return nil }
    let parameters = tree[tree[node].first].next
    let body = tree[parameters].next
    let finder = try ReferenceFinder(tree, table, top: body)
    let names = tree.children(parameters).map { tree.name($0) }
    guard let own = names.first else { return nil }
    let requests = Dictionary(names.dropFirst().enumerated().map { ($1, $0) }) { first, _ in first }
    let purity = Purity(
      tree: tree, namespaces: Set(requests.keys), declared: Set(table.names(of: body).keys))
    return read(tree, Array(tree.children(body)), own, requests, finder.references, purity)
  }

  private static func read(
    _ tree: SyntaxTree, _ all: [SyntaxTree.ID], _ own: String, _ requests: [String: Int],
    _ references: [Reference], _ purity: Purity
  ) -> Parsed? {
    guard
      let pause = all.firstIndex(where: {
        tree[$0].kind == .expression && tree[tree[$0].first].kind == .yield
      })
    else { return nil }
    var parsed = Parsed()
    var properties: [(name: String, range: Range<Int>)] = []
    for id in all[..<pause] {
      let text = tree.text(id)
      if text.hasPrefix("\(own).e(") { properties = Self.properties(of: id, tree) }
      if text.hasPrefix("\(own).n(") { parsed.naming = tree.range(id) }
    }
    for property in properties { parsed.exports[property.name] = Export(range: property.range) }
    for id in all[(pause + 1)...] {
      parsed.statements.append(Statement(range: tree.range(id), isPure: purity.isPure(statement: id)))
      for name in names(declaredBy: id, tree) {
        parsed.declaring[name, default: []].append(parsed.statements.count - 1)
      }
    }
    var property = 0
    for reference in references {
      var needs = Needs()
      if let request = requests[reference.name] {
        needs.imports.insert(Import(request: request, name: reference.member ?? ""))
      } else if reference.name == "eval", reference.isCallee {
        return nil
      } else {
        needs.names.insert(reference.name)
      }
      let start = Int(tree[reference.node].start)
      if reference.statement > pause {
        parsed.statements[reference.statement - pause - 1].needs.formUnion(needs)
      } else {
        while property < properties.count, properties[property].range.upperBound <= start { property += 1 }
        guard property < properties.count, properties[property].range.contains(start) else { continue }
        parsed.exports[properties[property].name]?.needs.formUnion(needs)
      }
    }
    return parsed
  }

  /// The members of `e({"name":()=>…,…})`, each with its comma.
  private static func properties(
    of statement: SyntaxTree.ID, _ tree: SyntaxTree
  ) -> [(name: String, range: Range<Int>)] {
    var node = tree[statement].first
    guard tree[node].kind == .chain else { return [] }
    for link in tree.children(node) where tree[link].kind == .callLink { node = tree[link].first }
    guard tree[node].kind == .object else { return [] }
    return tree.children(node).map { property in
      let key = tree.range(tree[property].first)
      let name = Escapes.string(tree.bytes[key.lowerBound + 1..<key.upperBound - 1])
      var end = Int(tree[property].end)
      if tree.bytes[end] == UInt8(ascii: ",") { end += 1 }
      return (name, Int(tree[property].start)..<end)
    }
  }

  /// The names that a top-level statement declares, those of `var` in its blocks included.
  private static func names(declaredBy id: SyntaxTree.ID, _ tree: SyntaxTree) -> [String] {
    switch tree[id].kind {
    case .function, .class:
      let name = tree[id].first
      return tree[id].flags.contains(.declaration) && tree[name].kind == .identifier ? [tree.name(name)] : []
    case .variables: return tree.children(id).flatMap { names(in: tree[$0].first, tree) }
    default: return []
    }
  }

  private static func names(in pattern: SyntaxTree.ID, _ tree: SyntaxTree) -> [String] {
    switch tree[pattern].kind {
    case .identifier: return [tree.name(pattern)]
    case .assignment, .spread, .shorthand: return names(in: tree[pattern].first, tree)
    case .property: return names(in: tree[tree[pattern].first].next, tree)
    case .array, .object: return tree.children(pattern).flatMap { names(in: $0, tree) }
    default: return []
    }
  }

  // MARK: Used code

  mutating func run(_ entries: [Int]) {
    work = entries.map { .module($0) }
    while let next = work.popLast() {
      switch next {
      case .module(let module): enter(module)
      case .statement(let module, let statement):
        guard let parsed = parsed[module], liveStatements[module].insert(statement).inserted else { continue }
        need(parsed.statements[statement].needs, in: module)
      case .export(let module, let name): use(name, of: module)
      }
    }
  }

  private mutating func enter(_ module: Int) {
    guard liveModules.insert(module).inserted else { return }
    for request in modules[module].requests.compactMap({ $0 }) { work.append(.module(request)) }
    for later in modules[module].later {
      work.append(.module(later))
      work.append(.export(later, ""))
    }
    guard let parsed = parsed[module] else {
      // It stays as it is, with all that it imports.
      for request in modules[module].requests.compactMap({ $0 }) { work.append(.export(request, "")) }
      return
    }
    for index in parsed.statements.indices where !parsed.statements[index].isPure {
      work.append(.statement(module, index))
    }
  }

  private mutating func use(_ name: String, of module: Int) {
    guard liveExports[module].insert(name).inserted, let parsed = parsed[module] else { return }
    if name.isEmpty {
      for other in parsed.exports.keys { work.append(.export(module, other)) }
    } else if let export = parsed.exports[name] {
      need(export.needs, in: module)
    }
  }

  private mutating func need(_ needs: Needs, in module: Int) {
    guard let parsed = parsed[module] else { return }
    for name in needs.names {
      for statement in parsed.declaring[name] ?? [] { work.append(.statement(module, statement)) }
    }
    for imported in needs.imports {
      if modules[module].requests.indices.contains(imported.request),
        let target = modules[module].requests[imported.request]
      {
        work.append(.export(target, imported.name))
      }
    }
  }

  // MARK: The result

  func result(_ entries: [Int]) -> [BundleModule] {
    var result = modules
    let kept = Set(entries).union(modules.flatMap(\.later))
    for index in modules.indices {
      guard liveModules.contains(index) else {
        result[index] = BundleModule(kind: .empty, text: "", requests: [], later: [])
        continue
      }
      if modules[index].kind == .json, liveExports[index].isEmpty {
        (result[index].kind, result[index].text) = (.empty, "")
      }
      guard let parsed = parsed[index] else { continue }
      let hasCode = parsed.statements.indices.contains { statement in
        liveStatements[index].contains(statement) && !parsed.statements[statement].range.isEmpty
      }
      if !hasCode, liveExports[index].isDisjoint(with: parsed.exports.keys), !kept.contains(index) {
        (result[index].kind, result[index].text) = (.empty, "")
      } else {
        result[index].text = text(of: index, parsed)
      }
    }
    // An empty module that requests nothing is not requested.
    var isStable = false
    while !isStable {
      isStable = true
      for index in result.indices {
        for request in result[index].requests.indices {
          guard let target = result[index].requests[request], result[target].kind == .empty,
            result[target].requests.allSatisfy({ $0 == nil }), !kept.contains(target)
          else { continue }
          result[index].requests[request] = nil
          isStable = false
        }
      }
    }
    return result
  }

  /// The text with blanks for what is unused. Line ends stay.
  private func text(of module: Int, _ parsed: Parsed) -> String {
    var bytes = Array(modules[module].text.utf8)
    func blank(_ range: Range<Int>) {
      for index in range where bytes[index] != 0x0A && bytes[index] != 0x0D {
        // A character of several bytes becomes as many blanks as it has UTF-16 units.
        bytes[index] = bytes[index] & 0xC0 == 0x80 ? 0 : 0x20
      }
    }
    for index in parsed.statements.indices where !liveStatements[module].contains(index) {
      blank(parsed.statements[index].range)
    }
    for (name, export) in parsed.exports where !liveExports[module].contains(name) { blank(export.range) }
    if let naming = parsed.naming, !liveExports[module].contains("default") { blank(naming) }
    bytes.removeAll { $0 == 0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ModuleShaker.Needs {
  fileprivate mutating func formUnion(_ other: Self) {
    names.formUnion(other.names)
    imports.formUnion(other.imports)
  }
}
