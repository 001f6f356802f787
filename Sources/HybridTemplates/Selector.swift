import HybridSource
import HybridUnits

/// Finds components: `#name`, a tag, a text in quotes, `[3]` for the item with index 3. Steps separated by
/// blanks select descendants.
struct TemplateSelector: Hashable, Sendable {
  enum Test: Hashable, Sendable {
    case name(String)
    case tag(String)
    case text(String)
    case any
  }

  struct Step: Hashable, Sendable {
    var test: Test
    /// The index among the matches, counted from 0; in a step that matches any component, the index of the
    /// item.
    var number: Int?
  }

  var steps: [Step] = []

  init(_ source: String) throws(TemplateActionError) {
    let fault = TemplateActionError(.badSelector(source))
    var rest = source[...]
    while true {
      rest = rest.drop { $0 == " " }
      guard let first = rest.first else { break }
      var step = Step(test: .any, number: nil)
      if first == "'" || first == "\"" {
        rest.removeFirst()
        guard let end = rest.firstIndex(of: first) else { throw fault }
        step.test = .text(String(rest[..<end]))
        rest = rest[rest.index(after: end)...]
      } else {
        let word = rest.prefix { $0 != " " && $0 != "[" }
        rest = rest[word.endIndex...]
        if word.hasPrefix("#") {
          guard word.count > 1 else { throw fault }
          step.test = .name(String(word.dropFirst()))
        } else if !word.isEmpty {
          step.test = .tag(String(word))
        }
      }
      if rest.first == "[" {
        guard let end = rest.firstIndex(of: "]"), let number = Int(rest.dropFirst()[..<end]), number >= 0
        else { throw fault }
        step.number = number
        rest = rest[rest.index(after: end)...]
      }
      if step.test == .any, step.number == nil { throw fault }
      guard rest.isEmpty || rest.first == " " else { throw fault }
      steps.append(step)
    }
    if steps.isEmpty { throw fault }
  }
}

extension TemplateRuntime {
  /// The first component that a selector finds, in tree order.
  func component(_ source: String) throws(TemplateActionError) -> Int {
    let selector = try TemplateSelector(source)
    var found = [Bool](repeating: true, count: tree.components.count)
    var matches: [Int] = []
    for (depth, step) in selector.steps.enumerated() {
      matches = tree.components.indices.filter { found[$0] && satisfies(step, $0) }
      if step.test != .any, let number = step.number {
        matches = matches.indices.contains(number) ? [matches[number]] : []
      }
      if depth + 1 < selector.steps.count { found = descendants(of: matches) }
    }
    if let match = matches.first { return match }
    throw TemplateActionError(.notFound(source, nearest: suggestion(for: selector)))
  }

  private func satisfies(_ step: TemplateSelector.Step, _ index: Int) -> Bool {
    switch step.test {
    case .name(let name):
      return string(TemplateKey.name, of: index) == name
        || integer(TemplateKey.id, of: index).map(String.init) == name
        || string(TemplateKey.id, of: index) == name
    case .tag(let tag): return self.tag(of: index) == tag
    case .text(let text): return string(TemplateKey.text, of: index) == text
    case .any: return tree.components[index].key == "[\(step.number ?? -1)]"
    }
  }

  /// Components are in tree order: a parent is evaluated before its children.
  private func descendants(of matches: [Int]) -> [Bool] {
    var isInside = [Bool](repeating: false, count: tree.components.count)
    let chosen = Set(matches)
    for index in tree.components.indices {
      guard let parent = tree.components[index].parent else { continue }
      isInside[index] = isInside[parent] || chosen.contains(parent)
    }
    return isInside
  }

  private func suggestion(for selector: TemplateSelector) -> String? {
    for step in selector.steps {
      switch step.test {
      case .name(let name):
        let names = Set(tree.components.indices.compactMap { self.name(of: $0) }).sorted()
        if !names.contains(name), let near = nearest(to: name, in: names) { return "#" + near }
      case .tag(let tag):
        let tags = Set(tree.components.indices.map { self.tag(of: $0) }).sorted()
        if !tags.contains(tag), let near = nearest(to: tag, in: tags) { return near }
      case .text(let text):
        let texts = Set(tree.components.indices.compactMap { string(TemplateKey.text, of: $0) }).sorted()
        if !texts.contains(text), let near = nearest(to: text, in: texts) { return "'\(near)'" }
      case .any: continue
      }
    }
    return nil
  }
}
