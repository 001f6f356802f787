import HybridUnits
import HybridViewTree

/// Why a device request is invalid.
package struct DeviceFault: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// No device has this name.
    case unknownName(String, nearest: String?)
    /// A side out of range, in points.
    case side(Double)
    /// A font scale out of range.
    case fontScale(Double)
  }
  package var reason: Reason

  init(_ reason: Reason) { self.reason = reason }

  /// A stable word for the kind of fault.
  package var code: String {
    switch reason {
    case .unknownName: "unknown-device"
    case .side: "device-size"
    case .fontScale: "font-scale"
    }
  }

  /// The fault in words.
  package var message: String {
    switch reason {
    case .unknownName(let name, _): "there is no device '\(name.prefix(200))'"
    case .side(let side): "a screen is 1 to 20000 points wide and high, not \(shortNumber(side))"
    case .fontScale(let scale): "text is shown at 0.5 to 4 times its size, not \(shortNumber(scale))"
    }
  }

  /// The hint; `names` are the available devices.
  package func hint(_ names: [String]) -> String? {
    guard case .unknownName(_, let nearest) = reason else { return nil }
    return nearest.map { "did you mean '\($0)'?" }
      ?? "there are \(names.joined(separator: ", ")), and sizes such as 320x568"
  }
}
