import HybridJSON
import HybridSocket
import HybridSource

/// The JSON object of a POST, checked against its allowed members.
struct RequestBody: Sendable {
  /// The fault, with its place in the body.
  struct Fault: Error, Sendable { var diagnostic: Diagnostic }

  private let source: Source
  private let root: JSONNode

  /// Reads a body; an empty one is an empty object.
  init(_ bytes: [UInt8], known: [String]) throws(Fault) {
    source = Source(path: "body", bytes: bytes.isEmpty ? Array("{}".utf8) : bytes)
    var limits = JSONLimits()
    limits.depth = 16
    let reading = readJSON(source, limits: limits)
    if let diagnostic = reading.diagnostics.first { throw Fault(diagnostic: diagnostic) }
    guard let root = reading.root else {
      throw Fault(diagnostic: Diagnostic(.error, "request.empty-body", "the body has no JSON value"))
    }
    self.root = root
    guard let object = root.value.object else {
      throw fault("request.wrong-kind", root.value.mismatch("an object"), at: root.range)
    }
    for (key, child) in zip(object.keys, root.children) where !known.contains(key) {
      throw fault(
        "request.unknown-member", unknown("there is no member", key, known), at: child.keyRange ?? child.range
      )
    }
  }

  /// The text of a member; nil without it.
  func string(_ name: String) throws(Fault) -> String? {
    guard let node = root[name] else { return nil }
    guard let text = node.value.string else {
      let message = node.value.mismatch("a string", subject: "'\(name)'")
      throw fault("request.wrong-kind", message, at: node.range)
    }
    return text
  }

  private func fault(_ code: String, _ message: String, at range: Range<Int>) -> Fault {
    Fault(diagnostic: .error(code, message, at: range, in: source))
  }
}

extension HTTPResponse {
  /// 400, with the place in the body.
  static func badBody(_ fault: RequestBody.Fault) -> HTTPResponse {
    .text(fault.diagnostic.description + "\n", status: 400)
  }

  /// 400, with the fault of the query.
  static func badQuery(_ fault: QueryFields.Fault) -> HTTPResponse { .text(fault.words + "\n", status: 400) }
}
