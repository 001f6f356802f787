package import HybridJSON
package import HybridSource

extension Diagnostic {
  /// Writes the object that `--json` prints and that ``ServerMessage/failed(revision:diagnostics:)`` carries.
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    writeMembers(to: &json)
    json.endObject()
  }

  /// Writes the members of that object, so that more can follow.
  package func writeMembers(to json: inout JSONWriter) {
    json.member("severity", severity.rawValue)
    json.member("code", code)
    json.member("message", message)
    if let location {
      json.member("file", location.path)
      json.member("line", location.line)
      json.member("column", location.column)
    }
    if let frame {
      json.key("frame")
      json.object {
        $0.member("text", frame.text)
        $0.member("start", frame.start)
        $0.member("length", frame.length)
      }
    }
    if let hint { json.member("hint", hint) }
  }

  /// The report in one line, for a `log` message.
  package var line: String { (location.map { "\($0): " } ?? "") + message }

  /// Reads what ``write(to:)`` wrote.
  package init?(_ json: JSONValue) {
    guard let severity = json["severity"]?.string.flatMap(Severity.init), let code = json["code"]?.string,
      let message = json["message"]?.string
    else { return nil }
    var location: SourceLocation?
    if let path = json["file"]?.string, let line = json["line"]?.int, let column = json["column"]?.int {
      location = SourceLocation(path: path, line: line, column: column)
    }
    var frame: Frame?
    if let shown = json["frame"], let text = shown["text"]?.string, let start = shown["start"]?.int,
      let length = shown["length"]?.int, start >= 0, length >= 0
    {
      frame = Frame(text: text, start: start, length: length)
    }
    self.init(severity, code, message, at: location, frame: frame, hint: json["hint"]?.string)
  }
}
