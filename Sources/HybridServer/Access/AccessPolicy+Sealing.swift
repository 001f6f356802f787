package import HybridCrypto
import HybridSocket
import HybridSource

extension AccessPolicy {
  /// Whether a client that seals its messages knows the secret that it claims to know.
  package func mayConnect(sealed hello: SealedHello?, from address: String) -> Bool {
    guard let hello else { return false }
    let sodium: Sodium
    do throws(CryptoError) { sodium = try Sodium.shared() } catch {
      note(.noSodium("\(error)"), from: address)
      return false
    }
    guard let secret = secret(for: hello), hello.isFrom(holderOf: secret, sodium: sodium) else {
      note(hello.device == 0 ? .oldCode : .unknownKey, from: address)
      return false
    }
    return true
  }

  /// The secret that a client with this greeting must know; nil if there is no such device, or no device may
  /// connect.
  func secret(for hello: SealedHello) -> String? {
    guard settings.pairs else { return nil }
    return hello.device == 0 ? pairingSecret : key(of: Int(hello.device))
  }

  /// Issues a key to a device that has proved to know the secret of the QR code; nil if there are too many
  /// devices.
  func admitSealed(name: String?, from address: String) -> (PairedDevice, key: String)? {
    guard case .paired(let device, let key) = admit(name: Self.name(name, userAgent: nil), from: address)
    else {
      return nil
    }
    return (device, key)
  }
}
