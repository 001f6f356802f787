package import HybridReload
package import HybridUnits
package import HybridViewTree

/// How a unit is shown: the device that it is laid out for, and the sample data that is bound to it. Clients
/// with the same variant of a unit have the same tree.
package struct Variant: Hashable, Sendable {
  package var device: Device
  /// The name of a data set; nil for the unit's own data, which is also used if a unit has no data set of
  /// this name.
  package var dataSet: String?

  /// A variant.
  package init(_ device: Device, dataSet: String? = nil) {
    self.device = device
    self.dataSet = dataSet
  }

  /// Its name in messages.
  package var name: VariantName { VariantName(device: device.name, data: dataSet) }
}

extension Renderer {
  /// Renders a unit in a variant.
  package func render(_ unit: Unit, as variant: Variant) -> Rendering {
    unit.showable.rendering(as: variant, by: self)
  }
}
