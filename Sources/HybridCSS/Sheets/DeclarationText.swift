import HybridEncoding
package import HybridSource

/// A list of declarations as scripts see it: each property once, values as CSSOM writes them (CSSOM 1 §6.6,
/// *CSS declaration blocks*).
///
/// Shorthands whose values can be split are kept as their longhands and put together again where they can be.
/// The others are one entry, and setting one of their longhands follows it.
package struct DeclarationText {
  struct Entry: Hashable {
    var name: String
    var value: String
    var isImportant: Bool
  }

  private var entries: [Entry] = []
  /// The name of each entry that was ever added.
  private var seen: Set<String> = []
  private let dialect: Dialect

  /// No declarations.
  package init(dialect: Dialect = .standard) { self.dialect = dialect }

  /// The declarations of a text; what is not a declaration is dropped.
  package init(_ text: String, dialect: Dialect = .standard) {
    self.dialect = dialect
    guard !text.isEmpty else { return }
    let values = parseComponentValues(Source(path: "", text: text))
    for values in values.split(whereSeparator: { $0.token == .semicolon }) {
      if let declaration = Declaration(componentValues: Array(values)) { add(declaration) }
    }
  }

  /// Adds a declaration behind all others; those that it overrides go.
  mutating func add(_ declaration: Declaration) {
    let name = Self.key(declaration.name)
    for entry in parts(name, declaration.value, declaration.isImportant) {
      // The first entry of a name overrides nothing.
      let isFirst = !seen.contains(entry.name)
      let isOverridden =
        !isFirst && !entry.isImportant && entries.contains { $0.name == entry.name && $0.isImportant }
      guard !isOverridden else { continue }
      if !isFirst || !seen.isDisjoint(with: Self.longhands(of: entry.name)) { remove(entry.name) }
      seen.insert(entry.name)
      entries.append(entry)
    }
  }

  /// The value of a property, without `!important`; empty if there is none.
  package subscript(name: String) -> String {
    let key = Self.key(name)
    if let entry = entries.last(where: { $0.name == key }) { return entry.value }
    if let form = ShorthandForm.forms[key] { return merged(form)?.value ?? "" }
    guard key == "background-color", let entry = entries.last(where: { $0.name == "background" }) else {
      return ""
    }
    return PropertyText.colors(in: entry.value).first ?? ""
  }

  /// Sets a property, or removes it if `value` is empty. An invalid value changes nothing.
  /// - Returns: Reports of what browsers know and what has no effect here.
  @discardableResult
  package mutating func set(_ name: String, to value: String, isImportant: Bool) -> [Diagnostic] {
    let key = Self.key(name)
    var found: [Diagnostic] = []
    let values = parseComponentValues(Source(path: "", text: value)).trimmed
    guard !values.isEmpty else {
      remove(key)
      return []
    }
    let read = parseDeclarationList(
      Source(path: "", text: "\(name): \(value)"), dialect: dialect, diagnostics: &found)
    if !read.isEmpty { for entry in parts(key, Array(values), isImportant) { put(entry) } }
    return found.filter { $0.code.hasPrefix("css.unsupported") }
  }

  /// The declarations as text.
  package var text: String {
    var done: Set<String> = []
    var texts: [String] = []
    for entry in entries where !done.contains(entry.name) {
      var shown = entry
      for form in ShorthandForm.containing[entry.name] ?? [] where done.isDisjoint(with: form.longhands) {
        guard let merged = merged(form) else { continue }
        shown = merged
        done.formUnion(form.longhands)
        break
      }
      texts.append("\(shown.name): \(shown.value)\(shown.isImportant ? " !important" : "");")
    }
    return texts.joined(separator: " ")
  }

  // MARK: Entries

  private mutating func put(_ entry: Entry) {
    seen.insert(entry.name)
    let covered = Self.longhands(of: entry.name)
    let isLast = entries.last.map { $0.name == entry.name } ?? false
    if covered.isEmpty, !isLast, let index = entries.firstIndex(where: { $0.name == entry.name }) {
      // After a shorthand of the property that is one entry, so that it counts.
      let isCovered = entries[index...].contains { Self.longhands(of: $0.name).contains(entry.name) }
      guard isCovered else {
        entries[index] = entry
        return
      }
    }
    if covered.isEmpty, isLast {
      entries[entries.count - 1] = entry
    } else {
      entries.removeAll { $0.name == entry.name || covered.contains($0.name) }
      entries.append(entry)
    }
  }

  private mutating func remove(_ name: String) {
    let covered = Self.longhands(of: name)
    entries.removeAll { $0.name == name || covered.contains($0.name) }
  }

  /// The entries of one declaration: its longhands, if its value can be split.
  private mutating func parts(_ name: String, _ values: [ComponentValue], _ isImportant: Bool) -> [Entry] {
    if name.hasPrefix("--") {
      return [Entry(name: name, value: values.trimmed.cssText, isImportant: isImportant)]
    }
    if dialect == .standard, let form = ShorthandForm.forms[name], let parts = form.split(values) {
      entries.removeAll { $0.name == name }
      return zip(form.longhands, parts).map { Entry(name: $0, value: $1, isImportant: isImportant) }
    }
    return [Entry(name: name, value: PropertyText.text(values, of: name, dialect), isImportant: isImportant)]
  }

  /// The declaration of a shorthand, if its longhands have values that it can have.
  private func merged(_ form: ShorthandForm) -> Entry? {
    var values: [String] = []
    var isImportant: Bool?
    for longhand in form.longhands {
      guard let entry = entries.last(where: { $0.name == longhand }),
        isImportant ?? entry.isImportant == entry.isImportant
      else { return nil }
      isImportant = entry.isImportant
      values.append(entry.value)
    }
    return form.merge(values).map { Entry(name: form.name, value: $0, isImportant: isImportant ?? false) }
  }

  /// The properties that a shorthand sets; none for a longhand.
  private static func longhands(of name: String) -> Set<String> {
    guard case .success(.shorthand(let shorthand)) = PropertyName.resolve(name, dialect: .standard),
      shorthand != .all
    else { return [] }
    return Set(shorthand.longhands.map(\.name))
  }

  /// Property names are case-insensitive, custom properties case-sensitive.
  private static func key(_ name: String) -> String {
    name.hasPrefix("--") || name == "aspectRatio" ? name : name.asciiLowercased
  }
}
