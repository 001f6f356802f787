import HybridSocket

/// One request that the server answers over HTTP: a row of ``EndpointTable``.
struct Endpoint: Sendable {
  /// The paths of an endpoint.
  enum Path: Hashable, Sendable {
    /// Exactly this path.
    case exactly(String)
    /// Paths that begin with `prefix`; `rest` describes the remainder.
    case below(_ prefix: String, rest: String)
    /// A name, then this.
    case named(ending: String)

    func contains(_ path: String) -> Bool {
      switch self {
      case .exactly(let known): path == known
      case .below(let prefix, _): path.hasPrefix(prefix)
      case .named(let ending): path.hasSuffix(ending)
      }
    }

    /// The path in the notation of `Documentation/dev-server-api.md`.
    var pattern: String {
      switch self {
      case .exactly(let path): path
      case .below(let prefix, let rest): prefix + rest
      case .named(let ending): "/NAME" + ending
      }
    }
  }

  /// HEAD is GET without the body (RFC 9110 §9.3.2).
  enum Method: String, Sendable { case get = "GET", post = "POST" }

  let method: Method
  let path: Path
  let right: AccessRight
  /// The answer in a line of `Documentation/dev-server-api.md`, in Markdown.
  let summary: String
  /// Answers an authorised request; nil if there is nothing at this path.
  let respond: @Sendable (Endpoints, HTTPRequest) async -> HTTPResponse?

  /// A `GET` endpoint whose handler reads the request itself.
  static func get(
    _ path: Path, _ right: AccessRight, _ summary: String,
    _ respond: @escaping @Sendable (Endpoints, HTTPRequest) async -> HTTPResponse?
  ) -> Endpoint {
    Endpoint(method: .get, path: path, right: right, summary: summary, respond: respond)
  }

  /// A `GET` endpoint with these query fields, each at most once; any other is refused before the handler
  /// runs.
  static func get(
    _ path: Path, _ right: AccessRight, query known: [String], _ summary: String,
    _ respond: @escaping @Sendable (Endpoints, QueryFields) async throws(QueryFields.Fault) -> HTTPResponse?
  ) -> Endpoint {
    get(path, right, summary) { endpoints, request in
      do throws(QueryFields.Fault) {
        return try await respond(endpoints, QueryFields(request.query, known: known))
      } catch {
        return .badQuery(error)
      }
    }
  }

  /// A `GET` endpoint for the paths with a prefix; the handler receives the text after it.
  static func get(
    below prefix: String, rest: String, _ right: AccessRight, _ summary: String,
    _ respond: @escaping @Sendable (Endpoints, _ name: String) async -> HTTPResponse?
  ) -> Endpoint {
    get(.below(prefix, rest: rest), right, summary) { endpoints, request in
      await respond(endpoints, String(request.path.dropFirst(prefix.count)))
    }
  }

  /// The same with these query fields.
  static func get(
    below prefix: String, rest: String, _ right: AccessRight, query known: [String], _ summary: String,
    _ respond:
      @escaping @Sendable (Endpoints, _ name: String, QueryFields) async throws(QueryFields.Fault)
      -> HTTPResponse?
  ) -> Endpoint {
    get(.below(prefix, rest: rest), right, summary) { endpoints, request in
      do throws(QueryFields.Fault) {
        let fields = try QueryFields(request.query, known: known)
        return try await respond(endpoints, String(request.path.dropFirst(prefix.count)), fields)
      } catch {
        return .badQuery(error)
      }
    }
  }

  /// A change whose handler reads the request itself.
  static func post(
    _ path: Path, _ right: AccessRight, _ summary: String,
    _ respond: @escaping @Sendable (Endpoints, HTTPRequest) async -> HTTPResponse?
  ) -> Endpoint {
    Endpoint(method: .post, path: path, right: right, summary: summary, respond: respond)
  }

  /// A change with these members in a JSON object; any other is refused before the handler runs.
  static func post(
    _ path: Path, _ right: AccessRight, body known: [String], _ summary: String,
    _ respond: @escaping @Sendable (Endpoints, RequestBody) async throws(RequestBody.Fault) -> HTTPResponse?
  ) -> Endpoint {
    post(path, right, summary) { endpoints, request in
      do throws(RequestBody.Fault) {
        return try await respond(endpoints, RequestBody(request.body, known: known))
      } catch {
        return .badBody(error)
      }
    }
  }
}
