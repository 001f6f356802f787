package import HybridRuntime

/// What a tree follows from: the same key, the same tree.
///
/// A unit carries everything that it depends on (its sheets, components and data, and the hash and size of
/// each picture), so the digest of its bytes changes with any of them.
package struct TreeKey: Hashable, Sendable {
  /// Stands for the unit's bytes: `sha256` in a release, ``HybridUnits/ContentHash`` elsewhere.
  package var content: String
  /// The data set of the unit that takes the place of its own data: its name; empty without. Its contents are
  /// the unit's, so that ``content`` stands for them too. What is made of data from elsewhere is not kept.
  package var data: String
  /// What it is laid out for, settings included.
  package var device: Device

  /// A key.
  package init(content: String, data: String = "", device: Device) {
    (self.content, self.data, self.device) = (content, data, device)
  }

  /// The key as one text. The device's name is not in it: two screens of one size and settings show the same.
  var text: String {
    let (viewport, device) = (device.viewport, device)
    let settings = [
      "\(viewport.width)x\(viewport.height)", device.prefersDark ? "dark" : "light",
      "\(device.fontScale)", device.isRightToLeft ? "rtl" : "ltr", device.platform.rawValue,
    ]
    return ([content, data] + settings).joined(separator: "\n")
  }
}
