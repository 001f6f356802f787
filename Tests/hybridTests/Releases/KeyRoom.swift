import Foundation
import HybridCrypto
import HybridJSON
import HybridRelease
import HybridReleaseSupport
import HybridTestSupport
import Testing

/// One person at one machine: a folder of private keys and a passphrase, for commands about releases.
struct KeyRoom {
  static let passphrase = "four words of mine"
  let project: TemporaryProject
  /// The folder of private keys, within the test's own.
  let ring: String

  init(_ project: TemporaryProject, ring: String = "ring") {
    (self.project, self.ring) = (project, project.file(ring).path)
  }

  var environment: [String: String] { ["HYBRID_KEYS": ring, "HYBRID_PASSPHRASE": Self.passphrase] }

  /// Runs `hybrid` in the project `shop`. Keys that are made cost little: tests make many.
  func run(_ words: String..., environment changes: [String: String] = [:]) async throws
    -> HybridCommand.Result
  {
    try FileManager.default.createDirectory(
      at: project.file("shop"), withIntermediateDirectories: true)
    let isNew = words.prefix(2) == ["keys", "new"]
    return try await HybridCommand.run(
      words + (isNew ? ["--memory", "8"] : []), in: project.file("shop"),
      environment: environment.merging(changes) { $1 })
  }

  /// Runs it, and expects it to do what it was asked.
  @discardableResult
  func does(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> JSONValue {
    try FileManager.default.createDirectory(
      at: project.file("shop"), withIntermediateDirectories: true)
    let isNew = words.prefix(2) == ["keys", "new"]
    let result = try await HybridCommand.run(
      words + ["--json"] + (isNew ? ["--memory", "8"] : []), in: project.file("shop"),
      environment: environment)
    #expect(result.status == 0, "\(words): \(result.errors)", sourceLocation: sourceLocation)
    return (try? JSONValue(parsing: Array(result.output.utf8))) ?? .null
  }

  /// A key set of the project.
  func keySet(_ version: Int) throws -> KeySet {
    try KeySet(
      decoding: bytes("shop/keys/\(version).json"), as: "keys/\(version).json", sodium: try Sodium.shared())
  }

  func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: project.file(path))) }

  func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  /// Puts keys into the ring as if they had been made here.
  func hold(_ keys: [String: SigningKey]) throws {
    try FileManager.default.createDirectory(
      atPath: ring, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for (name, key) in keys {
      let file = try PrivateKeyFile(
        sealing: key, passphrase: Array(Self.passphrase.utf8),
        cost: PassphraseCost(operations: 1, memory: 8_192), sodium: try Sodium.shared())
      let isMade = FileManager.default.createFile(
        atPath: "\(ring)/\(name).key", contents: Data(file.encoded()), attributes: [.posixPermissions: 0o600])
      try #require(isMade)
    }
  }

  /// A DIST with releases 1 and 2 in `shop/DIST`, its keys in the ring, and a freshness statement of today.
  func makeDist() async throws {
    var maker = try DistMaker()
    try maker.release(1, ["home.unit": Array("the first page, which is long enough".utf8)])
    try maker.release(2, ["home.unit": Array("the second page, which is long enough".utf8)])
    try maker.write(to: project.file("shop/DIST").path)
    try hold(["root": maker.signers[.root]!, "release": maker.signers[.release]!])
    try hold(["freshness": maker.signers[.freshness]!])
    try await does("keys", "fresh", "DIST")
  }
}
