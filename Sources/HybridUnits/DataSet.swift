package import HybridJSON

/// Sample data besides a unit's own, for another look at it: no rows, many, long words.
package struct DataSet: Hashable, Sendable {
  /// `empty` for `data.empty.json` of a page, or for `card.empty.json` beside `card.xml`.
  package var name: String
  /// The file, relative to the project.
  package var path: String
  /// What is bound.
  package var data: JSONValue

  /// The name that a unit's own data goes by in lists.
  package static let ownName = "data"

  /// A data set.
  package init(name: String, path: String, data: JSONValue) {
    (self.name, self.path, self.data) = (name, path, data)
  }
}

extension PageUnit {
  /// The data that goes by a name; the unit's own without a name, and where no data set has it.
  package func data(of dataSet: String?) -> JSONValue {
    dataSet.flatMap { name in dataSets.first { $0.name == name } }?.data ?? data
  }
}

extension TemplateUnit {
  /// The data that goes by a name; the unit's own without a name, and where no data set has it.
  package func data(of dataSet: String?) -> JSONValue {
    dataSet.flatMap { name in dataSets.first { $0.name == name } }?.data ?? data
  }
}

extension Unit {
  /// The sample data besides its own, by name.
  package var dataSets: [DataSet] {
    switch self {
    case .page(let page): page.dataSets
    case .template(let template): template.dataSets
    }
  }

  /// The names of all that may be bound to it: `data` for its own, if it has some, then the others.
  package var dataNames: [String] {
    let path =
      switch self {
      case .page(let page): page.dataPath
      case .template(let template): template.dataPath
      }
    return (path == nil ? [] : [DataSet.ownName]) + dataSets.map(\.name)
  }
}
