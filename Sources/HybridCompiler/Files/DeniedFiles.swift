/// Files that are never read for a project, wherever they lie in it: they hold secrets, and what is read can
/// be shown.
///
/// Pages, their data, requests of their scripts, error frames and every endpoint get files by ``DiskFiles``
/// alone, which asks here for the path that was named and for the one that links led to. Letters count alike
/// in both cases, since some file systems take them so.
package enum DeniedFiles {
  /// Why a file is not read.
  package enum Rule: Hashable, Sendable {
    /// Its name, such as `.env`, or the pattern that it fits, such as `*.pem`.
    case file(String)
    /// A folder that it is in, such as `.git`.
    case folder(String)
  }

  /// Folders of tools that keep credentials or history in them, and our own.
  package static let folders = [
    ".git", ".svn", ".hg", ".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".hybrid",
  ]
  /// Whole names, and names that begin or end so.
  package static let names = [
    ".env*", "id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "*.pem", "*.key", "*.p12", "*.pfx", "*.p8",
    "*.jks",
    "*.keystore", "*.mobileprovision", ".npmrc", ".yarnrc", ".yarnrc.yml", ".netrc", "_netrc", ".pypirc",
    ".pgpass",
    ".htpasswd", ".git-credentials", ".gitconfig",
  ]

  /// The rule that forbids to read `path`, which is relative to the project; nil for all that may be read.
  package static func rule(for path: String) -> Rule? {
    // What is not written in ASCII alone is compared as well: ſ and K are letters of theirs, too.
    let components = path.split(separator: "/").map {
      Array(String($0).lowercased().uppercased().lowercased().utf8)
    }
    guard let last = components.last else { return nil }
    for component in components where component.first == UInt8(ascii: ".") {
      // A folder itself, too: a submodule's `.git` is a file.
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
  /// What the rule goes by.
  package var pattern: String {
    switch self {
    case .file(let pattern): pattern
    case .folder(let name): name + "/"
    }
  }
}
