/// What the terminal shows so that other machines can be let in.
package struct PairingInfo: Hashable, Sendable {
  /// The code to type, such as `7K3M-Q9PX`.
  package var code: String
  /// The address with everything a phone needs behind `#`, for a QR code. What follows `#` is never sent to a
  /// server, and so reaches no log.
  package var url: String
  /// This machine's addresses as they stand in a URL, the one that a phone most likely reaches first.
  package var addresses: [String]
}

/// A device that was let in.
package struct PairedDevice: Hashable, Sendable {
  /// From 1, in the order of pairing.
  package var id: Int
  /// What it calls itself, such as `iPhone`, without control characters.
  package var name: String
  /// The IP address that it was seen at last.
  package var address: String
}
