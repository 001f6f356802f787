public import Foundation
import HybridEncoding
public import HybridRelease
public import HybridUpdate
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Downloads releases with URLSession.
///
/// It connects to `https` hosts, and to `http` only on this machine, for tests. It sends and stores no
/// cookies, has no cache, and follows redirects only within the scheme, host and port that the app named.
/// Bodies are delivered as they arrive and never held in memory; interrupted transfers are continued with
/// `Range`.
public final class URLSessionTransport: UpdateTransport {
  private let base: URL
  private let session: URLSession
  private let transfers: Transfers

  /// Creates a transport for the release published at `base`: `https://cdn.example.org/shop/production/`.
  ///
  /// nil for an address that is neither `https` nor `http` on this machine (`localhost`, `127.0.0.1`, `::1`),
  /// and for one with a user, a query or a fragment.
  public init?(base: URL) {
    guard let host = base.host(), !host.isEmpty, base.user == nil, base.query == nil, base.fragment == nil
    else { return nil }
    let isLocal = ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    guard base.scheme == "https" || (base.scheme == "http" && isLocal) else { return nil }
    self.base = base
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    transfers = Transfers(base: base, queue: queue)
    session = URLSession(configuration: configuration, delegate: transfers, delegateQueue: queue)
  }

  deinit { session.invalidateAndCancel() }

  /// See ``UpdateTransport/get(_:receive:)``. `receive` runs on the session's queue.
  public func get(
    _ request: TransportRequest, receive: @escaping @Sendable (TransportPart) throws(Refusal) -> Void
  ) async throws(Refusal) -> TransportAnswer {
    var asked = URLRequest(url: base.appending(path: request.path))
    // Sizes and ranges refer to the file itself, so it must not be compressed.
    asked.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    if let etag = request.etag { asked.setValue(etag, forHTTPHeaderField: "If-None-Match") }
    if request.offset > 0 { asked.setValue("bytes=\(request.offset)-", forHTTPHeaderField: "Range") }
    asked.timeoutInterval = max(request.timeout.seconds, 0.001)
    let task = session.dataTask(with: asked)
    let transfers = transfers
    // URLSession's time-out restarts with every byte; this timer limits the whole request.
    let timer = Task {
      try await Task.sleep(for: request.timeout)
      transfers.fail(task, Refusal(.networkDeadline, request.path, "took longer than \(request.timeout)"))
    }
    defer {
      timer.cancel()
      transfers.forget(task.taskIdentifier)
    }
    return try await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let transfer = Transfer(
          request: request, receive: receive, end: { continuation.resume(returning: $0) })
        if transfers.add(task.taskIdentifier, transfer) { task.resume() }
      }
    } onCancel: {
      transfers.fail(task, Refusal(.updateCancelled, request.path, "was called off"))
    }.get()
  }
}

/// A running request.
private struct Transfer: Sendable {
  let request: TransportRequest
  let receive: @Sendable (TransportPart) throws(Refusal) -> Void
  let end: @Sendable (Result<TransportAnswer, Refusal>) -> Void
  /// The result, once the body is complete.
  var answer: TransportAnswer?
  /// The refusal, after a failure.
  var refusal: Refusal?
  /// The offset of the next byte in the file.
  var place = 0
  /// The offset of the last byte, if the host announced it.
  var last: Int?
}

/// All requests of one session. URLSession calls it on one serial queue: `receive` runs there, and requests
/// end there, so that nothing is delivered after a request's end.
private final class Transfers: NSObject, URLSessionDataDelegate, Sendable {
  private let state = Mutex<[Int: Transfer]>([:])
  /// Requests that were cancelled before they began.
  private let calledOff = Mutex<[Int: Refusal]>([:])
  private let base: URL
  /// The queue of URLSession's calls.
  private let queue: OperationQueue

  init(base: URL, queue: OperationQueue) { (self.base, self.queue) = (base, queue) }

  /// Adds a request; false for one that was already cancelled, which has then ended.
  func add(_ task: Int, _ transfer: Transfer) -> Bool {
    let refusal = calledOff.withLock { calledOff in
      if calledOff[task] == nil { state.withLock { $0[task] = transfer } }
      return calledOff.removeValue(forKey: task)
    }
    if let refusal { transfer.end(.failure(refusal)) }
    return refusal == nil
  }

  /// Removes a request that has ended.
  func forget(_ task: Int) { calledOff.withLock { _ = $0.removeValue(forKey: task) } }

  /// Ends a request with a refusal.
  ///
  /// It does not wait for URLSession to report the end: for a task that is cancelled at its very beginning,
  /// URLSession reports nothing.
  func fail(_ task: URLSessionTask, _ refusal: Refusal) {
    let number = task.taskIdentifier
    let isKnown = calledOff.withLock { calledOff in
      state.withLock { transfers in
        guard let transfer = transfers[number] else {
          calledOff[number] = refusal
          return false
        }
        if transfer.refusal == nil { transfers[number]?.refusal = refusal }
        return true
      }
    }
    guard isKnown else { return }
    task.cancel()
    queue.addOperation { [self] in
      guard let transfer = state.withLock({ $0.removeValue(forKey: number) }) else { return }
      transfer.end(.failure(transfer.refusal ?? refusal))
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let isSame =
      request.url?.scheme == base.scheme && request.url?.host() == base.host()
      && request.url?.port == base.port
    // Not cancelled here: on Linux, URLSession stops the process when a task ends while it waits for this
    // answer. The response that follows ends the request.
    if !isSame {
      let host = request.url?.host() ?? "none"
      state.withLock { transfers in
        guard let path = transfers[task.taskIdentifier]?.request.path else { return }
        transfers[task.taskIdentifier]?.refusal = Refusal(
          .networkStatus, path, "\(response.statusCode) redirects to another host: \(host)")
      }
    }
    completionHandler(isSame ? request : nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let transfer = state.withLock({ $0[dataTask.taskIdentifier] }), transfer.refusal == nil else {
      return completionHandler(.cancel)
    }
    let request = transfer.request
    guard let response = response as? HTTPURLResponse else {
      fail(dataTask, Refusal(.networkStatus, request.path, "no HTTP"))
      return completionHandler(.cancel)
    }
    let etag = response.value(forHTTPHeaderField: "ETag")
    switch response.statusCode {
    case 304: set(dataTask, .notModified)
    case 404, 410: set(dataTask, .missing)
    case 200, 206:
      var begin = 0
      // A host may send less than requested (RFC 9110 §15.3.7): the rest is requested as for an interrupted
      // transfer.
      var size: Int?
      if response.statusCode == 206 {
        guard let told = Self.range(of: response.value(forHTTPHeaderField: "Content-Range")) else {
          fail(dataTask, Refusal(.networkStatus, request.path, "206 without a range"))
          return completionHandler(.cancel)
        }
        (begin, size) = told
      }
      let told = response.value(forHTTPHeaderField: "Content-Length").flatMap { Int($0) }
      if let told, told > request.limit - min(begin, request.limit) {
        fail(dataTask, endless(request))
        return completionHandler(.cancel)
      }
      do throws(Refusal) { try transfer.receive(.begins(at: begin)) } catch {
        fail(dataTask, error)
        return completionHandler(.cancel)
      }
      state.withLock {
        $0[dataTask.taskIdentifier]?.answer = .whole(etag: etag)
        $0[dataTask.taskIdentifier]?.place = begin
        $0[dataTask.taskIdentifier]?.last = size ?? told.map { begin + $0 }
      }
    default:
      fail(dataTask, Refusal(.networkStatus, request.path, "\(response.statusCode)"))
      return completionHandler(.cancel)
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard let transfer = state.withLock({ $0[dataTask.taskIdentifier] }), transfer.refusal == nil,
      case .whole = transfer.answer
    else { return }
    guard data.count <= transfer.request.limit - transfer.place else {
      return fail(dataTask, endless(transfer.request))
    }
    do throws(Refusal) { try transfer.receive(.bytes([UInt8](data))) } catch { return fail(dataTask, error) }
    state.withLock { $0[dataTask.taskIdentifier]?.place += data.count }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let transfer = state.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    let path = transfer.request.path
    if let refusal = transfer.refusal { return transfer.end(.failure(refusal)) }
    if let error {
      let code = (error as? URLError)?.code
      return transfer.end(
        .failure(
          Refusal(
            code == .timedOut ? .networkDeadline : .networkUnreachable, path, error.localizedDescription)))
    }
    guard let answer = transfer.answer else {
      return transfer.end(.failure(Refusal(.networkUnreachable, path, "no answer")))
    }
    if let last = transfer.last, transfer.place < last {
      return transfer.end(
        .failure(Refusal(.networkUnreachable, path, "broke off at byte \(transfer.place) of \(last)")))
    }
    transfer.end(.success(answer))
  }

  private func set(_ task: URLSessionTask, _ answer: TransportAnswer) {
    state.withLock { $0[task.taskIdentifier]?.answer = answer }
  }

  private func endless(_ request: TransportRequest) -> Refusal {
    Refusal(.networkEndless, request.path, "has more than the \(request.limit) bytes that it may have")
  }

  /// Parses the first byte and the total size of `bytes 100-199/200`; the size may be `*` (RFC 9110 §14.4).
  private static func range(of text: String?) -> (first: Int, size: Int?)? {
    guard let text, text.hasPrefix("bytes "), let first = Int(text.dropFirst(6).prefix { $0 != "-" }),
      first >= 0
    else { return nil }
    return (first, text.split(separator: "/").last.flatMap { Int($0) })
  }
}
