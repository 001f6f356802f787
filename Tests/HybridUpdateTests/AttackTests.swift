import HybridCrypto
import HybridRelease
import HybridUpdate
import HybridUpdateFaults
import Testing

/// Attacks by a malicious host (`Documentation/release-format.md`, *Refusals*): each is refused with its
/// code, and the store's bytes do not change.
struct AttackTests {
  /// An attack: the files that the host serves instead, and its name.
  struct Attack: Sendable, CustomTestStringConvertible {
    var name: String
    var code: RefusalCode
    var serve: @Sendable (_ honest: ReleaseMaker, _ seen: [String: [UInt8]]) throws -> [String: [UInt8]]
    var behave: @Sendable (TransportRequest, Int) -> MemoryHost.Behaviour = { _, _ in .honest }
    var testDescription: String { "\(name) → \(code.rawValue)" }
  }

  static let attacks: [Attack] = [
    Attack(name: "rollback: an older release with a fresh freshness statement", code: .releaseRolledBack) {
      maker, _ in
      var maker = maker
      try maker.freshen(maker.pointer(to: 2)!)
      return maker.dist
    },
    Attack(name: "replay: the older freshness statement", code: .freshnessRolledBack) { maker, seen in
      maker.dist.merging(seen.filter { $0.key.hasPrefix("freshness") }) { $1 }
    },
    Attack(name: "freeze: a freshness statement that has expired", code: .freshnessExpired) { maker, _ in
      var maker = maker
      maker.holds = 60
      try maker.freshen(maker.pointer(to: 4)!)
      return maker.dist
    },
    Attack(name: "mix-and-match: another statement under the newest number", code: .statementMismatch) {
      maker, _ in
      var dist = maker.dist
      dist["releases/4.json"] = dist["releases/2.json"]
      dist["releases/4.sig"] = dist["releases/2.sig"]
      return dist
    },
    Attack(name: "a signed pointer to a statement with another number", code: .releaseWrongNumber) {
      maker, _ in
      var maker = maker
      let bytes = maker.dist["releases/2.json"]!
      maker.dist["releases/4.json"] = bytes
      maker.dist["releases/4.sig"] = maker.dist["releases/2.sig"]
      try maker.freshen(
        ReleasePointer(number: 4, digest: FileDigest(of: bytes, sodium: maker.sodium)))
      return maker.dist
    },
    Attack(name: "the accepted number again with other contents", code: .statementMismatch) { maker, _ in
      var maker = maker
      try maker.publish(3, files(77))
      return maker.dist
    },
    Attack(name: "a freshness statement with one byte changed", code: .signatureInvalid) { maker, _ in
      var dist = maker.dist
      dist["freshness.json"]![30] ^= 1
      return dist
    },
    Attack(name: "a release signed by somebody else", code: .signatureThreshold) { maker, _ in
      var dist = maker.dist
      let other = try ReleaseMaker(seed: 99, count: 2)
      dist["releases/4.sig"] = other.signature(dist["releases/4.json"]!, .release)
      return dist
    },
    Attack(name: "a release signed by one of two keys", code: .signatureThreshold) { maker, _ in
      var dist = maker.dist
      dist["releases/4.sig"] = maker.signature(dist["releases/4.json"]!, .release, count: 1)
      return dist
    },
    Attack(name: "a release signed by the freshness keys", code: .signatureThreshold) { maker, _ in
      var dist = maker.dist
      dist["releases/4.sig"] = maker.signature(dist["releases/4.json"]!, .freshness)
      return dist
    },
    Attack(name: "signatures over other bytes", code: .signatureInvalid) { maker, _ in
      var dist = maker.dist
      dist["releases/4.sig"] = dist["releases/2.sig"]
      return dist
    },
    Attack(name: "no signatures", code: .signatureMissing) { maker, _ in
      var dist = maker.dist
      dist["releases/4.sig"] = nil
      return dist
    },
    Attack(name: "key rotation skipped", code: .keysSkipped) { maker, _ in
      var maker = maker
      try maker.freshen(maker.pointer(to: 4)!, keys: 3)
      return maker.dist
    },
    Attack(name: "a key set that its own keys signed alone", code: .signatureThreshold) { maker, _ in
      let thief = try ReleaseMaker(seed: 99, count: 2)
      var set = thief.keySet
      set.version = 2
      let bytes = Statement.keys(set).encoded()
      var dist = maker.dist
      dist["keys/2.json"] = bytes
      dist["keys/2.sig"] = thief.signature(bytes, .root)
      let freshness = dist["freshness.json"]!
      dist["freshness.sig"] = thief.signature(freshness, .freshness)
      return dist
    },
    Attack(name: "replay from another project with the same keys", code: .wrongProject) { _, _ in
      var other = try ReleaseMaker(project: "bank", count: 2)
      try other.publish(4, files(4))
      other.now.seconds += 86_400
      try other.freshen(other.pointer(to: 4)!)
      return other.dist
    },
    Attack(name: "replay from another channel", code: .wrongChannel) { _, _ in
      var other = try ReleaseMaker(channel: "beta", count: 2)
      try other.publish(4, files(4))
      other.now.seconds += 86_400
      try other.freshen(other.pointer(to: 4)!)
      return other.dist
    },
    Attack(name: "a file with other bytes", code: .fileMismatch) { maker, _ in
      var dist = maker.dist
      for path in dist.keys where path.hasPrefix("files/") { dist[path]![20] ^= 1 }
      return dist
    },
    Attack(name: "a file that is shorter", code: .fileWrongSize) { maker, _ in
      var dist = maker.dist
      for path in dist.keys where path.hasPrefix("files/") { dist[path]!.removeLast() }
      return dist
    },
    Attack(
      name: "files without an end", code: .networkEndless, serve: { maker, _ in maker.dist },
      behave: { request, _ in request.path.hasPrefix("files/") ? .endless : .honest }),
    Attack(
      name: "freshness without an end", code: .networkEndless, serve: { maker, _ in maker.dist },
      behave: { request, _ in request.path == "freshness.json" ? .endless : .honest }),
    Attack(
      name: "a manifest without an end", code: .networkEndless, serve: { maker, _ in maker.dist },
      behave: { request, _ in request.path == "releases/4.json" ? .endless : .honest }),
    Attack(name: "files that are withheld", code: .fileMissing) { maker, _ in
      maker.dist.filter { !$0.key.hasPrefix("files/") }
    },
    Attack(name: "a freshness statement that is none", code: .statementWrongKind) { maker, _ in
      var dist = maker.dist
      // The right keys, another kind of statement.
      dist["freshness.json"] = dist["releases/4.json"]
      dist["freshness.sig"] = maker.signature(dist["releases/4.json"]!, .freshness)
      return dist
    },
  ]

  @Test(arguments: attacks)
  func attackIsRefusedBeforeAnythingIsWritten(_ attack: Attack) async throws {
    var maker = try ReleaseMaker(count: 2)
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    let seen = maker.dist
    try maker.publish(3, files(3))
    let trial = try Trial(maker, image: image) {
      $0.application = .atOnce
      $0.retries = 0
    }
    try await trial.client.start()
    guard case .activated = try await trial.client.update() else {
      Issue.record("expected .activated")
      return
    }
    try await trial.client.confirm()

    // One new file, so that no valid file is downloaded with the bad one.
    try maker.publish(4, files(3).merging(["assets/page-3.txt": content("page", 4, size: 500)]) { $1 })
    trial.host.serve(try attack.serve(maker, seen))
    trial.host.behave(attack.behave)
    let before = trial.contents
    _ = await trial.events()
    #expect(await refusal { () async throws(Refusal) in try await trial.client.update() } == attack.code)
    #expect(trial.contents == before)
    #expect(
      await trial.events().contains {
        if case .refused(let refusal) = $0 { refusal.code == attack.code } else { false }
      })
    // The app keeps its release, and installs the honest release when it arrives.
    #expect(try await trial.client.read("assets/page-3.txt") == files(3)["assets/page-3.txt"])
    trial.host.behave { _, _ in .honest }
    trial.host.serve(maker.dist)
    guard case .activated(let release) = try await trial.client.update() else {
      Issue.record("expected .activated")
      return
    }
    #expect(release.number == 4)
  }

  enum KeyChange: CaseIterable { case anotherKey, oneKeyMoreMustSign }

  /// A thief of the old freshness key names the key set that revoked it: the app follows that set, and the
  /// key is no longer trusted.
  @Test(arguments: KeyChange.allCases)
  func freshnessIsHeldAgainstTheKeySetThatItNames(_ change: KeyChange) async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    let embedded = maker
    let spare = try #require(maker.sodium.signingKey(seed: [UInt8](repeating: 222, count: 32)))
    switch change {
    case .anotherKey: try maker.rotate(seed: 100)
    case .oneKeyMoreMustSign:
      let id = spare.publicKey.id(maker.sodium)
      maker.changeKeys { set in
        set.keys[id] = spare.publicKey
        let keys = (set.rules[.freshness]?.keys ?? []) + [id]
        set.rules[.freshness] = KeySet.Rule(keys: keys.sorted(), threshold: 2)
      }
    }
    // A statement dated far in the future, which would block all later ones.
    var thief = embedded
    thief.now.seconds += 900_000_000
    try thief.freshen(thief.pointer(to: 1)!, keys: 2)
    let trial = try Trial(
      embedded, image: image, host: MemoryHost(maker.dist.merging(thief.dist) { $1 }))
    try await trial.client.start()
    for _ in 0..<2 {
      #expect(
        await refusal { () async throws(Refusal) in try await trial.client.update() } == .signatureThreshold)
    }

    try maker.publish(2, files(2))
    if change == .oneKeyMoreMustSign {
      let bytes = maker.dist[DistPaths.freshness]!
      var file = try SignatureFile(
        decoding: maker.dist[DistPaths.freshnessSignatures]!, as: DistPaths.freshnessSignatures)
      file.add(
        key: spare.publicKey.id(maker.sodium), signature: maker.sodium.sign(bytes, with: spare))
      maker.dist[DistPaths.freshnessSignatures] = file.encoded()
    }
    trial.host.serve(maker.dist)
    guard case .staged(let release) = try await trial.client.update() else {
      Issue.record("expected .staged")
      return
    }
    #expect(release.number == 2)
  }

  /// The newest statement was verified, but its release cannot run here: an older one is refused all the
  /// same.
  @Test func olderFreshnessIsRefusedBehindOneWhoseReleaseCannotRun() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    let trial = try Trial(maker, image: image) { $0.application = .atOnce }
    try await trial.client.start()
    _ = try await trial.client.update()
    try maker.freshen(maker.pointer(to: 2)!)
    let older = maker.dist
    try maker.publish(3, files(3), runtime: ">=2")
    trial.host.serve(maker.dist)
    #expect(
      await refusal { () async throws(Refusal) in try await trial.client.update() } == .runtimeVersion)
    trial.host.serve(older)
    #expect(
      await refusal { () async throws(Refusal) in try await trial.client.update() } == .freshnessRolledBack)
    // The stored statement is checked against the current signers: other keys must sign it again.
    try maker.rotate(seed: 100)
    try maker.freshen(maker.pointer(to: 3)!)
    trial.host.serve(maker.dist)
    #expect(
      await refusal { () async throws(Refusal) in try await trial.client.update() } == .signatureThreshold)
  }

  /// The change of the release keys.
  enum SignerChange { case signerIsAdded, twoMustSign, oneOfTwoSignersGoes, allSignersGo }

  /// Changes of the release keys that keep the numbers: those that cast no doubt on accepted statements.
  /// Otherwise a thief of the freshness key alone could return to old releases.
  @Test(arguments: [
    (SignerChange.signerIsAdded, true), (.twoMustSign, true), (.oneOfTwoSignersGoes, true),
    (.allSignersGo, false),
  ])
  func numbersOutliveKeysThatStillCount(_ change: SignerChange, _ areKept: Bool) async throws {
    var maker = try ReleaseMaker(count: change == .oneOfTwoSignersGoes ? 2 : 1)
    // One is enough where one goes, and both have signed.
    maker.changeKeys { $0.rules[.release]?.threshold = 1 }
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    let embedded = maker
    let trial = try Trial(embedded, image: image, host: MemoryHost(maker.dist)) { $0.application = .atOnce }
    try await trial.client.start()
    for number in 3...5 {
      try maker.publish(number, files(number))
      trial.host.serve(maker.dist)
      guard case .activated = try await trial.client.update() else {
        Issue.record("expected .activated")
        return
      }
      try await trial.client.confirm()
    }
    let new = try #require(maker.sodium.signingKey(seed: [UInt8](repeating: 222, count: 32)))
    let id = new.publicKey.id(maker.sodium)
    maker.changeKeys { set in
      let old = set.rules[.release]?.keys ?? []
      switch change {
      case .oneOfTwoSignersGoes: set.rules[.release]?.keys = Array(old.prefix(1))
      case .allSignersGo:
        set.keys[id] = new.publicKey
        set.rules[.release]?.keys = [id]
      case .signerIsAdded, .twoMustSign:
        set.keys[id] = new.publicKey
        set.rules[.release]?.keys = (old + [id]).sorted()
        if change == .twoMustSign { set.rules[.release]?.threshold = 2 }
      }
    }
    // Signed anew by whoever may now, as a replay of a release that all of them have signed would be.
    let bytes = try #require(maker.dist[DistPaths.statement(2)])
    var file = try SignatureFile(
      decoding: maker.dist[DistPaths.statementSignatures(2)]!, as: DistPaths.statementSignatures(2))
    file.add(key: id, signature: maker.sodium.sign(bytes, with: new))
    maker.dist[DistPaths.statementSignatures(2)] = file.encoded()
    try maker.freshen(maker.pointer(to: 2)!)
    trial.host.serve(maker.dist)
    let code = await refusal { () async throws(Refusal) in try await trial.client.update() }
    #expect(code == (areKept ? .releaseRolledBack : nil))
    #expect(try await trial.client.active()?.number == (areKept ? 5 : 2))
  }

  /// The host reports no change, or sends the known statement: neither extends its validity.
  @Test(arguments: [true, false])
  func freezeIsRefusedOnceTheFreshnessStatementHasExpired(_ saysNotModified: Bool) async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let trial = try Trial(maker, image: try app(maker))
    _ = try await trial.client.update()
    if saysNotModified { trial.host.behave { _, _ in .notModified } }
    trial.clock.advance(.seconds(8 * 86_400))
    let before = trial.contents
    #expect(
      await refusal { () async throws(Refusal) in try await trial.client.update() } == .freshnessExpired)
    #expect(trial.contents == before)
    // News end it.
    trial.host.behave { _, _ in .honest }
    maker.now.seconds += 8 * 86_400
    try maker.publish(2, files(2))
    trial.host.serve(maker.dist)
    guard case .staged(let release) = try await trial.client.update() else {
      Issue.record("expected .staged")
      return
    }
    #expect(release.number == 2)
  }

  @Test(arguments: [0, 1, 2])
  func deltaBombIsNotUnpackedAndTheFullFileComes(_ kind: Int) async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2), deltasFrom: [1])
    let zeros = try maker.bomb()
    let trial = try Trial(maker, image: image)
    trial.host.behave { request, _ in
      guard request.path.hasSuffix(".zst") else { return .honest }
      return kind == 0 ? .bytes(zeros) : kind == 1 ? .endless : .missing
    }
    try await trial.client.start()
    guard case .staged = try await trial.client.update() else {
      Issue.record("expected .staged")
      return
    }
    let codes = await trial.events().compactMap { event -> RefusalCode? in
      if case .deltaFailed(let refusal) = event { refusal.code } else { nil }
    }
    #expect(codes == [[.deltaTooLarge], [.networkEndless], []][kind])
    let next = try trial.relaunched(maker)
    try await next.client.start()
    for (path, bytes) in files(2) { #expect(try await next.client.read(path) == bytes) }
  }

  /// Faults of the archive embedded in an app.
  enum PresetFault { case anotherByte, cutOff, signedByOthers }

  @Test(arguments: [
    (PresetFault.anotherByte, RefusalCode.archiveChecksum), (.cutOff, .archiveTruncated),
    (.signedByOthers, .signatureThreshold),
  ])
  func presetPassesTheSameChecks(_ fault: PresetFault, _ code: RefusalCode) async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    var archive = try maker.archive(1)
    switch fault {
    case .anotherByte: archive[500] ^= 1
    case .cutOff: archive.removeLast(30)
    case .signedByOthers:
      var other = try ReleaseMaker(seed: 77)
      try other.publish(1, files(1))
      archive = try other.archive(1)
    }
    var image = SimulatedDisk.Image()
    image.add("/app/release.hybrid", archive)
    let trial = try Trial(maker, image: image)
    #expect(try await trial.client.start() == nil)
    let codes = await trial.events().compactMap {
      if case .refused(let refusal) = $0 { refusal.code } else { nil }
    }
    #expect(codes == [code])
    // The app continues without it, and installs a release from the host.
    guard case .staged = try await trial.client.update() else {
      Issue.record("expected .staged")
      return
    }
  }
}
