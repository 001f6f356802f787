import HybridSocket

/// Who has a key, and how to get one: the rules of pairing as a value, without a clock or a network of its
/// own.
///
/// The code stays good for as many devices as scan it, and each one is announced: who could listen to one
/// being paired over plain HTTP could take its key as well, so that a code for one use would keep nobody out.
/// What a guesser gets is bounded: ``triesPerAddress`` in ``period`` from one address, ``triesInAll`` from
/// all, and after ``triesPerCode`` wrong ones the code is another.
struct PairingDesk: Sendable {
  typealias Instant = ContinuousClock.Instant

  static let triesPerAddress = 3
  static let triesInAll = 20
  static let triesPerCode = 5
  static let period = Duration.seconds(60)
  static let mostDevices = 64

  /// What became of a code that somebody sent.
  enum Outcome: Equatable {
    case paired(PairedDevice, key: String)
    /// Wrong, or no code at all; whether there is a new one since.
    case wrong(isReplaced: Bool)
    /// Not looked at.
    case tooMany(retryAfter: Duration)
    /// There are ``mostDevices`` already.
    case full
  }

  private struct Holder: Sendable {
    var device: PairedDevice
    var key: String
  }

  private(set) var code: PairingCode
  /// 128 bits that only a QR code carries: clients that seal their messages prove that they know it, and
  /// never send it.
  private(set) var secret: String
  private var holders: [Holder] = []
  private var lastID = 0
  private var wrongTries = 0
  /// When somebody was wrong, oldest first; at most ``triesInAll``, since more are not looked at.
  private var failures: [(when: Instant, block: String)] = []

  init() {
    code = .random()
    secret = Self.randomSecret()
  }

  /// 26 symbols of five bits each.
  private static func randomSecret() -> String { PairingCode.randomSymbols(26) }

  /// The devices that have a key, in the order of pairing.
  var devices: [PairedDevice] { holders.map(\.device) }

  /// Takes a code from the device at `address`, which calls itself `name`.
  mutating func redeem(_ typed: String, name: String, from address: String, at now: Instant) -> Outcome {
    failures.removeAll { now - $0.when >= Self.period }
    let block = Self.block(of: address)
    let own = failures.filter { $0.block == block }
    if let oldest = own.count >= Self.triesPerAddress ? own.first : nil {
      return .tooMany(retryAfter: Self.period - (now - oldest.when))
    }
    if let oldest = failures.count >= Self.triesInAll ? failures.first : nil {
      return .tooMany(retryAfter: Self.period - (now - oldest.when))
    }
    guard let given = PairingCode(typed: typed), equalsInConstantTime(given.symbols, code.symbols) else {
      failures.append((now, block))
      wrongTries += 1
      guard wrongTries >= Self.triesPerCode else { return .wrong(isReplaced: false) }
      replaceCode()
      return .wrong(isReplaced: true)
    }
    return admit(name: name, from: address)
  }

  /// Gives a device a key of its own, which others cannot know.
  mutating func admit(name: String, from address: String) -> Outcome {
    guard holders.count < Self.mostDevices else { return .full }
    lastID += 1
    let holder = Holder(
      device: PairedDevice(id: lastID, name: name, address: address), key: randomToken())
    holders.append(holder)
    return .paired(holder.device, key: holder.key)
  }

  /// The device that a key is of. Every key is compared, each in constant time.
  func device(withKey key: String) -> PairedDevice? {
    var found: PairedDevice?
    for holder in holders where equalsInConstantTime(holder.key, key) { found = holder.device }
    return found
  }

  /// The key of a device.
  func key(of id: Int) -> String? { holders.first { $0.device.id == id }?.key }

  /// Notes where a device is now.
  mutating func saw(_ id: Int, at address: String) {
    guard let index = holders.firstIndex(where: { $0.device.id == id }) else { return }
    holders[index].device.address = address
  }

  /// Takes a device's key away; nil when there is no such device. The code is another as well, since the
  /// device may know it.
  mutating func revoke(_ id: Int) -> PairedDevice? {
    guard let index = holders.firstIndex(where: { $0.device.id == id }) else { return nil }
    replaceCode()
    return holders.remove(at: index).device
  }

  /// Takes all keys away.
  mutating func revokeAll() {
    holders = []
    replaceCode()
  }

  /// From now on another code is right. Devices that are paired stay so.
  mutating func replaceCode() {
    code = .random()
    secret = Self.randomSecret()
    wrongTries = 0
  }

  /// Addresses that one guesser may have as many of as he likes count as one: those of an IPv6 network of 64
  /// bits.
  static func block(of address: String) -> String {
    guard address.contains(":"), !address.hasPrefix("::ffff:") else { return address }
    // The first four groups; `::` before the fourth stands for zeros.
    let head = address.split(separator: "%", maxSplits: 1)[0]
    let halves = head.split(separator: ":", omittingEmptySubsequences: false).prefix(4)
    guard let gap = halves.dropFirst().firstIndex(of: "") else {
      return halves.joined(separator: ":") + "::/64"
    }
    return halves[..<gap].joined(separator: ":") + "::/64"
  }
}
