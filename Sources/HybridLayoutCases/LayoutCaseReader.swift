import HybridGeometry
package import HybridJSON
import HybridLayout
package import HybridSource

/// Reads the layout cases of one file one after another, so that an invalid one does not affect the others.
///
/// Every fault is reported at its place. Trees are read without recursion.
package struct LayoutCaseReader {
  /// The result of reading one case.
  package struct Item {
    /// Its name, if it has one.
    package var name: String?
    /// The tree, if the case is valid.
    package var built: BuiltCase?
    /// The content of the case.
    package var layout = LayoutCase(base: .web)
    /// The first fault, if there is one.
    package var fault: JSONFault?
    /// The byte range of its name.
    package var nameRange = 0..<0
  }

  /// The maximum number of bytes of a file of cases.
  package static let sizeLimit = 1 << 30

  let source: Source
  /// The cursor, with the diagnostics of the file.
  package internal(set) var json: JSONCursor
  /// The positions of the names of the cases so far.
  private var names: [String: Int] = [:]

  /// Reads a file.
  package init(_ source: Source) {
    self.source = source
    var limits = JSONLimits()
    limits.depth = .max
    limits.bytes = Self.sizeLimit
    limits.reports = 100
    json = JSONCursor(source, limits: limits)
  }

  // MARK: The file

  /// The accepted type of keys, in the file or in a case, that do not affect layout.
  private static let notes: [String: String] = [
    "family": "a string", "browser": "a string", "bases": "an object", "generator": "an object",
    "source": "a string", "fixture": "a string", "tags": "an array", "expected": "an object",
    "unrounded": "an object", "rounding": "true or false",
  ]
  private static let fileKeys = ["format", "cases", "family", "browser", "bases", "generator"]

  /// Reads the whole file, and passes on each case as soon as it is read.
  package mutating func read(each body: (Item, inout JSONCursor) -> Void) {
    let what = "a file of layout cases is an object with a list 'cases'"
    let start: Int
    switch json.value() {
    case .object(let brace): start = brace
    case .array(let bracket):
      json.error("layout.no-cases", "\(what), not an array", at: bracket..<bracket + 1)
      return
    case .scalar(let node):
      json.error("layout.no-cases", "\(what), not \(node.value.kind)", at: node.range)
      return
    case .none: return
    }
    var hasCases = false
    while let key = json.nextKey() {
      switch key.text {
      case "format":
        let depth = json.depth
        guard let format = scalar(key, "the number 1", \.number) else { continue }
        guard format.value == 1 else {
          json.error(
            "layout.unknown-format", "this format is not known; 'format' is the number 1", at: format.range)
          json.leave(to: depth - 1)
          return
        }
      case "cases":
        hasCases = true
        readCases(key, body)
      case let name where Self.fileKeys.contains(name): skip(key)
      default: refuse(key, of: "a file of layout cases", known: Self.fileKeys)
      }
    }
    if !json.isStopped, !hasCases {
      json.error("layout.no-cases", "\(what); this one has none", at: start..<start + 1)
    }
    json.finish()
    json.checkUTF8()
  }

  private mutating func readCases(_ key: JSONCursor.Key, _ body: (Item, inout JSONCursor) -> Void) {
    guard enterArray(key, "an array of cases") else { return }
    let depth = json.depth
    var start = json.offset
    while true {
      while json.nextElement() {
        start = json.offset
        json.firstFault = nil
        var item = readCase()
        json.checkUTF8()
        item.fault = json.firstFault
        if item.fault != nil { item.built = nil }
        body(item, &json)
        if json.isStopped { break }
      }
      // One case a line: a fault affects at most the rest of its line.
      guard json.isStopped, json.resume(behind: start, at: #"{"name""#, depth: depth) else { return }
    }
  }

  // MARK: A case

  private static let caseKeys = [
    "name", "base", "tree", "box_sizing", "direction", "available", "root", "source", "fixture", "family",
    "rounding", "tags", "expected", "unrounded",
  ]

  private mutating func readCase() -> Item {
    var item = Item()
    let start: Int
    switch json.value() {
    case .object(let brace): start = brace
    case .array(let bracket):
      json.error("layout.wrong-type", "a case is an object, not an array", at: bracket..<bracket + 1)
      json.leave(to: json.depth - 1)
      return item
    case .scalar(let node):
      json.error("layout.wrong-type", "a case is an object, not \(node.value.kind)", at: node.range)
      return item
    case .none: return item
    }
    var seen: Set<String> = []
    var tree = LayoutCaseTree()
    while let key = json.nextKey() {
      seen.insert(key.text)
      switch key.text {
      case "name":
        guard let name = scalar(key, "a string", \.string) else { continue }
        item.name = name.value
        item.nameRange = name.range
      case "base": item.layout.base = word(key, ["web": LayoutCase.Base.web, "yoga": .yoga]) ?? .web
      case "box_sizing":
        item.layout.boxSizing =
          word(key, ["border-box": .borderBox, "content-box": .contentBox]) ?? .borderBox
      case "direction":
        item.layout.direction = word(key, ["ltr": .leftToRight, "rtl": .rightToLeft]) ?? .leftToRight
      case "root":
        item.layout.root = word(key, ["absolute": LayoutCase.Root.absolute, "item": .item]) ?? .absolute
      case "available": readAvailable(key, into: &item.layout.available)
      case "tree": tree.read(key, into: &item.layout, with: &self)
      case let name where Self.caseKeys.contains(name): skip(key)
      default: refuse(key, of: "a case", known: Self.caseKeys)
      }
    }
    guard !json.isStopped else { return item }
    for key in ["name", "base", "tree"] where !seen.contains(key) {
      json.error("layout.missing-key", "this case has no '\(key)'", at: start..<start + 1)
    }
    if let name = item.name {
      if let first = names[name] {
        json.error(
          "layout.duplicate-name",
          "another case is called '\(name)' (line \(json.line(of: first))); names are unique",
          at: item.nameRange)
      } else {
        names[name] = item.nameRange.lowerBound
      }
    }
    guard json.firstFault == nil else { return item }
    item.built = tree.build(item.layout, with: &self)
    return item
  }

  private mutating func readAvailable(_ key: JSONCursor.Key, into space: inout Size<AvailableSpace>) {
    guard enterObject(key, "an object with 'width' and 'height'") else { return }
    while let axis = json.nextKey() {
      guard axis.text == "width" || axis.text == "height" else {
        refuse(axis, of: "'available'", known: ["width", "height"])
        continue
      }
      let expected = "a number of px, or \"max-content\""
      guard let value = scalar(axis, expected, \.textOrNumber) else { continue }
      var read = AvailableSpace.maxContent
      if let number = value.value.number {
        guard number >= 0 else {
          json.error("layout.out-of-range", "available space is not negative", at: value.range)
          continue
        }
        guard number.isFinite else {
          json.error(
            "layout.out-of-range", "this number is too large", at: value.range,
            hint: "write \"max-content\" for unlimited space")
          continue
        }
        read = .definite(number)
      } else if let text = value.value.string, text != "max-content" {
        let typo = nearest(to: text, in: ["max-content"])
        json.error(
          "layout.unknown-value", "'\(text)' is not an available space; expected is \(expected)",
          at: value.range, hint: typo.map { "did you mean '\($0)'?" })
      }
      if axis.text == "width" { space.width = read } else { space.height = read }
    }
  }

  // MARK: Values of one type

  /// The scalar of a key; nil, with a report, when `convert` rejects it.
  mutating func scalar<Value>(
    _ key: JSONCursor.Key, _ expected: String, _ convert: (JSONValue) -> Value?
  ) -> (value: Value, range: Range<Int>)? {
    let depth = json.depth
    switch json.value() {
    case .object(let start): refuse(key, expected, "an object", at: start..<start + 1)
    case .array(let start): refuse(key, expected, "an array", at: start..<start + 1)
    case .scalar(let node):
      if let value = convert(node.value) { return (value, node.range) }
      refuse(key, expected, node.value.kind, at: node.range)
    case .none: break
    }
    json.leave(to: depth)
    return nil
  }

  /// Enters the object of a key; false, with a report, when there is none.
  mutating func enterObject(_ key: JSONCursor.Key, _ expected: String) -> Bool {
    let depth = json.depth
    switch json.value() {
    case .object: return true
    case .array(let start): refuse(key, expected, "an array", at: start..<start + 1)
    case .scalar(let node): refuse(key, expected, node.value.kind, at: node.range)
    case .none: break
    }
    json.leave(to: depth)
    return false
  }

  /// Enters the array of a key; false, with a report, when there is none.
  mutating func enterArray(_ key: JSONCursor.Key, _ expected: String) -> Bool {
    let depth = json.depth
    switch json.value() {
    case .array: return true
    case .object(let start): refuse(key, expected, "an object", at: start..<start + 1)
    case .scalar(let node): refuse(key, expected, node.value.kind, at: node.range)
    case .none: break
    }
    json.leave(to: depth)
    return false
  }

  /// One of several words; nil, with a report, for any other.
  private mutating func word<Value>(_ key: JSONCursor.Key, _ known: KeyValuePairs<String, Value>) -> Value? {
    let list = known.map { "\"\($0.key)\"" }.joined(separator: " or ")
    guard let text = scalar(key, list, \.string) else { return nil }
    if let value = known.first(where: { $0.key == text.value }) { return value.value }
    let typo = nearest(to: text.value, in: known.map(\.key))
    json.error(
      "layout.unknown-value", "'\(text.value)' is not a value of '\(key.text)'; it takes \(list)",
      at: text.range,
      hint: typo.map { "did you mean '\($0)'?" })
    return nil
  }

  /// Checks the type of a value that does not affect layout, and skips it.
  private mutating func skip(_ key: JSONCursor.Key) {
    let depth = json.depth
    let expected = Self.notes[key.text] ?? ""
    switch json.value() {
    case .object(let start) where expected != "an object":
      refuse(key, expected, "an object", at: start..<start + 1)
    case .array(let start) where expected != "an array":
      refuse(key, expected, "an array", at: start..<start + 1)
    case .scalar(let node):
      let isRight = expected == "true or false" ? node.value.bool != nil : node.value.kind == expected
      if !isRight { refuse(key, expected, node.value.kind, at: node.range) }
    default: break
    }
    json.leave(to: depth)
  }

  // MARK: Reports

  private mutating func refuse(
    _ key: JSONCursor.Key, _ expected: String, _ found: String, at range: Range<Int>
  ) {
    json.error("layout.wrong-type", "'\(key.text)' is \(expected), not \(found)", at: range)
  }

  /// Reports a key that `owner` does not have, and skips its value.
  mutating func refuse(_ key: JSONCursor.Key, of owner: String, known: [String]) {
    let typo = nearest(to: key.text, in: known)
    let list = known.joined(separator: ", ")
    json.error(
      "layout.unknown-key", "\(owner) has no key '\(key.text)'; it has \(list)", at: key.range,
      hint: typo.map { "did you mean '\($0)'?" })
    json.skip()
  }
}

extension JSONValue {
  /// The value itself if it is a string or a number.
  var textOrNumber: JSONValue? { string == nil && number == nil ? .none : .some(self) }
}
