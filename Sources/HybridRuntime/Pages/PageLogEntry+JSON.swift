package import HybridJSON
package import HybridScript

extension PageLogEntry {
  /// The entry in the form of `render --log` and `dev --json`.
  package var json: JSONValue {
    switch self {
    case .call(let module, let method, let arguments):
      return [
        "kind": "call", "module": .string(module), "method": .string(method), "args": .array(arguments),
      ]
    case .console(let level, let text):
      return ["kind": "console", "level": .string(level), "text": .string(text)]
    case .error(let fault):
      var object: JSONObject = JSONObject([("kind", "error"), ("text", .string(fault.message))])
      if let place = fault.location { object["source"] = .string(place.description) }
      return .object(object)
    }
  }
}
