import CScriptPrelude

/// The prelude's text: the files of `Prelude`, which `CScriptPrelude` puts into the program, as one block.
///
/// A block is parsed once; a function that is called would be parsed a second time. Declarations in a block
/// stay in it.
enum Prelude {
  /// The global that hands over the native functions. The prelude takes it away first of all.
  static let handover = "hybridHost"

  /// The text for a page.
  static let text = block(before: "", [HybridScriptPreludeText()])

  /// The text for a worker: the same, and at its end everything of a document is taken away.
  static let workerText = block(
    before: "const bareGlobals = globalThis.Object.getOwnPropertyNames(globalThis);",
    [HybridScriptPreludeText(), HybridScriptWorkerText()])

  private static func block(before: String, _ parts: [HybridScriptPrelude]) -> String {
    var bytes = Array(
      ("\"use strict\"; { const host = globalThis.\(handover), { options } = host; "
        + "delete globalThis.\(handover);\(before)\n").utf8)
    for part in parts {
      bytes += UnsafeBufferPointer(start: part.bytes, count: part.count)
      bytes.append(UInt8(ascii: "\n"))
    }
    bytes += Array("}".utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text of a part, which the prelude reads in its own scope; nil for a name that no part has.
  static func part(_ name: String) -> String? {
    let part = HybridScriptPreludePart(name)
    guard part.count > 0 else { return nil }
    return String(decoding: UnsafeBufferPointer(start: part.bytes, count: part.count), as: UTF8.self)
  }
}
