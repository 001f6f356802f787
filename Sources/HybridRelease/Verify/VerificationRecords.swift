import HybridCrypto

/// The key sets of a source, as a verification follows them.
struct FollowedKeys {
  /// Every key set on the way from the trusted one to the newest reached, oldest first.
  private(set) var chain: [Trust] = []
  /// Key sets of the source before the given one, which lead to it. Statements that only they have signed are
  /// history and not trusted.
  private var earlier: [Trust] = []
  /// Key sets above the one that freshness names, in a published DIST.
  private var later: [Trust] = []
  /// The fault that ended the way to the newest set.
  private(set) var fault: Refusal?

  /// The newest key set reached.
  var newest: Trust? { chain.last }
  /// The key sets that may have signed history, oldest first.
  var all: [Trust] { earlier + chain }
  /// All key sets of the source that were followed.
  var allWithLater: [Trust] { earlier + chain + later }
  /// The key sets before the newest, newest first.
  var superseded: [Trust] { (earlier + chain.dropLast()).reversed() }
  /// The last key set before the given one that leads to it.
  var lastEarlier: Trust? { earlier.last }

  mutating func begin(with trusted: Trust) { chain = [trusted] }
  mutating func follow(_ next: Trust) { chain.append(next) }
  mutating func end(by fault: Refusal) { self.fault = fault }

  mutating func addEarlier(_ set: Trust) { earlier.append(set) }
  /// Discards the key sets before the given one: the chain to it is broken.
  mutating func forgetEarlier() { earlier = [] }

  /// Moves back to a key set of the chain.
  mutating func goBack(to index: Int) {
    later = Array(chain[(index + 1)...])
    chain = Array(chain[...index])
    fault = nil
  }
}

/// The files of a source that are referenced, and those that were read.
struct FileRecord {
  private var expected: Set<String> = []
  /// Files that have been read, and therefore searched for private keys.
  private var read: Set<String> = []

  /// Records a reference to a file; false if there was one already.
  @discardableResult mutating func expect(_ name: String) -> Bool { expected.insert(name).inserted }
  /// Records a reference to a file and its signatures.
  mutating func expect(_ name: String, _ signatures: String) { expected.formUnion([name, signatures]) }
  func isExpected(_ name: String) -> Bool { expected.contains(name) }

  /// Records that a file was read; false if it was read before.
  @discardableResult mutating func beginReading(_ name: String) -> Bool { read.insert(name).inserted }
  func wasRead(_ name: String) -> Bool { read.contains(name) }
}

/// Statements above the newest one and the contents they name, left by an unfinished publisher. They are not
/// trusted.
struct PendingStatements {
  private var statements: [Int: [UInt8]] = [:]
  private var contents: Set<SHA256Digest> = []

  var isEmpty: Bool { statements.isEmpty }

  mutating func add(_ number: Int, _ bytes: [UInt8], digest: SHA256Digest) {
    statements[number] = bytes
    contents.insert(digest)
  }

  /// Records that one of the statements names content.
  mutating func addContent(_ digest: SHA256Digest) { contents.insert(digest) }

  func has(_ number: Int) -> Bool { statements[number] != nil }
  func hasStatement(_ bytes: [UInt8]) -> Bool { statements.values.contains(bytes) }
  func names(_ content: SHA256Digest) -> Bool { contents.contains(content) }
}

/// The statements and contents that signed statements lead to.
struct ReachedContents {
  /// Releases by number, with the bytes of their statements.
  private(set) var releases: [Int: (release: Release, bytes: [UInt8])] = [:]
  /// Statements about releases, by digest: the bases and results of deltas.
  private var statements: [SHA256Digest: [UInt8]] = [:]
  /// The digests of the statements to which freshness leads.
  private var followed: Set<SHA256Digest> = []
  /// The sizes of all contents that a release names.
  private var sizes: [SHA256Digest: Int] = [:]
  /// Contents that have been checked.
  private var verified: Set<SHA256Digest> = []

  /// Whether no release names any content.
  var isEmpty: Bool { sizes.isEmpty }

  mutating func add(_ bytes: [UInt8], digest: SHA256Digest) { statements[digest] = bytes }
  mutating func add(_ release: Release, bytes: [UInt8]) { releases[release.number] = (release, bytes) }
  /// Records that freshness leads to a statement.
  mutating func follow(_ digest: SHA256Digest) { followed.insert(digest) }
  func isFollowed(_ digest: SHA256Digest) -> Bool { followed.contains(digest) }
  func statement(_ digest: SHA256Digest) -> [UInt8]? { statements[digest] }

  /// Records that a release names content.
  mutating func name(_ file: FileDigest) { sizes[file.sha256] = file.size }
  /// The size of content that a release names.
  func size(_ content: SHA256Digest) -> Int? { sizes[content] }
  mutating func verify(_ content: SHA256Digest) { verified.insert(content) }
  func isVerified(_ content: SHA256Digest) -> Bool { verified.contains(content) }
}
