internal import HybridSource

/// The path to a value inside another: `user.tags[0].name`.
///
/// A key that is not a plain name is written as a JSON string in brackets: `routes["/home"].title`.
package struct JSONPath: Hashable, Sendable, CustomStringConvertible {
  /// One step down.
  package enum Component: Hashable, Sendable {
    /// A member of an object.
    case key(String)
    /// An element of an array, counted from 0.
    case index(Int)
  }

  /// The steps, from the outermost.
  package var components: [Component]

  /// A path from its steps; without any it is the value itself.
  package init(_ components: [Component] = []) { self.components = components }

  /// Parses a path; nil when `text` is not a path. The empty text is the empty path.
  package init?(_ text: String) {
    components = []
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "[") {
        guard let end = Self.endOfBracket(in: bytes, from: index) else { return nil }
        let inside = String(decoding: bytes[index + 1..<end], as: UTF8.self)
        if inside.hasPrefix("\"") {
          guard let key = readJSON(Source(path: "", text: inside)).value?.string else { return nil }
          components.append(.key(key))
        } else {
          guard let number = Int(inside), number >= 0, inside.utf8.allSatisfy({ $0 != 0x2B }) else {
            return nil
          }
          components.append(.index(number))
        }
        index = end + 1
      } else {
        if bytes[index] == UInt8(ascii: ".") {
          guard index > 0 else { return nil }
          index += 1
        } else if index > 0 {
          return nil
        }
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "."), bytes[index] != UInt8(ascii: "[") {
          index += 1
        }
        guard index > start else { return nil }
        components.append(.key(String(decoding: bytes[start..<index], as: UTF8.self)))
      }
    }
  }

  /// The `]` that closes the `[` at `start`; strings are skipped.
  private static func endOfBracket(in bytes: [UInt8], from start: Int) -> Int? {
    var index = start + 1
    var quoted = false
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\") where quoted: index += 1
      case UInt8(ascii: "\""): quoted.toggle()
      case UInt8(ascii: "]") where !quoted: return index
      default: break
      }
      index += 1
    }
    return nil
  }

  /// The first `count` steps.
  package func prefix(_ count: Int) -> JSONPath { JSONPath(Array(components.prefix(count))) }

  /// This path with one more step.
  package func appending(_ component: Component) -> JSONPath { JSONPath(components + [component]) }

  /// The path as it is written.
  package var description: String {
    var text = ""
    for component in components {
      switch component {
      case .index(let index): text += "[\(index)]"
      case .key(let key) where Self.isPlain(key): text += text.isEmpty ? key : "." + key
      case .key(let key): text += "[" + JSONValue.string(key).text() + "]"
      }
    }
    return text
  }

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty && !key.utf8.contains { $0 == 0x2E || $0 == 0x5B || $0 == 0x5D || $0 == 0x22 || $0 <= 0x20 }
  }
}

extension JSONValue {
  /// The value at a path, or nil.
  package subscript(path: JSONPath) -> JSONValue? {
    var value = self
    for component in path.components {
      let next =
        switch component {
        case .key(let key): value[key]
        case .index(let index): value[index]
        }
      guard let next else { return nil }
      value = next
    }
    return value
  }

  /// The value at the path `text`; nil when there is none, or when `text` is not a path.
  package func value(at text: String) -> JSONValue? { JSONPath(text).flatMap { self[$0] } }
}

extension JSONNode {
  /// The node at the path `text`; nil when there is none, or when `text` is not a path.
  package func node(at text: String) -> JSONNode? { JSONPath(text).flatMap { self[$0] } }
}
