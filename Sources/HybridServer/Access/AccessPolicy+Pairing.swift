import HybridEncoding
import HybridJSON
package import HybridSocket
import HybridSource

extension AccessPolicy {
  /// The name of the cookie in which a browser stores its key.
  static let cookieName = "hybrid_key"

  /// Answers `POST /hybrid/pair` with `{"code": "7K3M-Q9PX", "name": "Anna's phone"}`; the name is optional.
  ///
  /// A browser gets its key as a cookie that no script can read; another program, which sends no `Origin`,
  /// reads it in the answer and shows it as `Authorization: Bearer KEY` and as `hybrid.token.KEY`.
  package func pair(_ request: HTTPRequest) -> HTTPResponse {
    guard settings.pairs else {
      return .failure(
        404, code: "no-pairing", "only this machine may connect; start with '--host' to pair others")
    }
    guard request.body.count <= 4_096,
      let json = readJSON(Source(path: "request", bytes: request.body)).value, let code = json["code"]?.string
    else { return .failure(400, code: "malformed", "send {\"code\": \"…\"}") }
    let name = Self.name(json["name"]?.string, userAgent: request.headers["User-Agent"])
    switch redeem(code, name: name, from: request.remoteAddress) {
    case .paired(let device, let key):
      var answer = JSONWriter()
      let isBrowser = request.headers["Origin"] != nil
      answer.object {
        $0.member("device", device.id)
        $0.member("name", device.name)
        if !isBrowser { $0.member("key", key) }
      }
      var response = HTTPResponse.json(answer.bytes)
      // Without `Secure`, which browsers refuse over HTTP; without an expiry, so that it ends with the
      // browser's session.
      response.headers = ["Set-Cookie": "\(Self.cookieName)=\(key); Path=/; HttpOnly; SameSite=Strict"]
      return response
    case .wrong(let isReplaced):
      return .failure(
        403, code: "wrong-code",
        isReplaced
          ? "wrong code, and the code has changed: look at the terminal"
          : "wrong code; look at the terminal of 'hybrid dev'")
    case .tooMany(let wait):
      let seconds = Int(wait.components.seconds) + 1
      return .failure(
        429, code: "too-many-tries", "too many wrong codes; try again in \(seconds) s",
        headers: ["Retry-After": "\(seconds)"])
    case .full:
      return .failure(409, code: "too-many-devices", "\(PairingState.mostDevices) devices are paired already")
    }
  }

  /// Answers `POST /hybrid/unpair` with `{"device": 2}`, which revokes the key of that device.
  package func unpair(_ request: HTTPRequest) -> HTTPResponse {
    guard request.body.count <= 4_096,
      let json = readJSON(Source(path: "request", bytes: request.body)).value, let id = json["device"]?.int
    else { return .failure(400, code: "malformed", "send {\"device\": N}") }
    guard let device = revoke(id) else {
      return .failure(404, code: "no-device", "there is no device \(id)")
    }
    var answer = JSONWriter()
    answer.object {
      $0.member("device", device.id)
      $0.member("name", device.name)
    }
    return .json(answer.bytes)
  }

  /// Answers `GET /hybrid/devices`: the paired devices.
  package func deviceList() -> HTTPResponse {
    var answer = JSONWriter()
    let devices = devices
    answer.array {
      for device in devices {
        $0.object {
          $0.member("device", device.id)
          $0.member("name", device.name)
          $0.member("address", device.address)
        }
      }
    }
    return .json(answer.bytes)
  }

  /// The name of a device: its own name, or the kind of machine from its user agent.
  static func name(_ given: String?, userAgent: String?) -> String {
    let own = String((given ?? "").prefix(64)).collapsingWhitespace
    if !own.isEmpty { return own.withoutControls }
    let agent = userAgent ?? ""
    let kinds = ["iPhone", "iPad", "Android", "Macintosh", "Windows", "CrOS", "Linux"]
    return kinds.first { agent.contains($0) } ?? "a device"
  }
}
