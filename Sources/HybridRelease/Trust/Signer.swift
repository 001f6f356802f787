package import HybridCrypto

/// Private keys that are unlocked, and what they may sign.
///
///     let signer = Signer([key], sodium: sodium)
///     let signatures = try signer.sign(statement.encoded(), as: .release, of: keySet, subject: "releases/12.json")
package struct Signer: Sendable {
  private let keys: [String: SigningKey]
  private let sodium: Sodium

  /// Signs with these keys, each as often as a role of a key set has it.
  package init(_ keys: [SigningKey], sodium: Sodium) {
    self.keys = Dictionary(keys.map { ($0.publicKey.id(sodium), $0) }) { first, _ in first }
    self.sodium = sodium
  }

  /// The signatures of all keys at hand that have the role, added to those that are there.
  ///
  /// - Parameters:
  ///   - existing: Signatures that others made, or over the text before; they are kept.
  ///   - isPartial: Whether fewer than the role asks for will do: others will add theirs.
  /// - Throws: ``RefusalCode/signatureThreshold`` when they are too few, so that nothing is published that
  ///   nobody takes.
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
