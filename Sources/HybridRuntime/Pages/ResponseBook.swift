package import HybridJSON
package import HybridScript
package import HybridSource

/// Answers to requests, from a file: `--responses`. Requests without an answer fail as if offline.
///
/// A WebSocket that has an answer, an array of messages, is opened and gets them at once; an `EventSource`
/// gets the body as the text of its stream. Both stay open.
///
///     { "https://api.example.com/cart": {"status": 200, "body": {"items": []}},
///       "https://api.example.com/user/*": "any text or JSON value is a body with status 200" }
package struct ResponseBook: Sendable {
  fileprivate struct Entry: Sendable {
    var status = 200
    var headers: [(name: String, value: String)] = []
    var body = ""
    /// The messages that a WebSocket receives.
    var messages: [String] = []
  }

  private var exact: [String: Entry] = [:]
  /// Longest first.
  private var prefixes: [(prefix: String, entry: Entry)] = []

  /// No answers: offline.
  package init() {}

  /// Reads a file.
  package static func read(_ source: Source) -> (book: ResponseBook, diagnostics: [Diagnostic]) {
    let reading = readJSON(source)
    guard let root = reading.root else { return (ResponseBook(), reading.diagnostics) }
    var report = DiagnosticCollector(source)
    let book = ResponseBook(reading: root, &report)
    return (book, reading.diagnostics + report.diagnostics)
  }

  /// Reads an object of responses that is part of a file.
  package init(reading node: JSONNode, _ report: inout DiagnosticCollector) {
    guard let object = node.value.object else {
      report.error(
        "responses.wrong-kind", node.value.mismatch("an object of responses by URL"), at: node.range)
      return
    }
    for (url, child) in zip(object.keys, node.children) {
      let isSocket = url.hasPrefix("ws:") || url.hasPrefix("wss:")
      let read = isSocket ? Entry(messages: child, &report) : Entry(reading: child, &report)
      guard let entry = read else { continue }
      if url.hasSuffix("*") {
        prefixes.append((String(url.dropLast()), entry))
      } else {
        exact[url] = entry
      }
    }
    prefixes.sort { $0.prefix.utf8.count > $1.prefix.utf8.count }
  }

  private func entry(_ url: String) -> Entry? {
    exact[url] ?? prefixes.first { url.hasPrefix($0.prefix) }?.entry
  }

  /// The answer to a request, at once.
  package func response(to request: PageRequest) -> PageResponse {
    if let response = self[request.url] { return response }
    var response = PageResponse()
    response.url = request.url
    response.failure = Self.offline(request.url)
    return response
  }

  private static func offline(_ url: String) -> String { "offline: there is no response for \(url)" }

  /// The events of a connection when it is opened.
  func events(of connection: PageConnection) -> [PageConnectionEvent] {
    guard let entry = entry(connection.url) else {
      return [.failed(Self.offline(connection.url), isTemporary: false)]
    }
    switch connection.kind {
    case .webSocket:
      return [.opened(connection.protocols.first ?? "")] + entry.messages.map { .received(.text($0)) }
    case .eventStream:
      guard entry.status == 200 else {
        return [.failed("\(connection.url) answered \(entry.status)", isTemporary: false)]
      }
      return [.opened(connection.url), .received(.text(entry.body))]
    }
  }

  /// The answer that the file has for a URL; nil if there is none.
  subscript(url: String) -> PageResponse? {
    guard let entry = entry(url) else { return nil }
    var response = PageResponse()
    response.url = url
    response.status = entry.status
    response.headers = entry.headers
    response.body = entry.body
    return response
  }
}

extension ResponseBook.Entry {
  /// The messages for a WebSocket.
  fileprivate init?(messages node: JSONNode, _ report: inout DiagnosticCollector) {
    guard let list = node.value.array else {
      report.error(
        "responses.wrong-kind",
        "this is \(node.value.kind), and an array of messages is expected for a WebSocket", at: node.range)
      return nil
    }
    messages = list.map(Self.text)
  }

  /// An object with `status`, `headers` or `body` is the whole answer; anything else is a body.
  fileprivate init?(reading node: JSONNode, _ report: inout DiagnosticCollector) {
    guard let object = node.value.object, object["body"] != nil || object["status"] != nil else {
      body = Self.text(node.value)
      headers = [("content-type", node.value.string == nil ? "application/json" : "text/plain;charset=utf-8")]
      return
    }
    for (key, child) in zip(object.keys, node.children) {
      switch key {
      case "status":
        guard let number = child.value.int, (100...599).contains(number) else {
          report.error("responses.wrong-kind", "a status is a number from 100 to 599", at: child.range)
          return nil
        }
        status = number
      case "headers":
        for (name, value) in zip(child.value.object?.keys ?? [], child.value.object?.values ?? []) {
          headers.append((name.lowercased(), Self.text(value)))
        }
      case "body": body = Self.text(child.value)
      default:
        report.error(
          "responses.unknown-key", "a response has no '\(key)'", at: child.keyRange ?? child.range,
          hint: nearestHint(to: key, in: ["status", "headers", "body"])
            ?? "it has status, headers, body")
      }
    }
    if !headers.contains(where: { $0.name == "content-type" }) {
      let isText = object["body"]?.string != nil
      headers.append(("content-type", isText ? "text/plain;charset=utf-8" : "application/json"))
    }
  }

  private static func text(_ value: JSONValue) -> String { value.string ?? value.text() }
}
