package import HybridSource

/// A reader of JSON files of one form, which reports what the form does not have.
package protocol JSONFormReader {
  /// The diagnostics of the file.
  var report: DiagnosticCollector { get set }
  /// The first part of the codes of its diagnostics: `config` in `config.unknown-key`.
  static var area: String { get }
  /// The word before the name of an unknown member in messages: `setting `, or nothing.
  static var memberNoun: String { get }
}

extension JSONFormReader {
  /// Reads the members of an object, and reports those with unknown keys.
  ///
  /// - Parameter what: The object in messages: `a project`.
  package mutating func members(
    of node: JSONNode, _ what: String, _ known: [String], _ body: (inout Self, String, JSONNode) -> Void
  ) {
    guard let object = node.value.object else { return mismatch(node, "an object") }
    for (key, child) in zip(object.keys, node.children) {
      if known.contains(key) {
        body(&self, key, child)
      } else {
        report.unknownMember(
          key, among: known, "\(Self.area).unknown-key", "\(what) has no \(Self.memberNoun)'\(key)'",
          at: child.keyRange ?? child.range)
      }
    }
  }

  /// Reports a value of another kind than `expected`.
  package mutating func mismatch(_ node: JSONNode, _ expected: String) {
    report.error("\(Self.area).wrong-kind", node.value.mismatch(expected), at: node.range)
  }
}

extension JSONValue {
  /// The words about a value of another kind than `expected`: `this is a number, and a string is expected`.
  ///
  /// - Parameter subject: The value in the message.
  package func mismatch(_ expected: String, subject: String = "this") -> String {
    "\(subject) is \(kind), and \(expected) is expected"
  }
}
