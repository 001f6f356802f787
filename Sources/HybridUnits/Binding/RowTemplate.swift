package import HybridDOM
package import HybridJSON

/// A `tableRow` or `tableSection` of a `table`, prepared for binding row by row: its bindings are parsed
/// once.
///
///     let template = RowTemplate(node, in: page.document, components: page.components)
///     let row = template.bound(to: item, index: 7, section: 0, data: page.data)
///
/// Page dialect, *table*: a path may include or omit the item's name; the names of the two numbers give their
/// values; missing values are empty text.
package struct RowTemplate: Sendable {
  /// The template's names for its item and the numbers of its row: `for-item`, `for-index` and
  /// `for-sectionIndex` of the table.
  package struct Names: Hashable, Sendable {
    /// The data of the row.
    package var item: String
    /// The row's number in its section, from 0.
    package var index: String
    /// The section's number, from 0.
    package var section: String

    /// The names; the defaults are those of the dialect.
    package init(item: String = "item", index: String = "idx", section: String = "section") {
      self.item = item
      self.index = index
      self.section = section
    }

    /// The names in the attributes of a `table`.
    package init(of table: Element) {
      func name(_ attribute: String) -> String? {
        table[attribute].flatMap { $0.isEmpty ? nil : $0 }
      }
      self.init()
      item = name("for-item") ?? item
      index = name("for-index") ?? index
      section = name("for-sectionindex") ?? name("for-sectionIndex") ?? section
    }
  }

  /// The template's element.
  package let node: NodeID
  private let document: Document
  private let components: PageComponents
  private let plan: BindingPlan

  /// Parses the bindings of `node`, an element of `document`, and its descendants.
  package init(_ node: NodeID, in document: Document, components: PageComponents = PageComponents()) {
    self.node = node
    self.document = document
    self.components = components
    plan = BindingPlan(document, in: node)
  }

  /// The row for `item`: a document whose only child is the bound element of the template. The origins are
  /// nodes of the template's document.
  /// - Parameters:
  ///   - data: The page's data, in which names missing in the item are looked up.
  ///   - props: The same for a table in a component: ``BoundDocument/props`` of the template's element.
  /// - Complexity: O(*n*) in the nodes of the template and of the result.
  package func bound(
    to item: JSONValue, index: Int, section: Int, names: Names = Names(), data: JSONValue = .null,
    props: JSONObject? = nil, limits: BindingLimits = BindingLimits()
  ) -> BoundDocument {
    var binder = Binder(
      template: document, plan: plan, components: components, data: data, limits: limits)
    let outer = props.map { binder.scopes.props($0, in: .page) } ?? .page
    let scope = binder.scopes.row(item, names, index: index, section: section, in: outer)
    binder.run(node, in: scope)
    return binder.result
  }
}
