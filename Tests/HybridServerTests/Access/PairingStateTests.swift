import HybridTestSupport
import Testing

@testable import HybridServer

@Suite struct PairingCodeTests {
  @Test func codesAreEightSymbolsThatNobodyMistakes() {
    let codes = (0..<500).map { _ in PairingCode.random() }
    #expect(Set(codes).count == 500)
    for code in codes {
      #expect(code.shown.count == 9 && Array(code.shown)[4] == "-")
      #expect(!code.shown.contains { "ILOU".contains($0) || $0.isLowercase })
      #expect(PairingCode(typed: code.shown) == code)
    }
    // Every symbol must occur; otherwise the code has fewer bits than promised.
    #expect(Set(codes.flatMap(\.symbols)).count == 32)
  }

  @Test(arguments: [
    ("7K3M-Q9PX", "7K3M-Q9PX"), ("7k3mq9px", "7K3M-Q9PX"), (" 7k3m q9px ", "7K3M-Q9PX"),
    ("7K3M–Q9PX", "7K3M-Q9PX"),
    ("OIL0-0000", "0110-0000"), ("oil0-0000", "0110-0000"),
  ])
  func whatPeopleTypeIsReadAsItWasMeant(_ typed: String, _ meant: String) {
    #expect(PairingCode(typed: typed)?.shown == meant)
  }

  @Test(arguments: [
    "", "7K3M-Q9P", "7K3M-Q9PXX", "7K3M-Q9PU", "7K3M_Q9PX", "🙂🙂🙂🙂🙂🙂🙂🙂",
    LongText(repeating: "7", count: 100_000),
    "7K3MQ9P\u{0}", "７Ｋ３ＭＱ９ＰＸ",
  ])
  func whatCanBeNoCodeIsNone(_ typed: LongText) { #expect(PairingCode(typed: typed.text) == nil) }
}

@Suite struct PairingStateTests {
  private let start = ContinuousClock.now
  private func later(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

  @Test func theCodeGivesEachDeviceAKeyOfItsOwn() throws {
    var pairing = PairingState()
    var keys: Set<String> = []
    for number in 1...3 {
      guard
        case .paired(let device, let key) = pairing.redeem(
          pairing.code.shown, name: "phone \(number)", from: "192.0.2.\(number)", at: start)
      else { throw Unexpected() }
      #expect(device == PairedDevice(id: number, name: "phone \(number)", address: "192.0.2.\(number)"))
      #expect(key.count == 32 && pairing.device(withKey: key) == device)
      keys.insert(key)
    }
    #expect(keys.count == 3 && pairing.devices.count == 3)
    #expect(
      pairing.device(withKey: "") == nil && pairing.device(withKey: String(repeating: "0", count: 32)) == nil)
  }

  @Test func threeWrongTriesAMinuteAreAllThatAnAddressHas() {
    var pairing = PairingState()
    let code = pairing.code.shown
    for second in 0..<3 {
      #expect(
        pairing.redeem("00000000", name: "", from: "192.0.2.1", at: later(second))
          == .wrong(isReplaced: false))
    }
    // Even the right code is not checked; otherwise the limit would be useless.
    #expect(
      pairing.redeem(code, name: "", from: "192.0.2.1", at: later(3)) == .tooMany(retryAfter: .seconds(57)))
    // Other addresses are not affected.
    guard case .paired = pairing.redeem(code, name: "", from: "192.0.2.2", at: later(3)) else {
      Issue.record("another address was kept out")
      return
    }
    guard case .paired = pairing.redeem(code, name: "", from: "192.0.2.1", at: later(60)) else {
      Issue.record("a minute later it is still kept out")
      return
    }
  }

  @Test func fiveWrongTriesReplaceTheCodeAndTheSecret() {
    var pairing = PairingState()
    let (code, secret) = (pairing.code, pairing.secret)
    let outcomes = (1...5).map { pairing.redeem("not a code", name: "", from: "192.0.2.\($0)", at: start) }
    #expect(outcomes == [false, false, false, false, true].map { .wrong(isReplaced: $0) })
    #expect(pairing.code != code && pairing.secret != secret)
    #expect(pairing.redeem(code.shown, name: "", from: "192.0.2.9", at: start) == .wrong(isReplaced: false))
  }

  /// An attacker with many addresses has twenty tries a minute in total, so at most four codes are
  /// invalidated.
  @Test func manyAddressesGetTwentyTriesAMinute() {
    var pairing = PairingState()
    let outcomes = (1...100).map { pairing.redeem("00000000", name: "", from: "192.0.2.\($0)", at: start) }
    #expect(outcomes.filter { $0 == .wrong(isReplaced: true) }.count == 4)
    #expect(outcomes[20...].allSatisfy { $0 == .tooMany(retryAfter: .seconds(60)) })
    #expect(
      pairing.redeem("00000000", name: "", from: "192.0.2.200", at: later(61)) == .wrong(isReplaced: false))
  }

  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ("2001:db8::7", "2001:db8::/64"),
    ("2001:db8:0:0:ffff::7", "2001:db8:0:0::/64"), ("fe80::1%wlan0", "fe80::/64"),
    ("::ffff:192.0.2.1", "::ffff:192.0.2.1"),
    ("::1", "::/64"),
  ])
  func addressesThatComeByTheDozenCountAsOne(_ address: String, _ block: String) {
    #expect(PairingState.block(of: address) == block)
  }

  @Test func aDeviceLosesItsKeyAloneAndTheCodeItMayKnow() throws {
    var pairing = PairingState()
    guard
      case .paired(let first, let one) = pairing.redeem(
        pairing.code.shown, name: "a", from: "192.0.2.1", at: start),
      case .paired(let second, let two) = pairing.redeem(
        pairing.code.shown, name: "b", from: "192.0.2.2", at: start)
    else { throw Unexpected() }
    let (code, secret) = (pairing.code, pairing.secret)
    #expect(pairing.revoke(first.id) == first && pairing.revoke(first.id) == nil)
    #expect(pairing.device(withKey: one) == nil && pairing.device(withKey: two) == second)
    #expect(pairing.code != code && pairing.secret != secret && pairing.devices == [second])
    pairing.revokeAll()
    #expect(pairing.devices.isEmpty && pairing.device(withKey: two) == nil)
  }

  @Test func thereIsRoomForSixtyFourDevices() {
    var pairing = PairingState()
    for _ in 0..<PairingState.mostDevices { _ = pairing.admit(name: "a", from: "192.0.2.1") }
    #expect(pairing.redeem(pairing.code.shown, name: "b", from: "192.0.2.2", at: start) == .full)
    #expect(pairing.devices.count == 64)
  }
}

@Suite struct AccessNotesTests {
  private let start = ContinuousClock.now

  @Test func whoTriesAgainEverySecondIsOneLineAMinute() {
    var notes = AccessNotes()
    let lines = (0..<180).compactMap {
      notes.diagnostic(for: .unpaired(path: "/\($0)"), from: "192.0.2.1", at: start + .seconds($0))
    }
    #expect(lines.count == 3 && lines.first?.message == "192.0.2.1 asked for /0 and is not paired")
  }

  @Test func whoKnocksUnderManyAddressesFillsNoTerminal() {
    var notes = AccessNotes()
    let lines = (0..<10_000).compactMap {
      notes.diagnostic(for: .wrongCode, from: "10.0.\($0 / 250).\($0 % 250)", at: start + .milliseconds($0))
    }
    #expect(lines.count == 10)
    // A single event is still reported.
    #expect(
      notes.diagnostic(for: .codeReplaced("0000-0000"), from: "10.0.0.1", at: start + .seconds(9)) != nil)
  }

  @Test func aForeignNameComesWithTheOptionThatAllowsIt() {
    let line = AccessNotes.Fact.foreignHost("foo.local").diagnostic(from: "192.168.1.7")
    #expect(line.message == "192.168.1.7 asked for host name 'foo.local', which is not allowed")
    #expect(line.hint == "if that name is yours, start with '--allowed-host foo.local'")
    for name in ["a b; rm -rf ~", "*", "", "$(id)"] {
      #expect(AccessNotes.Fact.foreignHost(name).diagnostic(from: "192.168.1.7").hint == nil)
    }
  }

  @Test(arguments: ["a\u{1B}]52;c;aGk=\u{7}b", "a\rb", "a\u{202E}b", "a\u{8}b"])
  func whatAStrangerNamesCannotDriveTheTerminal(_ name: String) {
    for fact in [
      AccessNotes.Fact.foreignHost(name), .foreignOrigin(name), .unpaired(path: name), .noSodium(name),
    ] {
      let line = fact.diagnostic(from: "192.0.2.1").description
      #expect(
        !line.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || $0.value == 0x202E || $0.value == 127 }
      )
    }
  }
}
