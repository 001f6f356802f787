package import HybridSource

/// Stands in until the property parser is merged.
package struct PropertyDeclaration: Hashable, Sendable {
  package var declaration: Declaration
  package var range: Range<Int> { declaration.range }
}

/// Stands in until the property parser is merged.
package enum Dialect: Hashable, Sendable { case standard, native }

/// Stands in until the property parser is merged.
package func propertyDeclarations(
  from declaration: Declaration, in source: Source, dialect: Dialect = .standard, diagnostics: inout [Diagnostic]
) -> [PropertyDeclaration] {
  [PropertyDeclaration(declaration: declaration)]
}

/// Stands in until the property parser is merged.
package func isSupported(_ declaration: Declaration, dialect: Dialect = .standard) -> Bool {
  declaration.name.hasPrefix("--") || ["display", "width"].contains(declaration.name.asciiLowercased)
}
