import HybridCrypto
import HybridDist
import HybridEncoding
import HybridPublishing
import HybridRelease
import HybridSocket
import Synchronization

/// Serves a DIST according to the recipes of `Documentation/hosting.md`: entity tags, ranges, cache
/// lifetimes.
///
/// Only published names are served; there are no listings.
final class DistHandler: Sendable {
  private let dist: ReleaseFolder
  private let sodium: Sodium
  private let faults: Mutex<[ServeFault]>
  /// The newest statements at the start of serving, for ``ServeFault/Kind/stale``.
  private let begun: [String: [UInt8]]

  init(_ dist: ReleaseFolder, faults: [ServeFault], sodium: Sodium) {
    (self.dist, self.sodium) = (dist, sodium)
    self.faults = Mutex(faults)
    let changing = [
      DistPaths.freshness, DistPaths.freshnessSignatures, DistPaths.release, DistPaths.releaseSignatures,
      DistPaths.deltaIndex,
    ]
    begun = Dictionary(
      changing.compactMap { path in (try? dist.read(path, atMost: 32 << 20)).map { (path, $0) } }
    ) { $1 }
  }

  /// Adds a fault, or removes all with nil.
  func add(_ fault: ServeFault?) {
    faults.withLock { faults in
      if let fault { faults.append(fault) } else { faults = [] }
    }
  }

  /// The faults that apply to a path.
  func faults(of path: String) -> [ServeFault] {
    faults.withLock { $0.filter { $0.matches(path) } }
  }

  /// The answer to `GET` or `HEAD`.
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    let path = String(request.path.dropFirst())
    guard DistFile.kind(of: path) != nil else { return .text("not found\n", status: 404) }
    let faults = faults(of: path)
    for fault in faults {
      if case .status(let status) = fault.kind { return .text("fault\n", status: status) }
    }
    let bytes: [UInt8]
    do throws(Refusal) {
      let isStale = faults.contains { $0.kind == .stale }
      if isStale, let old = begun[path] {
        bytes = old
      } else {
        bytes = try dist.read(path, atMost: 256 << 20)
      }
    } catch {
      // A link, or anything else that is not a regular file, counts as missing.
      let isMissing = [.fileMissing, .storeFailed].contains(error.code)
      return .text("\(error)\n", status: isMissing ? 404 : 500)
    }
    var served = bytes
    if faults.contains(where: { $0.kind == .corrupt }), !served.isEmpty { served[served.count / 2] ^= 1 }
    return Self.answer(
      request, with: served, tag: "\"\(sodium.sha256(bytes).description.prefix(32))\"",
      type: DistFile(path: path, size: bytes.count, kind: .mutable, content: .bytes([])).contentType,
      caching: DistFile.cacheControl(of: path))
  }

  /// Conditions first (RFC 9110 §13.2.2), then the range (§14.2).
  static func answer(
    _ request: HTTPRequest, with bytes: [UInt8], tag: String, type: String, caching: String
  ) -> HTTPResponse {
    var headers: HTTPHeaders = ["ETag": tag, "Cache-Control": caching, "Accept-Ranges": "bytes"]
    if let known = request.headers["If-None-Match"] {
      let tags = known.split(separator: ",").map { tag in
        let tag = tag.drop { $0 == " " }
        return tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
      }
      if tags.contains(where: { $0.split(separator: " ").first == tag[...] || $0 == "*" }) {
        return HTTPResponse(status: 304, headers: headers)
      }
    }
    let condition = request.headers["If-Range"]
    guard request.method == "GET", let range = request.headers["Range"], condition == nil || condition == tag,
      let wanted = ByteRange(range)
    else { return HTTPResponse(headers: headers, contentType: type, body: bytes) }
    guard let part = wanted.part(of: bytes.count) else {
      headers.append("Content-Range", "bytes */\(bytes.count)")
      return HTTPResponse(status: 416, headers: headers)
    }
    headers.append("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)")
    return HTTPResponse(status: 206, headers: headers, contentType: type, body: Array(bytes[part]))
  }
}

/// One range of bytes (RFC 9110 §14.1.2).
enum ByteRange: Hashable {
  case from(Int, through: Int?)
  case last(Int)

  /// Parses `bytes=10-`, `bytes=10-19` or `bytes=-5`; nil for anything else, which the RFC says to ignore.
  init?(_ text: String) {
    guard text.hasPrefix("bytes=") else { return nil }
    let parts = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    let isDigits = parts.allSatisfy { $0.utf8.allSatisfy(\.isASCIIDigit) }
    guard parts.count == 2, isDigits else { return nil }
    // A position that exceeds `Int` is past the end of every file.
    func number(_ digits: Substring) -> Int? { digits.isEmpty ? nil : Int(digits) ?? .max }
    switch (number(parts[0]), number(parts[1])) {
    case (let first?, let last?) where first <= last: self = .from(first, through: last)
    case (let first?, nil) where parts[1].isEmpty: self = .from(first, through: nil)
    case (nil, let count?) where parts[0].isEmpty: self = .last(count)
    default: return nil
    }
  }

  /// The range within a file of `size` bytes; nil when it is empty.
  func part(of size: Int) -> Range<Int>? {
    switch self {
    case .from(let first, _) where first >= size: nil
    case .from(let first, let last):
      first..<min(size, (last ?? size - 1) < size ? (last ?? size - 1) + 1 : size)
    case .last(let count): count == 0 || size == 0 ? nil : max(0, size - count)..<size
    }
  }
}
