import HybridJSON
import HybridJavaScript

/// The interface of the page for the prelude: one native function for each member of ``PageHost``, in numbers
/// and strings, with JSON for structures.
///
/// The functions hold the bridge and the bridge holds nothing of the context, so that a world can be freed. A
/// host that has gone makes every function throw.
final class PageBridge {
  typealias Function = @Sendable (PageBridge, [ScriptValue]) throws -> ScriptValue

  private(set) weak var host: (any PageHost)?
  private weak var context: ScriptContext?
  private weak var modules: WorldModules?
  /// The prelude's notes about the page.
  let notes = PreludeNotes()
  /// Exceptions that were told to listeners.
  let exceptions = ReportedExceptions()
  /// The page's workers.
  let workers = PageWorkers()

  init(_ host: any PageHost) { self.host = host }

  /// Sets the context that the functions belong to, and the modules of the page.
  func connect(_ context: ScriptContext, _ modules: WorldModules) {
    (self.context, self.modules) = (context, modules)
  }

  /// A text with the author's names and places.
  func restored(_ text: String) -> String { context?.machine.places.restored(text) ?? text }

  /// A module of the page by its number.
  func module(_ number: Int) -> ScriptModule? { modules?.module(number) }

  /// Tells the collector of garbage how many bytes canvases take.
  func reportMemory(_ bytes: Int) { context?.report(memory: bytes) }

  /// The page, for a function that a script called.
  func page() throws -> any PageHost {
    guard let host else { throw ScriptThrow("InvalidStateError", "the page was closed") }
    return host
  }

  /// Every function by its name.
  static let functions =
    tree + documents + motion + shadow + looks + controls + surroundings + connections + canvases

  /// An object with every function.
  func object(in context: ScriptContext) -> ScriptObject? {
    guard let object = context.value(json: "{}")?.object else { return nil }
    for (name, function) in Self.functions {
      context.set(name, of: object, to: .object(context.function(name) { try function(self, $0) }))
    }
    return object
  }
}

/// Arguments of a native function. Missing arguments and those of the wrong kind read as empty, since pages
/// are untrusted.
extension [ScriptValue] {
  /// A node; -1 where there is none.
  func node(_ index: Int) -> Int {
    index < count ? self[index].int ?? -1 : -1
  }
  /// A node, or nil for -1.
  func optionalNode(_ index: Int) -> Int? {
    let node = node(index)
    return node < 0 ? nil : node
  }
  /// Text; empty where there is none.
  func text(_ index: Int) -> String {
    index < count ? self[index].string ?? "" : ""
  }
  /// Text, or nil for `null`.
  func optionalText(_ index: Int) -> String? {
    index < count ? self[index].string : nil
  }
  /// A finite number; 0 where there is none.
  func number(_ index: Int) -> Double {
    guard index < count, let number = self[index].number, number.isFinite else { return 0 }
    return number
  }
  /// A truth value; false where there is none.
  func flag(_ index: Int) -> Bool {
    index < count && self[index].bool == true
  }
}

extension ScriptValue {
  /// A node for the prelude, where -1 is none.
  init(node: Int?) { self = .number(Double(node ?? -1)) }
  /// Text, or `null`.
  init(text: String?) { self = text.map { .string($0) } ?? .null }
  /// Numbers as JSON.
  init(nodes: [Int]) {
    var text = "["
    for (index, node) in nodes.enumerated() {
      if index > 0 { text += "," }
      text += String(node)
    }
    self = .string(text + "]")
  }
  /// Numbers as JSON; what is not finite is 0.
  init(numbers: [Double]) {
    var writer = JSONWriter()
    writer.array { writer in for number in numbers { writer.value(number.isFinite ? number : 0) } }
    self = .string(writer.text)
  }
  /// Pairs as JSON.
  init(pairs: [(name: String, value: String)]) {
    var writer = JSONWriter()
    writer.array { writer in
      for pair in pairs {
        writer.array { writer in
          writer.value(pair.name)
          writer.value(pair.value)
        }
      }
    }
    self = .string(writer.text)
  }
}

extension JSONValue {
  /// Data that a script wrote as JSON; `null` when it cannot be read.
  package init(script text: String) {
    var limits = JSONLimits()
    limits.bytes = max(limits.bytes, text.utf8.count)
    self = (try? JSONValue(parsing: text, limits: limits)) ?? .null
  }
}
