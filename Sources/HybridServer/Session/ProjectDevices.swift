package import HybridCompiler
import HybridReload
package import HybridRuntime

// The devices of `hybrid.json`, for the server, the command line, tests and rules.

extension DeviceList {
  /// The devices of a project: those of `hybrid.json`, and the built-in ones.
  package init(_ config: ProjectConfig) {
    self.init(own: config.devices.compactMap { DeviceRequest($0) })
  }
}

extension Device {
  /// The default device of a project's pages: the standard device with the settings of `defaults`.
  package init(defaultsOf config: ProjectConfig) {
    self = .standard
    if config.width != nil || config.height != nil {
      self = Device(width: config.width ?? viewport.width, height: config.height ?? viewport.height)
    }
    prefersDark = config.colorScheme == "dark"
  }
}

extension DeviceRequest {
  /// One device of a project; nil for one without sides, which was reported.
  fileprivate init?(_ device: ProjectConfig.Device) {
    guard let width = device.width, let height = device.height else { return nil }
    self.init(name: device.name, width: width, height: height)
    isLandscape = device.isLandscape
    prefersDark = device.prefersDark
    fontScale = device.fontScale
    isRightToLeft = device.isRightToLeft
    platform = device.platform
  }
}
