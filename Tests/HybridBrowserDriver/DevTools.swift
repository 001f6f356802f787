import Foundation
import HybridJSON
import HybridSource
import HybridSpawning
import Synchronization

/// A DevTools connection through a pipe: commands and answers by id, events by session. Each message ends
/// with a zero byte.
///
/// The protocol is described at chromedevtools.github.io/devtools-protocol; sessions are flat.
final class DevTools: Sendable {
  private struct State {
    var lastNumber = 0
    var waiting: [Int: CheckedContinuation<Result<JSONValue, BrowserError>, Never>] = [:]
    var listeners: [String: @Sendable (String, JSONValue) -> Void] = [:]
    var isEnded = false
  }
  private let state = Mutex(State())
  /// The pipe, locked so that commands do not interleave; nil after it is closed.
  private let pipe: Mutex<Int32?>

  init(_ descriptor: Int32) {
    pipe = Mutex(descriptor)
    // On its own thread instead of a task's, because it blocks.
    Thread { [weak self] in
      Self.read(descriptor) { self?.take($0) }
      self?.end()
      self?.pipe.withLock { $0 = nil }
      close(descriptor)
    }.start()
  }

  /// Sends a command and waits for its result, at most ``suiteDeadline``.
  func call(
    _ method: String, _ parameters: JSONValue, session: String?
  ) async throws(BrowserError) -> JSONValue {
    let (number, bytes) = message(method, parameters, session: session)
    let result: Result<JSONValue, BrowserError> = await withCheckedContinuation { continuation in
      let isEnded = state.withLock { state in
        if !state.isEnded { state.waiting[number] = continuation }
        return state.isEnded
      }
      if isEnded { return continuation.resume(returning: .failure(.ended)) }
      send(bytes)
      let seconds = Double(suiteDeadline.components.seconds)
      DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
        self?.answer(number, .failure(.timedOut(method)))
      }
    }
    switch result {
    case .success(let value): return value
    case .failure(.refused(_, let reason)): throw .refused(method, reason)
    case .failure(let error): throw error
    }
  }

  /// Sends a command and ignores its result.
  func tell(_ method: String, _ parameters: JSONValue) {
    send(message(method, parameters, session: nil).bytes)
  }

  private func message(
    _ method: String, _ parameters: JSONValue, session: String?
  ) -> (number: Int, bytes: [UInt8]) {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    var json = JSONWriter()
    json.object {
      $0.member("id", number)
      $0.member("method", method)
      $0.member("params", parameters)
      if let session { $0.member("sessionId", session) }
    }
    return (number, json.bytes + [0])
  }

  /// Delivers the events of a session to `listener`, on the reading thread.
  func listen(to session: String, _ listener: @escaping @Sendable (String, JSONValue) -> Void) {
    state.withLock { $0.listeners[session] = listener }
  }

  /// Stops delivering events of a session.
  func forget(_ session: String) { state.withLock { $0.listeners[session] = nil } }

  /// Closes the connection, which ends the browser.
  func end() {
    pipe.withLock { descriptor in
      // The reading thread notices this and closes the descriptor.
      if let descriptor { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
    let waiting = state.withLock { state in
      state.isEnded = true
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.resume(returning: .failure(.ended)) }
  }

  private func send(_ bytes: [UInt8]) {
    pipe.withLock { descriptor in
      var rest = bytes[...]
      while let descriptor, !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count < 0, errno == EINTR { continue }
        // The browser has gone: the reading thread notices, and ends all waits.
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }

  private static func read(_ descriptor: Int32, _ take: ([UInt8]) -> Void) {
    var message: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Foundation.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      for part in buffer[..<count].split(separator: 0, omittingEmptySubsequences: false).enumerated() {
        if part.offset > 0 {
          take(message)
          message = []
        }
        message += part.element
      }
    }
  }

  private func take(_ bytes: [UInt8]) {
    guard let json = readJSON(Source(path: "devtools", bytes: bytes)).value else { return }
    if let number = json["id"]?.int {
      if let error = json["error"] {
        answer(number, .failure(.refused("", error["message"]?.string ?? "no reason")))
      } else {
        answer(number, .success(json["result"] ?? .null))
      }
    } else if let method = json["method"]?.string, let session = json["sessionId"]?.string {
      state.withLock { $0.listeners[session] }?(method, json["params"] ?? .null)
    }
  }

  private func answer(_ number: Int, _ result: Result<JSONValue, BrowserError>) {
    state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: result)
  }
}
