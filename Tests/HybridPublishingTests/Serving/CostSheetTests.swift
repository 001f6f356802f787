import Foundation
import HybridDownload
import HybridRelease
import HybridTestSupport
import HybridUpdate
import Testing

/// The cost table of `Documentation/hosting.md`, measured on the wire between a client and the nginx of that
/// page.
@Suite(
  .enabled(if: (try? HybridCommand.executable) != nil, "the command line is not built"),
  .enabled(if: PlaceKind.webDAV.isInstalled, "there is no nginx"))
struct CostSheetTests {
  /// The cost of a phone's request.
  private struct Cost: CustomStringConvertible {
    var requests: Int
    /// Bytes of the phone and of the host, including headers.
    var asked: Int
    var answered: Int
    var description: String { "\(requests) requests, \(asked) bytes asked, \(answered) bytes answered" }
  }

  /// A shop of 100 pages in DIST and on a host, and a phone that follows it through a counting proxy.
  private struct Rig {
    let project: TemporaryProject
    let place: RealPlace
    let proxy: HoldingProxy

    init() async throws {
      place = try await RealPlace(.webDAV)
      proxy = try HoldingProxy(to: try #require(place.port))
      project = try TemporaryProject()
      try project.write("shop/hybrid.json", #"{"release": {"project": "shop"}}"#)
      for page in 1...100 { try write(page, mark: "first") }
      try await run("keys", "new", "--memory", "8")
    }

    /// A page of some 2 KB.
    func write(_ page: Int, mark: String) throws {
      let lines = (1...20).map { line in
        """
        <p class=\"line\">Line \(line) of page \(page): \((page * 7_919 + line * 104_729) % 999_983), \
        \(mark)</p>
        """
      }
      try project.write(
        "shop/pages/page\(page).html", "<h1>Page \(page)</h1>\n" + lines.joined(separator: "\n"))
    }

    func run(_ words: String...) async throws {
      let environment = place.environment.merging([
        "HYBRID_KEYS": project.file("ring").path, "HYBRID_PASSPHRASE": "four words of mine",
      ]) { $1 }
      let result = try await HybridCommand.run(words, in: project.file("shop"), environment: environment)
      try #require(result.status == 0, "\(words): \(result.errors)")
    }

    /// Each release is published in a different second, since nginx derives ETags from size and second.
    func publish() async throws {
      let now = time(nil)
      #expect(await poll { time(nil) > now })
      try await run("publish", "dist", place.destination)
    }

    /// The app after a launch.
    func launched() async throws -> UpdateClient {
      let keys = [UInt8](try Data(contentsOf: project.file("shop/keys/1.json")))
      let client = try UpdateClient(
        folder: project.file("app").path,
        settings: UpdateSettings(keys: keys, client: "a phone", runtime: try #require(RuntimeVersion("1.0"))),
        transport: try #require(
          URL(string: "http://127.0.0.1:\(proxy.port)/app/").flatMap { URLSessionTransport(base: $0) }))
      if try await client.start() != nil { try await client.confirm() }
      return client
    }

    /// The size of each file of release 1 that an app without a release downloads.
    func bodies() throws -> [Int] {
      let dist = project.file("shop/dist").path
      let files = try FileManager.default.contentsOfDirectory(atPath: dist + "/files").map { "files/\($0)" }
      return try (["freshness.json", "freshness.sig", "releases/1.json", "releases/1.sig"] + files).map {
        try Data(contentsOf: URL(filePath: "\(dist)/\($0)")).count
      }
    }

    /// The cost of an update by a phone after a launch.
    func cost(_ expected: (UpdateOutcome) -> Bool) async throws -> Cost {
      let client = try await launched()
      let before = (proxy.requests, proxy.passed, proxy.answered)
      let outcome = try await client.update()
      #expect(expected(outcome), "\(outcome)")
      return Cost(
        requests: proxy.requests - before.0, asked: proxy.passed - before.1,
        answered: proxy.answered - before.2)
    }
  }

  @Test func theSheetIsWhatAServerAndAClientSay() async throws {
    let rig = try await Rig()
    defer { rig.proxy.end() }
    func isStaged(_ outcome: UpdateOutcome) -> Bool { if case .staged = outcome { true } else { false } }
    func isUpToDate(_ outcome: UpdateOutcome) -> Bool { if case .upToDate = outcome { true } else { false } }
    try await rig.run("package", "-o", "dist")
    try await rig.publish()
    var measured: [String: Cost] = [:]
    measured["everything, for an app without a preset"] = try await rig.cost(isStaged)
    let bodies = try rig.bodies()
    measured["nothing new"] = try await rig.cost(isUpToDate)
    try await rig.run("keys", "fresh", "dist")
    try await rig.publish()
    measured["a new freshness statement"] = try await rig.cost(isUpToDate)
    try rig.write(50, mark: "second")
    try await rig.run("package", "-o", "dist")
    try await rig.publish()
    measured["a release with one page edited"] = try await rig.cost(isStaged)
    #expect(measured["nothing new"]?.requests == 1)
    #expect((measured["nothing new"]?.answered ?? .max) + (measured["nothing new"]?.asked ?? 0) <= 1_024)

    // The size of the response headers.
    let all = try #require(measured["everything, for an app without a preset"])
    #expect(all.requests == bodies.count)
    let heads = Double(all.answered - bodies.reduce(0, +)) / Double(all.requests)
    let formula = try #require(
      Self.page().firstMatch(of: /bytes answered for a release ≈ ([0-9]+) for each request/))
    let written = try #require(Double(formula.1))
    #expect(abs(written - heads) <= heads / 10, "the head of an answer has \(heads) bytes")

    let rows = try Self.rows(under: "| what a phone finds |")
    #expect(Set(rows.map { $0[0] }) == Set(measured.keys))
    for row in rows {
      let (cost, numbers) = (try #require(measured[row[0]]), row[1...].compactMap(Self.number))
      try #require(numbers.count == 3, "\(row)")
      #expect(Int(numbers[0]) == cost.requests, "\(row[0]): \(cost)")
      for (written, found) in [(numbers[1], cost.asked), (numbers[2], cost.answered)] {
        #expect(abs(written - Double(found)) <= Double(found) / 10, "\(row[0]): \(cost)")
      }
    }
  }

  @Test func theTotalsFollowFromTheSheet() throws {
    let costs = try Self.rows(under: "| what a phone finds |")
    let totals = try Self.rows(under: "| every phone finds |")
    #expect(totals.count == 2 * costs.count)
    for (index, row) in totals.enumerated() {
      try #require(row.count == 5, "\(row)")
      // All columns for 10⁶, then for 10⁸.
      let cost = costs[index % costs.count]
      let phones = index < costs.count ? 1e6 : 1e8
      #expect(row[0] == cost[0] && row[1] == (index < costs.count ? "10⁶" : "10⁸"))
      let (requests, answered) = (try #require(Self.number(cost[1])), try #require(Self.number(cost[3])))
      #expect(row[2] == Self.text(phones * requests), "\(row)")
      #expect(row[3] == Self.text((phones * requests / 86_400).rounded()), "\(row)")
      #expect(row[4] == "\(Self.text(phones * answered / 1e9)) GB", "\(row)")
    }
  }

  // MARK: The page

  /// The cells of a table of the page, below its head.
  private static func rows(under head: String) throws -> [[String]] {
    let lines = try page().split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix(head) }, "no table '\(head)'")
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  private static func page() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    return try String(contentsOf: root.appending(path: "Documentation/hosting.md"), encoding: .utf8)
  }

  private static func number(_ text: String) -> Double? { Double(text.replacing(",", with: "")) }

  /// Three significant digits, with commas: `1,160`, `0.32`, `31,200`.
  private static func text(_ value: Double) -> String {
    guard value > 0 else { return "0" }
    let unit = pow(10, floor(log10(value)) - 2)
    let rounded = (value / unit).rounded() * unit
    guard rounded >= 100 else {
      let text = String(format: "%.\(max(0, 2 - Int(floor(log10(rounded)))))f", rounded)
      return text
    }
    let digits = Array(String(Int(rounded.rounded())))
    return digits.enumerated().map { index, digit in
      index > 0 && (digits.count - index) % 3 == 0 ? ",\(digit)" : "\(digit)"
    }.joined()
  }
}
