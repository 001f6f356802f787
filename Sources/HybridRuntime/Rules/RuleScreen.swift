import HybridViewTree

/// One screen on which rules check a page.
package struct RuleScreen: Hashable, Sendable {
  package var device: Device
  /// Its name in findings: `at 320 pt`, `at 200 % text`.
  package var words: String
  /// Whether only colours are checked: in dark mode, frames are the same as in light mode.
  package var isForColorsOnly = false
  /// Whether it is one of the project's own devices, as they are.
  package var isOwn = true

  /// A device with its name in findings.
  package init(_ device: Device, _ words: String, isOwn: Bool = true, isForColorsOnly: Bool = false) {
    self.device = device
    self.isOwn = isOwn
    self.words = words
    self.isForColorsOnly = isForColorsOnly
  }

  /// The screens of a project with these devices: the devices, one of 320 points (WCAG 2.2 §1.4.10,
  /// *Reflow*), the first one with text twice as large (§1.4.4, *Resize Text*) and, for colours, in the dark.
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
