/// The table of longhand properties, one row each.
///
/// The CSS name of a property is the name of its row in kebab case: `marginLeft` is `margin-left`. Everything
/// else follows from the row: parsing, the CSS-wide keywords, `all`, `getComputedStyle`, `@supports`,
/// transitions, suggestions and the tables of `css.md`.
///
/// A new property is a ``SparseRow``, which has its own place in a style and an example with which tests try
/// it. Layout and painting read it as `style[\.accentColor]`. A property that most elements set or that
/// layout reads for each box is a ``StoredRow``, whose value is a stored property of a group of
/// ``ComputedStyle``; the group has the initial value.
///
/// The rows are in classes, one for each family of properties, such as ``TextProperties`` and
/// ``BoxProperties``. Each is the superclass of the one before, so that a key path finds a row in one step
/// and no initializer is long: the optimizer's time grows with the square of its length. Swift creates the
/// rows of a class before those of its superclass, so that the rows are numbered from ``TextProperties`` on.
///
/// `@unchecked Sendable`: the compiler does not check classes with a superclass. All stored properties are
/// constants, and all rows are `Sendable`.
package final class PropertyTable: TextProperties, @unchecked Sendable {
  /// The only value of the table.
  package static let shared = PropertyTable()

  private override init() {}
}

extension PropertyTable {
  /// The rows in the order of their numbers, with the names of their stored properties.
  static let listed: [(label: String, id: PropertyID, row: any DescribedRow)] = {
    let families = sequence(first: Mirror(reflecting: shared), next: \.superclassMirror)
    let rows = families.flatMap(\.children).map { child in
      guard let label = child.label, let row = child.value as? any DescribedRow else {
        preconditionFailure("every stored property of the table is a row")
      }
      return (label: label, id: row.id, row: row)
    }
    precondition(rows.map(\.id.rawValue).elementsEqual(0..<UInt16(rows.count)), "rows are numbered in order")
    return rows
  }()

  /// The examples of all sparse properties.
  package static var examples: [PropertyExample] { PropertyRow.table.compactMap(\.example) }
}
