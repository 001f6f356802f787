import HybridJSON
import HybridSource
import HybridUnits

/// Finds names of pictures outside of markup: in data and in scripts.
enum ImageNames {
  /// The maximum length of a name, in bytes.
  private static let lengthLimit = 1024

  /// Whether a file is a picture, judged by its name.
  static func isImage(_ path: String) -> Bool {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return ImageFile.Kind(ending: path[path.utf8.index(after: dot)...].lowercased()) != nil
  }

  /// Whether a text may be the path of a picture in the project.
  static func isName(_ text: String) -> Bool {
    guard text.utf8.count <= lengthLimit, !text.hasPrefix("data:") else { return false }
    return isImage(String(text.prefix { $0 != "?" && $0 != "#" }))
  }

  /// The texts in `data` that may be paths of pictures, each once, in order.
  static func names(in data: JSONValue, limit: Int) -> [String] {
    var found: [String] = []
    var seen = Set<String>()
    var open = [data]
    while let value = open.popLast(), found.count < limit {
      switch value {
      case .string(let text): if isName(text), seen.insert(text).inserted { found.append(text) }
      case .array(let values): open += values.reversed()
      case .object(let object): open += object.map(\.value).reversed()
      default: break
      }
    }
    return found
  }

  /// The string literals of a script that may be paths of pictures, each once, in order.
  ///
  /// This does not parse JavaScript: it takes text between two equal quotes on one line that ends like a
  /// picture's name.
  static func names(inScript text: String, limit: Int) -> [String] {
    let bytes = Array(text.utf8)
    var found: [String] = []
    var seen = Set<String>()
    var start: (offset: Int, quote: UInt8)?
    for (offset, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "\n"): start = nil
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
        if let open = start, open.quote == byte {
          let name = String(decoding: bytes[(open.offset + 1)..<offset], as: UTF8.self)
          if isName(name), !name.contains("\\"), seen.insert(name).inserted { found.append(name) }
          if found.count >= limit { return found }
          start = nil
        } else if start == nil {
          start = (offset, byte)
        }
      default: break
      }
    }
    return found
  }
}
