/// The rules of one `.gitignore`, as gitignore(5) describes them.
///
///     let rules = GitIgnore("build/\n!build/keep.css\n/*.log")
///     rules.verdict("build", isFolder: true)  // true: ignored
struct GitIgnore: Hashable, Sendable {
  private struct Rule: Hashable, Sendable {
    var pattern: GlobPattern
    /// `!`: reverses an earlier rule.
    var isNegated: Bool
    /// A trailing `/`.
    var isForFolders: Bool
    /// A `/` elsewhere: for paths from here; otherwise for names at any depth.
    var isAnchored: Bool
  }

  private var rules: [Rule] = []

  /// Whether it has no rules.
  var isEmpty: Bool { rules.isEmpty }

  /// The rules in a file's text. Every text is valid: a line that is not a pattern matches no file.
  init(_ text: some StringProtocol) {
    for line in text.utf8.split(whereSeparator: { $0 == UInt8(ascii: "\n") }) {
      if let rule = Self.rule(Array(line)) { rules.append(rule) }
    }
  }

  private static func rule(_ line: [UInt8]) -> Rule? {
    var line = line
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    // Trailing blanks count only after a backslash.
    while line.last == UInt8(ascii: " "), line.dropLast().last != UInt8(ascii: "\\") { line.removeLast() }
    guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
    let isNegated = first == UInt8(ascii: "!")
    if isNegated { line.removeFirst() }
    let isForFolders = line.last == UInt8(ascii: "/")
    if isForFolders { line.removeLast() }
    guard !line.isEmpty else { return nil }
    return Rule(
      pattern: GlobPattern(line), isNegated: isNegated, isForFolders: isForFolders,
      isAnchored: line.contains(UInt8(ascii: "/")))
  }

  /// The verdict of the rules on a path relative to the file's folder: ignored, not ignored, or nothing. The
  /// last rule that matches decides.
  func verdict(_ path: String, isFolder: Bool) -> Bool? {
    let components = Array(path.utf8).split(separator: UInt8(ascii: "/"))
    guard let name = components.last else { return nil }
    return rules.last { rule in
      if rule.isForFolders, !isFolder { return false }
      return rule.pattern.matches(rule.isAnchored ? components : [name])
    }.map { !$0.isNegated }
  }
}

/// The `.gitignore` files of a folder and of those below.
struct GitIgnoreRules: Sendable {
  /// The name of such a file.
  static let fileName = ".gitignore"

  /// By the folder they are in, relative to the root.
  private var byFolder: [String: GitIgnore] = [:]

  /// Sets the text of the file in `folder`; nil if there is none. True if its rules changed.
  mutating func set(_ text: String?, in folder: String) -> Bool {
    let rules = text.map { GitIgnore($0) }.flatMap { $0.isEmpty ? nil : $0 }
    guard rules != byFolder[folder] else { return false }
    byFolder[folder] = rules
    return true
  }

  /// Whether git would ignore the entry `path`, whose folder it does not ignore. The nearest file with a
  /// matching rule decides.
  func ignores(_ path: String, isFolder: Bool) -> Bool {
    if byFolder.isEmpty { return false }
    var folder = FileTable.split(path).folder
    while true {
      let start = folder.isEmpty ? 0 : folder.utf8.count + 1
      let below = String(path.utf8.dropFirst(start)) ?? path
      if let verdict = byFolder[folder]?.verdict(below, isFolder: isFolder) { return verdict }
      if folder.isEmpty { return false }
      folder = FileTable.split(folder).folder
    }
  }

  /// Whether git would ignore `path` or a folder that it is in.
  func ignoresAnywhere(_ path: String) -> Bool {
    var place = path
    var isFolder = false
    while !place.isEmpty {
      if ignores(place, isFolder: isFolder) { return true }
      (place, isFolder) = (FileTable.split(place).folder, true)
    }
    return false
  }
}
