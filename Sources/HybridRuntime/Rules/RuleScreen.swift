import HybridReload

/// One way to hold a page that rules look at it in.
package struct RuleScreen: Hashable, Sendable {
  package var device: Device
  /// As findings name it: `at 320 pt`, `at 200 % text`.
  package var words: String
  /// Whether colours alone are looked at: what is in the dark has the frames that it has in the light.
  package var isForColorsOnly = false
  /// Whether it is one of the project's own devices, as they are.
  package var isOwn = true

  /// A device as findings name it.
  package init(_ device: Device, _ words: String, isOwn: Bool = true, isForColorsOnly: Bool = false) {
    self.device = device
    self.isOwn = isOwn
    self.words = words
    self.isForColorsOnly = isForColorsOnly
  }

  /// The screens of a project with these devices: those, one of 320 points (WCAG 2.2 §1.4.10, *Reflow*), the
  /// first one with text twice as large (§1.4.4, *Resize Text*) and, for colours, in the dark.
  package static func all(for devices: [Device]) -> [RuleScreen] {
    let devices = devices.isEmpty ? [.standard] : devices
    var screens = devices.map { RuleScreen($0, "on \($0.name)") }
    if !devices.contains(where: { $0.viewport.width <= 320 }) {
      screens.append(RuleScreen(Device(width: 320, height: 568), "at 320 pt", isOwn: false))
    }
    if !devices.contains(where: { $0.fontScale >= 2 }) {
      var large = devices[0]
      large.fontScale = 2
      screens.append(RuleScreen(large, "at 200 % text", isOwn: false))
    }
    if !devices.contains(where: \.prefersDark) {
      var dark = devices[0]
      dark.prefersDark = true
      screens.append(RuleScreen(dark, "in the dark", isOwn: false, isForColorsOnly: true))
    }
    return screens
  }
}
