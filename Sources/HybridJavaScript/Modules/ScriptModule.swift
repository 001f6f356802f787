package import HybridSource

/// A linked module of a page or a worker, as a generator function (``ModuleText``), or as JSON.
package struct ScriptModule: Hashable, Sendable {
  /// The kind of a module.
  package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    case script = 0
    case json = 1
    /// Nothing is to run: what it exports is unused.
    case empty = 2
    /// A classic script that calls `import()`, by the first of the names. It runs as a script.
    case importer = 3
  }

  /// The beginning of the text of a module that cannot run: it throws what the compiler has reported.
  package static let brokenStart = "(function*(){throw new SyntaxError("

  /// A specifier of a call of `import()` with its module; nil for one that cannot be loaded.
  package struct DynamicImport: Hashable, Sendable {
    /// The specifier as written.
    package var specifier: String
    /// The module.
    package var module: Int?

    /// A specifier with its module.
    package init(specifier: String, module: Int?) {
      self.specifier = specifier
      self.module = module
    }
  }

  /// The kind of the module.
  package var kind: Kind
  /// The file, relative to the project: the JavaScript file, or the HTML file of an inline script.
  package var path: String
  /// The text after the path in its URL, such as `?v=2`; nil for an inline script, whose URL is that of the
  /// page.
  package var suffix: String?
  /// The text of the function, in the lines of the source.
  package var text: String
  /// The line of the source's first character, 1-based.
  package var line: Int
  /// The column of the source's first character, 1-based, in characters.
  package var column: Int
  /// Where the columns of the text come from.
  package var columns: ColumnMap
  /// Names that the text has instead of those of the author, pairwise.
  package var names: [String]
  /// The modules that it imports statically, in order; nil for one that needs not run.
  package var requests: [Int?]
  /// The modules that it imports by `import()`.
  package var dynamicImports: [DynamicImport]
  /// Whether it has `await` at its top level.
  package var isAsync: Bool
  /// Whether it only throws an error that was reported to its author before.
  package var isBroken: Bool { text.hasPrefix(Self.brokenStart) }

  /// A module.
  package init(
    kind: Kind = .script, path: String, suffix: String? = "", text: String, line: Int = 1, column: Int = 1,
    columns: ColumnMap = ColumnMap(), names: [String] = [], requests: [Int?] = [],
    dynamicImports: [DynamicImport] = [], isAsync: Bool = false
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
