package import HybridDOM
package import HybridJSON

/// A page with its data in it.
package struct BoundDocument: Hashable, Sendable {
  /// The page without `t:for`, `t:if` and `{{ }}`. Each node keeps the range of the template's node it came
  /// from.
  package var document: Document
  /// For each node of ``document``, the template's node it came from.
  package var origins: [NodeID]
  /// For each node of ``document``, which turns of which loops it stands in: an index in ``keys``.
  package var turns: [Int32]
  /// The turns: empty outside of loops, `2` in the third turn of one, `2/0` in the first turn of a loop in
  /// that. A turn is named by its `t:key` where there is one. With the origin it says which node of one
  /// revision was which node of another.
  package var keys: [String]
  /// What event handlers are given, for each element with an attribute such as `@click`.
  package var events: [NodeID: EventScope] = [:]
  /// The rows of each element with `t:data`.
  package var rows: [NodeID: BoundRows] = [:]
  /// The props of each element that is a component's, and those that each template of a table's rows in one
  /// sees.
  package var props: [NodeID: JSONObject] = [:]
  /// What could not be done with this data.
  package var faults: [BindingFault]

  /// The key of a node, as ``keys`` has it.
  package func key(of node: NodeID) -> String { keys[Int(turns[node.index])] }

  /// What the handlers of an element's events are given: the item of the innermost loop, data of a component
  /// or props around it; null for an element without such attributes and outside of all of them.
  package func scopeData(of node: NodeID) -> JSONValue { events[node]?.data ?? .null }

  /// The component that an element's handlers are methods of, by the nearest `@bind`; nil outside of any, and
  /// for an element without handlers.
  package func component(of node: NodeID) -> String? { events[node]?.component }

  /// The text of the first `title` with its data in it, white space collapsed; nil without one.
  package var title: String? {
    guard
      let title = document.nodes(in: document.root).first(where: { document[$0].element?.name == "title" })
    else {
      return nil
    }
    let text = document.children(of: title).compactMap { document[$0].text }.joined()
    return text.split { $0 == " " || $0.isNewline || $0 == "\t" || $0 == "\u{C}" }.joined(separator: " ")
  }
}

/// What the handlers of one element's events are given.
package struct EventScope: Hashable, Sendable {
  /// The item of the innermost loop, data of a component or props around the element; null outside of all of
  /// them.
  package var data: JSONValue
  /// The name in the nearest `@bind`.
  package var component: String?
  /// The element of the HTML component that the element is written in; nil for one of the page's own.
  package var host: NodeID?
}

/// The rows of a `table`, by its `t:data="(row, i) in path"`.
package struct BoundRows: Hashable, Sendable {
  /// The list; null when there is none.
  package var items: JSONValue
  /// What the rows call their item.
  package var item: String
  /// What they call its number.
  package var index: String
}

/// Something that data did to a template.
package struct BindingFault: Hashable, Sendable {
  /// The alternatives.
  package enum Reason: Hashable, Sendable {
    /// A `t:for` over a value that is no list; `kind` says what it is.
    case notAList(path: String, kind: String)
    /// The result has more nodes than a page may have; it ends here.
    case tooManyNodes(limit: Int)
    /// The result has more text than a page may have; it ends here.
    case tooMuchText(limit: Int)
  }

  /// What happened.
  package var reason: Reason
  /// The template's node.
  package var node: NodeID

  /// One sentence for the template author.
  package var message: String {
    switch reason {
    case .notAList(let path, let kind): "'\(path)' is \(kind), and a loop needs a list"
    case .tooManyNodes(let limit): "with its data the page has more than \(limit) nodes; the rest is left out"
    case .tooMuchText(let limit):
      "with its data the page has more than \(limit >> 20) MB of text; the rest is left out"
    }
  }
}

/// How large a page may become by its data.
package struct BindingLimits: Hashable, Sendable {
  /// Nodes of the result, and turns of loops.
  package var nodes = 100_000
  /// UTF-8 bytes put together from parts.
  package var text = 64 << 20

  /// The limits of a page.
  package init() {}
}
