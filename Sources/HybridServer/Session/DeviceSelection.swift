import HybridCompiler
import HybridReload
import HybridRuntime
import HybridUnits

/// The devices of a project, and the one on which the terminal shows pages.
struct DeviceSelection {
  /// The platform whose rules apply to templates, on every device.
  let platform: TemplatePlatform
  /// The options of the command line that apply to any device.
  private let settings: DeviceRequest
  /// The device requested on the command line or by a key; nil for the default of `hybrid.json`.
  private var asked: DeviceRequest?
  /// The devices by name.
  private(set) var list = DeviceList()
  /// The variant that the terminal shows: on the requested device, or on the default device of `hybrid.json`.
  private(set) var terminal: Variant

  /// The devices before a project is read.
  init(asking request: DeviceRequest?, dataSet: String?, platform: TemplatePlatform) {
    asked = request
    var settings = request ?? DeviceRequest()
    (settings.name, settings.width, settings.height) = (nil, nil, nil)
    self.settings = settings
    self.platform = platform
    terminal = Variant(.standard, dataSet: Variant.dataSet(named: dataSet))
  }

  /// Reads the devices of `hybrid.json`; true when a name refers to another device than before, or the
  /// terminal's device changed.
  mutating func take(_ config: ProjectConfig) -> Bool {
    let list = DeviceList(config)
    let isNewList = list != self.list
    self.list = list
    let device = chosen(config)
    guard isNewList || device != terminal.device else { return false }
    terminal.device = device
    return true
  }

  /// The requested device; without a request, the default device of `hybrid.json`.
  private func chosen(_ config: ProjectConfig) -> Device {
    var usual = Device(defaultsOf: config)
    usual.platform = platform
    guard let asked else { return usual }
    // A device that was removed from `hybrid.json` stays as it was.
    return (try? list.device(asked, standard: usual, platform: platform)) ?? terminal.device
  }

  /// A requested device.
  func device(_ request: DeviceRequest) throws(DeviceFault) -> Device {
    try list.device(request, standard: terminal.device, platform: platform)
  }

  /// The device of a client: the requested one, else the terminal's.
  func device(of client: Client) -> Device {
    guard let request = client.device else { return terminal.device }
    return (try? device(request)) ?? client.variant.device
  }

  /// Shows the terminal's pages on another device, until the next call.
  mutating func use(_ device: Device) {
    asked = .named(device.name)
    asked?.platform = device.platform
    terminal.device = device
  }

  /// Shows the terminal's pages with a data set; nil is each unit's own data.
  mutating func use(dataSet: String?) { terminal.dataSet = dataSet }

  /// The devices to cycle through: the requested ones, those of `hybrid.json`, then the built-in ones, each
  /// once and with the settings of the command line.
  func all(after asked: [Device], config: ProjectConfig) -> [Device] {
    var names = Set(asked.map(\.base))
    var usual = settings
    if usual.prefersDark == nil, config.colorScheme == "dark" { usual.prefersDark = true }
    let others = list.names.filter { names.insert($0).inserted }.compactMap { name -> Device? in
      var request = usual
      request.name = name
      return try? list.device(request, platform: platform)
    }
    return asked + others
  }
}

extension Variant {
  /// A data set by the requested name; `data`, the name of a unit's own data in lists, is nil.
  static func dataSet(named name: String?) -> String? {
    guard let name, !name.isEmpty, name != DataSet.ownName else { return nil }
    return String(name.prefix(200))
  }
}
