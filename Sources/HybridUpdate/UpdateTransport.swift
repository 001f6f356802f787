public import HybridRelease

/// What an update asks a host for.
public struct TransportRequest: Hashable, Sendable {
  /// Below the address that the release was published at: `freshness.json`, `files/3f…`.
  public var path: String
  /// The `ETag` of what is here already: the host answers ``TransportAnswer/notModified`` when it has nothing
  /// else.
  public var etag: String?
  /// The byte to start at, for a download that goes on; 0 for all. A host may send all of it nonetheless.
  public var offset: Int
  /// The most bytes that the whole file may have. Nothing behind them is read.
  public var limit: Int
  /// How long all of it may take.
  public var timeout: Duration

  /// A request.
  public init(path: String, etag: String? = nil, offset: Int = 0, limit: Int, timeout: Duration) {
    (self.path, self.etag, self.offset, self.limit, self.timeout) = (path, etag, offset, limit, timeout)
  }
}

/// A piece of an answer's body, in order.
public enum TransportPart: Hashable, Sendable {
  /// The body begins, with this byte of the file: the request's offset, or 0 when the host sends all of it.
  case begins(at: Int)
  /// The next bytes of it.
  case bytes([UInt8])
}

/// How a request went.
public enum TransportAnswer: Hashable, Sendable {
  /// All of the body was handed over. `etag` is the answer's, if it has one.
  case whole(etag: String?)
  /// Nothing changed since the request's `etag` (304).
  case notModified
  /// There is no such file (404, 410).
  case missing
}

/// How files come from a host. `HybridDownload` has one on URLSession; an app may bring its own.
///
/// A transport proves nothing: everything that it brings is checked by size, SHA-256 and signature.
public protocol UpdateTransport: Sendable {
  /// Gets one file and hands its body over while it comes.
  ///
  /// - Parameter receive: Called with ``TransportPart/begins(at:)`` once and then with the bytes, never at
  ///   the same time and never after this function has returned. When it throws, the transfer ends and its
  ///   refusal is thrown on.
  /// - Throws: ``RefusalCode/networkUnreachable`` (also for a body that breaks off),
  ///   ``RefusalCode/networkStatus`` with the status first in the detail, ``RefusalCode/networkDeadline``,
  ///   ``RefusalCode/networkEndless`` for more bytes than the limit, ``RefusalCode/updateCancelled``.
  func get(
    _ request: TransportRequest, receive: @escaping @Sendable (TransportPart) throws(Refusal) -> Void
  ) async throws(Refusal) -> TransportAnswer
}
