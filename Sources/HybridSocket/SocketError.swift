/// A socket error.
package enum SocketError: Error, Hashable, Sendable {
  /// Another socket listens on the port; `by` is the program, if `/proc` shows it.
  case portTaken(port: Int, by: PortOwner?)
  /// The system refused to listen, for another reason (a port below 1024, no address).
  case cannotListen(port: Int, reason: String)
  /// No connection could be made, or it broke while it was being made.
  case cannotConnect(url: String, reason: String)
  /// The server answered the opening handshake with this status instead of 101.
  case refused(url: String, status: Int)
  /// The other side closed the connection, with this close code (RFC 6455 §7.4).
  case closed(code: Int, reason: String)
  /// The deadline passed.
  case timedOut
  /// The URL cannot be read, or its scheme is not the one needed.
  case badURL(String)
  /// A request that cannot be made, for a reason other than its URL.
  case badRequest(String)
  /// The connection ended before the answer did.
  case brokenOff(url: String, reason: String)
  /// The answer's content, or its head, is larger than it may be, in bytes.
  case answerTooLarge(url: String, limit: Int)
  /// The caller cancelled the request.
  case cancelled
}

/// A program that listens on a port.
package struct PortOwner: Hashable, Sendable, CustomStringConvertible {
  /// Its name.
  package var program: String
  /// Its process number.
  package var process: Int

  package var description: String { "\(program) (pid \(process))" }
}

extension SocketError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .portTaken(let port, let owner?): "port \(port) is taken by \(owner)"
    case .portTaken(let port, nil): "port \(port) is taken"
    case .cannotListen(let port, let reason): "cannot listen on port \(port): \(reason)"
    case .cannotConnect(let url, let reason): "cannot connect to \(url): \(reason)"
    case .refused(let url, let status): "\(url) answered \(status)"
    case .closed(let code, ""): "the connection was closed (\(code))"
    case .closed(let code, let reason): "the connection was closed (\(code): \(reason))"
    case .timedOut: "the time ran out"
    case .badURL(let url): "'\(url)' is not a URL that can be used here"
    case .badRequest(let reason): reason
    case .brokenOff(let url, let reason): "the answer of \(url) broke off: \(reason)"
    case .answerTooLarge(let url, let limit): "the answer of \(url) is larger than \(limit) bytes"
    case .cancelled: "it was cancelled"
    }
  }
}
