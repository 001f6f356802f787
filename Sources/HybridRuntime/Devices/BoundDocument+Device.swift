import HybridDOM
package import HybridUnits

extension BoundDocument {
  /// The document as a device reads it: one whose person reads from the right begins as `<html dir=rtl>`,
  /// unless the page says its direction itself. It is the attribute, so that rules for `[dir=rtl]` and
  /// `:dir(rtl)` hold and scripts read it.
  package func read(on device: Device) -> BoundDocument {
    guard device.isRightToLeft else { return self }
    var result = self
    for node in document.children(of: document.root) {
      guard let element = document[node].element, element["dir"] == nil else { continue }
      // Nobody wrote it: it stands in front of the first byte of its tag, and is empty.
      var place = document[node].range
      place.end = place.start
      result.document[node].element?.attributes.append(
        Attribute(name: "dir", writtenName: "dir", value: "rtl", nameRange: place, valueRange: place))
    }
    return result
  }
}
