import HybridEncoding
package import HybridSource

/// Temporary declarations for one element, for example from an inspector. Each property occurs once; the
/// latest is last.
///
///     var override = StyleOverride()
///     try override.set("margin", to: "0 auto", isImportant: true, dialect: .standard)
///     styles.overrides[node] = override.text  // "margin: 0 auto !important;"
package struct StyleOverride: Hashable, Sendable {
  /// One declaration.
  package struct Entry: Hashable, Sendable {
    /// In lower case, except for custom properties.
    package var property: String
    /// The value without comments, its brackets closed.
    package var value: String
    package var isImportant: Bool

    fileprivate var bytes: Int { property.utf8.count + value.utf8.count + 16 }

    /// The declaration as a sheet has it.
    package var text: String { "\(property): \(value)\(isImportant ? " !important" : "");" }
  }

  /// In the order set.
  package private(set) var entries: [Entry] = []

  /// The approximate length of ``text``.
  package private(set) var bytes = 0

  /// An empty override.
  package init() {}

  /// The declarations as a style attribute has them.
  package var text: String { entries.map(\.text).joined(separator: " ") }

  /// Sets a property. `!important` in the value counts as well.
  ///
  /// - Throws: The parser's diagnostic for a declaration that it would drop; nothing is set then. Its place
  ///   is in the declaration as passed.
  package mutating func set(
    _ property: String, to value: String, isImportant: Bool, dialect: Dialect
  ) throws(StyleOverrideFault) {
    let source = Source(path: "edit", text: "\(property): \(value)")
    func fault(_ message: String, at range: Range<Int>) -> StyleOverrideFault {
      .init(diagnostic: .error("css.invalid-declaration", message, at: range, in: source))
    }
    let values = parseComponentValues(source)
    guard let name = values.first, name.ident != nil, name.range == 0..<property.utf8.count else {
      throw fault("'\(property.prefix(100))' is not a property name", at: 0..<max(property.utf8.count, 1))
    }
    guard let declaration = Declaration(componentValues: values) else {
      throw fault("a block cannot be part of a value", at: values.dropFirst(2).range)
    }
    // One call sets one declaration: text after a semicolon would be others.
    if let end = declaration.value.first(where: { $0.token == .semicolon }) {
      throw fault("a single declaration cannot contain ';'", at: end.range)
    }
    if case .failure(let found) = readDeclaration(declaration, dialect: dialect) {
      guard let diagnostic = found.diagnostic(in: source) else {
        throw fault("'\(property)' has no effect here", at: declaration.nameRange)
      }
      throw .init(refusing: diagnostic)
    }
    let key = declaration.name.hasPrefix("--") ? declaration.name : declaration.name.asciiLowercased
    let entry = Entry(
      property: key, value: declaration.value.cssText,
      isImportant: isImportant || declaration.isImportant)
    var ignored: [Diagnostic] = []
    let read = parseDeclarationList(
      Source(path: "edit", text: entry.text), dialect: dialect, diagnostics: &ignored)
    guard !read.isEmpty else {
      guard let diagnostic = ignored.first else {
        throw fault("this is not a declaration", at: declaration.range)
      }
      throw .init(refusing: diagnostic)
    }
    remove(key)
    entries.append(entry)
    bytes += entry.bytes
  }

  /// Removes a property; false when it was not set.
  @discardableResult
  package mutating func remove(_ property: String) -> Bool {
    let name = property.hasPrefix("--") ? property : property.asciiLowercased
    guard let index = entries.firstIndex(where: { $0.property == name }) else { return false }
    bytes -= entries.remove(at: index).bytes
    return true
  }
}

/// The reason why a declaration cannot be set.
package struct StyleOverrideFault: Error, Hashable, Sendable {
  /// The parser's diagnostic, as an error.
  package var diagnostic: Diagnostic
}

extension StyleOverrideFault {
  /// A warning of the parser as an error: this declaration is all that the client sent.
  fileprivate init(refusing warning: Diagnostic) {
    diagnostic = warning
    diagnostic.severity = .error
  }
}
