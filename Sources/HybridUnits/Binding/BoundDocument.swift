package import HybridDOM
import HybridEncoding
package import HybridJSON

/// A page with its data bound.
package struct BoundDocument: Hashable, Sendable {
  /// The page without `t:for`, `t:if` and `{{ }}`. Each node keeps the range of its template node.
  package var document: Document
  /// For each node of ``document``, its template node.
  package var origins: [NodeID]
  /// For each node of ``document``, the index in ``keys`` of its loop iterations.
  package var turns: [Int32]
  /// The loop iterations: empty outside of loops, `2` in the third iteration of one, `2/0` in the first
  /// iteration of a loop nested in that. An iteration is named by its `t:key` if there is one. Together with
  /// the origin the key matches the nodes of one revision with those of another.
  package var keys: [String]
  /// The arguments of event handlers, for each element with an attribute such as `@click`.
  package var events: [NodeID: EventScope] = [:]
  /// The rows of each element with `t:data`.
  package var rows: [NodeID: BoundRows] = [:]
  /// The props of each component element, and for each row template of a table in a component the props that
  /// it sees.
  package var props: [NodeID: JSONObject] = [:]
  /// The faults of binding this data.
  package var faults: [BindingFault]

  /// The key of a node in ``keys``.
  package func key(of node: NodeID) -> String { keys[Int(turns[node.index])] }

  /// The data that an element's event handlers get: the innermost loop item, component data or props; null
  /// for an element without handlers and outside of all of them.
  package func scopeData(of node: NodeID) -> JSONValue { events[node]?.data ?? .null }

  /// The component whose methods an element's handlers are, by the nearest `@bind`; nil outside of any, and
  /// for an element without handlers.
  package func component(of node: NodeID) -> String? { events[node]?.component }

  /// The text of the first `title` with its data, white space collapsed; nil without one.
  package var title: String? {
    document.titleText?.collapsingASCIIWhitespace
  }
}

extension Document {
  /// The text of the first `title`, wherever it is (HTML Standard §3.1.5, *the title element*); nil without
  /// one.
  package var titleText: String? {
    guard let title = nodes(in: root).first(where: { self[$0].elementName == .title }) else { return nil }
    return children(of: title).compactMap { self[$0].text }.joined()
  }
}

/// The arguments of one element's event handlers.
package struct EventScope: Hashable, Sendable {
  /// The innermost loop item, component data or props around the element; null outside of all of them.
  package var data: JSONValue
  /// The name in the nearest `@bind`.
  package var component: String?
  /// The element of the HTML component whose file contains the element; nil for one of the page's own.
  package var host: NodeID?
}

/// The rows of a `table`, by its `t:data="(row, i) in path"`.
package struct BoundRows: Hashable, Sendable {
  /// The list; null when there is none.
  package var items: JSONValue
  /// The rows' name for their item.
  package var item: String
  /// The rows' name for their number.
  package var index: String
}

/// A fault of binding data to a template.
package struct BindingFault: Hashable, Sendable {
  /// The alternatives.
  package enum Reason: Hashable, Sendable {
    /// A `t:for` over a value that is not a list; `kind` is its type.
    case notAList(path: String, kind: String)
    /// The result exceeds the maximum number of nodes; it is truncated.
    case tooManyNodes(limit: Int)
    /// The result exceeds the maximum amount of text; it is truncated.
    case tooMuchText(limit: Int)
  }

  /// The kind of fault.
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

/// Limits of a bound page's size.
package struct BindingLimits: Hashable, Sendable {
  /// The maximum number of nodes in the result, and of loop iterations.
  package var nodes = 100_000
  /// The maximum number of UTF-8 bytes of bound text.
  package var text = 64 << 20

  /// The default limits.
  package init() {}
}
