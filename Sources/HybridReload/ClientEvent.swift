package import HybridJSON

/// A user event at a client, for the running page.
///
/// `Documentation/reload-protocol.md` has the table of names with the members that each one brings.
///
///     ClientEvent(.input, on: 12, text: "Milk")
package struct ClientEvent: Hashable, Sendable {
  /// The names that this version knows.
  package enum Name: String, Hashable, Sendable, CaseIterable {
    /// A whole click: pressed and released on the same node.
    case tap
    /// Pressed, and released: between the two a node is `:active`.
    case press, release
    /// A control got, or lost, the keyboard.
    case focus, blur
    /// The text of a field changed.
    case input
    /// A key that produces no text: `Enter`, `Escape`.
    case key
    /// A check box or a switch was toggled.
    case toggle
    /// One of several: a segment, an option, a row.
    case select
    /// A scroll container was moved to this offset.
    case scroll
    /// A form, or its field, was submitted.
    case submit
    /// The answer to something the page asked, such as an alert.
    case answer
  }

  /// Limits on what a client may send; a message beyond them is invalid.
  package enum Limits {
    /// The longest `text`, in bytes of UTF-8.
    package static let text = 1 << 18
    /// The longest `name` and `key`, in bytes of UTF-8.
    package static let word = 64
    /// The furthest place, in points, from the corner in either direction.
    package static let place = 1e7
  }

  /// The kind of event: the raw value of a ``Name``, or one that this version does not know.
  package var name: String
  /// The node it happened to; absent for what concerns the whole page.
  package var handle: Int?
  /// The whole text of a field.
  package var text: String?
  /// A key as *UI Events KeyboardEvent key Values* names it.
  package var key: String?
  /// Which one of several, from 0.
  package var index: Int?
  /// A scroll offset, or where a tap was within the node's border box, in points.
  package var x: Double?
  /// See ``x``.
  package var y: Double?
  /// The answer to a question.
  package var value: JSONValue?

  /// Whether the user did something to the page, beyond looking at it.
  package var isAction: Bool {
    switch Name(rawValue: name) {
    case .scroll, .focus, .blur, nil: false
    default: true
    }
  }

  /// An event by name.
  package init(
    name: String, handle: Int? = nil, text: String? = nil, key: String? = nil, index: Int? = nil,
    x: Double? = nil, y: Double? = nil, value: JSONValue? = nil
  ) {
    self.name = name
    self.handle = handle
    self.text = text
    self.key = key
    self.index = index
    self.x = x
    self.y = y
    self.value = value
  }

  /// An event on a node.
  package init(
    _ name: Name, on handle: Int? = nil, text: String? = nil, key: String? = nil, index: Int? = nil,
    x: Double? = nil, y: Double? = nil, value: JSONValue? = nil
  ) {
    self.init(
      name: name.rawValue, handle: handle, text: text, key: key, index: index, x: x, y: y, value: value)
  }

  /// The name, if this version knows it.
  package var known: Name? { Name(rawValue: name) }
}

extension ClientEvent {
  func write(to json: inout JSONWriter) {
    json.member("name", name)
    if let handle { json.member("n", handle) }
    if let text { json.member("text", text) }
    if let key { json.member("key", key) }
    if let index { json.member("index", index) }
    if let x { json.member("x", x) }
    if let y { json.member("y", y) }
    if let value {
      json.key("value")
      json.value(value)
    }
  }

  /// Reads the members of an `event` message. A member of the wrong type counts as absent. Nil without a
  /// name, or if a text exceeds its limit, since truncated input would be wrong.
  init?(_ json: JSONValue) {
    guard let name = json["name"]?.string, !name.isEmpty, name.utf8.count <= Limits.word else { return nil }
    self.init(name: name)
    handle = json["n"]?.int.flatMap { $0 > 0 ? $0 : nil }
    text = json["text"]?.string
    key = json["key"]?.string
    guard text?.utf8.count ?? 0 <= Limits.text, key?.utf8.count ?? 0 <= Limits.word else { return nil }
    index = json["index"]?.int.flatMap { $0 >= 0 ? $0 : nil }
    x = json["x"]?.number.flatMap(Self.place)
    y = json["y"]?.number.flatMap(Self.place)
    value = json["value"]
  }

  static func place(_ number: Double) -> Double? {
    number.isNaN ? nil : min(max(number, -Limits.place), Limits.place)
  }
}
