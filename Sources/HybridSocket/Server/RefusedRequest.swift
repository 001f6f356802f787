/// A refused request or WebSocket, for developers who want to know why a client is refused.
package struct RefusedRequest: Hashable, Sendable {
  /// The client's IP address.
  package var remoteAddress: String
  /// The request target as sent, without control characters and cut at 200 characters; empty before there is
  /// one.
  package var target: String
  /// The status it was answered with, or the close code of its WebSocket (RFC 6455 §7.4).
  package var status: Int
  /// One line for the developer.
  package var reason: String
  /// The foreign name in the request; nil if that was not the reason.
  package var named: Named?
  /// How many refusals since the last report were left out because there were too many at once.
  package var unreported = 0

  /// A name that is not allowed; printable, like ``target``.
  package enum Named: Hashable, Sendable {
    /// In `Host`.
    case host(String)
    /// In `Origin`.
    case origin(String)

    var printed: Named {
      switch self {
      case .host(let name): .host(printable(name))
      case .origin(let name): .origin(printable(name))
      }
    }
  }
}

/// Reports refusals, at most ten a second, so that a client that retries endlessly does not flood the
/// terminal.
///
/// Used on the server's thread only.
struct RefusalReporter {
  private static let most = 10
  let tell: (@Sendable (RefusedRequest) -> Void)?
  private var second = ContinuousClock.now
  private var reported = 0
  private var unreported = 0

  init(_ tell: (@Sendable (RefusedRequest) -> Void)?) { self.tell = tell }

  mutating func refused(
    _ remoteAddress: String, target: String, status: Int, reason: String, named: RefusedRequest.Named? = nil,
    at now: ContinuousClock.Instant = .now
  ) {
    guard let tell else { return }
    if now - second >= .seconds(1) {
      second = now
      reported = 0
    }
    guard reported < Self.most else {
      unreported += 1
      return
    }
    reported += 1
    tell(
      RefusedRequest(
        remoteAddress: remoteAddress, target: printable(target), status: status, reason: reason,
        named: named?.printed, unreported: unreported))
    unreported = 0
  }
}

/// Untrusted text made safe for a terminal: without control and format characters, such as those that change
/// the writing direction, and cut to a limited length.
func printable(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars.prefix(200) {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: continue
    default: result.append(scalar)
    }
  }
  return String(result)
}
