/// The variant of a unit's tree, in messages.
package struct VariantName: Hashable, Sendable {
  /// The device with all its settings: `phone landscape dark 130% rtl`.
  package var device: String
  /// The sample data set that was asked for; nil for the unit's own data.
  package var data: String?

  /// A device, and a data set.
  package init(device: String, data: String? = nil) {
    (self.device, self.data) = (device, data)
  }
}

extension UnitChange.Kind {
  /// The variant that the tree or patch is for.
  package var variant: VariantName? {
    switch self {
    case .patch(let device, let data, _), .reload(let device, let data, _):
      VariantName(device: device, data: data)
    case .changed, .added, .removed: nil
    }
  }
}

extension ClientMessage.Hello.ShownTree {
  /// The variant of the tree.
  package var variant: VariantName { VariantName(device: device, data: data) }
}
