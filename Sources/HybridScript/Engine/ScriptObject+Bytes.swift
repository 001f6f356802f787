internal import CJavaScriptCore

/// The bytes of typed arrays, which are read and written where they are.
extension ScriptObject {
  /// Calls `body` with the bytes of the buffer of a typed array, which must begin where its buffer does; nil
  /// for any other object.
  private func withBytes<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result? {
    guard machine.isOpen else { return nil }
    var exception: HybridJSValue?
    let count = machine.api.ObjectGetTypedArrayByteLength(machine.context, reference, &exception)
    guard exception == nil, count > 0,
      let start = machine.api.ObjectGetTypedArrayBytesPtr(machine.context, reference, &exception),
      exception == nil
    else { return nil }
    return body(UnsafeMutableRawBufferPointer(start: start, count: count))
  }

  /// The first numbers of a `Float64Array`; none for any other object.
  func numbers(_ count: Int) -> [Double] {
    withBytes { bytes in
      Array(bytes.assumingMemoryBound(to: Double.self).prefix(max(count, 0)))
    } ?? []
  }

  /// The bytes of an array of bytes; none for any other object.
  var bytes: [UInt8] { withBytes { Array($0) } ?? [] }

  /// Replaces the first bytes of an array of bytes.
  func setBytes(_ bytes: [UInt8]) {
    _ = withBytes { own in
      bytes.withUnsafeBytes { own.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(own.count))) }
    }
  }
}

extension ScriptContext {
  /// Tells the collector of garbage that objects stand for more memory than they have.
  package func report(memory: Int) {
    guard machine.isOpen, memory > 0 else { return }
    machine.api.ReportExtraMemoryCost(machine.context, memory)
  }
}
