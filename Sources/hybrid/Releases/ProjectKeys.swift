import Glibc
import HybridCompiler
import HybridCrypto
import HybridDist
import HybridPackaging
import HybridRelease
import HybridSource
import HybridSystem

/// The key sets of a project, or of a DIST: `V.json` with `V.sig` in one folder, followed from the first to
/// the newest set.
struct ProjectKeys {
  /// A stored key set.
  struct Stored {
    var keySet: KeySet
    var bytes: [UInt8]
    var signatures: SignatureFile
  }

  /// The folder of the files: `PROJECT/keys`.
  let folder: String
  /// Every set of the chain, oldest first.
  private(set) var chain: [Stored] = []
  /// The set after ``current`` that still lacks required signatures: it is not valid yet, and it is not
  /// published.
  private(set) var pending: Stored?

  /// The newest valid set.
  var current: KeySet? { chain.last?.keySet }

  /// Reads a folder; a folder that is missing or empty has no sets.
  ///
  /// - Throws: For a set that is damaged, for a gap in the chain, and for a set that does not follow its
  ///   predecessor. Only the newest set may lack signatures.
  init(folder: String, sodium: Sodium) throws(ReleaseFault) {
    self.folder = folder
    let source = ReleaseFolder(folder)
    let versions = Self.versions(in: folder)
    var trust: Trust?
    for (index, version) in versions.enumerated() {
      let path = "\(version).json"
      let limits = ReleaseLimits()
      let bytes = try refusing { () throws(Refusal) in
        try source.read(path, atMost: limits.statementBytes)
      }
      let keySet = try refusing { () throws(Refusal) in
        try KeySet(decoding: bytes, as: "\(folder)/\(path)", sodium: sodium)
      }
      guard keySet.version == version, version == (versions.first ?? 1) + index else {
        throw ReleaseFault(
          Refusal(
            .keysSkipped, "\(folder)/\(path)",
            "is version \(keySet.version), and version \((versions.first ?? 1) + index) belongs there"))
      }
      var stored = Stored(keySet: keySet, bytes: bytes, signatures: SignatureFile())
      do throws(Refusal) {
        let signatures = try source.signatures("\(version).sig", limits: limits)
        stored.signatures = try SignatureFile(decoding: signatures, as: "\(folder)/\(version).sig")
        if trust == nil {
          // The first set is trusted because of its location, and is signed by its own keys.
          let first = Trust(keySet, sodium: sodium)
          _ = try first.statement(bytes, signatures: signatures, as: "\(folder)/\(path)", kinds: [.keys])
          trust = first
        } else {
          try trust?.advance(to: bytes, signatures: signatures, as: "\(folder)/\(path)")
        }
        chain.append(stored)
      } catch {
        let lacksSignatures = error.code == .signatureThreshold || error.code == .signatureMissing
        guard lacksSignatures, index == versions.count - 1 else { throw ReleaseFault(error) }
        pending = stored
      }
    }
  }

  /// The trust in the newest valid set.
  func trust(_ sodium: Sodium) -> Trust? { current.map { Trust($0, sodium: sodium) } }

  /// Adds a set to the folder, unless a set of this version has been added meanwhile.
  ///
  /// - Throws: When a set of this version exists, so that two people cannot create the next version at once.
  static func add(_ stored: Stored, to folder: String) throws(ReleaseFault) {
    if let diagnostic = makeFolder(folder) { throw ReleaseFault(WritingFault(diagnostic: diagnostic)) }
    let lock = try ReleaseFault.locking(folder)
    defer { withExtendedLifetime(lock) {} }
    let path = "\(folder)/\(stored.keySet.version).json"
    guard access(path, F_OK) != 0 else {
      throw ReleaseFault(
        usage: "keys-exist", "'\(path)' was created by another process in the meantime and was not changed",
        hint: "'hybrid keys list' shows its content")
    }
    try write(stored, to: folder)
  }

  /// Writes a set to the folder, its signatures first, so that the set is never without signatures.
  static func write(_ stored: Stored, to folder: String) throws(ReleaseFault) {
    if let diagnostic = makeFolder(folder) { throw ReleaseFault(WritingFault(diagnostic: diagnostic)) }
    let inputs = InputFiles()
    let version = stored.keySet.version
    for (name, bytes) in [("\(version).sig", stored.signatures.encoded()), ("\(version).json", stored.bytes)]
    {
      if let fault = writeFile(bytes, to: "\(folder)/\(name)", sparing: inputs, syncing: true) {
        throw ReleaseFault(fault)
      }
    }
  }

  private static func versions(in folder: String) -> [Int] {
    guard var listing = FolderStream(at: folder) else { return [] }
    var versions: [Int] = []
    while let entry = listing.next() {
      guard entry.name.hasSuffix(".json"), let version = Int(entry.name.dropLast(5)), version > 0,
        "\(version).json" == entry.name
      else { continue }
      versions.append(version)
    }
    return versions.sorted()
  }
}

/// The release settings of a project.
///
/// - Throws: For a missing folder, and for the first error of its `hybrid.json`.
func projectSettings(of folder: String, _ sodium: Sodium) throws(ReleaseFault) -> PackageSettings {
  let files: DiskFiles
  do throws(FileFailure) {
    files = try DiskFiles(root: folder)
  } catch {
    throw ReleaseFault(environment: error.code, "'\(folder)': \(error.message)")
  }
  return try projectSettings(of: files, sodium)
}

/// The release settings of a project.
///
/// - Throws: For the first error of its `hybrid.json`.
func projectSettings(of files: DiskFiles, _ sodium: Sodium) throws(ReleaseFault) -> PackageSettings {
  let project = ProjectReleaseSettings(of: files, sodium: sodium)
  if let error = project.diagnostics.first(where: { $0.severity == .error }) {
    throw ReleaseFault(error, .projectHasErrors)
  }
  return project.release
}
