import HybridSocket

/// The keys of devices, and the rules of pairing: a value without a clock or network of its own.
///
/// The code can be used by any number of devices, and each pairing is announced: an attacker who can listen
/// to a pairing over plain HTTP could take the key as well, so a one-time code would not be safer. Guessing
/// is limited: ``triesPerAddress`` in ``period`` from one address, ``triesInAll`` from all, and after
/// ``triesPerCode`` wrong ones the code is replaced.
struct PairingState: Sendable {
  typealias Instant = ContinuousClock.Instant

  static let triesPerAddress = 3
  static let triesInAll = 20
  static let triesPerCode = 5
  static let period = Duration.seconds(60)
  static let mostDevices = 64

  /// The outcome of redeeming a code.
  enum Outcome: Equatable {
    case paired(PairedDevice, key: String)
    /// Wrong, or not a code; the value says whether the code was replaced.
    case wrong(isReplaced: Bool)
    /// Not checked, because of too many tries.
    case tooMany(retryAfter: Duration)
    /// ``mostDevices`` are paired already.
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
  /// The failed tries, oldest first; at most ``triesInAll``, since more are not checked.
  private var failures: [(when: Instant, block: String)] = []

  init() {
    code = .random()
    secret = Self.randomSecret()
  }

  /// 26 symbols of five bits each.
  private static func randomSecret() -> String { PairingCode.randomSymbols(26) }

  /// The devices that have a key, in the order of pairing.
  var devices: [PairedDevice] { holders.map(\.device) }

  /// Redeems a code from the device at `address` with the name `name`.
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

  /// Issues a key to a device.
  mutating func admit(name: String, from address: String) -> Outcome {
    guard holders.count < Self.mostDevices else { return .full }
    lastID += 1
    let holder = Holder(
      device: PairedDevice(id: lastID, name: name, address: address), key: randomToken())
    holders.append(holder)
    return .paired(holder.device, key: holder.key)
  }

  /// The device of a key. Every key is compared, each in constant time.
  func device(withKey key: String) -> PairedDevice? {
    var found: PairedDevice?
    for holder in holders where equalsInConstantTime(holder.key, key) { found = holder.device }
    return found
  }

  /// The key of a device.
  func key(of id: Int) -> String? { holders.first { $0.device.id == id }?.key }

  /// Records the current address of a device.
  mutating func saw(_ id: Int, at address: String) {
    guard let index = holders.firstIndex(where: { $0.device.id == id }) else { return }
    holders[index].device.address = address
  }

  /// Revokes a device's key; nil if there is no such device. The code is replaced as well, since the device
  /// may know it.
  mutating func revoke(_ id: Int) -> PairedDevice? {
    guard let index = holders.firstIndex(where: { $0.device.id == id }) else { return nil }
    replaceCode()
    return holders.remove(at: index).device
  }

  /// Revokes all keys.
  mutating func revokeAll() {
    holders = []
    replaceCode()
  }

  /// Replaces the code. Paired devices stay paired.
  mutating func replaceCode() {
    code = .random()
    secret = Self.randomSecret()
    wrongTries = 0
  }

  /// Addresses that one attacker can use freely count as one: those of an IPv6 /64 network.
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
