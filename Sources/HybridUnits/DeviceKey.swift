/// A member of a device in JSON: in `devices` of `hybrid.json`, in scenarios, in messages, and as a field of
/// a query. A new one is a case: the compiler then names every reader and writer.
package enum DeviceKey: String, CaseIterable, Sendable {
  case name, width, height, landscape, dark, fontScale
  /// Whether the user's language is written from right to left.
  case rightToLeft = "rtl"
  case platform

  /// All keys, as they are written.
  package static let names = allCases.map(\.rawValue)
}
