internal import CJavaScriptCore

extension ScriptMachine {
  /// A value of JavaScript as one of Swift.
  func value(_ reference: HybridJSValue?) -> ScriptValue {
    guard let reference else { return .undefined }
    switch api.ValueGetType(context, reference) {
    case Int32(HybridJSNull): return .null
    case Int32(HybridJSBoolean): return .bool(api.ValueToBoolean(context, reference))
    case Int32(HybridJSNumber): return .number(api.ValueToNumber(context, reference, nil))
    case Int32(HybridJSText): return .string(text(of: reference))
    case Int32(HybridJSObject): return .object(ScriptObject(reference, in: self))
    case Int32(HybridJSBigInt): return .number(Double(text(of: reference)) ?? .nan)
    default: return .undefined
    }
  }

  /// The text of a string, or of another primitive.
  func text(of reference: HybridJSValue) -> String {
    guard let string = api.ValueToStringCopy(context, reference, nil) else { return "" }
    return takeText(string)
  }

  /// A value of Swift as one of JavaScript. An object of another context is `undefined` here.
  func reference(_ value: ScriptValue) -> HybridJSValue? {
    switch value {
    case .undefined: return api.ValueMakeUndefined(context)
    case .null: return api.ValueMakeNull(context)
    case .bool(let value): return api.ValueMakeBoolean(context, value)
    // Every NaN is the same one in JavaScript; others would be taken for pointers.
    case .number(let value): return api.ValueMakeNumber(context, value.isNaN ? .nan : value)
    case .string(let value): return withString(value) { api.ValueMakeString(context, $0) }
    case .object(let object):
      return object.machine === self ? object.reference : api.ValueMakeUndefined(context)
    }
  }

  func makeFunction(_ name: String, _ body: @escaping ([ScriptValue]) throws -> ScriptValue) -> ScriptObject {
    guard isOpen,
      let object = makeFunction(
        named: name,
        { machine, arguments in
          var values: [ScriptValue] = []
          values.reserveCapacity(arguments.count)
          for argument in arguments { values.append(machine.value(argument)) }
          return machine.reference(try body(values))
        })
    else { return global }
    return ScriptObject(object, in: self)
  }

  func evaluate(_ text: String, path: String, line: Int, column: Int) throws(ScriptFault) -> ScriptValue {
    let line = Int32(min(max(line, 1), 1 << 30))
    let (blanks, outer) = beginEvaluation(EvaluatedText.Place(path: path, line: Int(line), column: column))
    defer { endEvaluation(outer) }
    let padded = blanks.isEmpty ? text : blanks + text
    do {
      return try enter { exception in
        withString(padded) { text in
          withString(path) { path in
            self.value(api.EvaluateScript(context, text, nil, path, line, &exception))
          }
        }
      }
    } catch {
      guard error.kind == .exception, error.message.hasPrefix("SyntaxError") else { throw error }
      let isScript = withString(padded) { text in
        withString(path) { path in api.CheckScriptSyntax(context, text, path, line, nil) }
      }
      guard !isScript else { throw error }
      var fault = error
      fault.kind = .syntax
      fault.message = String(fault.message.dropFirst("SyntaxError: ".count))
      throw fault
    }
  }

  func call(
    _ function: ScriptObject, this: ScriptValue, _ arguments: [ScriptValue]
  ) throws(ScriptFault) -> ScriptValue {
    guard function.machine === self else {
      throw ScriptFault(.exception, "TypeError: the function belongs to another context")
    }
    return try enter { exception in
      let this = this.object.map { $0.machine === self ? $0.reference : nil } ?? nil
      return withReferences(arguments) { references in
        value(
          api.ObjectCallAsFunction(
            context, function.reference, this, references.count, references.baseAddress, &exception))
      }
    }
  }

  /// Lends the arguments as an array that the collector sees: on the stack when there are few, else each
  /// protected.
  private func withReferences<Value>(
    _ arguments: [ScriptValue], _ body: (UnsafeBufferPointer<HybridJSValue?>) -> Value
  ) -> Value {
    withUnsafeTemporaryAllocation(of: HybridJSValue?.self, capacity: arguments.count) { buffer in
      let isOnHeap = arguments.count > 64
      for (index, argument) in arguments.enumerated() {
        let reference = self.reference(argument)
        if isOnHeap, let reference { api.ValueProtect(context, reference) }
        buffer.initializeElement(at: index, to: reference)
      }
      defer {
        if isOnHeap { for case let reference? in buffer { api.ValueUnprotect(context, reference) } }
      }
      return body(UnsafeBufferPointer(buffer))
    }
  }

  func get(_ name: String, of object: ScriptObject) -> ScriptValue {
    guard object.machine === self else { return .undefined }
    let value = try? enter { exception -> ScriptValue in
      withString(name) { self.value(api.ObjectGetProperty(context, object.reference, $0, &exception)) }
    }
    return value ?? .undefined
  }

  func set(_ name: String, of object: ScriptObject, to value: ScriptValue) {
    guard object.machine === self else { return }
    _ = try? enter { exception in
      let reference = self.reference(value)
      withString(name) { api.ObjectSetProperty(context, object.reference, $0, reference, 0, &exception) }
    }
  }

  func json(of value: ScriptValue) -> String? {
    let text = try? enter { exception -> String? in
      let string = api.ValueCreateJSONString(context, reference(value), 0, &exception)
      return string.map { takeText($0) }
    }
    return text ?? nil
  }

  func value(json: String) -> ScriptValue? {
    let value = try? enter { _ -> ScriptValue? in
      withString(json) { api.ValueMakeFromJSONString(context, $0) }.map { self.value($0) }
    }
    return value ?? nil
  }
}
