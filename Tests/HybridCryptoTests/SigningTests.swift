import HybridEncoding
import Testing

@testable import HybridCrypto

@Suite struct SigningTests {
  /// FIPS 180-4's examples, and the digest of nothing.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func sha256FollowsItsStandard(_ text: String, _ digest: String) throws {
    let sodium = try Sodium.shared()
    #expect(sodium.sha256(Array(text.utf8)).description == digest)
    var hasher = sodium.sha256Hasher()
    for byte in text.utf8 { hasher.update([byte]) }
    #expect(hasher.finalize().description == digest)
    #expect(SHA256Digest(digest)?.description == digest)
  }

  /// RFC 8032 §7.1, tests 1 to 3.
  @Test(arguments: [
    (
      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    ),
    (
      "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    ),
    (
      "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
      "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
      "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
    ),
  ])
  func ed25519FollowsItsStandard(_ seed: String, _ shown: String, _ text: String, _ expected: String) throws {
    let sodium = try Sodium.shared()
    let bytes = try #require([UInt8](lowerHex: seed))
    let key = try #require(sodium.signingKey(seed: bytes))
    let message = try #require([UInt8](lowerHex: text))
    #expect(key.publicKey.bytes.lowerHex == shown)
    let signature = sodium.sign(message, with: key)
    #expect(signature.lowerHex == expected)
    #expect(sodium.isValid(signature, over: message, by: key.publicKey))
    for index in signature.indices {
      var forged = signature
      forged[index] ^= 1
      #expect(!sodium.isValid(forged, over: message, by: key.publicKey))
    }
    #expect(!sodium.isValid(signature, over: message + [0], by: key.publicKey))
    #expect(!sodium.isValid(Array(signature.dropLast()), over: message, by: key.publicKey))
  }

  @Test func aPassphraseGivesTheSameKeyWithTheSameSaltOnly() throws {
    let sodium = try Sodium.shared()
    let cost = PassphraseCost(operations: 1, memory: 8_192)
    let salt = [UInt8](repeating: 7, count: Sodium.saltSize)
    let key = try #require(sodium.key(of: Array("correct horse".utf8), salt: salt, cost: cost))
    #expect(sodium.key(of: Array("correct horse".utf8), salt: salt, cost: cost) == key)
    #expect(sodium.key(of: Array("correct horsf".utf8), salt: salt, cost: cost) != key)
    #expect(sodium.key(of: Array("correct horse".utf8), salt: salt.map { $0 + 1 }, cost: cost) != key)
    #expect(!PassphraseCost(operations: 1_000_000, memory: 8_192).isBearable)
  }

  @Test func aSigningKeyNeverPrintsItsSeed() throws {
    let sodium = try Sodium.shared()
    let key = try #require(sodium.signingKey(seed: [UInt8](repeating: 0xAB, count: 32)))
    #expect(!"\(key)".contains("ab"))
  }
}
