/// The name of a module, as a string in the text.
package struct ModuleSpecifier: Hashable, Sendable {
  /// The string's value.
  package var value: String
  /// The literal, with its quotes.
  package var range: Range<Int>
}

/// An `import` declaration, or an `export … from`.
package struct ImportDeclaration: Hashable, Sendable {
  /// The imported module.
  package var specifier: ModuleSpecifier
  /// The value of the attribute `type` (`with { type: "json" }`), and its place.
  package var type: ModuleSpecifier?
  /// The imported names.
  package var bindings: [ImportBinding] = []
  /// Whether it is `export * from` without a name.
  package var exportsAll = false
}

/// One name that a declaration imports.
package struct ImportBinding: Hashable, Sendable {
  /// The exported name in the other module; nil for the namespace, `* as name`.
  package var imported: String?
  /// The place of that name.
  package var range: Range<Int>
  /// The name in this module; nil in `export { a } from`.
  package var local: String?
}

/// One exported name.
package struct ExportEntry: Hashable, Sendable {
  /// Where its value is.
  package enum Value: Hashable, Sendable {
    /// A binding of this module.
    case local(String)
    /// The expression of `export default`.
    case defaultExpression
    /// A binding of another module: the number of the declaration, and the name there; nil for the namespace.
    case other(Int, String?)
  }

  /// The name for importers.
  package var name: String
  /// Its place.
  package var range: Range<Int>
  /// Where its value is.
  package var value: Value
}

/// A call of `import()`.
package struct ImportCall: Hashable, Sendable {
  /// The literal specifier; nil for one that is computed.
  package var specifier: ModuleSpecifier?
  /// The value of the attribute `type` in a literal second argument.
  package var type: ModuleSpecifier?
  /// The word `import`.
  package var keyword: Range<Int>
  /// The call.
  package var range: Range<Int>
}
