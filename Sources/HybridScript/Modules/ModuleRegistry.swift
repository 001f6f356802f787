package import HybridJSON

/// The native modules that scripts can call, by name.
package struct ModuleRegistry: Sendable {
  /// One module, as it was registered.
  struct Entry: Sendable {
    var module: any NativeModule
    var constants: JSONObject
    var methods: [NativeMethod]
    var events: [String]
  }

  /// Why a module is not registered.
  package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name is empty.
    case nameless
    /// There is a module of that name.
    case taken(String)
    /// Two methods of a module have one name.
    case methodTwice(module: String, method: String)

    /// One sentence.
    package var description: String {
      switch self {
      case .nameless: "a native module needs a name"
      case .taken(let name): "there is already a native module called '\(name)'"
      case .methodTwice(let module, let method):
        "the native module '\(module)' has two methods called '\(method)'"
      }
    }
  }

  /// The names, in the order of registration.
  package private(set) var names: [String] = []
  private(set) var entries: [String: Entry] = [:]

  /// No modules.
  package init() {}

  /// The modules given.
  package init(_ modules: [any NativeModule]) throws(Failure) { try register(modules) }

  /// Adds a module under a name that is free.
  package mutating func add(_ module: some NativeModule) throws(Failure) {
    let name = Self.scriptName(of: module)
    guard entries[name] == nil else { throw .taken(name) }
    try replace(module)
  }

  /// Adds modules, all or none.
  package mutating func register(_ modules: [any NativeModule]) throws(Failure) {
    var copy = self
    for module in modules { try copy.add(module) }
    self = copy
  }

  /// Registers a module, replacing one of the same name.
  package mutating func replace(_ module: some NativeModule) throws(Failure) {
    let name = Self.scriptName(of: module)
    guard !name.isEmpty else { throw .nameless }
    let methods = module.methods
    var seen: Set<String> = []
    for method in methods where !seen.insert(method.name).inserted {
      throw .methodTwice(module: name, method: method.name)
    }
    if entries[name] == nil { names.append(name) }
    entries[name] = Entry(
      module: module, constants: module.constants, methods: methods, events: module.events)
  }

  /// The module that scripts know by `name`.
  package subscript(name: String) -> (any NativeModule)? { entries[name]?.module }

  /// The description of all modules for scripts: for each its name, constants, method names, the indices of
  /// those that return promises and of those that return at once, and its events.
  package var description: JSONValue {
    .array(
      names.compactMap { name in
        guard let entry = entries[name] else { return nil }
        func indices(_ kind: NativeMethod.Kind) -> JSONValue {
          .array(entry.methods.indices.filter { entry.methods[$0].kind == kind }.map { .number(Double($0)) })
        }
        return [
          "name": .string(name), "constants": .object(entry.constants),
          "methods": .array(entry.methods.map { .string($0.name) }), "promises": indices(.promise),
          "syncs": indices(.sync), "events": .array(entry.events.map { .string($0) }),
        ]
      })
  }

  /// The name without the prefixes of old modules.
  private static func scriptName(of module: some NativeModule) -> String {
    for prefix in ["RCT", "RK"] where module.name.hasPrefix(prefix) && module.name.count > prefix.count {
      return String(module.name.dropFirst(prefix.count))
    }
    return module.name
  }
}
