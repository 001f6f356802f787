import Glibc
import HybridCompiler
import HybridCrypto
import HybridDist
import HybridPackaging
import HybridRelease
import HybridSource

/// The key sets of a project, or of a DIST: `V.json` with `V.sig` in one folder, followed from the first to
/// the newest.
struct ProjectKeys {
  /// A key set as it lies there.
  struct Stored {
    var keySet: KeySet
    var bytes: [UInt8]
    var signatures: SignatureFile
  }

  /// Where the files are: `PROJECT/keys`.
  let folder: String
  /// Every set that its predecessor leads to, oldest first.
  private(set) var chain: [Stored] = []
  /// The set behind ``current`` that has not been signed by all who must: nobody takes it yet, and it is not
  /// published.
  private(set) var pending: Stored?

  /// The newest set that counts.
  var current: KeySet? { chain.last?.keySet }

  /// Reads a folder; one that is missing or has no sets gives none.
  ///
  /// - Throws: For a set that is damaged, missing between two others, or that does not follow its
  ///   predecessor. Only the newest may lack signatures.
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
          // The first is trusted for where it lies, and signed by itself.
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

  /// What is believed from now on: the newest set that counts.
  func trust(_ sodium: Sodium) -> Trust? { current.map { Trust($0, sodium: sodium) } }

  /// Puts a set into the folder that nobody has made meanwhile.
  ///
  /// - Throws: When a set of this version is there: two people who make the next one at once do not make two
  ///   of it.
  static func add(_ stored: Stored, to folder: String) throws(ReleaseFault) {
    if let diagnostic = makeFolder(folder) { throw ReleaseFault(WritingFault(diagnostic: diagnostic)) }
    let lock = try ReleaseFault.locking(folder)
    defer { withExtendedLifetime(lock) {} }
    let path = "\(folder)/\(stored.keySet.version).json"
    guard access(path, F_OK) != 0 else {
      throw ReleaseFault(
        usage: "keys-exist", "'\(path)' was created by another process meanwhile, and is not changed",
        hint: "'hybrid keys list' shows what it says")
    }
    try write(stored, to: folder)
  }

  /// Puts a set into the folder: its signatures first, so that no set ever stands there without any.
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
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var versions: [Int] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasSuffix(".json"), let version = Int(name.dropLast(5)), version > 0,
        "\(version).json" == name
      else { continue }
      versions.append(version)
    }
    return versions.sorted()
  }
}

/// What a project says about releases.
///
/// - Throws: For a folder that is not there, and with the first error of its `hybrid.json`.
func projectSettings(of folder: String, _ sodium: Sodium) throws(ReleaseFault) -> PackageSettings {
  let files: DiskFiles
  do throws(FileFailure) {
    files = try DiskFiles(root: folder)
  } catch {
    throw ReleaseFault(environment: error.code, "'\(folder)': \(error.message)")
  }
  return try projectSettings(of: files, sodium)
}

/// What a project says about releases.
///
/// - Throws: With the first error of its `hybrid.json`.
func projectSettings(of files: DiskFiles, _ sodium: Sodium) throws(ReleaseFault) -> PackageSettings {
  let project = ProjectSettings(of: files, sodium: sodium)
  if let error = project.diagnostics.first(where: { $0.severity == .error }) {
    throw ReleaseFault(error, .projectHasErrors)
  }
  return project.release
}
