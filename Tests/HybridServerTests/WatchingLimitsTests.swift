import Foundation
import HybridReload
import HybridSocket
import HybridTestSupport
import Testing

/// The built `hybrid dev` when inotify fails: with exhausted limits, and with an overflowing queue.
@Suite(.serialized, .suiteTimeLimit)
struct WatchingLimitsTests {
  /// Whether this user may create a user namespace with its own limits, so that other programs are not
  /// affected.
  private static let hasNamespaces: Bool = {
    let path = "/usr/bin/unshare"
    guard FileManager.default.isExecutableFile(atPath: path),
      let probe = try? ChildProcess([
        path, "-U", "-r", "/bin/sh", "-c", "echo 9 > /proc/sys/user/max_inotify_watches",
      ])
    else { return false }
    var status: Int32 = 0
    return waitpid(probe.processIdentifier, &status, 0) == probe.processIdentifier && status == 0
  }()

  /// Pages in folders of their own.
  private static func project(pages: Int) throws -> TemporaryProject {
    var files: [String: String] = [:]
    for number in 0..<pages {
      files["pages/p\(number)/index.html"] = "<html><body><p>Page \(number)</p></body></html>\n"
    }
    return try TemporaryProject(files)
  }

  /// The information that the server of `project` publishes, once it is ready.
  private static func information(of project: TemporaryProject) async throws -> DevInfo {
    var information: DevInfo?
    _ = await poll {
      information = try? JSONDecoder().decode(
        DevInfo.self, from: Data(contentsOf: project.file(".hybrid/dev.json")))
      return information != nil
    }
    return try #require(information)
  }

  private struct DevInfo: Decodable {
    var socket: String
    var token: String
    var pid: Int32
  }

  /// A client of the server that serves `project`.
  private static func client(of project: TemporaryProject) async throws -> Following {
    let information = try await information(of: project)
    let socket = try await WebSocketClient.connect(
      information.socket, protocols: ["hybrid.1", "hybrid.token.\(information.token)"])
    let following = Following(socket: socket)
    socket.send(.text(ClientMessage.hello(.init(client: "test")).encoded))
    while true { if case .snapshot = try await following.next() { return following } }
  }

  /// Collects the units of updates until all of `units` have arrived; returns the number of messages.
  private static func collect(_ units: Set<String>, _ client: Following) async throws -> Int {
    var told: Set<String> = []
    var messages = 0
    while !told.isSuperset(of: units) {
      told.formUnion(try await client.update().changes.map(\.unit))
      messages += 1
    }
    return messages
  }

  /// `hybrid dev` in a user namespace in which `setup`, a shell script, has set limits.
  private static func serve(_ project: TemporaryProject, after setup: String) throws -> ChildProcess {
    try ChildProcess([
      "/usr/bin/unshare", "-U", "-r", "/bin/sh", "-c", setup + "\nexec \"$0\" dev \"$1\" --json",
      HybridCommand.executable.path, project.path,
    ])
  }

  @Test(.enabled(if: hasNamespaces, "user namespaces are not allowed here"))
  func withoutWatchesLeftASaveStillArrivesAndTheCureIsTold() async throws {
    let taken = try Self.project(pages: 40)
    let project = try Self.project(pages: 12)
    // Another server uses all watches except a few.
    let server = try Self.serve(
      project,
      after: """
        echo 46 > /proc/sys/user/max_inotify_watches
        "$0" dev '\(taken.path)' --json > /dev/null &
        while ! test -s '\(taken.path)/.hybrid/dev.json'; do sleep 0.02; done
        """)
    let client = try await Self.client(of: project)
    let taker = try await Self.information(of: taken).pid
    defer { kill(taker, SIGKILL) }
    for round in 0..<2 {
      for number in [0, 5, 11] {
        try project.replace(
          "pages/p\(number)/index.html", "<html><body><p>Saved \(round)</p></body></html>\n")
        let units = try await client.update().changes.map(\.unit)
        #expect(units == ["p\(number)"])
      }
    }
    try project.write("pages/new/index.html", "<html><body><p>New</p></body></html>\n")
    #expect(try await client.update().changes.map(\.unit) == ["new"])
    let line = try #require(server.output.split(separator: "\n").first { $0.contains("watch.limit") })
    #expect(line.contains("sudo sysctl user.max_inotify_watches=16384"))
    #expect(line.contains("need to be; the limit is 46"))
    // Watches become available: inotify is used again.
    kill(taker, SIGTERM)
    #expect(await poll { server.output.contains("watch.complete") })
    try project.replace("pages/p11/index.html", "<html><body><p>Watched</p></body></html>\n")
    #expect(try await client.update().changes.map(\.unit) == ["p11"])
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
  }

  @Test(.enabled(if: hasNamespaces, "user namespaces are not allowed here"))
  func withoutAnInstanceEverythingIsPolled() async throws {
    let project = try Self.project(pages: 3)
    let server = try Self.serve(project, after: "echo 0 > /proc/sys/user/max_inotify_instances")
    let client = try await Self.client(of: project)
    try project.replace("pages/p2/index.html", "<html><body><p>Saved</p></body></html>\n")
    let units = try await client.update().changes.map(\.unit)
    #expect(units == ["p2"])
    let line = try #require(server.output.split(separator: "\n").first { $0.contains("watch.limit") })
    #expect(line.contains("sudo sysctl user.max_inotify_instances=256"))
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
  }

  @Test func aServerThatWasStoppedTellsEverySaveAndThatEventsWereLost() async throws {
    let pages = 150
    let project = try Self.project(pages: pages)
    let server = try ChildProcess([HybridCommand.executable.path, "dev", project.path, "--json"])
    let client = try await Self.client(of: project)
    // Saving a unit that is not built yet causes no update: it is built from its new contents.
    try #require(await poll { server.output.contains("\"event\":\"built\"") })
    server.send(SIGSTOP)
    for save in 0..<30_000 / pages {
      // In turns, because the kernel merges identical consecutive events.
      for number in 0..<pages {
        // Overwritten, since file systems flush a truncated file when it is closed.
        let file = open(project.file("pages/p\(number)/index.html").path, O_WRONLY)
        try #require(file >= 0)
        let text = "<html><body><p>Page \(number), save \(1_000 + save)</p></body></html>\n"
        #expect(write(file, text, text.utf8.count) == text.utf8.count)
        close(file)
      }
    }
    server.send(SIGCONT)
    let messages = try await Self.collect(Set((0..<pages).map { "p\($0)" }), client)
    #expect(messages <= 3)
    #expect(await poll { server.output.contains("watch.overflow") })
    let line = try #require(server.output.split(separator: "\n").first { $0.contains("watch.overflow") })
    #expect(line.contains("\(pages) files were checked"))
    // All is well again.
    try project.replace("pages/p7/index.html", "<html><body><p>After</p></body></html>\n")
    let update = try await client.update()
    #expect(update.changes.map(\.unit) == ["p7"])
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
  }

  @Test(.enabled(if: hasNamespaces, "user namespaces are not allowed here"))
  func aFileSystemMountedBelowTheProjectIsTakenIn() async throws {
    let project = try Self.project(pages: 3)
    let server = try ChildProcess([
      "/usr/bin/unshare", "-U", "-r", "-m", HybridCommand.executable.path, "dev", project.path, "--json",
    ])
    let client = try await Self.client(of: project)
    func inside(_ script: String) async throws {
      let child = try ChildProcess([
        "/usr/bin/nsenter", "-t", "\(server.processIdentifier)", "-U", "-m", "--preserve-credentials",
        "/bin/sh",
        "-ec", script,
      ])
      try #require(try await child.end() == 0, "\(child.errors)")
    }
    let folder = project.file("pages/p1").path
    try await inside("mount -t tmpfs none '\(folder)'")
    #expect(try await client.update().changes.map(\.kind) == [.removed])
    try await inside("echo '<html><body><p>Mounted</p></body></html>' > '\(folder)/index.html'")
    #expect(try await client.update().changes.map(\.unit) == ["p1"])
    try await inside("umount '\(folder)'")
    let update = try await client.update()
    #expect(update.changes.map(\.unit) == ["p1"])
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
  }
}
