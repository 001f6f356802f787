import HybridTestSupport
import Testing

@testable import HybridCrypto

@Suite struct SodiumTests {
  private let sodium: Sodium
  init() throws { sodium = try Sodium.shared() }

  /// The expected values are those of another implementation: Python's `hashlib.blake2b` with the key 00 …
  /// 1f.
  @Test(
    arguments: [
      ([], "4e51e7a913fc80137da52880fecca175bf81e117d5c68126dc2774033517ea0d"),
      (Array("abc".utf8), "d63a32d3e44738d7907f964316c241adaba0abfeabc32349677578a15a203f7f"),
      (Array(0...255), "b42be36ea26392f67d1d3706ffa72b6c61c2ff38e1fabd9a49e154d54b967d83"),
    ] as [([UInt8], String)])
  func theHashIsKeyedBLAKE2b(_ bytes: [UInt8], _ expected: String) {
    #expect(hex(sodium.hash(bytes, key: Array(0..<32))) == expected)
  }

  /// draft-irtf-cfrg-xchacha-03, A.3.1.
  @Test func theSealIsXChaCha20Poly1305() throws {
    let text =
      "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
      + "sunscreen would be it."
    let context: [UInt8] = [0x50, 0x51, 0x52, 0x53] + Array(0xC0...0xC7)
    let sealed = sodium.seal(
      Array(text.utf8), context: context, nonce: Array(0x40...0x57), key: Array(0x80...0x9F))
    #expect(
      hex(sealed)
        == "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39"
        + "ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9"
        + "21f9664c97637da9768812f615c68b13b52ec0875924c1c7987947deafd8780acf49")
  }

  @Test func randomBytesAreOthersEachTime() {
    let all = (0..<64).map { _ in sodium.randomBytes(16) }
    #expect(Set(all).count == 64 && all.allSatisfy { $0.count == 16 })
    #expect(sodium.randomBytes(0).isEmpty)
  }

  @Test(
    arguments: [
      ([], [], true), ([1], [1], true), ([1], [2], false), ([1], [], false), ([1, 2, 3], [1, 2, 4], false),
    ] as [([UInt8], [UInt8], Bool)])
  func equalMeansTheSameBytes(_ one: [UInt8], _ other: [UInt8], _ expected: Bool) {
    #expect(sodium.areEqual(one, other) == expected)
  }

  @Test func whatIsSealedOpensWithTheSameKeyNonceAndContextOnly() throws {
    let key = sodium.randomBytes(32)
    let nonce = sodium.randomBytes(24)
    for size in [0, 1, 1_000, 100_000] {
      let message = sodium.randomBytes(size)
      let sealed = sodium.seal(message, context: [7], nonce: nonce, key: key)
      #expect(sealed.count == size + Sodium.tagSize)
      #expect(try sodium.open(sealed, context: [7], nonce: nonce, key: key) == message)
      #expect(throws: CryptoError.forged) { try sodium.open(sealed, context: [8], nonce: nonce, key: key) }
      #expect(throws: CryptoError.forged) {
        try sodium.open(sealed, context: [7], nonce: sodium.randomBytes(24), key: key)
      }
      #expect(throws: CryptoError.forged) {
        try sodium.open(sealed, context: [7], nonce: nonce, key: sodium.randomBytes(32))
      }
    }
  }

  @Test(arguments: 0..<17) func aSealIsNeverShorterThanItsTag(_ size: Int) {
    #expect(throws: CryptoError.forged) {
      try sodium.open(
        [UInt8](repeating: 0, count: size), context: [], nonce: [UInt8](repeating: 0, count: 24),
        key: [UInt8](repeating: 0, count: 32))
    }
  }

  @Test(arguments: ["libsodium-nowhere.so.23", "libc.so.6"]) func aMissingLibraryIsAnError(_ name: String) {
    #expect {
      _ = try Sodium(library: name)
    } throws: { error in
      guard case .libraryMissing(let reason)? = error as? CryptoError else { return false }
      return !reason.isEmpty
    }
  }
}

private func hex(_ bytes: [UInt8]) -> String {
  bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
