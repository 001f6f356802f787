import HybridEncoding
package import HybridSource

/// The custom properties that one style sheet sets and uses.
package struct VariableScope: Sendable {
  struct Definition: Sendable {
    var value: SpecifiedValue
    var range: Range<Int>
    /// The number of its block.
    var block: Int
  }

  /// The declarations of one rule.
  struct Block: Sendable {
    /// The selectors of the rule, and of those around it.
    var selectors: [ComplexSelector]
    /// Whether it applies to the root element, or to all elements, whatever the page is like.
    var isForAll: Bool
  }

  /// A declaration with `var()`.
  struct Use: Sendable {
    /// The property that is set; nil for a custom property, which takes everything.
    var property: PropertyName?
    var pending: PendingValue
    var block: Int
  }

  let source: Source
  private(set) var definitions: [String: [Definition]] = [:]
  private(set) var uses: [Use] = []
  private(set) var blocks: [Block] = []

  /// The scope of a sheet without what it imports.
  package init(_ sheet: StyleSheet, source: Source) {
    self.source = source
    add(sheet.rules, below: [], isConditional: false)
  }

  /// The scope of a `style` attribute; what it sets has effect below its element only.
  package init(uses declarations: [PropertyDeclaration], source: Source) {
    self.source = source
    add(declarations, Block(selectors: [], isForAll: false))
    definitions = [:]
  }

  /// Whether there is nothing to check.
  package var isEmpty: Bool { uses.isEmpty && definitions.isEmpty }

  private mutating func add(_ rules: [Rule], below outer: [ComplexSelector], isConditional: Bool) {
    for rule in rules {
      switch rule {
      case .style(let style):
        let selectors = outer + style.selectors
        let isForAll = !isConditional && outer.isEmpty && selectors.contains(where: \.isForAll)
        add(style.declarations, Block(selectors: selectors, isForAll: isForAll))
        add(style.rules, below: selectors, isConditional: true)
      case .declarations(let declarations): add(declarations, Block(selectors: outer, isForAll: false))
      case .media(_, let rules), .container(_, let rules), .startingStyle(let rules):
        add(rules, below: outer, isConditional: true)
      case .layer(_, let rules), .supports(true, let rules):
        add(rules, below: outer, isConditional: isConditional)
      case .property(let rule):
        guard let value = rule.registration.initial else { continue }
        blocks.append(Block(selectors: [], isForAll: !isConditional))
        definitions[rule.name, default: []].append(
          Definition(value: .components(value.values), range: rule.range, block: blocks.count - 1))
      case .supports(false, _), .layerStatement, .import, .counterStyle, .fontFace, .keyframes: break
      }
    }
  }

  private mutating func add(_ declarations: [PropertyDeclaration], _ block: Block) {
    let number = blocks.count
    blocks.append(block)
    var last: Range<Int>?  // the longhands of a shorthand share their value and place
    for declaration in declarations {
      switch (declaration.property, declaration.value) {
      case (.custom(let name), let value):
        definitions[name, default: []].append(
          Definition(value: value, range: declaration.range, block: number))
        guard case .pending(let pending) = value else { continue }
        uses.append(Use(property: nil, pending: pending, block: number))
      case (.longhand(let property), .pending(let pending)) where declaration.range != last:
        last = declaration.range
        let name: PropertyName =
          if case .shorthand(let shorthand) = pending.origin { .shorthand(shorthand) } else {
            .longhand(property)
          }
        uses.append(Use(property: name, pending: pending, block: number))
      default: break
      }
    }
  }
}

extension ComplexSelector {
  /// Whether it is `:root`, `html` or `*`.
  fileprivate var isForAll: Bool {
    guard compounds.count == 1, compounds[0].simples.count == 1 else { return false }
    switch compounds[0].simples[0] {
    case .universal, .pseudoClass(.root): return true
    case .type(let name): return name.isASCIIEqual(to: "html")
    default: return false
    }
  }

  /// The names of elements, classes, ids and attributes in it.
  var names: Set<String> {
    var names: Set<String> = []
    for simple in compounds.lazy.flatMap(\.simples) {
      switch simple {
      case .type(let name): names.insert(name)
      case .id(let name): names.insert("#" + name)
      case .class(let name): names.insert("." + name)
      case .attribute(let attribute): names.insert("[" + attribute.name)
      case .pseudoClass(.matches(let list)), .pseudoClass(.where(let list)):
        for selector in list { names.formUnion(selector.names) }
      default: break
      }
    }
    return names
  }
}

/// The custom properties of a style sheet with its imports: what is wrong with them by themselves, and what
/// other sheets decide.
package struct VariableSummary: Sendable {
  /// A `var()` with a value that its property does not take.
  struct Fault: Sendable {
    /// The custom properties that decide.
    var names: Set<String>
    var diagnostic: Diagnostic
  }

  let scopes: [VariableScope]
  let faults: [Fault]
  /// The uses, by scope and index, of something that is not set here.
  let open: [(scope: Int, use: Int)]

  package init(_ scopes: [VariableScope]) {
    self.scopes = scopes.filter { !$0.isEmpty }
    var faults: [Fault] = []
    var open: [(scope: Int, use: Int)] = []
    var check = VariableUseCheck(self.scopes)
    for (scope, index) in self.scopes.enumerated().flatMap({ scope in
      scope.element.uses.indices.map { (scope.offset, $0) }
    }) {
      switch check.result(scope, index) {
      case .valid: break
      case .unknown: open.append((scope, index))
      case .invalid(let fault): faults.append(fault)
      }
    }
    self.faults = faults
    self.open = open
  }

  /// Whether nothing is set or used.
  package var isEmpty: Bool { scopes.isEmpty }

  private func defines(_ name: String) -> Bool { scopes.contains { $0.definitions[name] != nil } }

  /// The faults on a page with these sheets.
  ///
  /// - Parameters:
  ///   - sheets: The sheets of the page.
  ///   - others: The custom properties that scripts and attributes name; nil if they may set any.
  package static func diagnostics(_ sheets: [VariableSummary], others: () -> Set<String>?) -> [Diagnostic] {
    guard sheets.contains(where: { !$0.faults.isEmpty || !$0.open.isEmpty }), let set = others() else {
      return []
    }
    var result: [Diagnostic] = []
    for (number, sheet) in sheets.enumerated() {
      for fault in sheet.faults where fault.names.isDisjoint(with: set) {
        let isOwn = sheets.indices.allSatisfy { other in
          other == number || !fault.names.contains(where: sheets[other].defines)
        }
        if isOwn { result.append(fault.diagnostic) }
      }
    }
    guard sheets.contains(where: { !$0.open.isEmpty }) else { return result }
    var check = VariableUseCheck(sheets.flatMap(\.scopes), set: set)
    var first = 0
    var unknown = UnknownVariables(names: check.names)
    for sheet in sheets {
      for (scope, use) in sheet.open {
        switch check.result(first + scope, use) {
        case .valid: break
        case .invalid(let fault): result.append(fault.diagnostic)
        case .unknown(let name, let range):
          unknown.add(name, at: range, in: sheet.scopes[scope].source)
        }
      }
      first += sheet.scopes.count
    }
    return result + unknown.diagnostics
  }
}
