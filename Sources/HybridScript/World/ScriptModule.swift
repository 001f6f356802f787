package import HybridSource

/// A module of a page, as a generator function that a compiler made of it, or as JSON.
package struct ScriptModule: Sendable {
  /// What the text is.
  package enum Kind: Int, Sendable {
    case script, json
    /// Nothing is to run.
    case empty
    /// A classic script that calls `import()`, by the first of the names.
    case importer
  }

  /// What the text is.
  package var kind: Kind
  /// The file, for messages and the module's URL.
  package var path: String
  /// What follows the path in the URL; nil for an inline script, whose URL is that of the page.
  package var suffix: String?
  /// The function's text.
  package var text: String
  /// The place of the text's first character in the file, 1-based.
  package var line: Int
  package var column: Int
  /// Where the columns of the text come from.
  package var columns: ColumnMap
  /// Names that messages have instead of those of the author, pairwise.
  package var names: [String]
  /// The modules that it imports statically, by index.
  package var requests: [Int?]
  /// The modules of its `import()` calls, by specifier.
  package var dynamicImports: [(specifier: String, module: Int?)]
  /// Whether it has `await` at its top level.
  package var isAsync: Bool
  /// Whether it only throws an error that was reported to its author before.
  package var isBroken = false

  /// A module.
  package init(
    kind: Kind = .script, path: String, suffix: String? = "", text: String, line: Int = 1, column: Int = 1,
    columns: ColumnMap = ColumnMap(), names: [String] = [], requests: [Int?] = [],
    dynamicImports: [(specifier: String, module: Int?)] = [], isAsync: Bool = false
  ) {
    self.kind = kind
    self.path = path
    self.suffix = suffix
    self.text = text
    self.line = line
    self.column = column
    self.columns = columns
    self.names = names
    self.requests = requests
    self.dynamicImports = dynamicImports
    self.isAsync = isAsync
  }
}
