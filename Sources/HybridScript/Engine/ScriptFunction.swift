internal import CJavaScriptCore
internal import Synchronization

/// A Swift closure behind a JavaScript function.
final class ScriptFunction {
  typealias Body = (ScriptMachine, UnsafeBufferPointer<HybridJSValue?>) throws -> HybridJSValue?

  let body: Body
  /// Outlives every call: a machine closes, which ends its heap and all functions in it, before it goes.
  unowned(unsafe) let machine: ScriptMachine
  /// The list to which this is added when the collector has finished with it.
  let retired: RetiredFunctions

  init(in machine: ScriptMachine, _ body: @escaping Body) {
    self.machine = machine
    self.body = body
    retired = machine.retired
  }
}

/// Functions that the collector has finished with, and whose closures have to be released.
///
/// Releasing must not happen during garbage collection, since a closure may hold JavaScript objects.
final class RetiredFunctions: Sendable {
  /// Addresses of functions, each of which is retained.
  private let functions = Mutex<[UInt]>([])

  func add(_ function: UnsafeMutableRawPointer) {
    let address = UInt(bitPattern: function)
    functions.withLock { $0.append(address) }
  }

  func release() {
    let all = functions.withLock { list in
      defer { list = [] }
      return list
    }
    for address in all {
      guard let state = UnsafeMutableRawPointer(bitPattern: address) else { continue }
      Unmanaged<ScriptFunction>.fromOpaque(state).release()
    }
  }
}

/// Stack that a Swift function must have before it is called; JavaScriptCore keeps only 128 KB for itself.
private let stackReserve = 384 << 10

/// JavaScript calls a function of ours.
let callFunction: HybridJSCall = { context, function, _, count, arguments, exception in
  guard let context, let function,
    let state = Library.functions.ObjectGetPrivate(function)
  else { return nil }
  let script = Unmanaged<ScriptFunction>.fromOpaque(state).takeUnretainedValue()
  let machine = script.machine
  guard machine.stop == nil else {
    exception?.pointee = machine.makeStopError()
    return nil
  }
  guard hybrid_stack_left() > stackReserve else {
    exception?.pointee = machine.makeError("RangeError", "Maximum call stack size exceeded.")
    return nil
  }
  do {
    let result = try script.body(
      machine, UnsafeBufferPointer(start: arguments, count: arguments == nil ? 0 : count))
    // A call back into JavaScript was stopped, which this function kept to itself.
    if machine.stop != nil { exception?.pointee = machine.makeStopError() }
    return result
  } catch {
    exception?.pointee = machine.exception(for: error)
    return nil
  }
}

/// The collector has finished with a function of ours.
let finalizeFunction: HybridJSFinalize = { object in
  guard let object, let state = Library.functions.ObjectGetPrivate(object) else { return }
  let function = Unmanaged<ScriptFunction>.fromOpaque(state)
  function.takeUnretainedValue().retired.add(state)
}

/// The functions that the callbacks above need. They are called by JavaScriptCore only, so it is open.
private enum Library {
  static let functions: HybridJavaScriptCore = {
    guard case .success(let library) = JavaScriptCore.shared else { return HybridJavaScriptCore() }
    return library.api
  }()
}
