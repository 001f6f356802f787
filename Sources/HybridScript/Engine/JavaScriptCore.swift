internal import CJavaScriptCore

/// JavaScriptCore's functions, loaded once per process.
///
/// The library may be used from any thread; each context's own lock keeps its calls apart.
struct JavaScriptCore: @unchecked Sendable {
  /// Executing scripts.
  static let library = "libjavascriptcoregtk-4.1.so.0"

  /// The functions. Unchecked above: they are set once, before anyone sees them, and never change.
  let api: HybridJavaScriptCore
  /// The class of the functions that are Swift closures. A class belongs to no context.
  let functions: HybridJSClass

  /// The library; a message when it, or a function in it, is missing. Opened by the first context.
  static let shared: Result<JavaScriptCore, Missing> = open(library)

  /// The message of the loader.
  struct Missing: Error { var message: String }

  /// Opens the library called `name`.
  static func open(_ name: String) -> Result<JavaScriptCore, Missing> {
    var api = HybridJavaScriptCore()
    if let message = hybrid_javascriptcore_load(name, &api) {
      return .failure(Missing(message: String(cString: message)))
    }
    api.DisableGCTimer()
    guard let functions = hybrid_javascriptcore_function_class(callFunction, finalizeFunction) else {
      return .failure(Missing(message: "JSClassCreate could not create a class"))
    }
    return .success(JavaScriptCore(api: api, functions: functions))
  }
}
