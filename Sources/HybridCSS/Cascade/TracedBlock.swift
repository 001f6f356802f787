package import HybridDOM

/// The declarations of one rule or attribute that apply to an element, as the author wrote them: one entry of
/// an inspector's list.
package struct TracedBlock: Hashable, Sendable {
  /// The location of a block's declarations.
  package enum Place: Hashable, Sendable {
    /// A rule of a file, with the bytes of its selector list.
    case rule(path: String, selectors: Range<Int>)
    /// `style`, or a presentational attribute.
    case attribute(String)
    /// An override: ``LiveStyles/overrides``.
    case override
  }

  /// The location of the declarations.
  package var place: Place
  /// The origin of the declarations. CSS Cascade 5 §6.2.
  package var origin: CascadeOrigin
  /// The index of the rule's rule set among the stylist's rule sets of this origin; nil for attributes.
  package var ruleSet: Int?
  /// The layer, outermost name first: `base.forms`; nil for unlayered declarations. CSS Cascade 5 §6.4.
  package var layer: String?
  /// The specificity of the most specific selector that matches; nil for attributes, which have none.
  package var specificity: Specificity?
  /// The media queries around the rule as written, the outermost first. All of them hold.
  package var media: [String] = []
  /// The component whose elements the sheet is limited to; nil for a sheet of the page.
  package var scope: String?
  /// In the order written. A shorthand is one declaration.
  package var declarations: [Written]

  /// One declaration of a file.
  package struct Written: Hashable, Sendable {
    /// UTF-8 bytes in the file, or in the text of the attribute or override.
    package var range: Range<Int>
    package var isImportant: Bool
    /// The number of the declaration at its element; see ``TracedReference``.
    package var number: Int
    /// The longhands that it sets, in order: the property itself, or those of a shorthand.
    package var longhands: [Longhand]

    /// Whether all its longhands are overridden.
    package var isOverridden: Bool { longhands.allSatisfy { $0.overriddenBy != nil } }
  }

  /// One property of a declaration.
  package struct Longhand: Hashable, Sendable {
    /// The property as declared: a logical one is not mapped.
    package var property: PropertyDeclaration.Property
    /// The declaration that wins instead; nil when this one wins.
    package var overriddenBy: TracedReference?
  }
}

/// Identifies a declaration that applies to an element.
package struct TracedReference: Hashable, Sendable {
  /// The element, or the ancestor that it inherits from.
  package var element: NodeID
  /// ``TracedBlock/Written/number``
  package var declaration: Int

  /// A declaration by its number at an element.
  package init(element: NodeID, declaration: Int) {
    self.element = element
    self.declaration = declaration
  }
}

extension StyleTrace {
  /// The rules and attributes that apply to an element, in descending strength of their normal declarations.
  /// CSS Cascade 5 §6.1.
  package mutating func blocks(of node: NodeID) -> [TracedBlock] {
    let list = declarations(of: node)
    let numbers = writtenNumbers(list)
    return blocks(list, numbers) { traced in
      traced.overriddenBy.map { TracedReference(element: node, declaration: numbers[$0]) }
    }
  }

  /// The declarations of inherited properties at the ancestors of a node, the nearest ancestor first.
  ///
  /// A declaration is overridden where a nearer element, or the element itself, declares the same property.
  package mutating func inheritedBlocks(of node: NodeID) -> [(element: NodeID, blocks: [TracedBlock])] {
    var winners: [PropertyDeclaration.Property: TracedReference] = [:]
    noteWinners(of: node, &winners)
    var result: [(element: NodeID, blocks: [TracedBlock])] = []
    var next = document[node].parent
    while let element = next, document[element].element != nil {
      let list = declarations(of: element)
      let numbers = writtenNumbers(list)
      let mapping = mapping(of: element)
      let found = blocks(list.filter(\.isInherited), inheritedNumbers(list, numbers)) { traced in
        if let stronger = traced.overriddenBy {
          return TracedReference(element: element, declaration: numbers[stronger])
        }
        return winners[mapping.physical(traced.declaration.property)]
      }
      if !found.isEmpty { result.append((element, found)) }
      noteWinners(of: element, &winners)
      next = document[element].parent
    }
    return result
  }

  private mutating func noteWinners(
    of element: NodeID, _ winners: inout [PropertyDeclaration.Property: TracedReference]
  ) {
    let list = declarations(of: element)
    let numbers = writtenNumbers(list)
    let mapping = mapping(of: element)
    for (index, traced) in list.enumerated() where traced.wins {
      let property = mapping.physical(traced.declaration.property)
      if winners[property] == nil {
        winners[property] = TracedReference(element: element, declaration: numbers[index])
      }
    }
  }

  /// For each longhand of a list, the number of the declaration that contains it.
  private func writtenNumbers(_ list: [TracedDeclaration]) -> [Int] {
    var known: [WrittenKey: Int] = [:]
    return list.map { traced in
      let key = WrittenKey(source: traced.source, range: traced.declaration.range)
      if let number = known[key] { return number }
      known[key] = known.count
      return known.count - 1
    }
  }

  private func inheritedNumbers(_ list: [TracedDeclaration], _ numbers: [Int]) -> [Int] {
    zip(list, numbers).filter { $0.0.isInherited }.map(\.1)
  }

  private struct WrittenKey: Hashable {
    var source: DeclarationSource
    var range: Range<Int>
  }

  /// Groups longhands into the declarations of the source, and these into blocks.
  private func blocks(
    _ list: [TracedDeclaration], _ numbers: [Int],
    overriding: (TracedDeclaration) -> TracedReference?
  ) -> [TracedBlock] {
    var places: [DeclarationSource: Int] = [:]
    var blocks: [(source: DeclarationSource, block: TracedBlock)] = []
    for (index, traced) in list.enumerated() {
      let place = places[traced.source] ?? blocks.count
      if place == blocks.count {
        places[traced.source] = place
        blocks.append((traced.source, block(of: traced)))
      }
      let longhand = TracedBlock.Longhand(
        property: traced.declaration.property, overriddenBy: overriding(traced))
      if let known = blocks[place].block.declarations.firstIndex(where: { $0.number == numbers[index] }) {
        blocks[place].block.declarations[known].longhands.append(longhand)
      } else {
        blocks[place].block.declarations.append(
          TracedBlock.Written(
            range: traced.declaration.range, isImportant: traced.declaration.isImportant,
            number: numbers[index], longhands: [longhand]))
      }
    }
    for index in blocks.indices {
      // The list is strongest first; within a block the last declaration written is the strongest.
      blocks[index].block.declarations.sort {
        ($0.range.lowerBound, $0.number) < ($1.range.lowerBound, $1.number)
      }
      for place in blocks[index].block.declarations.indices {
        blocks[index].block.declarations[place].longhands.reverse()
      }
    }
    // Importance moves some declarations of a rule away from the rule's place.
    return blocks.enumerated().sorted { a, b in
      let (first, second) = (a.element.source, b.element.source)
      if case .rule(let origin, let match) = first, case .rule(let other, let otherMatch) = second,
        origin == other
      {
        return otherMatch.precedes(match)
      }
      let (rank, otherRank) = (strength(of: first), strength(of: second))
      return rank == otherRank ? a.offset < b.offset : rank < otherRank
    }.map(\.element.block)
  }

  /// The rank of a source's normal declarations; 0 is the strongest.
  private func strength(of source: DeclarationSource) -> Int {
    switch source {
    case .override: 0
    case .attribute("style"): 2
    case .attribute: stylist.dialect == .native ? 1 : 4
    case .rule(.author, _): 3
    case .rule(.userAgent, _): 5
    }
  }

  private func block(of traced: TracedDeclaration) -> TracedBlock {
    var block = TracedBlock(place: .override, origin: traced.origin, declarations: [])
    switch traced.source {
    case .override: break
    case .attribute(let name): block.place = .attribute(name ?? "")
    case .rule(let origin, let match):
      let (ruleSet, rule) = rule(match, origin)
      block.place = .rule(path: ruleSet.paths[rule.path], selectors: rule.range)
      block.ruleSet = Int(match.ruleSet)
      block.specificity = match.specificity
      block.layer = ruleSet.name(ofLayer: rule.layer)
      block.media = ruleSet.media(around: rule.condition)
      if let scope = ruleSet.storage.scope {
        block.scope = ruleSet.storage.selectors.names.first { $0.value == scope }?.key.text
      }
    }
    return block
  }
}

extension TracedDeclaration {
  /// Whether children inherit the property.
  fileprivate var isInherited: Bool {
    switch declaration.property {
    case .custom: true
    case .longhand(let property): property.isInherited
    }
  }
}

extension RuleSet {
  /// The name of a layer with those of the layers around it; nil for unlayered rules.
  fileprivate func name(ofLayer layer: Int32) -> String? {
    var parts: [String] = []
    var layer = layer
    while layer > 0 {
      parts.append(storage.layers[Int(layer)].name ?? "(anonymous)")
      layer = storage.layers[Int(layer)].parent
    }
    return parts.isEmpty ? nil : parts.reversed().joined(separator: ".")
  }

  /// The media and container queries of a condition, the outermost first.
  fileprivate func media(around condition: Int32) -> [String] {
    var queries: [String] = []
    var condition = condition
    while condition > 0 {
      let (here, outer) = (storage.conditions[Int(condition)], storage.conditions[Int(condition)].parent)
      let test = storage.containerOfCondition[Int(condition)]
      queries.append(
        test == storage.containerOfCondition[Int(outer)]
          ? here.media.text : "@container " + storage.containers[Int(test)].list.text)
      condition = outer
    }
    return queries.reversed()
  }
}
