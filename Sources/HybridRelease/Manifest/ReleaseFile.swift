package import HybridCrypto

/// Identifies content by its size and its SHA-256. Both are checked for content from every source.
package struct FileDigest: Hashable, Sendable {
  /// The size in bytes.
  package var size: Int
  /// The hash of the bytes, which is also their name below `files/`.
  package var sha256: SHA256Digest

  /// Creates a digest.
  package init(size: Int, sha256: SHA256Digest) { (self.size, self.sha256) = (size, sha256) }

  /// The digest of `bytes`.
  package init(of bytes: [UInt8], sodium: Sodium) {
    self.init(size: bytes.count, sha256: sodium.sha256(bytes))
  }

  /// Refuses bytes with a different digest.
  package func check(_ bytes: [UInt8], as subject: String, sodium: Sodium) throws(Refusal) {
    guard bytes.count == size else {
      throw Refusal(.fileWrongSize, subject, "has \(bytes.count) bytes, and \(size) are named")
    }
    guard sodium.sha256(bytes) == sha256 else {
      throw Refusal(.fileMismatch, subject, "has other bytes than those that are named")
    }
  }
}

/// A file of a release.
package struct ReleaseFile: Hashable, Sendable {
  /// A relative path with `/`: `units/home.unit`, `assets/logo.png`.
  package var path: String
  /// The digest of its content.
  package var digest: FileDigest

  /// Creates a file.
  package init(path: String, digest: FileDigest) { (self.path, self.digest) = (path, digest) }
}

/// A unit of a release, which apps show by name.
package struct ReleaseUnit: Hashable, Sendable {
  /// The format of its file.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A compiled page (HybridUnits, `HYBU`).
    case page
    /// A compiled VirtualView template (`.out`).
    case template
  }

  /// The name in the project: `shop/product`.
  package var name: String
  /// The format of its file.
  package var kind: Kind
  /// Its file.
  package var file: ReleaseFile

  /// Creates a unit.
  package init(name: String, kind: Kind, file: ReleaseFile) {
    (self.name, self.kind, self.file) = (name, kind, file)
  }
}

/// The requirements that an app must meet to run a release. Each list is sorted and without duplicates.
package struct Requirements: Hashable, Sendable {
  /// Elements and template components: `div`, `NText`.
  package var elements: [String] = []
  /// Attributes of templates: `textSize`.
  package var attributes: [String] = []
  /// Native modules used by scripts: `token`.
  package var modules: [String] = []

  /// No requirements.
  package init() {}
}
