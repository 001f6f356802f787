import HybridEncoding

/// Makes Cairo's SVG files reproducible.
///
/// Cairo numbers some elements by a counter of the whole process. Here they are renumbered in the order in
/// which the file names them. Cairo also gives the size in typographic points (3/4 CSS px); here it is in CSS
/// px.
struct SVGNames {
  private var numbers: [ArraySlice<UInt8>: Int] = [:]

  /// The file with numbers of its own.
  static func settled(_ file: [UInt8]) -> [UInt8] {
    var names = SVGNames()
    return names.settled(file)
  }

  private mutating func settled(_ file: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(file.count)
    let mark = Array(" id=\"".utf8)
    var sizes = 2
    var place = 0
    while place < file.count {
      let byte = file[place]
      result.append(byte)
      place += 1
      if byte == UInt8(ascii: "#") || (byte == UInt8(ascii: "\"") && result.hasSuffix(mark)) {
        let end = file[place...].firstIndex { !Self.isOfName($0) } ?? file.count
        guard end > place else { continue }
        let number = numbers[file[place..<end]] ?? numbers.count + 1
        numbers[file[place..<end]] = number
        result += Array("n\(number)".utf8)
        place = end
      } else if sizes > 0, byte == UInt8(ascii: "t"), file[place...].first == UInt8(ascii: "\""),
        result.hasSuffix(Array("pt".utf8))
      {
        result.removeLast(2)
        sizes -= 1
      }
    }
    return result
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-")
  }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ other: [UInt8]) -> Bool { suffix(other.count).elementsEqual(other) }
}
