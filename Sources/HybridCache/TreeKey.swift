package import HybridRuntime

/// The identity of a rendered tree: equal keys have equal trees.
///
/// A unit contains everything that it depends on (its sheets, components and data, and the hash and size of
/// each picture), so the digest of its bytes changes with any of them.
package struct TreeKey: Hashable, Sendable {
  /// Identifies the unit's bytes: `sha256` in a release, ``HybridUnits/ContentHash`` elsewhere.
  package var content: String
  /// The name of the unit's data set that replaces its own data; empty without one. The unit contains its
  /// data sets, so ``content`` covers them. Trees made from external data are not cached.
  package var data: String
  /// The device of the layout, including settings.
  package var device: Device

  /// Creates a key.
  package init(content: String, data: String = "", device: Device) {
    (self.content, self.data, self.device) = (content, data, device)
  }

  /// The key as a text. It leaves out the device's name: devices of equal size and settings show the same
  /// tree.
  var text: String {
    let (viewport, device) = (device.viewport, device)
    let settings = [
      "\(viewport.width)x\(viewport.height)", device.prefersDark ? "dark" : "light",
      "\(device.fontScale)", device.isRightToLeft ? "rtl" : "ltr", device.platform.rawValue,
    ]
    return ([content, data] + settings).joined(separator: "\n")
  }
}
