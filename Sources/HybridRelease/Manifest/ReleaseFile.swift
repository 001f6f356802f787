package import HybridCrypto

/// Bytes by what they are: how many, and their SHA-256. Both are checked wherever they come from.
package struct FileDigest: Hashable, Sendable {
  /// In bytes.
  package var size: Int
  /// Of exactly these bytes; their name below `files/`.
  package var sha256: SHA256Digest

  /// A digest.
  package init(size: Int, sha256: SHA256Digest) { (self.size, self.sha256) = (size, sha256) }

  /// The digest of `bytes`.
  package init(of bytes: [UInt8], sodium: Sodium) {
    self.init(size: bytes.count, sha256: sodium.sha256(bytes))
  }

  /// Refuses bytes that are not these.
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
  /// Relative, with `/`: `units/home.unit`, `assets/logo.png`.
  package var path: String
  /// What it is.
  package var digest: FileDigest

  /// A file.
  package init(path: String, digest: FileDigest) { (self.path, self.digest) = (path, digest) }
}

/// A unit of a release: what is shown by name.
package struct ReleaseUnit: Hashable, Sendable {
  /// What its file holds.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A compiled page (HybridUnits, `HYBU`).
    case page
    /// A compiled VirtualView template (`.out`).
    case template
  }

  /// As the project names it: `shop/product`.
  package var name: String
  /// What its file holds.
  package var kind: Kind
  /// Its file.
  package var file: ReleaseFile

  /// A unit.
  package init(name: String, kind: Kind, file: ReleaseFile) {
    (self.name, self.kind, self.file) = (name, kind, file)
  }
}

/// What an app must have to run a release; each list sorted, each name once.
package struct Requirements: Hashable, Sendable {
  /// Elements and template components: `div`, `NText`.
  package var elements: [String] = []
  /// Attributes of templates: `textSize`.
  package var attributes: [String] = []
  /// Native modules that scripts use: `token`.
  package var modules: [String] = []

  /// Nothing.
  package init() {}
}
