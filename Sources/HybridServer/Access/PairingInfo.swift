/// The information that the terminal shows for pairing other machines.
package struct PairingInfo: Hashable, Sendable {
  /// The code to type, such as `7K3M-Q9PX`.
  package var code: String
  /// The address with everything a phone needs behind `#`, for a QR code. What follows `#` is never sent to a
  /// server, and so reaches no log.
  package var url: String
  /// This machine's addresses as they stand in a URL, the one that a phone most likely reaches first.
  package var addresses: [String]
}

/// A paired device.
package struct PairedDevice: Hashable, Sendable {
  /// From 1, in the order of pairing.
  package var id: Int
  /// Its own name, such as `iPhone`, without control characters.
  package var name: String
  /// Its last known IP address.
  package var address: String
}
