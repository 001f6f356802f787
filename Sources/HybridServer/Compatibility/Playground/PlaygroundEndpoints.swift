import HybridDrawing
import HybridEncoding
import HybridJSON
import HybridSocket
package import HybridSource

/// The endpoints of the VirtualView Playground apps (`Documentation/compatibility.md`): the list of
/// templates, and of each its bundle and its QR code. Only template names are accepted, never paths; pages,
/// sources and folders are not served.
struct PlaygroundEndpoints: Sendable {
  let session: DevSession
  /// Makes the QR codes; replaced in tests.
  var qrLibrary = QRCode.library

  /// A bundle or a QR code; nil when the path is neither.
  func respond(to request: HTTPRequest) async -> HTTPResponse? {
    guard let target = Target(request.path) else { return nil }
    switch target {
    case .bundle(let name):
      switch await session.playgroundBundle(of: name) {
      case .bundle(let json): return .json(json)
      case .missing(let reason): return .text(reason + "\n", status: 404)
      }
    case .code(let name): return await code(name)
    }
  }

  /// The target of a path.
  private enum Target {
    case bundle(String)
    case code(String)

    init?(_ path: String) {
      guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return nil }
      let name = String(path[..<slash].dropFirst())
      let file = path[path.index(after: slash)...]
      if file == "data.json" {
        self = .bundle(name)
      } else if file == (name.lastPathComponent ?? "") + "_QR.png" {
        self = .code(name)
      } else {
        return nil
      }
    }
  }

  /// The names of all templates. Names with a `/` are omitted: an app would use the first part as the
  /// template.
  func list() async -> HTTPResponse {
    let names = await session.templateNames.filter { !$0.contains("/") }
    var json = JSONWriter()
    json.array { for name in names { $0.value(name) } }
    return .json(json.bytes)
  }

  private func code(_ name: String) async -> HTTPResponse {
    guard await session.isTemplate(name) else {
      return .text(await session.whyNoTemplate(name) + "\n", status: 404)
    }
    guard let port = await session.port else { return .text("not yet\n", status: 503) }
    do throws(QRCodeError) {
      let code = try QRCode(playgroundURL(of: name, port: port), library: qrLibrary)
      return HTTPResponse(contentType: "image/png", body: code.png)
    } catch {
      return .text(error.diagnostic.description + "\n", status: 500)
    }
  }
}

/// The URL from which phones on the network load a template: at the first non-loopback address of this
/// machine.
func playgroundURL(of name: String, port: Int) -> String {
  "http://\(networkAddresses().first ?? "127.0.0.1"):\(port)/"
    + "\(name.percentEncoded(keeping: .unreservedPath))/data.json"
}

extension QRCodeError {
  /// The error in words, with the package to install.
  package var diagnostic: Diagnostic {
    switch self {
    case .libraryMissing(let reason):
      Diagnostic(
        .warning, "environment.no-qrencode", "no QR code can be made: \(reason)",
        hint: "apt-get install libqrencode4")
    case .unfit(let bytes):
      Diagnostic(
        .warning, "playground.long-url", "no QR code can be made: the address has \(bytes) bytes",
        hint: "give the template a shorter name")
    }
  }
}
