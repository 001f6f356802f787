package import HybridJSON
package import HybridSource

/// The client's name for a request; the answer has the same name.
package enum RequestID: Hashable, Sendable {
  case number(Int)
  case text(String)

  /// The longest name, in characters.
  package static let longest = 64
}

/// A request for the complete description of one node in the client's view.
package struct InspectRequest: Hashable, Sendable {
  package var id: RequestID
  /// The number of the node.
  package var handle: Int

  /// A request about a node.
  package init(id: RequestID, handle: Int) {
    self.id = id
    self.handle = handle
  }
}

/// A request to apply one declaration over all sheets, in this client's page only.
package struct EditRequest: Hashable, Sendable {
  /// The name of the answer; without a name, only failures are answered.
  package var id: RequestID?
  /// The number of the node; nil, which goes with ``isReset`` only, for all of the page.
  package var handle: Int?
  /// The property, shorthands and custom ones too; empty, which goes with ``isReset`` only, for all of the
  /// node.
  package var property: String
  /// The value; nil removes the declaration.
  package var value: String?
  /// Whether it overrides important declarations, too; otherwise it has the precedence of a `style`
  /// attribute.
  package var isImportant: Bool
  /// Whether all edits of the node, or without a node of the page, are removed.
  package var isReset: Bool

  /// A request.
  package init(
    id: RequestID? = nil, handle: Int? = nil, property: String = "", value: String? = nil,
    isImportant: Bool = true, isReset: Bool = false
  ) {
    self.id = id
    self.handle = handle
    self.property = property
    self.value = value
    self.isImportant = isImportant
    self.isReset = isReset
  }

  /// Limits on edits; exceeding them is answered with `edit.limit`.
  package enum Limits {
    /// The longest name of a property, in bytes of UTF-8.
    package static let property = 256
    /// The longest value, in bytes of UTF-8.
    package static let value = 1 << 14
    /// Declarations over one page at most, and their bytes.
    package static let count = 1_000
    package static let bytes = 1 << 20
  }
}

/// One declaration that a client applied over its page.
package struct PageEdit: Hashable, Sendable {
  /// The node.
  package var handle: Int
  package var property: String
  package var value: String
  package var isImportant: Bool

  /// A declaration over the node with this number.
  package init(handle: Int, property: String, value: String, isImportant: Bool) {
    self.handle = handle
    self.property = property
    self.value = value
    self.isImportant = isImportant
  }
}

extension ServerMessage {
  /// The inspection of a node, or the reason for a failure.
  package struct Inspected: Hashable, Sendable {
    package var id: RequestID
    /// `Documentation/inspector.md` has the members of the object.
    package var answer: Answer

    /// The alternatives.
    package enum Answer: Hashable, Sendable {
      case element(JSONValue)
      case failure(Diagnostic)
    }

    /// An answer.
    package init(id: RequestID, answer: Answer) {
      self.id = id
      self.answer = answer
    }
  }

  /// The result of an edit request.
  package struct Edited: Hashable, Sendable {
    package var id: RequestID?
    /// All current edits of the page.
    package var edits: [PageEdit]
    /// Why nothing was changed.
    package var failure: Diagnostic?

    /// An answer.
    package init(id: RequestID?, edits: [PageEdit], failure: Diagnostic? = nil) {
      self.id = id
      self.edits = edits
      self.failure = failure
    }
  }
}

// MARK: - JSON

extension RequestID {
  func write(to json: inout JSONWriter) {
    json.key("id")
    switch self {
    case .number(let number): json.value(number)
    case .text(let text): json.value(text)
    }
  }

  /// Reads a whole number, or a text that is not too long.
  init?(_ json: JSONValue) {
    if let number = json.int {
      self = .number(number)
    } else if let text = json.string, text.utf8.count <= Self.longest * 4, text.count <= Self.longest {
      self = .text(text)
    } else {
      return nil
    }
  }
}

extension InspectRequest {
  func write(to json: inout JSONWriter) {
    id.write(to: &json)
    json.member("n", handle)
  }

  /// Reads the members of an `inspect`; nil without a name, since the answer needs it. No node has the number
  /// 0.
  init?(_ json: JSONValue) {
    guard let id = json["id"].flatMap(RequestID.init) else { return nil }
    self.init(id: id, handle: json["n"]?.int ?? 0)
  }
}

extension EditRequest {
  func write(to json: inout JSONWriter) {
    id?.write(to: &json)
    if let handle { json.member("n", handle) }
    if isReset { return json.member("reset", true) }
    json.member("property", property)
    json.key("value")
    if let value { json.value(value) } else { json.null() }
    if !isImportant { json.member("important", false) }
  }

  /// Reads the members of an `edit`; nil if it requests nothing. A value of the wrong type counts as absent,
  /// which differs from `null`.
  init?(_ json: JSONValue) {
    self.init(id: json["id"].flatMap(RequestID.init), handle: json["n"]?.int)
    if json["reset"]?.bool == true {
      isReset = true
      return
    }
    guard let property = json["property"]?.string, let value = json["value"], handle != nil else {
      return nil
    }
    self.property = property
    isImportant = json["important"]?.bool ?? true
    switch value {
    case .null: break
    case .string(let text): self.value = text
    default: return nil
    }
  }
}

extension PageEdit {
  func write(to json: inout JSONWriter) {
    json.object {
      $0.member("n", handle)
      $0.member("property", property)
      $0.member("value", value)
      $0.member("important", isImportant)
    }
  }

  init?(_ json: JSONValue) {
    guard let handle = json["n"]?.int, let property = json["property"]?.string,
      let value = json["value"]?.string
    else { return nil }
    self.init(
      handle: handle, property: property, value: value, isImportant: json["important"]?.bool ?? true)
  }
}

extension ServerMessage.Inspected {
  func write(to json: inout JSONWriter) {
    id.write(to: &json)
    switch answer {
    case .element(let element): json.member("element", element)
    case .failure(let failure):
      json.key("error")
      failure.write(to: &json)
    }
  }

  init?(_ json: JSONValue) {
    guard let id = json["id"].flatMap(RequestID.init) else { return nil }
    if let element = json["element"] {
      self.init(id: id, answer: .element(element))
    } else if let failure = json["error"].flatMap(Diagnostic.init) {
      self.init(id: id, answer: .failure(failure))
    } else {
      return nil
    }
  }
}

extension ServerMessage.Edited {
  func write(to json: inout JSONWriter) {
    id?.write(to: &json)
    json.key("edits")
    json.array { for edit in edits { edit.write(to: &$0) } }
    if let failure {
      json.key("error")
      failure.write(to: &json)
    }
  }

  init?(_ json: JSONValue) {
    guard let edits = json["edits"]?.array else { return nil }
    self.init(
      id: json["id"].flatMap(RequestID.init), edits: edits.compactMap(PageEdit.init),
      failure: json["error"].flatMap(Diagnostic.init))
  }
}
