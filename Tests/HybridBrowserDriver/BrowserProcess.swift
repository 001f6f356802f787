import Foundation
import HybridSpawning
import Synchronization

/// Chromium without a window, driven through a pipe.
///
/// The pipe (`--remote-debugging-pipe`) is what keeps it alive: it ends when this process does, however that
/// ends, and the shell that started it takes the profile away behind it. A debugging port would need neither
/// and leave both.
final class BrowserProcess: Sendable {
  /// Where Debian and its relatives put it; nil when it is not installed. The headless shell first: it is the
  /// same engine without the windows and pages of a desktop browser, which cost each page of a test more than
  /// the page does.
  static let path: String? = [
    "/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser",
  ].first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Our end of the pipe, in both directions. Closing it is up to who reads from it.
  let descriptor: Int32
  private let processIdentifier: pid_t
  /// The folder of its profile.
  let profile: URL
  private let isEnded = Mutex(false)

  /// Arguments that keep it from the network, from a graphics card and from asking anything.
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
      // Short: Chromium makes a socket below it, and the path of one has 107 bytes.
      .appending(path: "hybrid-browser-\(UUID().uuidString.prefix(8))")
    do { try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true) } catch {
      throw .cannotStart("\(error)")
    }
    // It reads commands from 3 and writes answers to 4: one socket, which unlike a pipe sends no signal once
    // it is gone. Our end stays out of every other child.
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
    // Its own temporary folders go into the profile, and with it.
    environment["TMPDIR"] = profile.path
    // A group of its own, so that all of its processes can be ended.
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

  /// The same file under a number that neither end of the child's pipe has.
  private static func raised(_ descriptor: Int32) -> Int32 {
    let other = fcntl(descriptor, F_DUPFD_CLOEXEC, 16)
    close(descriptor)
    return other
  }

  /// Waits for it to end, since its pipe is closed, ends it by force when it does not, and takes its profile
  /// away.
  func end() {
    let isFirst = isEnded.withLock { isEnded in
      defer { isEnded = true }
      return !isEnded
    }
    guard isFirst else { return }
    var status: Int32 = 0
    let deadline = Date(timeIntervalSinceNow: 10)
    var isOver = false
    while !isOver, Date() < deadline {
      isOver = waitpid(processIdentifier, &status, WNOHANG) != 0
      if !isOver { usleep(20_000) }
    }
    kill(-processIdentifier, SIGKILL)
    if !isOver { waitpid(processIdentifier, &status, 0) }
    // What was killed may still write for a moment.
    let last = Date(timeIntervalSinceNow: 10)
    while FileManager.default.fileExists(atPath: profile.path), Date() < last {
      try? FileManager.default.removeItem(at: profile)
      if FileManager.default.fileExists(atPath: profile.path) { usleep(50_000) }
    }
  }
}
