import HybridCSS
import HybridDOM

extension FormReader {
  /// The states that selectors match, of every element of the document that has any: HTML Standard §4.16.3,
  /// *Pseudo-classes*.
  ///
  /// - Complexity: O(*n*) in nodes.
  func states() -> [NodeID: ElementState] {
    var result: [NodeID: ElementState] = [:]
    var forms: [NodeID] = []
    var fieldSets: [NodeID] = []
    var invalidForms: Set<NodeID> = []
    var invalidFieldSets: Set<NodeID> = []
    var formsWithButton: Set<NodeID> = []
    var groups: [RadioGroup: RadioFacts] = [:]
    var radios: [(node: NodeID, group: RadioGroup, owner: NodeID?)] = []

    func note(_ isValid: Bool, _ node: NodeID, _ owner: NodeID?) {
      var state: ElementState = isValid ? .valid : .invalid
      if marks.visited.contains(node) { state.insert(isValid ? .userValid : .userInvalid) }
      result[node, default: []].formUnion(state)
      guard !isValid else { return }
      if let owner { invalidForms.insert(owner) }
      var above = document[node].parent
      while let current = above {
        if document[current].elementName == .fieldset { invalidFieldSets.insert(current) }
        above = document[current].parent
      }
    }

    for node in elementsOfAllTrees {
      guard let element = document[node].element else { continue }
      switch element.elementName {
      case .form:
        forms.append(node)
        continue
      case .option:
        if element.attribute("selected") != nil { result[node, default: []].insert(.isDefault) }
        continue
      case .progress:
        if element.attribute("value") == nil { result[node, default: []].insert(.indeterminate) }
        continue
      case .select:
        let selected = Set(selection(of: node))
        for option in document.options(in: node) {
          result[option, default: []].insert(selected.contains(option) ? .checked : .unchecked)
        }
      default: break
      }
      if marks.custom[node] != nil, isCandidate(node) {
        note(validity(of: node).isEmpty, node, owner(of: node))
        continue
      }
      guard let kind = FormElement(element) else { continue }
      if kind == .fieldSet { fieldSets.append(node) }
      guard kind.isSubmittable else { continue }
      let owner = owner(of: node)
      if kind.isSubmitButton, let owner, formsWithButton.insert(owner).inserted {
        result[node, default: []].insert(.isDefault)
      }
      if kind == .input(.checkbox) || kind == .input(.radio), element.attribute("checked") != nil {
        result[node, default: []].insert(.isDefault)
      }
      if marks.indeterminate.contains(node), kind == .input(.checkbox) {
        result[node, default: []].insert(.indeterminate)
      }
      if kind == .input(.radio) {
        let name = element["name"] ?? ""
        let group = RadioGroup(owner: owner, name: name, node: name.isEmpty ? node : nil)
        groups[group, default: RadioFacts()].add(isOn: isOn(node), element)
        radios.append((node, group, owner))
        continue
      }
      guard isCandidate(node) else { continue }
      let validity = validity(of: node)
      note(validity.isEmpty, node, owner)
      if let range = rangeState(of: node, kind, validity) { result[node, default: []].insert(range) }
    }
    for (node, group, owner) in radios {
      guard let facts = groups[group] else { continue }
      if !facts.hasChoice { result[node, default: []].insert(.indeterminate) }
      guard isCandidate(node) else { continue }
      note(
        marks.customMessages[node] == nil && (facts.hasChoice || !facts.isRequired), node, owner)
    }
    for form in forms { result[form, default: []].insert(invalidForms.contains(form) ? .invalid : .valid) }
    for set in fieldSets {
      result[set, default: []].insert(invalidFieldSets.contains(set) ? .invalid : .valid)
    }
    return result
  }

  /// The nodes of the document, then those of its shadow trees.
  private var elementsOfAllTrees: [NodeID] {
    let tops = [document.root] + document.hosts.compactMap { document.shadowRoots[$0] }
    return tops.flatMap { document.nodes(in: $0) }
  }

  /// Radio buttons that exclude each other.
  private struct RadioGroup: Hashable {
    var owner: NodeID?
    var name: String
    /// A button without a name is alone.
    var node: NodeID?
  }

  private struct RadioFacts {
    var hasChoice = false
    var isRequired = false

    mutating func add(isOn: Bool, _ element: Element) {
      hasChoice = hasChoice || isOn
      isRequired = isRequired || element.attribute("required") != nil
    }
  }

  /// `:in-range` or `:out-of-range`; nil for a field without limits.
  private func rangeState(of node: NodeID, _ kind: FormElement, _ validity: Validity) -> ElementState? {
    guard kind.inputType?.isNumeric == true else { return nil }
    let limits = limits(of: node)
    guard limits.min != nil || limits.max != nil else { return nil }
    return validity.isDisjoint(with: [.rangeUnderflow, .rangeOverflow]) ? .inRange : .outOfRange
  }
}
