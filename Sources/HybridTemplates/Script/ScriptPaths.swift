import HybridJSON
import HybridSource
import HybridUnits

// Resolves the words of a path (`Documentation/template-data.md`, *Expressions*): a root, steps over sets of
// components, a last word.
extension VirtualMachine {
  /// The target of the words before a path's last word.
  private enum Target {
    case components([Int])
    case data(JSONValue?)
    case module(String)
  }

  func read(
    _ words: [StringID], from object: Int32, in runtime: inout TemplateRuntime
  ) throws(ExpressionFault) -> ExpressionValue {
    guard let last = words.last else { return object >= 0 ? try register(object) : .null }
    if words.count == 1, object < 0 {
      // A root alone.
      if last == TemplateKey.data { return ExpressionValue(runtime.tree.components[component].data) }
      return .components(try root(last, in: &runtime))
    }
    switch try target(of: words, from: object, in: &runtime) {
    case .data(let value): return ExpressionValue(value?.object?[text(last, runtime)])
    case .module: return .null
    case .components(let components):
      guard let first = components.first else { return .null }
      if let value = runtime.member(last, of: first) { return value }
      // Not a member: another step, whose value is the components themselves.
      if Self.isStep(last) { return .components(try step(last, from: components, in: &runtime)) }
      return .null
    }
  }

  func write(
    _ value: ExpressionValue, to words: [StringID], from object: Int32, in runtime: inout TemplateRuntime
  ) throws(ExpressionFault) {
    guard let last = words.last, words.count > 1 || object >= 0 else { return }
    guard case .components(let components) = try target(of: words, from: object, in: &runtime) else {
      return  // data and modules cannot be written to
    }
    for component in components { runtime.setMember(last, of: component, to: value, for: self.component) }
    runtime.spend(steps: components.count)
  }

  func call(
    _ operand: ScriptOperand, _ arguments: [ExpressionValue], in runtime: inout TemplateRuntime
  ) throws(ExpressionFault) -> ExpressionValue {
    guard case .variable(let object, let words) = operand, let last = words.last,
      words.count > 1 || object >= 0
    else { throw ExpressionFault(.malformed) }
    let method = text(last, runtime)
    switch try target(of: words, from: object, in: &runtime) {
    case .data: throw ExpressionFault(.noMethod(method))
    case .module(let name):
      let shown = arguments.map { $0.json.text() }.joined(separator: ",")
      runtime.note(
        TemplateLogEntry(
          kind: .call, name: "\(name).\(method)", component: runtime.label(of: component), param: shown))
      return .null
    case .components(let components):
      var result = ExpressionValue.null
      for (number, component) in components.enumerated() {
        guard let value = runtime.call(method, of: component, arguments, for: self.component) else {
          throw ExpressionFault(.noMethod(method))
        }
        if number == 0 { result = value }
      }
      runtime.spend(steps: components.count)
      return result
    }
  }

  private func text(_ word: StringID, _ runtime: TemplateRuntime) -> String {
    runtime.template(of: component).text(of: word, on: runtime.platform)
  }

  /// Follows all words but the last.
  private func target(
    of words: [StringID], from object: Int32, in runtime: inout TemplateRuntime
  ) throws(ExpressionFault) -> Target {
    var rest = words.dropLast()
    var components: [Int] = []
    if object >= 0 {
      switch try register(object) {
      case .components(let known): components = known
      case .json(let value): return .data(member(of: value, rest, runtime))
      case .null: return .components([])
      case let value: throw ExpressionFault(.noMethod(value.kind))
      }
    } else {
      guard let first = rest.popFirst() else { throw ExpressionFault(.malformed) }
      if first == TemplateKey.data {
        return .data(member(of: runtime.tree.components[component].data, rest, runtime))
      }
      if first == TemplateKey.module {
        return .module(rest.map { text($0, runtime) }.joined(separator: "."))
      }
      components = try root(first, in: &runtime)
    }
    for word in rest { components = try step(word, from: components, in: &runtime) }
    return .components(components)
  }

  private func member(
    of value: JSONValue, _ words: ArraySlice<StringID>, _ runtime: TemplateRuntime
  ) -> JSONValue? {
    var value: JSONValue? = value
    for word in words { value = value?.object?[text(word, runtime)] }
    return value
  }

  /// `this`, or a component of that name in a template whose root has flag_dynamic.
  private func root(_ word: StringID, in runtime: inout TemplateRuntime) throws(ExpressionFault) -> [Int] {
    if word == TemplateKey.this { return [component] }
    let name = text(word, runtime)
    for (index, component) in runtime.tree.components.enumerated() {
      let isRoot = component.parent == nil || !component.key.isEmpty
      guard isRoot, runtime.hasFlag(.dynamic, index) else { continue }
      if runtime.string(TemplateKey.name, of: index) == name { return [index] }
      if let found = runtime.descendant(name, of: index) { return [found] }
    }
    throw ExpressionFault(.noRoot(name))
  }

  private static func isStep(_ word: StringID) -> Bool {
    [TemplateKey.this, TemplateKey.parent, TemplateKey.ancestor, TemplateKey.siblings]
      .contains(word)
  }

  /// One step for a set of components; the result has each once, in the order it was reached.
  private func step(
    _ word: StringID, from components: [Int], in runtime: inout TemplateRuntime
  ) throws(ExpressionFault) -> [Int] {
    // `children` is accepted and does nothing.
    if word == TemplateKey.this || word == TemplateKey.children { return components }
    var found: [Int] = []
    var known: Set<Int> = []
    func add(_ index: Int) { if known.insert(index).inserted { found.append(index) } }
    for index in components {
      switch word {
      case TemplateKey.parent: if let parent = runtime.parent(of: index) { add(parent) }
      case TemplateKey.ancestor:
        var next = runtime.parent(of: index)
        while let parent = next {
          add(parent)
          next = runtime.parent(of: parent)
          runtime.spend(steps: 1)
        }
      case TemplateKey.siblings:
        guard let parent = runtime.parent(of: index) else { continue }
        for sibling in runtime.tree.components[parent].children where sibling != index { add(sibling) }
        runtime.spend(steps: runtime.tree.components[parent].children.count)
      default: if let descendant = runtime.descendant(text(word, runtime), of: index) { add(descendant) }
      }
      guard runtime.hasStepsLeft else { throw ExpressionFault(.endless) }
    }
    let isWord = word == TemplateKey.parent || word == TemplateKey.ancestor || word == TemplateKey.siblings
    if found.isEmpty, !isWord, let first = components.first {
      let name = text(word, runtime)
      throw ExpressionFault(.noName(name, nearest: nearest(to: name, in: runtime.names(below: first))))
    }
    return found
  }
}

// Walks inside one template: neither out of an item nor into the items of a container.
extension TemplateRuntime {
  func parent(of component: Int) -> Int? {
    tree.components[component].key.isEmpty ? tree.components[component].parent : nil
  }

  mutating func descendant(_ name: String, of component: Int) -> Int? {
    var stack = Array(children(of: component).reversed())
    while let index = stack.popLast() {
      spend(steps: 1)
      if string(TemplateKey.name, of: index) == name { return index }
      stack.append(contentsOf: children(of: index).reversed())
    }
    return nil
  }

  func names(below component: Int) -> [String] {
    var names: [String] = []
    var stack = children(of: component)
    while let index = stack.popLast(), names.count < 1_000 {
      if let name = string(TemplateKey.name, of: index) { names.append(name) }
      stack.append(contentsOf: children(of: index))
    }
    return names.sorted()
  }

  private func children(of component: Int) -> [Int] {
    tree.components[component].children.filter { tree.components[$0].key.isEmpty }
  }
}
