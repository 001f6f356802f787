package import HybridSource

/// Why a script failed, with the place in the author's source.
///
///     shop.html:7:13: error: TypeError: null is not an object (evaluating 'cart.items') [script.exception]
package struct ScriptFault: Error, Hashable, Sendable {
  /// The kind of a fault.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The script threw, or a promise was rejected without a handler.
    case exception
    /// The text is not a valid script.
    case syntax
    /// The turn took longer than ``ScriptLimits/turn``.
    case timeout
    /// The context holds more than ``ScriptLimits/memory``.
    case memory
    /// There is no JavaScriptCore on this machine, or the context is closed.
    case unavailable
  }

  /// One call on the way to the fault, the innermost first.
  package struct Frame: Hashable, Sendable {
    /// The function's name; empty outside functions and in nameless ones.
    package var function: String
    /// The file.
    package var path: String
    /// 1-based.
    package var line: Int
    /// 1-based.
    package var column: Int

    /// A frame that is already known.
    package init(function: String, path: String, line: Int, column: Int) {
      self.function = function
      self.path = path
      self.line = line
      self.column = column
    }
  }

  /// The kind of the fault.
  package var kind: Kind
  /// One sentence: `TypeError: undefined is not an object`.
  package var message: String
  /// The author's file; empty if unknown, as for a thrown string.
  package var path: String
  /// 1-based; 0 when ``path`` is empty.
  package var line: Int
  /// 1-based; 0 when ``path`` is empty.
  package var column: Int
  /// The calls that led there, without those of our own scripts, whose paths begin with `hybrid:`.
  package var stack: [Frame]
  /// Identifies the thrown JavaScript value, so that a fault rethrown by Swift keeps that value.
  var thrown = 0

  /// A fault at a place, or at none.
  package init(
    _ kind: Kind, _ message: String, path: String = "", line: Int = 0, column: Int = 0, stack: [Frame] = []
  ) {
    self.kind = kind
    self.message = message
    self.path = path
    self.line = line
    self.column = column
    self.stack = stack
  }

  /// The place, where one is known.
  package var location: SourceLocation? {
    path.isEmpty ? nil : SourceLocation(path: path, line: max(line, 1), column: max(column, 1))
  }

  /// The fault as a report without its line of text: `script.exception`, `script.syntax`, `script.timeout`,
  /// `script.memory` or `script.unavailable`.
  package var diagnostic: Diagnostic { diagnostic(in: nil) }

  /// The fault as a report.
  /// - Parameter source: The file at ``path``, from which the line is quoted.
  package func diagnostic(in source: Source?) -> Diagnostic {
    let hint: String? =
      switch kind {
      case .unavailable: "install libjavascriptcoregtk-4.1-0"
      case .timeout: "do less in one turn, or continue in a timer"
      case .exception where message.contains("Could not import the module"):
        "import() works in the scripts and modules of the page and in the handlers of its attributes, "
          + "not in text that scripts evaluate"
      case .exception: (MissingWebAPI(message: message) ?? missing(in: source))?.hint
      default: nil
      }
    if let source, let location, source.path == path {
      // The place is the same one; only the quoted line is added.
      let start = source.bytes.lineStart(location.line)
      let offset = source.bytes.offset(ofColumn: location.column, from: start)
      var report = Diagnostic(
        .error, "script.\(kind.rawValue)", message, at: offset..<offset + 1, in: source, hint: hint)
      report.location = location
      return report
    }
    return Diagnostic(.error, "script.\(kind.rawValue)", message, at: location, hint: hint)
  }

  /// The Web API that an `instanceof` names, whose error does not say it.
  private func missing(in source: Source?) -> MissingWebAPI? {
    guard let source, let location, source.path == path, message.contains("instanceof") else { return nil }
    let offset = source.bytes.offset(
      ofColumn: location.column, from: source.bytes.lineStart(location.line))
    return MissingWebAPI(path: String(decoding: source.bytes[offset...].prefix(200), as: UTF8.self))
  }
}

extension [UInt8] {
  /// The offset of the first byte of a line, counted from 1; the end when there are fewer.
  fileprivate func lineStart(_ line: Int) -> Int {
    var offset = 0
    for _ in 1..<Swift.max(line, 1) {
      guard let end = self[offset...].firstIndex(of: UInt8(ascii: "\n")) else { return count }
      offset = end + 1
    }
    return offset
  }

  /// The offset of a character of the line at `start`, counted from 1; the end of the line when there are
  /// fewer.
  fileprivate func offset(ofColumn column: Int, from start: Int) -> Int {
    var offset = start
    var left = column - 1
    while left > 0, offset < count, self[offset] != UInt8(ascii: "\n") {
      offset += 1
      while offset < count, self[offset] & 0xC0 == 0x80 { offset += 1 }
      left -= 1
    }
    return offset
  }
}

/// An error of a Swift function, as seen by its script.
///
///     throw ScriptThrow("TypeError", "setItem needs two arguments")
package struct ScriptThrow: Error, Hashable, Sendable {
  /// The error's `name`; for the names of ECMA-262 §20.5.5 its class as well.
  package var name: String
  /// The error's `message`.
  package var message: String
  /// More properties of the error, such as `code`.
  package var properties: [String: String]

  /// An error called `name`.
  package init(_ name: String = "Error", _ message: String, properties: [String: String] = [:]) {
    self.name = name
    self.message = message
    self.properties = properties
  }
}
