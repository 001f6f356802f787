import HybridCSS
import HybridDOM
package import HybridReload
package import HybridSource

/// Declarations that the client tries on its page. They last until removed, also across saves.
extension LivePage {
  /// Adds a declaration to an element, or removes some.
  ///
  /// - Returns: Why nothing was changed; nil on success.
  package func edit(_ request: EditRequest) -> Diagnostic? {
    if request.isReset, request.handle == nil {
      for node in edits.elements.keys { setEdit(nil, of: node) }
      finishTurn()
      return nil
    }
    guard let handle = request.handle, let node = editedElement(handle) else {
      return .unknownNode(request.handle)
    }
    var element = edits[node] ?? PageEdits.Element(handle: handle, path: path(of: node) ?? [])
    element.handle = handle
    if request.isReset {
      setEdit(nil, of: node)
    } else if let value = request.value {
      do throws(EditFault) {
        try set(request.property, to: value, isImportant: request.isImportant, &element.override)
      } catch {
        return error.diagnostic
      }
      setEdit(element, of: node)
    } else {
      element.override.remove(request.property)
      setEdit(element, of: node)
    }
    finishTurn()
    return nil
  }

  /// All tried declarations of the page, by element and in the order set.
  package var pageEdits: [PageEdit] {
    edits.elements.sorted { $0.key < $1.key }.filter { isAttached($0.key) }.flatMap { node, element in
      let handle = screen.handle(of: node) ?? element.handle
      return element.override.entries.map {
        PageEdit(handle: handle, property: $0.property, value: $0.value, isImportant: $0.isImportant)
      }
    }
  }

  /// The edits to restore in a page that replaces this one.
  package var carriedEdits: [CarriedEdits] {
    edits.elements.sorted { $0.key < $1.key }.filter { isAttached($0.key) }.map { node, element in
      CarriedEdits(path: path(of: node) ?? element.path, override: element.override)
    }
  }

  /// Restores the edits of the previous page, where this page has the same elements.
  package func restore(_ carried: [CarriedEdits]) {
    guard !carried.isEmpty else { return }
    for (edits, index) in zip(carried, tree.indices(ofPaths: carried.map(\.path))) {
      guard let element = index.flatMap({ screen.element(at: $0) }) else { continue }
      setEdit(PageEdits.Element(override: edits.override, handle: 0, path: edits.path), of: element)
    }
    finishTurn()
  }

  private struct EditFault: Error { var diagnostic: Diagnostic }

  private func set(
    _ property: String, to value: String, isImportant: Bool, _ override: inout StyleOverride
  ) throws(EditFault) {
    typealias Limits = EditRequest.Limits
    guard property.utf8.count <= Limits.property, value.utf8.count <= Limits.value else {
      throw EditFault(
        diagnostic: .editLimit("a value has at most \(Limits.value) bytes, a name \(Limits.property)"))
    }
    let before = override
    do throws(StyleOverrideFault) {
      try override.set(property, to: value, isImportant: isImportant, dialect: unit.dialect.css)
    } catch {
      throw EditFault(diagnostic: error.diagnostic)
    }
    guard edits.count + override.entries.count - before.entries.count <= Limits.count,
      edits.bytes + override.bytes - before.bytes <= Limits.bytes
    else {
      throw EditFault(
        diagnostic: .editLimit(
          "\(Limits.count) declarations, or \(Limits.bytes >> 20) MB of them, lie over this page already"))
    }
  }

  private func setEdit(_ element: PageEdits.Element?, of node: NodeID) {
    let before = edits[node]?.override
    edits.set(element, of: node)
    if edits[node]?.override != before { dom.noteEdit(of: node) }
  }

  /// The element of a number, including one that its edits have hidden.
  private func editedElement(_ handle: Int) -> NodeID? {
    switch target(of: handle) {
    case .element(let node)?: return document[node].element == nil ? nil : node
    case .overlay?: return nil
    case nil: return edits.elements.first { $0.value.handle == handle && isAttached($0.key) }?.key
    }
  }

  private func path(of node: NodeID) -> [String]? {
    guard let index = viewIndex(of: node), let tree = stage?.tree else { return nil }
    return tree.path(to: index)
  }
}

/// The edits of one element of a closed page.
package struct CarriedEdits: Sendable {
  var path: [String]
  var override: StyleOverride
}

extension Diagnostic {
  /// The answer to a request for an unknown node.
  package static func unknownNode(_ handle: Int?) -> Diagnostic {
    Diagnostic(
      .error, "inspect.unknown-node",
      handle.map { "the page has no element with the number \($0)" } ?? "an element is named by its number")
  }

  fileprivate static func editLimit(_ words: String) -> Diagnostic {
    Diagnostic(.error, "edit.limit", words)
  }
}
