import HybridSource

/// The warnings that a source suppresses by comments anywhere in it:
///
///     <!-- hybrid-ignore template.platform-component template.platform-value -->
///
/// Each code applies to the whole file. Errors cannot be suppressed.
struct IgnoredWarnings {
  private var codes: Set<String> = []

  init(in source: Source) {
    let mark = Array("<!-- hybrid-ignore ".utf8)
    let bytes = source.bytes
    var index = 0
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = start + 1
      guard bytes[start...].starts(with: mark) else { continue }
      let rest = bytes[(start + mark.count)...]
      let words = rest.prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "<") }
      for word in words.split(whereSeparator: { $0 <= 0x20 }) {
        codes.insert(String(decoding: word, as: UTF8.self))
      }
      index = words.endIndex
    }
  }

  func contains(_ fault: TemplateFault) -> Bool {
    fault.severity == .warning && codes.contains(fault.code)
  }
}
