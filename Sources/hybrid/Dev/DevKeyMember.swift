import HybridJSON
import HybridServer
import HybridSource

/// A member of the `key` lines of `--json`: its value, and its part of the schema.
struct DevKeyMember: Sendable {
  let name: String
  /// The schema of the member in `Documentation/dev-events.schema.json`, as JSON.
  let schema: String
  /// Writes the value.
  let write: @Sendable (inout JSONWriter) -> Void

  static func clients(_ count: Int) -> Self {
    number("clients", count, "With `reload`: the number of clients that were reloaded.")
  }
  static func unit(_ name: String) -> Self { text("unit", name, "The unit that is shown now.") }
  static func device(_ name: String) -> Self { text("device", name, "The device that it is shown on.") }
  static func revision(_ number: Int) -> Self {
    self.number("revision", number, "The number of the build that is shown.")
  }
  static func path(_ path: String) -> Self {
    text("path", path, "The picture that was saved, or the file that was opened.")
  }
  static func line(_ line: Int) -> Self { number("line", line, "Where it was opened, from 1.") }
  static func column(_ column: Int) -> Self { number("column", column, "Where it was opened, from 1.") }
  static func editor(_ name: String) -> Self { text("editor", name, "The editor that opened the file.") }
  static func url(_ url: String) -> Self { text("url", url, "What the browser shows.") }
  static func list(_ clients: [ClientSummary]) -> Self {
    Self("list", ##""type": "array", "items": {"$ref": "#/$defs/clientSummary"}"##, "The connected clients.")
    {
      $0.array { for client in clients { $0.object { $0.members(of: client) } } }
    }
  }
  static func keys(_ keys: [DevKey]) -> Self {
    Self(
      "keys", #""type": "object", "additionalProperties": {"type": "string"}"#, "Each key and what it does."
    ) { $0.object { for key in keys { $0.member(key.letter, key.summary) } } }
  }
  static func diagnostics(_ list: [Diagnostic]) -> Self {
    Self(
      "diagnostics", ##""type": "array", "items": {"$ref": "#/$defs/diagnostic"}"##, "Why the action failed."
    ) { $0.array { for diagnostic in list { diagnostic.write(to: &$0) } } }
  }

  private static func number(_ name: String, _ value: Int, _ description: String) -> Self {
    Self(name, #""type": "integer", "minimum": 0"#, description) { $0.value(value) }
  }

  private static func text(_ name: String, _ value: String, _ description: String) -> Self {
    Self(name, #""type": "string""#, description) { $0.value(value) }
  }

  private init(
    _ name: String, _ type: String, _ description: String,
    write: @escaping @Sendable (inout JSONWriter) -> Void
  ) {
    self.name = name
    schema = #"{\#(type), "description": "\#(description)"}"#
    self.write = write
  }
}
