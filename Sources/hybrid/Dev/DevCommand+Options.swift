import Foundation
import HybridBus
import HybridReload
import HybridRuntime
import HybridServer
import HybridSocket
import HybridSource

extension DevCommand {
  /// An invalid command line.
  enum WrongUsage: Error {
    case diagnostic(Diagnostic)
    case usage(UsageError)

    /// Reports the error.
    func report() {
      switch self {
      case .diagnostic(let diagnostic): Output.error.report(diagnostic)
      case .usage(let error): Output.error.report(error)
      }
    }
  }

  /// The server options and the requested devices.
  static func options(
    _ arguments: Arguments
  ) throws(WrongUsage) -> (DevServer.Options, devices: [Device]) {
    var options = DevServer.Options(root: arguments.operand(0) ?? ".", version: hybridVersion)
    options.previewFolder = ProcessInfo.processInfo.environment["HYBRID_PREVIEW_FILES"]
    options.port = arguments[port]
    options.isOpenToNetwork = arguments[host]
    options.isPlaygroundOpen = arguments[playground]
    for name in arguments[allowedHosts] {
      do throws(AllowedHostError) { options.allowedHosts.append(try allowedHost(name)) } catch {
        throw .diagnostic(
          Diagnostic(.error, "usage.allowed-host", "'--allowed-host \(name)': \(error.message)"))
      }
    }
    options.isEmbeddable = arguments[embed]
    for limit in arguments[limits] {
      if let fault = options.limits.set(limit) { throw .diagnostic(unusableLimit(limit, fault)) }
    }
    options.platform = arguments[platform]
    options.isPolling = arguments[poll]
    if let text = arguments[bus] {
      do throws(BusError) { options.bus = try BusAddress(text) } catch {
        throw .diagnostic(Diagnostic(.error, error.code, error.message, hint: error.hint))
      }
    }
    for text in arguments[allowedOrigins] {
      guard let origin = GuestOrigin.canonical(text) else {
        let reason = UsageError.Reason.wrongValue(
          "allowed-origin", text, expected: "one origin as a browser sends it, such as http://localhost:3000",
          nearest: nil)
        throw .usage(UsageError(reason, in: command))
      }
      options.guestOrigins.insert(origin)
    }
    var devices: [Device] = []
    let list = arguments[Self.devices].isEmpty ? DeviceList() : VariantOptions.devices(around: options.root)
    for name in arguments[Self.devices] {
      let request = VariantOptions.request(arguments, device: name)
      do throws(DeviceFault) { devices.append(try list.device(request, platform: options.platform)) } catch {
        throw .diagnostic(error.diagnostic(list))
      }
    }
    let request = VariantOptions.request(arguments, device: arguments[Self.devices].first)
    options.device = request == DeviceRequest() ? nil : request
    options.dataSet = arguments[VariantOptions.dataSet]
    if options.isPlaygroundOpen, !options.isOpenToNetwork {
      Output.error.report(
        Diagnostic(
          .warning, "usage.no-effect", "'--playground' does nothing without '--host'",
          hint: "this machine and its emulators may load templates in any case"))
    }
    return (options, devices)
  }
}

/// The diagnostic for a limit that cannot be set.
private func unusableLimit(_ text: String, _ fault: String) -> Diagnostic {
  let name = text.prefix { $0 != "=" }
  let nearest = nearest(to: String(name), in: ServerLimits.names)
  return Diagnostic(
    .error, "usage.limit", fault,
    hint: nearest.map { $0 == name ? "sizes are in bytes, times in seconds" : "did you mean '\($0)'?" }
      ?? "there are \(ServerLimits.names.joined(separator: ", "))")
}
