import HybridCSS
import HybridEncoding
import HybridSource

/// The `style` attribute as scripts see it: declarations in order, each name once (CSSOM 1 §6.6.1).
struct InlineStyle {
  private struct Entry {
    var name: String
    var value: String
    var isImportant: Bool
  }

  private var entries: [Entry] = []

  /// Parses an attribute; invalid declarations are dropped.
  init(_ text: String) {
    guard !text.isEmpty else { return }
    for piece in parseComponentValues(Source(path: "", text: text)).split(separatedBy: .semicolon) {
      guard let declaration = Declaration(componentValues: piece) else { continue }
      put(
        Entry(
          name: Self.key(declaration.name), value: declaration.value.cssText,
          isImportant: declaration.isImportant))
    }
  }

  /// The value of a declaration, without `!important`; empty if there is none.
  subscript(name: String) -> String {
    let key = Self.key(name)
    return entries.last { $0.name == key }?.value ?? ""
  }

  /// Sets a declaration, or removes it if `value` is empty. An invalid value changes nothing.
  mutating func set(_ name: String, to value: String, isImportant: Bool, dialect: Dialect) {
    let key = Self.key(name)
    let trimmed = value.trimmingBlanks
    guard !trimmed.isEmpty else { return entries.removeAll { $0.name == key } }
    var ignored: [Diagnostic] = []
    let read = parseDeclarationList(
      Source(path: "", text: "\(name): \(trimmed)"), dialect: dialect, diagnostics: &ignored)
    guard !read.isEmpty else { return }
    put(Entry(name: key, value: trimmed, isImportant: isImportant))
  }

  private mutating func put(_ entry: Entry) {
    if let index = entries.firstIndex(where: { $0.name == entry.name }) {
      entries[index] = entry
    } else {
      entries.append(entry)
    }
  }

  /// The text of the attribute.
  var text: String {
    entries.map { "\($0.name): \($0.value)\($0.isImportant ? " !important" : "");" }.joined(separator: " ")
  }

  /// Property names are case-insensitive, custom properties case-sensitive.
  private static func key(_ name: String) -> String {
    name.hasPrefix("--") || name == "aspectRatio" ? name : name.asciiLowercased
  }
}

extension [ComponentValue] {
  fileprivate func split(separatedBy token: Token) -> [[ComponentValue]] {
    split { $0.token == token }.map(Array.init)
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else {
      return ""
    }
    return String(self[first...last])
  }
}
