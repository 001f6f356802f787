import HybridCompiler
import HybridRexxar
import HybridSocket
import HybridUnits

/// The endpoints for Rexxar's containers: `/routes.json`, and the current pages that it names.
///
/// A page is requested by its unit and the hash of its bytes, never by a path; only units that a route names
/// are served.
struct RexxarEndpoints: Sendable {
  let session: DevSession

  /// The prefix of the paths of pages.
  static let folder = "/rexxar/"

  /// The path of the table.
  static let tablePath = "/" + RexxarTable.fileName

  /// A page that the table names.
  func page(at path: String) async -> HTTPResponse {
    guard let page = await session.rexxarPage(at: String(path.dropFirst())) else {
      return .text(
        "no route has this page, or its content has changed: ask for /routes.json\n", status: 404)
    }
    // The same address always has the same bytes. The page's scripts must not run with this server's origin:
    // they could read what is only for the developer's programs.
    return HTTPResponse(
      headers: [
        "Cache-Control": "private, max-age=31536000, immutable",
        "Content-Security-Policy": "sandbox allow-scripts allow-forms allow-modals allow-popups",
      ], contentType: "text/html; charset=utf-8", body: page)
  }

  /// The routes, with a validator (RFC 9110 §8.8.3).
  func table(_ request: HTTPRequest) async -> HTTPResponse {
    await session.tellRouteFaults()
    // Addresses use the requested host name, which the guard has checked, since a container uses addresses as
    // they are.
    let host = request.headers["Host"].map { "http://\($0)/" } ?? ""
    guard let table = await session.rexxarTable(base: host) else {
      return .text("'\(ProjectConfig.path)' has no routes\n", status: 404)
    }
    let tag = "\"\(MD5.hex(table))\""
    let headers: HTTPHeaders = ["ETag": tag, "Cache-Control": "no-cache"]
    let known = (request.headers["If-None-Match"] ?? "").split(separator: ",").map { tag in
      let tag = tag.drop { $0 == " " }.prefix { $0 != " " }
      return String(tag.hasPrefix("W/") ? tag.dropFirst(2) : tag)
    }
    if known.contains(tag) || known == ["*"] { return HTTPResponse(status: 304, headers: headers) }
    return HTTPResponse(headers: headers, contentType: "application/json", body: table)
  }
}
