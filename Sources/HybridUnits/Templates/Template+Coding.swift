/// A template as bytes: `.out` files (`Documentation/template-format.md`, *File*). Writing is the inverse of
/// reading, byte for byte.
extension Template {
  /// The bytes of the `.out` file.
  ///
  /// What the format cannot say is an error, where the original wraps lengths and counts around: see
  /// ``TemplateLimits``.
  package func encoded() throws(TemplateCodingError) -> [UInt8] {
    var writer = TemplateWriter()
    try writer.write(self)
    return writer.bytes
  }

  /// Reads an `.out` file. Any bytes may be given: what is no template throws, and never traps.
  ///
  /// Whatever is accepted is written again by ``encoded()`` as it was. Order and ids of strings are free,
  /// since older compilers wrote other ones (`Documentation/template-format.md`, *Older compilers*).
  /// - Complexity: O(*n*) in the bytes.
  package init(decoding bytes: [UInt8]) throws(TemplateCodingError) {
    var reader = TemplateReader(bytes)
    self = try reader.template()
  }

  /// Sets the patch version in the bytes of an `.out` file. Bytes too short to have one stay as they are.
  package static func setVersion(_ version: UInt16, in bytes: inout [UInt8]) {
    guard bytes.count >= 11 else { return }
    bytes[9] = UInt8(version >> 8)
    bytes[10] = UInt8(version & 0xFF)
  }

  /// The text of an id: from the template's own table, else a predefined one; nil when nobody knows it.
  /// - Complexity: O(*n*) in the strings. Whoever asks often makes a dictionary.
  package func text(of id: StringID) -> String? {
    strings.first { $0.id == id }?.text ?? id.predefined
  }
}

/// What a file can say, and what phones can read (`Documentation/template-format.md`, *File*).
package enum TemplateLimits {
  /// Bytes of a name, a string, an expression, all UI code: 16 bits.
  package static let bytes = 65_535
  /// What readers on phones manage of that: they take the length as a signed number.
  package static let bytesOnPhones = 32_767
  /// Entries of one attribute list: one byte.
  package static let attributes = 255
  /// What readers on phones manage of that.
  package static let attributesOnPhones = 127
}

extension StringID {
  /// The predefined string with this id; nil when there is none.
  package var predefined: String? { predefinedIndex.map { PredefinedStrings.texts[$0] } }

  /// Where it stands in ``PredefinedStrings``; nil when it is not predefined.
  package var predefinedIndex: Int? {
    var low = 0
    var high = PredefinedStrings.ids.count
    while low < high {
      let middle = (low + high) / 2
      if PredefinedStrings.ids[middle] < rawValue { low = middle + 1 } else { high = middle }
    }
    return low < PredefinedStrings.ids.count && PredefinedStrings.ids[low] == rawValue ? low : nil
  }
}
