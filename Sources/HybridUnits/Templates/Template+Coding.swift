import HybridEncoding

/// The encoding of a template as an `.out` file (`Documentation/template-format.md`, *File*). Writing is the
/// inverse of reading, byte for byte.
extension Template {
  /// The bytes of the `.out` file.
  ///
  /// A template that the format cannot represent is an error, where the original compiler lets lengths and
  /// counts overflow: see ``TemplateLimits``.
  package func encoded() throws(TemplateCodingError) -> [UInt8] {
    var writer = TemplateWriter()
    try writer.write(self)
    return writer.bytes
  }

  /// Reads an `.out` file. Any bytes are safe: invalid ones throw, and never trap.
  ///
  /// An accepted file is reproduced exactly by ``encoded()``. The order and ids of strings are not
  /// restricted, because older compilers wrote others (`Documentation/template-format.md`, *Older
  /// compilers*).
  /// - Complexity: O(*n*) in the bytes.
  package init(decoding bytes: [UInt8]) throws(TemplateCodingError) {
    var reader = TemplateDecoder(bytes)
    self = try reader.template()
  }

  /// Sets the patch version in the bytes of an `.out` file. Bytes that are too short stay unchanged.
  package static func setVersion(_ version: UInt16, in bytes: inout [UInt8]) {
    guard bytes.count >= 11 else { return }
    bytes[9] = UInt8(version >> 8)
    bytes[10] = UInt8(version & 0xFF)
  }

  /// The text of an id: from the template's own table, else a predefined one; nil when it is unknown.
  /// - Complexity: O(*n*) in the strings. For frequent queries, make a dictionary.
  package func text(of id: StringID) -> String? {
    strings.first { $0.id == id }?.text ?? id.predefined
  }
}

/// The limits of the format and of readers on phones (`Documentation/template-format.md`, *File*).
package enum TemplateLimits {
  /// The maximum number of bytes of a name, a string, an expression, or all UI code: 16 bits.
  package static let bytes = 65_535
  /// The limit of readers on phones, which read the length as a signed number.
  package static let bytesOnPhones = 32_767
  /// The maximum number of entries of one attribute list: one byte.
  package static let attributes = 255
  /// The limit of readers on phones.
  package static let attributesOnPhones = 127
}

extension StringID {
  /// The predefined string with this id; nil when there is none.
  package var predefined: String? { predefinedIndex.map { PredefinedStrings.texts[$0] } }

  /// Its index in ``PredefinedStrings``; nil when it is not predefined.
  package var predefinedIndex: Int? {
    let ids = PredefinedStrings.ids
    let index = ids.partitioningIndex { $0 >= rawValue }
    return index < ids.count && ids[index] == rawValue ? index : nil
  }
}
