import HybridEncoding
import HybridJSON
import HybridUnits

/// A path to a value in data, `a.b[0].c` of `${a.b[0].c}`, as one of the two runtimes interprets it
/// (`Documentation/template-data.md`, *Bindings*).
struct DataPath: Hashable, Sendable {
  /// One step down.
  enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
    /// Stays at the current value: `this` on Android.
    case this
  }

  /// The steps, from the data's root.
  var steps: [Step]
  /// The platform whose rules apply.
  var platform: TemplatePlatform

  /// Parses the text between `${` and `}`. Every text is a valid path.
  init(_ text: some StringProtocol, on platform: TemplatePlatform) {
    self.platform = platform
    let bytes = Array(text.utf8)
    switch platform {
    case .android: steps = Self.androidSteps(bytes)
    case .ios: steps = Self.iosSteps(bytes)
    }
  }

  /// The value this leads to; null when there is none.
  func value(in data: JSONValue) -> JSONValue {
    switch platform {
    case .android: androidValue(in: data)
    case .ios: iosValue(in: data)
    }
  }
}

// Android: nothing is trimmed, digits are an index even without brackets, and evaluation stops at the first
// error.
extension DataPath {
  private static func androidSteps(_ bytes: [UInt8]) -> [Step] {
    var steps: [Step] = []
    var piece: [UInt8] = []
    var isAfterBracket = false
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "."):
        if !isAfterBracket { steps.append(androidStep(piece)) }
        piece = []
        isAfterBracket = false
      case UInt8(ascii: "["):
        guard !isAfterBracket, let end = bytes[index...].firstIndex(of: UInt8(ascii: "]")),
          let number = position(bytes[index + 1..<end])
        else {
          if !isAfterBracket, !piece.isEmpty { steps.append(androidStep(piece)) }
          return steps
        }
        if !piece.isEmpty { steps.append(androidStep(piece)) }
        piece = []
        steps.append(.index(number))
        isAfterBracket = true
        index = end
      default:
        if isAfterBracket { return steps }
        piece.append(bytes[index])
      }
      index += 1
    }
    if !piece.isEmpty { steps.append(androidStep(piece)) }
    return steps
  }

  private static func androidStep(_ piece: [UInt8]) -> Step {
    if let number = position(piece[...]) { return .index(number) }
    let key = String(decoding: piece, as: UTF8.self)
    return key.lowercased() == "this" ? .this : .key(key)
  }

  /// A number made of digits only. One that is too long is past the end of any array.
  private static func position(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self)) ?? .max
  }

  private func androidValue(in data: JSONValue) -> JSONValue {
    var value = data
    for step in steps {
      switch step {
      case .this: continue
      case .key(let key):
        guard let object = value.object else { return value }  // the last value reached
        value = object[key] ?? .null
      case .index(let index):
        guard let array = value.array else { return value }
        value = array.indices.contains(index) ? array[index] : .null
      }
    }
    return value
  }
}

// iOS: blanks around the whole path are trimmed, and a step without a value is skipped.
extension DataPath {
  private static func iosSteps(_ bytes: [UInt8]) -> [Step] {
    var steps: [Step] = []
    var piece: [UInt8] = []
    func endPiece() {
      if !piece.isEmpty { steps.append(.key(String(decoding: piece, as: UTF8.self))) }
      piece = []
    }
    let text = bytes.trimming { $0 <= 0x20 }
    var index = text.startIndex
    while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: "."): endPiece()
      case UInt8(ascii: "["):
        endPiece()
        guard let end = text[index...].firstIndex(of: UInt8(ascii: "]")) else { return steps }
        if let number = position(text[index + 1..<end].trimming { $0 <= 0x20 }) {
          steps.append(.index(number))
        }
        index = end
      default: piece.append(text[index])
      }
      index += 1
    }
    endPiece()
    return steps
  }

  private func iosValue(in data: JSONValue) -> JSONValue {
    var value = data
    var reached = JSONValue.null
    for step in steps {
      let next: JSONValue? =
        switch step {
        case .key(let key): value.object?[key]
        case .index(let index): value[index]
        case .this: value
        }
      reached = next ?? .null
      if let next, !next.isNull { value = next }
    }
    return reached
  }
}
