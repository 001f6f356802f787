import HybridCrypto
import HybridEncoding
import HybridJSON
import Testing

@testable import HybridRelease

@Suite struct PrivateKeyTests {
  let sodium: Sodium
  let key: SigningKey
  let cheap = PassphraseCost(operations: 1, memory: 8_192)
  let passphrase = Array("correct horse".utf8)

  init() throws {
    sodium = try Sodium.shared()
    key = try #require(sodium.signingKey(seed: sodium.randomBytes(32)))
  }

  private func sealed() throws -> PrivateKeyFile {
    try PrivateKeyFile(sealing: key, passphrase: passphrase, cost: cheap, sodium: sodium)
  }

  @Test func aKeyComesBackForItsPassphraseOnly() throws {
    let file = try PrivateKeyFile(decoding: sealed().encoded(), as: "a.key", sodium: sodium)
    #expect(file.publicKey == key.publicKey)
    #expect(try file.unlock(passphrase, as: "a.key", sodium: sodium).seed == key.seed)
    for wrong in ["", "correct hors", "Correct horse"] {
      let refusal = #expect(throws: Refusal.self) {
        try file.unlock(Array(wrong.utf8), as: "a.key", sodium: sodium)
      }
      #expect(refusal?.code == .keyFilePassphrase)
    }
  }

  @Test func theSeedIsNowhereInTheFileAndNoTwoFilesAreAlike() throws {
    let (one, two) = (try sealed().encoded(), try sealed().encoded())
    #expect(one != two)
    #expect(!String(decoding: one, as: UTF8.self).contains(key.seed.lowerHex.prefix(16)))
    #expect("\(key)" == "a signing key")
  }

  @Test func everyChangedDigitIsFound() throws {
    let bytes = try sealed().encoded()
    let sodium = sodium
    let passphrase = passphrase
    var refused = 0
    for index in bytes.indices {
      var changed = bytes
      switch changed[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "8"), UInt8(ascii: "a")...UInt8(ascii: "e"): changed[index] += 1
      default: continue
      }
      // A cost of gigabytes is refused before the memory is allocated; otherwise this test would not end.
      let refusal = #expect(throws: Refusal.self, "byte \(index)") {
        try PrivateKeyFile(decoding: changed, as: "a.key", sodium: sodium)
          .unlock(passphrase, as: "a.key", sodium: sodium)
      }
      #expect(
        [.keyFileMalformed, .keyFilePassphrase, .keyFileTooDear].contains(refusal?.code), "byte \(index)")
      refused += 1
    }
    #expect(refused > 200)
  }

  @Test(arguments: [
    (#""operations":1"#, #""operations":0"#, RefusalCode.keyFileTooDear),
    (#""operations":1"#, #""operations":17"#, .keyFileTooDear),
    (#""operations":1"#, #""operations":4294967296"#, .keyFileTooDear),
    (#""operations":1"#, #""operations":-1"#, .keyFileMalformed),
    (#""memory":8192"#, #""memory":1073741825"#, .keyFileTooDear),
    (#""memory":8192"#, #""memory":9223372036854775807"#, .keyFileTooDear),
    (#""memory":8192"#, #""memory":8191"#, .keyFileTooDear),
    (#""memory":8192"#, #""memory":8192.5"#, .keyFileMalformed),
    (#""format":1"#, #""format":2"#, .keyFileMalformed),
    (#""format":1"#, #""format":1,"more":1"#, .keyFileMalformed),
    (#"hybrid-private-key"#, #"keys"#, .keyFileMalformed),
    (#""sealed":""#, #""sealed":"00"#, .keyFileMalformed),
  ])
  func hostileFilesAreRefusedBeforeTheyCostAnything(
    _ from: String, _ to: String, _ code: RefusalCode
  ) throws {
    let text = String(decoding: try sealed().encoded(), as: UTF8.self)
    #expect(text.contains(from))
    let refusal = #expect(throws: Refusal.self) {
      try PrivateKeyFile(decoding: Array(text.replacing(from, with: to).utf8), as: "a.key", sodium: sodium)
    }
    #expect(refusal?.code == code)
  }

  @Test func membersAreSorted() throws {
    let object = try #require(try JSONValue(parsing: sealed().encoded()).object)
    #expect(object.keys == object.keys.sorted())
  }

  @Test func privateKeysAreFoundWhereverTheyLie() throws {
    let file = try sealed().encoded()
    #expect(privateKeyKind(in: file) != nil)
    #expect(privateKeyKind(in: Array("zip zip".utf8) + file + [0, 0]) != nil)
    for name in ["PRIVATE KEY", "RSA PRIVATE KEY", "OPENSSH PRIVATE KEY", "ENCRYPTED PRIVATE KEY"] {
      let body = String(repeating: "MC4C", count: 16)
      #expect(privateKeyKind(in: Array("x\n-----BEGIN \(name)-----\n\(body)\n".utf8)) != nil)
      // Code that reads such keys is not a key.
      #expect(privateKeyKind(in: Array("if(t.startsWith('-----BEGIN \(name)-----'))return".utf8)) == nil)
    }
    let fixture = try TrustFixture()
    #expect(privateKeyKind(in: Statement.keys(try fixture.keySet()).encoded()) == nil)
    #expect(privateKeyKind(in: try fixture.signatures(file, [1])) == nil)
    #expect(privateKeyKind(in: Array("-----BEGIN PUBLIC KEY-----".utf8)) == nil)
    #expect(privateKeyKind(in: Array("how to keep a PRIVATE KEY".utf8)) == nil)
    #expect(privateKeyKind(in: Array("-----BEGIN CERTIFICATE-----\nMIIB\n".utf8)) == nil)
    #expect(privateKeyKind(in: []) == nil)
  }

  /// The base64 of a key that belongs to nobody.
  private static let body = "MC4CAQAwBQYDK2VwBCIEIBCwLuYmh8z0NvhdGk5YdN2TP5Y1nE6m0m5Gk5bF3o1W"

  private static func pem(_ begin: String, _ lines: [String], _ end: String = "\n-----END PRIVATE KEY-----\n")
    -> String
  {
    begin + lines.joined(separator: "\n") + end
  }

  private static var short: [String] {
    stride(from: 0, to: body.count, by: 16).map { start in String(Array(body)[start..<start + 16]) }
  }

  /// A form in which somebody may store one of our key files.
  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var isFound: Bool
    var change: @Sendable (String) -> String

    init(_ name: String, isFound: Bool = true, _ change: @escaping @Sendable (String) -> String) {
      (testDescription, self.isFound, self.change) = (name, isFound, change)
    }
  }

  @Test(arguments: [
    Form("as it is") { $0 },
    Form("indented") { $0.replacing(",", with: ",\n  ").replacing(":", with: " : ") },
    Form("YAML") { $0.replacing("\"", with: "").replacing(",", with: "\n").replacing(":", with: ": ") },
    Form("settings") { $0.replacing("\"", with: "").replacing(",", with: "\n").replacing(":", with: " = ") },
    Form("single quotes") { $0.replacing("\"", with: "'") },
    Form("in a string") { $0.replacing("\"", with: "\\\"") },
    Form("capital digits") { $0.replacing(/[0-9a-f]{96}/) { String($0.output).uppercased() } },
    Form("digits in lines") { $0.replacing(/[0-9a-f]{32}/) { String($0.output) + "\n    " } },
    Form("digits in lines of a string") { $0.replacing(/[0-9a-f]{32}/) { String($0.output) + #"\n"# } },
    Form("without the seed", isFound: false) {
      $0.replacing(/"sealed":"[0-9a-f]+"/, with: #""sealed":"""#)
    },
    Form("a short seed", isFound: false) {
      $0.replacing(/"sealed":"[0-9a-f]+"/, with: #""sealed":"0123456789abcdef""#)
    },
    Form("of another kind", isFound: false) { $0.replacing("hybrid-private-key", with: "hybrid-public-key") },
    Form("what tells of it", isFound: false) { _ in
      #"a "hybrid-private-key" has "sealed", the seed, sealed with a passphrase"#
    },
  ])
  func ownKeysAreFoundInOtherForms(_ form: Form) throws {
    let text = form.change(String(decoding: try sealed().encoded(), as: UTF8.self))
    #expect((privateKeyKind(in: Array(text.utf8)) != nil) == form.isFound, "\(text)")
  }

  @Test func aSignerSignsForItsRolesOnly() throws {
    let fixture = try TrustFixture()
    let keySet = try fixture.keySet(releaseThreshold: 2)
    let bytes = fixture.release()
    let one = Signer([try fixture.key(4), try fixture.key(1)], sodium: sodium)
    let refusal = #expect(throws: Refusal.self) {
      try one.sign(bytes, as: .release, of: keySet, subject: "releases/7.json")
    }
    #expect(refusal?.code == .signatureThreshold)
    // One person leaves a partial signature, the other adds to it.
    let half = try one.sign(bytes, as: .release, of: keySet, subject: "releases/7.json", isPartial: true)
    #expect(half.entries.map(\.key) == [try fixture.id(4)])
    let two = Signer([try fixture.key(5)], sodium: sodium)
    let whole = try two.sign(bytes, as: .release, of: keySet, subject: "releases/7.json", adding: half)
    _ = try Trust(keySet, sodium: sodium)
      .statement(bytes, signatures: whole.encoded(), as: "releases/7.json", kinds: [.release])
  }
}

extension String {
  /// Inserts the text between the first and the last line of a key.
  fileprivate func wrapped(_ separator: String) -> String {
    "-----BEGIN PRIVATE KEY-----\(separator)\(self)\(separator)-----END PRIVATE KEY-----"
  }
}
