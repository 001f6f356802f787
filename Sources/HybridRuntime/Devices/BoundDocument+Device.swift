import HybridDOM
package import HybridUnits

extension BoundDocument {
  /// The document for a device: on a right-to-left device it starts as `<html dir=rtl>`, unless the page sets
  /// its direction itself. Setting the attribute makes `[dir=rtl]` and `:dir(rtl)` match, and scripts can
  /// read it.
  package func read(on device: Device) -> BoundDocument {
    guard device.isRightToLeft else { return self }
    var result = self
    for node in document.children(of: document.root) {
      guard let element = document[node].element, element["dir"] == nil else { continue }
      // The attribute is not in the source: its range is empty, at the first byte of the tag.
      var place = document[node].range
      place.end = place.start
      result.document[node].element?.attributes.append(
        Attribute(name: "dir", writtenName: "dir", value: "rtl", nameRange: place, valueRange: place))
    }
    return result
  }
}
