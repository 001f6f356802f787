import HybridSocket
import HybridUnits

/// `/hybrid/file/HASH/NAME`: the bytes of a picture that some unit names, as `path` and `hash` of a tree's
/// `image` say.
///
/// What is asked for is a hash. The file is one that the compiler has read as a picture, never a path of the
/// request; it is read again by the project's own rules, and sent only if it still has the bytes that were
/// asked for.
struct FileEndpoint: Sendable {
  let session: DevSession

  func respond(to target: String) async -> HTTPResponse {
    let parts = target.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let hash = ContentHash(String(parts[0])),
      let (image, bytes) = await session.image(with: hash, called: String(parts[1]))
    else { return .text("there is no such file, or it has other bytes by now\n", status: 404) }
    // The same address always has the same bytes. An SVG that is opened as a page of its own does nothing.
    return HTTPResponse(
      headers: [
        "Cache-Control": "private, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      ], contentType: image.kind.contentType, body: bytes)
  }
}

extension DevSession {
  /// A picture of the project with these bytes, in a file of this name; nil when there is none now.
  func image(with hash: ContentHash, called name: String) -> (ImageFile, [UInt8])? {
    for image in state.compiler.images(with: hash)
    where image.path.split(separator: "/").last.map(String.init) == name {
      if case .success(let bytes) = files.read(image.path), ContentHash(bytes) == hash {
        return (image, bytes)
      }
    }
    return nil
  }
}
