package import HybridCrypto
import HybridSocket
import HybridSource

extension AccessPolicy {
  /// Whether a client that seals its messages knows the secret that it says it knows.
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

  /// What a client has to know that greets so; nil when there is no such device, or nobody may come in.
  func secret(for hello: SealedHello) -> String? {
    guard settings.pairs else { return nil }
    return hello.device == 0 ? pairingSecret : key(of: Int(hello.device))
  }

  /// Gives a device a key that has proved to know the secret of the QR code; nil when there are too many.
  func admitSealed(name: String?, from address: String) -> (PairedDevice, key: String)? {
    guard case .paired(let device, let key) = admit(name: Self.name(name, userAgent: nil), from: address)
    else {
      return nil
    }
    return (device, key)
  }
}
