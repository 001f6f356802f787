import HybridJSON
package import HybridScript

/// The device as native modules: `token`, `document` and `window`, and modules of the app.
extension SimulatedDevice {
  /// The modules that one page's scripts call.
  ///
  /// A module of ``extraModules`` with the name of another replaces its methods of the same names, and keeps
  /// the others; a module without a usable name is left out and logged.
  package func modules(for page: LivePage) -> ModuleRegistry {
    let calls = ScriptThreadCalls(calls: DeviceCalls(self, page: page))
    var registry = ModuleRegistry()
    let own: [DeviceModule] = [.token(calls), .document(calls), .window(calls)]
    for module in own + extraModules {
      do throws(ModuleRegistry.Failure) {
        if let known = registry[module.name] {
          try registry.replace(LayeredModule(top: module, below: known))
        } else {
          try registry.add(module)
        }
      } catch {
        page.record(.console(level: "error", text: error.description))
      }
    }
    return registry
  }
}

/// The calls of one page, for `Sendable` closures that in fact stay on one thread.
///
/// Unchecked: all methods that hold it are synchronous, or of modules on ``ModuleQueue/script``, and both run
/// in the script's thread in the middle of the call, which is where the page and its device belong.
struct ScriptThreadCalls: @unchecked Sendable {
  let calls: DeviceCalls
}

/// A module of the device. Extra arguments are ignored, as by TokenHybrid.
struct DeviceModule: NativeModule {
  let name: String
  let methods: [NativeMethod]
  var queue: ModuleQueue { .script }

  /// `token` (`Documentation/javascript.md`, *TokenHybrid*). Timers, requests and the names of the
  /// package dialect are the page's own.
  static func token(_ page: ScriptThreadCalls) -> DeviceModule {
    DeviceModule(
      name: "token",
      methods: [
        tells("alert") { page.calls.alert(title: $0.shown, message: $1.shown) },
        callbackMethod("alertTitles") { page.calls.choose(.alert, $0, feedBack: $1) },
        callbackMethod("showSheetView") { page.calls.choose(.sheet, $0, feedBack: $1) },
        callbackMethod("alertInput") { page.calls.alertInput($0, feedBack: $1) },
        callbackMethod("pickData") { page.calls.pickData($0, finish: $1) },
        callbackMethod("requestTouchID") { page.calls.requestTouchID(reason: $0.shownText, result: $1) },
        callbackMethod("getLocation") { page.calls.getLocation(result: $1) },
        tells("makePhoneCall") { number, _ in page.calls.makePhoneCall(number.shown) },
        .callback("saveImage", callbacks: 2) { (reply, settings: JSONValue?, _: JSONValue?) in
          page.calls.saveImage(settings ?? .null, success: reply.resolve) { reply.reject("ESAVE", $0) }
        },
        tells("showHUDWithStatus") { text, _ in page.calls.showHUD(text.shown) },
        tells("hideHUD") { _, _ in page.calls.hideHUD() },
        tells("log") { text, _ in page.calls.log(text.shown) },
        tells("navigateTo") { settings, _ in page.calls.navigate(to: settings ?? .null) },
        tells("navigateToRoot") { _, _ in page.calls.navigate(.popToRoot) },
        tells("navigateBack") { _, _ in page.calls.navigate(.pop) },
        tells("exitApp") { _, _ in page.calls.navigate(.exit) },
        gives("screenWidth") { _ in page.calls.screen.map { .number($0.width) } },
        gives("screenHeight") { _ in page.calls.screen.map { .number($0.height) } },
        gives("setStorage") { try page.calls.setStorage($0, in: .page) },
        gives("getStorage") { page.calls.getStorage($0, in: .page, missing: nil) },
        gives("clearAllStorage") { _ in try page.calls.clearStorage(.page) },
        gives("setGlobleStorage") { try page.calls.setStorage($0, in: .global) },
        gives("getGlobleStorage") { page.calls.getStorage($0, in: .global, missing: "") },
        gives("clearGlobleStorage") { _ in try page.calls.clearStorage(.global) },
      ])
  }

  /// The calls of `document`, `history` and `location` to the app (`Documentation/javascript.md`).
  static func document(_ page: ScriptThreadCalls) -> DeviceModule {
    DeviceModule(
      name: "document",
      methods: [
        tells("pushNavigatorWithURL") { page.calls.navigate(.push($0.shown, data: $1)) },
        tells("popNavigator") { _, _ in page.calls.navigate(.pop) },
        tells("reload") { _, _ in page.calls.navigate(.reload) },
        tells("setTitle") { title, _ in page.calls.setTitle(title.shown) },
      ])
  }

  /// `window` (`Documentation/javascript.md`).
  static func window(_ page: ScriptThreadCalls) -> DeviceModule {
    DeviceModule(
      name: "window",
      methods: [
        tells("setPriviousPageExtension") { data, _ in page.calls.navigate(.extendPrevious(data ?? .null)) }
      ])
  }

  // MARK: Forms

  /// A method without an answer.
  private static func tells(
    _ name: String, _ body: @escaping @Sendable (JSONValue?, JSONValue?) -> Void
  ) -> NativeMethod {
    .sync(name) { (first: JSONValue?, second: JSONValue?, _: JSONValue?, _: JSONValue?) in
      body(first, second)
      return nil
    }
  }

  /// A method that calls a function of the page, once or never.
  private static func callbackMethod(
    _ name: String, _ body: @escaping @Sendable (JSONValue, @escaping DeviceReply) -> Void
  ) -> NativeMethod {
    .callback(name, callbacks: 2) { (reply, settings: JSONValue?, _: JSONValue?) in
      body(settings ?? .null) { reply.resolve($0) }
    }
  }

  /// A method that returns something at once.
  private static func gives(
    _ name: String, _ body: @escaping @Sendable (JSONValue) throws -> JSONValue?
  ) -> NativeMethod {
    .sync(name) { (first: JSONValue?, _: JSONValue?) in try body(first ?? .null) }
  }
}

/// A module layered over another one of the same name.
struct LayeredModule: NativeModule {
  let top: any NativeModule
  let below: any NativeModule

  var name: String { below.name }
  var methods: [NativeMethod] {
    let above = top.methods
    let taken = Set(above.map(\.name))
    return above + below.methods.filter { !taken.contains($0.name) }
  }
  var constants: JSONObject {
    JSONObject(
      zip(below.constants.keys, below.constants.values).map { ($0, $1) }
        + zip(top.constants.keys, top.constants.values).map { ($0, $1) })
  }
  var events: [String] { top.events + below.events.filter { !top.events.contains($0) } }
  /// The device's methods may run only there.
  var queue: ModuleQueue { .script }

  func startObserving(_ emitter: ModuleEmitter) {
    below.startObserving(emitter)
    top.startObserving(emitter)
  }

  func stopObserving(_ emitter: ModuleEmitter) {
    top.stopObserving(emitter)
    below.stopObserving(emitter)
  }
}

extension JSONValue? {
  /// The form shown in a dialog; empty if missing.
  fileprivate var shown: String { self?.shownText ?? "" }
}

extension ModuleReply {
  /// Calls the function with these arguments; the device never has more than two.
  fileprivate func resolve(_ values: [JSONValue]) {
    switch values.count {
    case 0: resolve()
    case 1: resolve(values[0])
    default: resolve(values[0], values[1])
    }
  }
}
