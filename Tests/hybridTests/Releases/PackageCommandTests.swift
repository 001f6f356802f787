import Foundation
import HybridJSON
import HybridRelease
import HybridSpawning
import HybridTestSupport
import Testing

/// `hybrid package`, as people run it: twice at once, ended in the middle, and by programs.
@Suite struct PackageCommandTests {
  /// A project `shop` with pages, a template, a picture and routes, its keys, and release 1 in `shop/DIST`.
  private struct Shop: Sendable {
    static let pages = 80
    let room: KeyRoom

    init() async throws {
      room = KeyRoom(try TemporaryProject())
      try room.project.write(
        "shop/hybrid.json",
        #"""
        {"release": {"project": "shop", "files": ["assets/**"]}, "routes": [{"uri": "shop://1", \#
        "unit": "p1"}]}
        """#
      )
      try room.project.write("shop/assets/terms.txt", "our terms\n")
      try room.project.write("shop/components/card.xml", "<VHLayout><NText text=\"card\"/></VHLayout>\n")
      try write(1)
      try await room.does("keys", "new")
      try await package()
    }

    /// The same shop, with its keys and its release, in a place of its own.
    init(copyOf other: Shop) throws {
      let project = try TemporaryProject()
      try FileManager.default.removeItem(at: project.folder)
      try FileManager.default.copyItem(at: other.room.project.folder, to: project.folder)
      room = KeyRoom(project)
    }

    var dist: String { room.project.file("shop/DIST").path }

    /// The sources as of version `number`.
    func write(_ number: Int) throws {
      for page in 1...Self.pages {
        try room.project.write(
          "shop/pages/p\(page).html", "<h1>Page \(page) of version \(number)</h1><p>What stays the same</p>\n"
        )
      }
    }

    private var environment: [String: String] {
      room.environment.merging(["SOURCE_DATE_EPOCH": "1700000000"]) { $1 }
    }

    /// Begins to package.
    func start(_ words: String...) throws -> HybridCommand {
      try HybridCommand(
        ["package", "-o", "DIST"] + words, in: room.project.file("shop"), environment: environment)
    }

    @discardableResult
    func package(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws
      -> HybridCommand.Result
    {
      let result = try await HybridCommand.run(
        ["package", "-o", "DIST"] + words, in: room.project.file("shop"), environment: environment)
      #expect(result.status == 0, "\(result.errors)", sourceLocation: sourceLocation)
      return result
    }

    /// What is wrong, as `FILE CODE`.
    func findings() async throws -> [String] {
      let result = try await room.run("verify", "DIST", "--keys", "keys/1.json", "--json")
      let json = try JSONValue(parsing: Array(result.output.utf8))
      return (json["findings"]?.array ?? []).map {
        "\($0["file"]?.string ?? "") \($0["code"]?.string ?? "")"
      }
    }

    /// Every file of DIST, including hidden ones, without the expiry times.
    func tree() throws -> [String: Data] {
      var tree: [String: Data] = [:]
      for name in try FileManager.default.subpathsOfDirectory(atPath: dist)
      where !["freshness.json", "freshness.sig"].contains(name) {
        var isFolder: ObjCBool = false
        let path = "\(dist)/\(name)"
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
          continue
        }
        tree[name] = try Data(contentsOf: URL(fileURLWithPath: path))
      }
      return tree
    }

    /// What stands in a folder of DIST.
    func names(_ folder: String) -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: "\(dist)/\(folder)")) ?? []
    }

    /// Which file it is: another one that takes its name has another number.
    func inode(_ path: String) -> UInt64 {
      var status = stat()
      return stat("\(dist)/\(path)", &status) == 0 ? UInt64(status.st_ino) : 0
    }
  }

  /// A state of DIST on the way from release 1 to 2.
  enum Moment: Hashable, Sendable, CustomTestStringConvertible {
    /// So many more files in a folder.
    case more(Int, in: String)
    /// A file that has not its name yet, in a folder.
    case draft(in: String)
    /// A file that was replaced, or made.
    case replaced(String)

    var testDescription: String { "\(self)" }

    static let all: [Moment] =
      [1, 20, 60, 80].map { .more($0, in: "files") }
      + [1, 60].map { .more($0, in: "deltas") }
      + ["files", "releases", "deltas", "."].map { .draft(in: $0) }
      + [
        "releases/2.sig", "releases/2.json", "release.sig", "release.json", "release.hybrid",
        "embedded/release.hybrid", "deltas/index.json", "routes.json", "freshness.sig", "freshness.json",
      ].map { .replaced($0) }
  }

  /// Ends a run at a moment, by a signal; whether it was still running.
  private func interrupt(
    _ shop: Shop, at moment: Moment, by number: Int32
  ) async throws -> HybridCommand.Result {
    let counts = Dictionary(uniqueKeysWithValues: ["files", "deltas"].map { ($0, shop.names($0).count) })
    var inode: UInt64 = 0
    if case .replaced(let path) = moment { inode = shop.inode(path) }
    let command = try shop.start()
    // Without a pause: a state lasts less than a millisecond.
    while command.isRunning {
      let isReached =
        switch moment {
        case .more(let count, let folder): shop.names(folder).count >= counts[folder, default: 0] + count
        case .draft(let folder): shop.names(folder).contains { $0.hasSuffix(".draft") }
        case .replaced(let path): shop.inode(path) != inode
        }
      if isReached { break }
    }
    command.send(number)
    return try await command.end()
  }

  /// Whether a finding concerns leftovers of an unfinished run instead of files that apps need: unnamed
  /// files, and copies that already belong to the next release.
  private func isLeftOver(_ finding: String) -> Bool {
    let parts = finding.split(separator: " ")
    guard parts.count == 2 else { return false }
    let isCopy =
      ["release.json", "release.hybrid", "routes.json"].contains(parts[0]) || parts[0].hasPrefix("embedded/")
    switch RefusalCode(rawValue: String(parts[1])) {
    case .fileUnknown:
      return isCopy || ["files/", "deltas/", "rexxar/"].contains { parts[0].hasPrefix($0) }
        || parts[0].hasSuffix(".draft") || parts[0] == "releases/2.sig"
    case .statementMismatch, .signatureInvalid: return isCopy
    default: return false
    }
  }

  @Test func aKilledRunLeavesTheOldReleaseAndTheNextOneMakesTheSameBytes() async throws {
    try await withTaskExecutorPreference(BackgroundExecutor.shared) {
      let base = try await Shop()
      #expect(try await base.findings() == [])
      let undisturbed = try Shop(copyOf: base)
      try undisturbed.write(2)
      try await undisturbed.package()
      #expect(try await undisturbed.findings() == [])
      let (old, new) = (try base.tree(), try undisturbed.tree())
      var killed = 0
      for moment in Moment.all {
        let shop = try Shop(copyOf: base)
        try shop.write(2)
        let result = try await interrupt(shop, at: moment, by: SIGKILL)
        #expect([0, 128 + SIGKILL].contains(result.status), "\(moment): \(result.errors)")
        if result.status != 0 { killed += 1 }
        let findings = try await shop.findings()
        #expect(findings.filter { !isLeftOver($0) } == [], "\(moment)")
        // All contents of release 1 are still present and unchanged.
        let left = try shop.tree()
        for (path, bytes) in old where path.hasPrefix("files/") || path.hasPrefix("releases/1.") {
          #expect(left[path] == bytes, "\(moment): \(path)")
        }
        try await shop.package()
        let tree = try shop.tree()
        #expect(tree.keys.sorted() == new.keys.sorted(), "\(moment)")
        #expect(tree.filter { new[$0.key] != $0.value }.keys.sorted() == [], "\(moment)")
        #expect(try await shop.findings() == [], "\(moment)")
      }
      // How many runs are killed in the middle depends on the machine.
      #expect(killed > 0)
    }
  }

  @Test func draftsOfKilledRunsAreRemovedWhateverIsPackagedNext() async throws {
    let shop = try await Shop()
    // A process that is gone, and one that runs.
    let gone = try SpawnedProgram(["/bin/true"], files: [:])
    #expect(await poll { !gone.isRunning })
    for name in [
      "files/.0123.draft", "releases/.2.json.draft", ".freshness.json.\(gone.processIdentifier).draft",
      ".release.json.\(getpid()).draft", "deltas/.index.json.draft", "embedded/rexxar/.p1-0.html.draft",
    ] { try shop.room.project.write("shop/DIST/\(name)", "half a fi") }
    try await shop.package()
    let drafts = try shop.tree().keys.filter { $0.hasSuffix(".draft") }
    #expect(drafts == [".release.json.\(getpid()).draft"])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func anInterruptedRunLeavesNoHalfFile(_ number: Int32) async throws {
    try await withTaskExecutorPreference(BackgroundExecutor.shared) {
      let base = try await Shop()
      let moments: [Moment] = [
        .more(1, in: "files"), .more(40, in: "files"), .draft(in: "files"), .more(1, in: "deltas"),
        .draft(in: "deltas"), .draft(in: "."),
      ]
      var interrupted = 0
      for moment in moments {
        let shop = try Shop(copyOf: base)
        try shop.write(2)
        let result = try await interrupt(shop, at: moment, by: number)
        // As shells say it of a program that a signal ended.
        #expect([0, 128 + number].contains(result.status), "\(moment): \(result.errors)")
        if result.status != 0 { interrupted += 1 }
        #expect(try shop.tree().keys.filter { $0.hasSuffix(".draft") } == [], "\(moment)")
        let findings = try await shop.findings()
        #expect(findings.filter { !isLeftOver($0) } == [], "\(moment)")
      }
      #expect(interrupted > 0)
    }
  }

  @Test func twoAtOnceMakeOneGoodRelease() async throws {
    let base = try await Shop()
    for round in 0..<3 {
      let shop = try Shop(copyOf: base)
      try shop.write(2)
      let runs = try [shop.start(), shop.start(), shop.start("--force")]
      for run in runs {
        let result = try await run.end()
        #expect(result.status == 0, "round \(round): \(result.errors)")
      }
      // The second process finds the release of the first.
      #expect(shop.names("releases").sorted() == ["1.json", "1.sig", "2.json", "2.sig"])
      #expect(try await shop.findings() == [])
      #expect(try shop.tree().keys.allSatisfy { !$0.hasSuffix(".draft") })
    }
  }

  @Test func programsGetTheDocumentedLines() async throws {
    let shop = try await Shop()
    try shop.write(2)
    let lines = try await shop.package("--json", "--timings").output.split(separator: "\n")
      .map { try JSONValue(parsing: Array($0.utf8)) }
    #expect(lines.map { $0["event"]?.string } == ["asset", "release"])
    let documented = try Self.documentedMembers()
    for line in lines {
      let event = try #require(line["event"]?.string)
      let members = line.object.map { $0.map(\.key) } ?? []
      #expect(Set(members) == documented[event], "\(event): \(members)")
    }
    let release = try #require(lines.last)
    #expect(release["number"]?.int == 2 && release["project"]?.string == "shop")
    #expect(release["units"]?.int == Shop.pages + 1 && release["made"]?.int == Shop.pages)
    #expect(release["assets"]?.int == 1 && release["signatures"]?.int == 1)
    #expect(release["unchanged"]?.bool == false && (release["deltas"]?.int ?? 0) > Shop.pages)
    // A mistake is an object on standard error.
    try shop.room.project.write("shop/pages/p1.html", "<p>{{ nonsense ( }}</p>")
    let failed = try await shop.start("--json").end()
    #expect(failed.status == 1 && failed.output.isEmpty)
    let mistakes = try failed.errors.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
    #expect(mistakes.contains { $0["file"]?.string == "pages/p1.html" && $0["severity"]?.string == "error" })
  }

  /// The members of each line, by its event, as `command-line.md` has them.
  private static func documentedMembers() throws -> [String: Set<String>] {
    let page = try String(
      contentsOf: URL(fileURLWithPath: #filePath).appending(path: "../../../../Documentation/command-line.md")
        .standardizedFileURL, encoding: .utf8)
    let start = try #require(page.range(of: "## `hybrid package [DIR] [options]`"))
    let section = page[start.upperBound...].prefix(while: { _ in true })
    let end = section.range(of: "\n## ")?.lowerBound ?? section.endIndex
    var members: [String: Set<String>] = [:]
    for line in section[..<end].split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 2, ["`asset`", "`release`"].contains(cells[0]) else { continue }
      let words = cells[1].split(separator: "`", omittingEmptySubsequences: false).enumerated()
      members[cells[0].filter { $0 != "`" }] = Set(
        words.filter { $0.offset % 2 == 1 }.map { String($0.element) })
    }
    return members
  }
}
