import Foundation
import HybridSpawning
import Synchronization

/// Headless Chromium, controlled through a pipe.
///
/// The pipe (`--remote-debugging-pipe`) keeps the browser alive: it ends when this process ends for any
/// reason, and the shell that started it then removes the profile. With a debugging port, both would remain.
final class BrowserProcess: Sendable {
  /// The path in Debian and its derivatives; nil when it is not installed. The headless shell is preferred:
  /// it is the same engine without a desktop browser's windows and pages, which cost more than a test's page
  /// does.
  static let path: String? = [
    "/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser",
  ].first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Our end of the pipe, for both directions. The reader closes it.
  let descriptor: Int32
  private let processIdentifier: pid_t
  /// The folder of its profile.
  let profile: URL
  private let isEnded = Mutex(false)

  /// Arguments that disable network access, the graphics card and prompts.
  private static let arguments = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
    "--no-default-browser-check", "--disable-background-networking", "--disable-component-update",
    "--disable-extensions", "--disable-sync", "--mute-audio", "--hide-scrollbars", "--no-proxy-server",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
    "--disable-features=Translate,MediaRouter,OptimizationHints", "--force-color-profile=srgb",
    "--remote-debugging-pipe",
  ]

  init(_ more: [String]) throws(BrowserError) {
    guard let path = Self.path else { throw .notInstalled }
    profile = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      // A short path: Chromium creates a socket below it, whose path is limited to 107 bytes.
      .appending(path: "hybrid-browser-\(UUID().uuidString.prefix(8))")
    do { try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true) } catch {
      throw .cannotStart("\(error)")
    }
    // The browser reads commands from descriptor 3 and writes answers to 4. Both are one socket, which unlike
    // a pipe raises no signal after the other end has gone. Our end is not inherited by other child
    // processes.
    var ends = [Int32](repeating: 0, count: 2)
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .cannotStart("no socket: errno \(errno)") }
    let theirs = Self.raised(ends[1])
    descriptor = Self.raised(ends[0])
    let words =
      ["/bin/sh", "-c", #""$@"; rm -rf -- "$0""#, profile.path, path] + Self.arguments + more + [
        "--user-data-dir=\(profile.path)"
      ]
    var environment = ProcessInfo.processInfo.environment
    // Its temporary folders are inside the profile, and are removed with it.
    environment["TMPDIR"] = profile.path
    // A process group, so that all of its processes can be ended.
    let start = spawn(
      words, environment: environment, closingFrom: 5, isGroup: true,
      files: [0: .nothing, 1: .nowhere, 2: .nowhere, 3: .copy(of: theirs), 4: .copy(of: theirs)])
    close(theirs)
    switch start {
    case .success(let process): processIdentifier = process
    case .failure(let error):
      close(descriptor)
      try? FileManager.default.removeItem(at: profile)
      throw .cannotStart("errno \(error.code)")
    }
  }

  /// A duplicate of a descriptor, with a number that the child's pipe does not use.
  private static func raised(_ descriptor: Int32) -> Int32 {
    let other = fcntl(descriptor, F_DUPFD_CLOEXEC, 16)
    close(descriptor)
    return other
  }

  /// Waits for the browser to end, after its pipe was closed; kills it if necessary, and removes its profile.
  func end() {
    let isFirst = isEnded.withLock { isEnded in
      defer { isEnded = true }
      return !isEnded
    }
    guard isFirst else { return }
    var status: Int32 = 0
    let deadline = ContinuousClock.now + suiteDeadline
    var isOver = false
    while !isOver, ContinuousClock.now < deadline {
      isOver = waitpid(processIdentifier, &status, WNOHANG) != 0
      if !isOver { usleep(20_000) }
    }
    kill(-processIdentifier, SIGKILL)
    if !isOver { waitpid(processIdentifier, &status, 0) }
    // A killed process may still write for a moment.
    let last = ContinuousClock.now + suiteDeadline
    while FileManager.default.fileExists(atPath: profile.path), ContinuousClock.now < last {
      try? FileManager.default.removeItem(at: profile)
      if FileManager.default.fileExists(atPath: profile.path) { usleep(50_000) }
    }
  }
}
