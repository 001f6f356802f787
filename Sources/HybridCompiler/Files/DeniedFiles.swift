/// Files that are never read for a project, wherever they are in it: they may hold secrets, and what is read
/// may be shown.
///
/// Pages, their data, requests of their scripts, error frames and every endpoint get files only through
/// ``DiskFiles``, which checks both the requested path and the path with links resolved. Comparison ignores
/// case, because some file systems do.
package enum DeniedFiles {
  /// The reason why a file is not read.
  package enum Rule: Hashable, Sendable {
    /// The file's name, such as `.env`, or a pattern that it matches, such as `*.pem`.
    case file(String)
    /// A folder that contains it, such as `.git`.
    case folder(String)
  }

  /// Folders in which tools keep credentials or history, and our own.
  package static let folders = [
    ".git", ".svn", ".hg", ".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".hybrid",
  ]
  /// Whole names, and prefixes and suffixes of names.
  package static let names = [
    ".env*", "id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "*.pem", "*.key", "*.p12", "*.pfx", "*.p8",
    "*.jks",
    "*.keystore", "*.mobileprovision", ".npmrc", ".yarnrc", ".yarnrc.yml", ".netrc", "_netrc", ".pypirc",
    ".pgpass",
    ".htpasswd", ".git-credentials", ".gitconfig",
  ]

  /// The rule that denies `path`, which is relative to the project; nil for a path that may be read.
  package static func rule(for path: String) -> Rule? {
    // Compared with non-ASCII characters folded as well: ſ and K (the Kelvin sign) fold to ASCII letters.
    let components = path.split(separator: "/").map {
      Array(String($0).lowercased().uppercased().lowercased().utf8)
    }
    guard let last = components.last else { return nil }
    for component in components where component.first == UInt8(ascii: ".") {
      // Applies to the last component too: a submodule's `.git` is a file.
      if let folder = folders.first(where: { component.elementsEqual($0.utf8) }) { return .folder(folder) }
    }
    return patterns.firstIndex { fits(last, $0) }.map { .file(names[$0]) }
  }

  private static let patterns = names.map { Array($0.utf8) }

  private static func fits(_ name: [UInt8], _ pattern: [UInt8]) -> Bool {
    let star = UInt8(ascii: "*")
    if pattern.first == star {
      let ending = pattern.dropFirst()
      return name.count > ending.count && name.suffix(ending.count).elementsEqual(ending)
    }
    if pattern.last == star { return name.starts(with: pattern.dropLast()) }
    return name == pattern
  }
}

extension DeniedFiles.Rule {
  /// The pattern of the rule.
  package var pattern: String {
    switch self {
    case .file(let pattern): pattern
    case .folder(let name): name + "/"
    }
  }
}
