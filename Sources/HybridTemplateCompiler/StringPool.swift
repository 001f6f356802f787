import HybridUnits

/// The strings of one template in the order of their first use (`Documentation/template-format.md`, *String
/// ids* and *Order of strings*).
///
/// A string is a range of the text of the template's scanner; predefined strings have no range.
struct StringPool {
  struct Entry {
    var id: Int32
    var range: Range<Int>
  }

  /// The result of adding a string.
  enum Addition: Equatable {
    case added, known
    /// Another string has its id; without a range it is a predefined string.
    case conflict(with: Range<Int>?, predefined: Int)
  }

  /// Lower numbers: predefined strings, as in ``PredefinedStrings``. Higher numbers: entries.
  private var table = Self.predefinedTable
  private(set) var entries: [Entry] = []

  private static let predefinedTable = {
    var table = IDTable(capacity: 512)
    for (index, id) in PredefinedStrings.ids.enumerated() { table.set(Int32(index), for: id) }
    return table
  }()
  private static let predefinedTexts = PredefinedStrings.texts.map { Array($0.utf8) }

  init() { entries.reserveCapacity(32) }

  /// Whether a string with this id was added or is predefined.
  func contains(_ id: Int32) -> Bool { table[id] != nil }

  /// Adds the string at `range` of `text`, unless present. The empty string is never added.
  mutating func add(_ id: Int32, _ range: Range<Int>, in text: [UInt8]) -> Addition {
    guard !range.isEmpty else { return .known }
    guard let found = table[id] else {
      table.set(Int32(Self.predefinedTexts.count + entries.count), for: id)
      entries.append(Entry(id: id, range: range))
      return .added
    }
    let index = Int(found) - Self.predefinedTexts.count
    if index < 0 {
      let other = Self.predefinedTexts[Int(found)]
      guard other.count == range.count else { return .conflict(with: nil, predefined: Int(found)) }
      for offset in other.indices where other[offset] != text[range.lowerBound + offset] {
        return .conflict(with: nil, predefined: Int(found))
      }
      return .known
    }
    let other = entries[index].range
    if other == range { return .known }
    guard other.count == range.count else { return .conflict(with: other, predefined: -1) }
    for offset in 0..<range.count where text[other.lowerBound + offset] != text[range.lowerBound + offset] {
      return .conflict(with: other, predefined: -1)
    }
    return .known
  }

  /// The string table in file order.
  func strings(in text: [UInt8]) -> [TemplateString] {
    entries.map {
      TemplateString(id: StringID(rawValue: $0.id), text: string(text, $0.range))
    }
  }

  /// An unpaired surrogate, which UTF-8 cannot encode, becomes `?`, as in Java.
  private func string(_ text: [UInt8], _ range: Range<Int>) -> String {
    let bytes = text[range]
    func isSurrogate(_ index: Int) -> Bool {
      bytes[index] == 0xED && index + 1 < bytes.endIndex && bytes[index + 1] >= 0xA0
    }
    guard bytes.contains(0xED), bytes.indices.contains(where: isSurrogate) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if isSurrogate(index) {
        result.append(UInt8(ascii: "?"))
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
