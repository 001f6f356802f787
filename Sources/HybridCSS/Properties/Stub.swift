package import HybridSource

/// Stands in until the property parser is merged.
package struct PropertyDeclaration: Hashable, Sendable {
  package var declaration: Declaration
}

/// Stands in until the property parser is merged.
package func propertyDeclarations(
  from declaration: Declaration, in source: Source, diagnostics: inout [Diagnostic]
) -> [PropertyDeclaration] {
  [PropertyDeclaration(declaration: declaration)]
}

/// Stands in until the property parser is merged.
package func isSupported(_ declaration: Declaration) -> Bool {
  declaration.name.hasPrefix("--") || ["display", "width"].contains(declaration.name.asciiLowercased)
}
