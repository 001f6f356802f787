import HybridCompiler
import HybridCrypto
import HybridDist
import HybridRelease
import HybridSource

extension ReleasePart {
  /// Checks the signatures as an app with the key set `file` does, after it has followed all key sets beside
  /// the statement.
  ///
  /// - Parameters:
  ///   - path: The path of the part.
  ///   - file: The trusted key set.
  /// - Returns: The version of the key set that accepts the signatures.
  /// - Throws: The reason for rejection; a usage fault for a part that has no signatures.
  func checkSignatures(at path: String, with file: String) throws(ReleaseFault) -> Int {
    let (sodium, limits) = (try releaseSodium(), ReleaseLimits())
    let keys = try NamedFile(file).bytes
    let signed = try signedFile(at: path)
    return try refusing { () throws(Refusal) in
      var trust = try Trust(embedded: keys, as: file, sodium: sodium)
      while (try? signed.source.read(DistPaths.keys(trust.keys.version + 1), atMost: limits.statementBytes))
        != nil
      {
        try trust.advance(to: trust.keys.version + 1, from: signed.source)
      }
      _ = try trust.statement(
        signed.bytes,
        signatures: try signed.source.signatures(signaturesPath(of: signed.name), limits: limits),
        as: signed.name, kinds: signed.kinds)
      if case .release(let named, _, let freshness) = self {
        if named.rollback != nil {
          let number = named.release.number
          _ = try trust.statement(
            named.statement,
            signatures: try signed.source.signatures(DistPaths.statementSignatures(number), limits: limits),
            as: DistPaths.statement(number), kinds: [.release])
        }
        guard freshness != nil else { return trust.keys.version }
        _ = try trust.statement(
          try signed.source.read(DistPaths.freshness, atMost: limits.statementBytes),
          signatures: try signed.source.signatures(DistPaths.freshnessSignatures, limits: limits),
          as: DistPaths.freshness, kinds: [.freshness])
      }
      return trust.keys.version
    }
  }

  /// The signed content: a statement of a folder or an archive.
  private struct SignedFile {
    var name: String
    var bytes: [UInt8]
    var kinds: Set<Statement.Kind>
    var source: any ReleaseSource
  }

  private func signedFile(at path: String) throws(ReleaseFault) -> SignedFile {
    switch self {
    case .release(let named, _, _):
      return SignedFile(
        name: DistPaths.release, bytes: named.rollback?.bytes ?? named.statement,
        kinds: [.release, .rollback],
        source: named.source)
    case .statement(let statement, let bytes):
      if NamedFile.isFolder(path) {
        return SignedFile(
          name: DistPaths.release, bytes: bytes, kinds: [statement.kind], source: ReleaseFolder(path))
      }
      let file = try NamedFile(path)
      let name = ProjectPath.name(of: DiskFiles.realPath(path) ?? path)
      let folder = ProjectPath.name(of: file.folder)
      let isBelow = ["releases", "keys"].contains(folder)
      return SignedFile(
        name: isBelow ? "\(folder)/\(name)" : name, bytes: bytes, kinds: [statement.kind],
        source: ReleaseFolder(isBelow ? ProjectPath.folder(of: file.folder) : file.folder))
    case .signatures, .deltaIndex, .delta, .unit:
      throw ReleaseFault(
        usage: "wrong-value", "'--keys' is for releases and other statements, and '\(path)' is none")
    }
  }
}
