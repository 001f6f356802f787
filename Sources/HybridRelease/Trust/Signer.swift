package import HybridCrypto

/// Unlocked private keys, which sign statements.
///
///     let signer = Signer([key], sodium: sodium)
///     let signatures = try signer.sign(
///       statement.encoded(), as: .release, of: keySet, subject: "releases/12.json")
package struct Signer: Sendable {
  private let keys: [String: SigningKey]
  private let sodium: Sodium

  /// Creates a signer; it uses each key for every role that a key set assigns to it.
  package init(_ keys: [SigningKey], sodium: Sodium) {
    self.keys = Dictionary(keys.map { ($0.publicKey.id(sodium), $0) }) { first, _ in first }
    self.sodium = sodium
  }

  /// Signs with all available keys of the role and adds the signatures to the existing ones.
  ///
  /// - Parameters:
  ///   - existing: Signatures by others, or over the previous text; they are kept.
  ///   - isPartial: Whether fewer signatures than the role requires are enough, because others follow.
  /// - Throws: ``RefusalCode/signatureThreshold`` for too few signatures, so that nothing unacceptable is
  ///   published.
  package func sign(
    _ bytes: [UInt8], as role: KeySet.Role, of keySet: KeySet, subject: String,
    adding existing: SignatureFile = SignatureFile(), isPartial: Bool = false
  ) throws(Refusal) -> SignatureFile {
    var file = existing
    let rule = keySet.rules[role] ?? KeySet.Rule(keys: [], threshold: 1)
    for id in rule.keys {
      guard let key = keys[id] else { continue }
      file.add(key: id, signature: sodium.sign(bytes, with: key))
    }
    let signers = Trust(keySet, sodium: sodium).signers(of: bytes, in: file, role: role)
    guard isPartial || signers.count >= rule.threshold else {
      throw Refusal(
        .signatureThreshold, subject,
        "\(signers.count) of \(rule.threshold) \(role.rawValue) keys of set \(keySet.version) have signed")
    }
    return file
  }
}
