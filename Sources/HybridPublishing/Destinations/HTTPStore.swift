/// The common part of WebDAV and S3: files at addresses, with retries and faults.
struct HTTPStore: Sendable {
  /// The name for people.
  let name: String
  /// The address prefix of all files, without a trailing slash.
  let base: HTTPAddress
  let credentials: TransferRequest.Credentials
  /// Headers for every request.
  var headers: [String] = []
  private let transfers = TransferPool.shared

  init(name: String, base: HTTPAddress, credentials: TransferRequest.Credentials, headers: [String] = []) {
    (self.name, self.base, self.credentials, self.headers) = (name, base, credentials, headers)
  }

  /// Sends a request for a file, and repeats it if the host is busy or the connection breaks.
  ///
  /// - Parameter path: The path below ``base``; a query starts with `?`.
  /// - Returns: The answer, with any status below 500 except those for denied access.
  func send(
    _ method: String, _ path: String, headers: [String] = [], body: [UInt8]? = nil, limit: Int = 1 << 20
  ) throws(PublishFault) -> TransferAnswer {
    // One minute, plus a second for each 64 KiB: a slow connection is not a fault.
    let deadline = Duration.seconds(60 + max(body?.count ?? 0, limit) >> 16)
    let request = TransferRequest(
      method: method,
      url: path.hasPrefix("?") ? base.scheme + "://" + base.host + base.path + path : base.url(of: path),
      headers: self.headers + headers, body: body, limit: limit, deadline: deadline, credentials: credentials)
    var attempt = 0
    while true {
      attempt += 1
      let problem: String
      switch Result(catching: { () throws(TransferFault) in try transfers.send(request) }) {
      case .success(let answer):
        switch answer.status {
        case 401, 403:
          throw PublishFault(
            .denied, "\(name) answers \(answer.status) to \(method) '\(path)'",
            hint: "Documentation/hosting.md says where names and passwords are read from")
        case 408, 429, 500...: problem = "answers \(answer.status) to \(method) '\(path)'"
        default: return answer
        }
      case .failure(.libraryMissing(let message)):
        throw PublishFault(.failed, "libcurl is missing: \(message)", hint: "apt install libcurl4")
      case .failure(.tooLarge):
        throw PublishFault(.invalid, "'\(path)' at \(name) has more than \(limit) bytes")
      case .failure(.deadline): problem = "takes longer than allowed for \(method) '\(path)'"
      case .failure(.unreachable(let message)): problem = "\(method) '\(path)': \(message)"
      }
      guard attempt < 6 else { throw PublishFault(.failed, "\(name) \(problem), \(attempt) times") }
      backOff(attempt)
    }
  }

  /// Reads a file; nil when it does not exist.
  func read(_ path: String, atMost limit: Int) throws(PublishFault) -> StoredFile? {
    let answer = try send("GET", path, headers: ["Cache-Control: no-cache"], limit: limit)
    switch answer.status {
    case 200: return StoredFile(bytes: answer.body, version: answer.headers["etag"])
    case 404, 410: return nil
    default: throw unexpected(answer, "GET", path)
    }
  }

  /// The fault for an unexpected answer.
  func unexpected(_ answer: TransferAnswer, _ method: String, _ path: String) -> PublishFault {
    PublishFault(.failed, "\(name) answers \(answer.status) to \(method) '\(path)'")
  }
}
