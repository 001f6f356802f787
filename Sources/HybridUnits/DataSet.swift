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

extension PageUnit {
  /// The data with a name; the unit's own for nil, and for a name without a data set.
  package func data(of dataSet: String?) -> JSONValue {
    dataSet.flatMap { name in dataSets.first { $0.name == name } }?.data ?? data
  }
}

extension TemplateUnit {
  /// The data with a name; the unit's own for nil, and for a name without a data set.
  package func data(of dataSet: String?) -> JSONValue {
    dataSet.flatMap { name in dataSets.first { $0.name == name } }?.data ?? data
  }
}

extension Unit {
  /// The additional sample data, by name.
  package var dataSets: [DataSet] {
    switch self {
    case .page(let page): page.dataSets
    case .template(let template): template.dataSets
    }
  }

  /// The names of all data that can be bound: `data` for its own, if there is some, then the others.
  package var dataNames: [String] {
    let path =
      switch self {
      case .page(let page): page.dataPath
      case .template(let template): template.dataPath
      }
    return (path == nil ? [] : [DataSet.ownName]) + dataSets.map(\.name)
  }
}
