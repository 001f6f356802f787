package import HybridDOM

/// One script of a page, as text: an inline `script`, or a referenced file.
///
/// Its syntax is not checked before it runs.
package struct PageScript: Hashable, Sendable {
  /// The program.
  package var text: String
  /// The file that contains the text, relative to the project: the JavaScript file, or the HTML file of an
  /// inline script.
  package var path: String
  /// The line of the text's first character, 1-based.
  package var line: Int
  /// The column of the text's first character, 1-based, in characters.
  package var column: Int
  /// The `script` element of the template; nil for a script without an element, from a package's folder or a
  /// component.
  package var node: NodeID?

  /// One script.
  package init(text: String, path: String, line: Int = 1, column: Int = 1, node: NodeID? = nil) {
    self.text = text
    self.path = path
    self.line = line
    self.column = column
    self.node = node
  }
}

extension PageScript {
  /// A hash of the scripts' texts in order, but not of their positions, so that markup above an inline script
  /// may change.
  static func hash(
    _ scripts: [PageScript], _ modules: PageModules, _ files: [String: ContentHash]
  ) -> ContentHash {
    var hasher = ContentHasher()
    for script in scripts {
      hasher.combine(script.path)
      hasher.combine(script.text)
    }
    if !modules.isEmpty { modules.feed(&hasher) }
    for (path, hash) in files.sorted(by: { $0.key < $1.key }) {
      hasher.combine(path)
      hasher.combine(hash)
    }
    return hasher.finalize()
  }
}
