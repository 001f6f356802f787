import HybridGeometry
import HybridSocket
import HybridUnits

/// `/hybrid/file/HASH/NAME`: the bytes of a picture or a font of a unit, with the `path` and `hash` from a
/// tree's `image` or `fonts`.
///
/// The request is for a hash. The file is one that the compiler has read as such, never a path from the
/// request; it is read again by the project's own rules, and sent only if it still has the requested bytes.
struct FileEndpoint: Sendable {
  let session: DevSession

  func respond(to target: String) async -> HTTPResponse {
    let parts = target.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let hash = ContentHash(String(parts[0])),
      let (type, bytes) = await session.file(with: hash, called: String(parts[1]))
    else { return .text("there is no such file, or its content has changed\n", status: 404) }
    // The same address always has the same bytes. An SVG opened as a page runs no scripts.
    return HTTPResponse(
      headers: [
        "Cache-Control": "private, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      ], contentType: type, body: bytes)
  }
}

extension DevSession {
  /// The type and the bytes of a picture or a font of the project with these bytes, in a file of this name;
  /// nil if there is none.
  fileprivate func file(with hash: ContentHash, called name: String) -> (type: String, bytes: [UInt8])? {
    state.file(with: hash, called: name)
  }
}
