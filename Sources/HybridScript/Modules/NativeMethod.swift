package import HybridJSON
internal import Synchronization

/// One method of a native module: a Swift closure with typed parameters.
///
/// Trailing optional parameters may be left out by scripts.
package struct NativeMethod: Sendable {
  /// How a script gets the result.
  package enum Kind: Hashable, Sendable {
    /// At once: the call returns it.
    case sync
    /// By functions that the script gives last: `callbacks` is 1 for success only, 2 for failure before
    /// success.
    case callback(callbacks: Int)
    /// By a promise that the call returns.
    case promise
  }

  /// The name scripts use.
  package let name: String
  /// How a script gets the result.
  package let kind: Kind
  /// The expected type of each parameter; those from ``required`` on may be left out.
  let expectations: [String]
  let required: Int
  /// Checks the arguments, and gives the work to be done with them.
  let prepare: @Sendable ([JSONValue]) throws(ModuleArgumentError) -> Work

  enum Work {
    case now(@Sendable () throws -> JSONValue?)
    case later(@Sendable (ModuleReply) -> Void)
  }

  private init<each P: ModuleParameter>(
    _ name: String, _ kind: Kind, takes _: repeat (each P).Type,
    prepare: @escaping @Sendable ([JSONValue]) throws(ModuleArgumentError) -> Work
  ) {
    self.name = name
    self.kind = kind
    self.prepare = prepare
    var expectations: [String] = []
    var required = 0
    for type in repeat (each P).self {
      expectations.append(type.expectation)
      if !type.isOptional { required = expectations.count }
    }
    self.expectations = expectations
    self.required = required
  }

  /// A method that returns its result. It runs in the script's thread, so it must be quick; an error is
  /// thrown there.
  package static func sync<each P: ModuleParameter>(
    _ name: String, _ body: @escaping @Sendable (repeat each P) throws -> JSONValue?
  ) -> NativeMethod {
    NativeMethod(name, .sync, takes: repeat (each P).self) { values throws(ModuleArgumentError) in
      var arguments = ModuleArguments(values)
      let converted = (repeat try arguments.next((each P).self))
      return .now { try body(repeat each converted) }
    }
  }

  /// A method whose promise is resolved with what it returns, and rejected with what it throws.
  package static func promise<each P: ModuleParameter>(
    _ name: String, _ body: @escaping @Sendable (repeat each P) throws -> JSONValue?
  ) -> NativeMethod {
    deferred(name) { (reply: ModuleReply, arguments: repeat each P) in
      do { reply.resolve(try body(repeat each arguments)) } catch { reply.reject(ModuleError(error)) }
    }
  }

  /// A method whose promise is settled by its reply, at once or later, from any thread.
  package static func deferred<each P: ModuleParameter>(
    _ name: String, _ body: @escaping @Sendable (ModuleReply, repeat each P) -> Void
  ) -> NativeMethod {
    NativeMethod(name, .promise, takes: repeat (each P).self) { values throws(ModuleArgumentError) in
      var arguments = ModuleArguments(values)
      let converted = (repeat try arguments.next((each P).self))
      return .later { body($0, repeat each converted) }
    }
  }

  /// A method that answers through functions of the script: one for success, or one for failure and one for
  /// success.
  package static func callback<each P: ModuleParameter>(
    _ name: String, callbacks: Int = 1, _ body: @escaping @Sendable (ModuleReply, repeat each P) -> Void
  ) -> NativeMethod {
    NativeMethod(name, .callback(callbacks: min(max(callbacks, 0), 2)), takes: repeat (each P).self) {
      values throws(ModuleArgumentError) in
      var arguments = ModuleArguments(values)
      let converted = (repeat try arguments.next((each P).self))
      return .later { body($0, repeat each converted) }
    }
  }
}

/// The argument with a number, counted from 1, is not what its method takes.
struct ModuleArgumentError: Error, Hashable, Sendable {
  var number: Int
  var reason: ModuleConversionError
}

/// The arguments of a call, converted one after the other.
private struct ModuleArguments {
  private let values: [JSONValue]
  private var used = 0

  init(_ values: [JSONValue]) { self.values = values }

  mutating func next<P: ModuleParameter>(_ type: P.Type) throws(ModuleArgumentError) -> P {
    let value = used < values.count ? values[used] : .null
    used += 1
    do { return try type.convert(value) } catch { throw ModuleArgumentError(number: used, reason: error) }
  }
}

/// Settles one call: with success or failure, once, from any thread.
package final class ModuleReply: Sendable {
  private let call: Int
  private let label: String
  private let deliver: @Sendable (ModuleAnswer) -> Void
  private let isSettled = Mutex(false)

  init(call: Int, label: String, deliver: @escaping @Sendable (ModuleAnswer) -> Void) {
    self.call = call
    self.label = label
    self.deliver = deliver
  }

  /// Success: the promise's value, which is `undefined` for nil, or the arguments of the callback.
  package func resolve(_ values: JSONValue?...) {
    var values = values
    while case .some(nil) = values.last { values.removeLast() }
    settle(.success(call: call, values.map { $0 ?? .null }))
  }

  /// Failure.
  package func reject(_ error: ModuleError) { settle(.failure(call: call, [error.json])) }

  /// Failure: a code, a sentence, and what is behind it.
  package func reject(_ code: String? = nil, _ message: String? = nil, _ cause: (any Error)? = nil) {
    var error = cause.map { ModuleError($0) } ?? ModuleError()
    if let code, !code.isEmpty { error.code = code }
    if let message, !message.isEmpty { error.message = message }
    reject(error)
  }

  private func settle(_ content: ModuleAnswer.Content) {
    let isFirst = isSettled.withLock { isSettled in
      defer { isSettled = true }
      return !isSettled
    }
    deliver(ModuleAnswer(isFirst ? content : .misuse("\(label) answered a call twice")))
  }
}
