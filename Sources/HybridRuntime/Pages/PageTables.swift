import HybridDOM
import HybridUnits

/// The tables of a page, their rows, and the row templates.
///
/// A class, because extensions of the page change it through its methods only.
final class PageTables {
  private var tables: [NodeID: PageTable] = [:]
  private var rows: [NodeID: PageRow] = [:]
  /// Row templates with parsed bindings, each for one version of the document.
  private var templates: [NodeID: (version: Int, template: RowTemplate)] = [:]

  /// The rows of a table; nil if the node is not a table or has no rows yet.
  subscript(node: NodeID) -> PageTable? { tables[node] }

  /// Sets the rows of a table.
  func put(_ table: PageTable, at node: NodeID) { tables[node] = table }

  /// The tables, in the order in which their nodes were made.
  var nodes: [NodeID] { tables.keys.sorted() }

  /// Records the row of an element.
  func add(_ row: PageRow, as element: NodeID) { rows[element] = row }

  /// Removes the record of an element that was a row.
  func removeRow(_ element: NodeID) { rows[element] = nil }

  /// Whether any table has rows.
  var hasRows: Bool { !rows.isEmpty }

  /// The row that a node is in, by its ancestors, the innermost first; nil in a section's header.
  func row(in path: [NodeID]) -> PageRow? {
    path.lazy.compactMap { self.rows[$0] }.first.flatMap { $0.row >= 0 ? $0 : nil }
  }

  /// A template of rows, parsed once for each version of the document.
  func template(
    _ node: NodeID, in document: Document, version: Int, components: PageComponents
  ) -> RowTemplate {
    if let known = templates[node], known.version == version { return known.template }
    let template = RowTemplate(node, in: document, components: components)
    templates[node] = (version, template)
    return template
  }

  /// Records the heights of rows.
  ///
  /// - Parameters:
  ///   - isShown: Whether a table is in the document.
  ///   - height: The height of a row's element; nil when it has no box.
  /// - Returns: Whether a large table needs other rows or other spacers.
  func measure(where isShown: (NodeID) -> Bool, height: (NodeID) -> Double?) -> Bool {
    var changed = false
    for index in tables.indices where !tables[index].value.isSmall && isShown(tables[index].key) {
      if tables.values[index].measure(height) { changed = true }
    }
    return changed
  }
}

/// Which row of a table an element is; the row is negative for a section's titles.
struct PageRow: Hashable {
  var table: NodeID
  var section: Int
  var row: Int
}
