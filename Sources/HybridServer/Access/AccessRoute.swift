/// What a request is for, as far as it matters to who may make it.
enum AccessRoute: Hashable {
  /// `GET /status`, React Native's "is a packager there": says that a server runs, and nothing else.
  case packagerStatus
  /// `GET /` and `GET /hybrid/pair`, where those without a key get the page to pair at.
  case front
  /// `POST /hybrid/pair`.
  case pairing
  /// What apps ask for that know nothing of keys: Playground, Rexxar, LiveReload. `--playground` opens it to the network.
  case keyless
  /// Changes something, or tells programs more than a preview shows: needs the token of this process.
  case privileged
  /// Everything else: reads.
  case reading

  /// - Parameter tokenPaths: Paths that need the token also to be read.
  init(method: String, path: String, tokenPaths: Set<String>) {
    let isReading = method == "GET" || method == "HEAD"
    switch path {
    case "/hybrid/pair": self = isReading ? .front : .pairing
    case _ where !isReading || tokenPaths.contains(path): self = .privileged
    case "/status": self = .packagerStatus
    case "/": self = .front
    case "/.dir", "/routes.json", "/livereload.js": self = .keyless
    case _ where path.hasPrefix("/hybrid/"): self = .reading
    case _ where path.hasPrefix(RexxarEndpoints.folder): self = .keyless
    case _ where path.hasSuffix("/data.json") || path.hasSuffix("_QR.png"): self = .keyless
    default: self = .reading
    }
  }
}
