package import HybridJSON

/// Where the work of a module's methods is done. Synchronous methods run in the script's thread whatever is
/// said here.
package enum ModuleQueue: Hashable, Sendable {
  /// A serial queue of the module's own.
  case own
  /// The main queue, for what belongs to the user interface.
  case main
  /// The script's thread, in the middle of the call.
  case script
}

/// Native code that scripts call as `NativeModules.NAME.method(…)`.
///
///     struct Clipboard: NativeModule {
///       let name = "Clipboard"
///       let methods: [NativeMethod] = [
///         .promise("getString") { .string(readClipboard()) },
///         .sync("setString") { (text: String) in writeClipboard(text); return nil },
///       ]
///     }
package protocol NativeModule: Sendable {
  /// The name scripts use; the prefixes `RCT` and `RK` are left out there.
  var name: String { get }
  /// The methods that scripts can call, each under a name of its own.
  var methods: [NativeMethod] { get }
  /// The constants that scripts can read; requested once, when the module is registered.
  var constants: JSONObject { get }
  /// The events that the module may send; others are refused.
  var events: [String] { get }
  /// The queue that its methods run on.
  var queue: ModuleQueue { get }
  /// A listener was added; until ``stopObserving(_:)``, `emitter` reaches listeners.
  func startObserving(_ emitter: ModuleEmitter)
  /// The last listener of this emitter has gone.
  func stopObserving(_ emitter: ModuleEmitter)
}

extension NativeModule {
  package var methods: [NativeMethod] { [] }
  package var constants: JSONObject { [:] }
  package var events: [String] { [] }
  package var queue: ModuleQueue { .own }
  package func startObserving(_ emitter: ModuleEmitter) {}
  package func stopObserving(_ emitter: ModuleEmitter) {}
}

/// Sends a module's events to the scripts of one page, from any thread.
package struct ModuleEmitter: Hashable, Sendable {
  /// Tells the pages apart that use one module.
  package let page: Int
  let module: String
  let deliver: @Sendable (ModuleAnswer) -> Void

  /// Sends an event that the module declares. Without listeners it is dropped, with a warning.
  package func send(_ event: String, _ body: JSONValue = .null) {
    deliver(ModuleAnswer(.event(module: module, name: event, body: body)))
  }

  package static func == (one: ModuleEmitter, other: ModuleEmitter) -> Bool {
    one.page == other.page && one.module == other.module
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(page)
    hasher.combine(module)
  }
}

/// A message of a module to the scripts of a page: given to the page, which passes it to
/// ``ModuleBridge/accept(_:)`` when it is the scripts' turn.
package struct ModuleAnswer: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    case success(call: Int, [JSONValue])
    case failure(call: Int, [JSONValue])
    case event(module: String, name: String, body: JSONValue)
    /// A module violated its contract.
    case misuse(String)
  }

  let content: Content

  init(_ content: Content) { self.content = content }
}
