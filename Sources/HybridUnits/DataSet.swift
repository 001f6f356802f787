package import HybridJSON

/// Additional sample data of a unit, for other cases: no rows, many rows, long words.
package struct DataSet: Hashable, Sendable {
  /// `empty` for `data.empty.json` of a page, or for `card.empty.json` beside `card.xml`.
  package var name: String
  /// The file, relative to the project.
  package var path: String
  /// The data to bind.
  package var data: JSONValue

  /// The name of a unit's own data in lists.
  package static let ownName = "data"

  /// A data set.
  package init(name: String, path: String, data: JSONValue) {
    (self.name, self.path, self.data) = (name, path, data)
  }
}
