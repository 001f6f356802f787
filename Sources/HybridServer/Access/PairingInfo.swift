/// The information that the terminal shows for pairing other machines.
package struct PairingInfo: Hashable, Sendable {
  /// The code to type, such as `7K3M-Q9PX`.
  package var code: String
  /// The address for a QR code, with everything a phone needs in its fragment. A fragment is never sent to a
  /// server, so it reaches no log.
  package var url: String
  /// This machine's addresses as they stand in a URL, the one that a phone most likely reaches first.
  package var addresses: [String]
}

/// A paired device.
package struct PairedDevice: Hashable, Sendable {
  /// The number of the device, from 1, in the order of pairing.
  package var id: Int
  /// Its own name, such as `iPhone`, without control characters.
  package var name: String
  /// Its last known IP address.
  package var address: String
}
