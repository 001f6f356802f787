public import HybridRelease

/// A request of an update to a host.
public struct TransportRequest: Hashable, Sendable {
  /// The path below the address of the published release: `freshness.json`, `files/3f…`.
  public var path: String
  /// The `ETag` of the local copy: the host answers ``TransportAnswer/notModified`` when the file is
  /// unchanged.
  public var etag: String?
  /// The offset at which a continued download starts; 0 for the whole file. A host may send the whole file
  /// nonetheless.
  public var offset: Int
  /// The maximum size of the whole file, in bytes. Nothing beyond it is read.
  public var limit: Int
  /// The maximum duration of the request.
  public var timeout: Duration

  /// Creates a request.
  public init(path: String, etag: String? = nil, offset: Int = 0, limit: Int, timeout: Duration) {
    (self.path, self.etag, self.offset, self.limit, self.timeout) = (path, etag, offset, limit, timeout)
  }
}

/// A part of a response body, in order.
public enum TransportPart: Hashable, Sendable {
  /// The start of the body, with its offset in the file: the request's offset, or 0 when the host sends the
  /// whole file.
  case begins(at: Int)
  /// The next bytes of the body.
  case bytes([UInt8])
}

/// The result of a request.
public enum TransportAnswer: Hashable, Sendable {
  /// The whole body was delivered. `etag` is the response's, if it has one.
  case whole(etag: String?)
  /// The file has not changed since the request's `etag` (304).
  case notModified
  /// The file does not exist (404, 410).
  case missing
}

/// Downloads files from a host. `HybridDownload` has an implementation on URLSession; an app may provide its
/// own.
///
/// A transport is not trusted: all its data is checked by size, SHA-256 and signature.
public protocol UpdateTransport: Sendable {
  /// Downloads one file and delivers its body as it arrives.
  ///
  /// - Parameter receive: Called once with ``TransportPart/begins(at:)`` and then with the bytes, never
  ///   concurrently and never after this function has returned. If it throws, the transfer ends and the
  ///   refusal is rethrown.
  /// - Throws: ``RefusalCode/networkUnreachable`` (also for an incomplete body),
  ///   ``RefusalCode/networkStatus`` with the status first in the detail, ``RefusalCode/networkDeadline``,
  ///   ``RefusalCode/networkEndless`` for more bytes than the limit, ``RefusalCode/updateCancelled``.
  func get(
    _ request: TransportRequest, receive: @escaping @Sendable (TransportPart) throws(Refusal) -> Void
  ) async throws(Refusal) -> TransportAnswer
}
