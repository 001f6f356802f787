import HybridCompiler
import HybridReload
import HybridRuntime
import HybridServer
import HybridSource
import HybridUnits

/// The options that select how units are rendered: device settings and a data set. Each command has its own
/// `--device`, since some take several.
enum VariantOptions {
  static let landscape = Option<Bool>.flag(
    "landscape", "landscape: the longer side of the device is its width")
  static let dark = Option<Bool>.flag("dark", "dark appearance")
  static let fontScale = Option<Double?>.number(
    "font-scale", "N", in: KnownScreen.fontScales, "show text at N times its size")
  static let rightToLeft = Option<Bool>.flag("rtl", "right-to-left, for pages that set no direction")
  static let dataSet = Option<String?>.text(
    "data-set", "NAME", "bind this data set: 'empty' is data.empty.json beside data.json")

  /// The requested settings for the device of that name.
  static func request(_ arguments: Arguments, device name: String? = nil) -> DeviceRequest {
    var request = DeviceRequest(name: name)
    if arguments[landscape] { request.isLandscape = true }
    if arguments[dark] { request.prefersDark = true }
    request.fontScale = arguments[fontScale]
    if arguments[rightToLeft] { request.isRightToLeft = true }
    return request
  }

  /// The devices of a project's settings; outside a project, the built-in devices. The compiler reports
  /// errors in the settings.
  static func devices(around path: String) -> DeviceList {
    guard let location = try? ProjectLocation(of: path),
      case .success(let bytes) = location.files.reader.read(ProjectConfig.path)
    else { return DeviceList() }
    return DeviceList(ProjectConfig.read(Source(path: ProjectConfig.path, bytes: bytes)).config)
  }

  /// The error for a data set that the unit does not have; nil when it has it.
  static func fault(ofDataSet name: String, in unit: Unit) -> Diagnostic? {
    let names = unit.dataSets.map(\.name)
    guard !names.contains(name), name != DataSet.ownName else { return nil }
    return Diagnostic(
      .error, "usage.unknown-data-set", "\(unit.name) has no data set '\(name)'",
      hint: nearestHint(to: name, in: names)
        ?? (names.isEmpty
          ? "put '\(example(name, unit))' beside its data" : "there is \(names.joined(separator: ", "))"))
  }

  /// The file name of the missing data set.
  private static func example(_ name: String, _ unit: Unit) -> String {
    let file = ProjectPath.name(of: unit.path)
    let stem = file.hasPrefix("index.") ? "data" : String(file.prefix { $0 != "." })
    return "\(stem).\(name).json"
  }
}

extension DeviceFault {
  /// The error as a command-line diagnostic; `devices` are the available devices.
  func diagnostic(_ devices: DeviceList) -> Diagnostic {
    Diagnostic(.error, "usage.\(code)", message, hint: hint(devices.names))
  }
}
