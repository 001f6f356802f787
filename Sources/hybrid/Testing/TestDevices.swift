import HybridCompiler
import HybridJSON
import HybridReload
import HybridRuntime
import HybridServer
import HybridSource
import HybridUnits

/// The devices named in `hybrid.json` and scenarios.
struct TestDevices {
  private let list: DeviceList

  /// The devices of a project and the built-in devices.
  init(_ config: ProjectConfig) { list = DeviceList(config) }

  /// The device with this name, which may be followed by settings: `phone landscape dark`.
  func device(named name: String) throws(DeviceFault) -> Device { try list.device(.named(name)) }

  /// The diagnostic for a device name on the command line.
  func diagnostic(of fault: DeviceFault) -> Diagnostic { fault.diagnostic(list) }

  /// The device at `node`, a name or an object; reports an error and returns nil when it is invalid.
  func device(_ node: JSONNode, _ report: inout DiagnosticCollector) -> Device? {
    if let object = node.value.object {
      let members = zip(object.keys, node.children)
      for (key, child) in members where DeviceKey(rawValue: key) == nil {
        report.unknownMember(
          key, among: DeviceKey.names, "test.unknown-key", "a device has no '\(key)'",
          at: child.keyRange ?? child.range)
        return nil
      }
      // A member of the wrong type would otherwise be treated as absent.
      for (key, child) in members {
        guard let known = DeviceKey(rawValue: key), !Self.fits(child.value, known) else { continue }
        report.error(
          "test.wrong-kind", "this is \(child.value.kind), which is not a value of '\(key)'", at: child.range)
        return nil
      }
    }
    guard let request = DeviceRequest(node.value) else {
      report.error("test.wrong-kind", "this is \(node.value.kind), not a device", at: node.range)
      return nil
    }
    do throws(DeviceFault) {
      return try list.device(request)
    } catch {
      report.error("test.\(error.code)", error.message, at: node.range, hint: error.hint(list.names))
      return nil
    }
  }

  private static func fits(_ value: JSONValue, _ key: DeviceKey) -> Bool {
    switch key {
    case .name: value.string != nil
    case .platform: value.string.flatMap { TemplatePlatform(rawValue: $0) } != nil
    case .landscape, .dark, .rightToLeft: value.bool != nil
    case .width, .height, .fontScale: value.number != nil
    }
  }
}
