/// Finds the parts of one start tag in the source: what libxml2 tells by value, this tells by place.
///
/// It stops where libxml2's HTML and XML parsers stop: HTML Standard §13.2.5, *Tokenization*, as far as libxml2 follows it.
struct TagScanner {
  /// An attribute by its places.
  struct Part {
    var name: Range<Int>
    /// Without quotes; empty, behind the name, when there is no value.
    var value: Range<Int>
  }

  /// Just behind `<`.
  var name: Range<Int>
  var attributes: [Part] = []
  /// Where `>` or `/>` stands, or the end of the file.
  var end: Int

  /// Reads the tag whose `<` is at `start`; nil when no name follows.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
    var index = start + 1
    guard index < bytes.count, isNameStart(bytes[index]) else { return nil }
    func skipBlanks() { while index < bytes.count, isBlank(bytes[index]) { index += 1 } }
    func atEnd() -> Bool {
      guard index < bytes.count, bytes[index] != UInt8(ascii: ">") else { return true }
      return bytes[index] == UInt8(ascii: "/") && index + 1 < bytes.count
        && bytes[index + 1] == UInt8(ascii: ">")
    }
    while index < bytes.count, isNameByte(bytes[index]) { index += 1 }
    name = start + 1..<index
    skipBlanks()
    while !atEnd() {
      guard isNameStart(bytes[index]) else {
        // What cannot be an attribute is passed over up to the next blank.
        while !atEnd(), !isBlank(bytes[index]) { index += 1 }
        skipBlanks()
        continue
      }
      let begin = index
      while index < bytes.count, isNameByte(bytes[index]) { index += 1 }
      var part = Part(name: begin..<index, value: index..<index)
      skipBlanks()
      if index < bytes.count, bytes[index] == UInt8(ascii: "=") {
        index += 1
        skipBlanks()
        part.value = index..<index
        if index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") {
          let quote = bytes[index]
          index += 1
          let first = index
          while index < bytes.count, bytes[index] != quote { index += 1 }
          part.value = first..<index
          if index < bytes.count { index += 1 }
        } else {
          let first = index
          while index < bytes.count, bytes[index] != UInt8(ascii: ">"), !isBlank(bytes[index]) { index += 1 }
          part.value = first..<index
        }
        skipBlanks()
      }
      attributes.append(part)
    }
    end = index
  }
}

func isBlank(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D || byte == 0x0C
}

func isNameStart(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
    UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "@"), 0x80...0xFF:
    true
  default: false
  }
}

func isNameByte(_ byte: UInt8) -> Bool {
  isNameStart(byte) || byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

func lowered(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
