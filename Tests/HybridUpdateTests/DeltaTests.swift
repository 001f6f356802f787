import HybridRelease
import HybridUpdate
import HybridUpdateFaults
import Testing

/// The savings of deltas and the cost of requesting them. Deltas are requested by the names of the two files,
/// without an index.
struct DeltaTests {
  /// `count` pages, those of `edits` as the edit of this number left them.
  private func pages(_ count: Int, _ edits: [Int: UInt8] = [:]) -> [String: [UInt8]] {
    Dictionary(
      uniqueKeysWithValues: (0..<count).map { index in
        let page = content("page \(index)", 0, size: 1_500)
        return ("units/page-\(index).unit", edits[index].map { edited(page, $0) } ?? page)
      })
  }

  private func deltas(_ requests: [TransportRequest]) -> [String] {
    requests.map(\.path).filter { $0.hasPrefix("deltas/") }
  }

  /// The delta between two statements, and between two files.
  private func delta(_ maker: ReleaseMaker, _ from: Int, _ to: Int) throws -> String {
    let (from, to) = (try #require(maker.pointer(to: from)), try #require(maker.pointer(to: to)))
    return DistPaths.delta(from: from.digest.sha256, to: to.digest.sha256)
  }
  private func delta(_ maker: ReleaseMaker, _ from: [UInt8], _ to: [UInt8]) -> String {
    DistPaths.delta(from: maker.sodium.sha256(from), to: maker.sodium.sha256(to))
  }

  @Test func oneEditOfAThousandPagesCostsItsDeltas() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, pages(1_000))
    let image = try app(maker)
    // The releases before it have left more deltas than any app needs.
    for number in 2...4 {
      try maker.publish(
        number, pages(1_000, [number: 7, 500: UInt8(number)]), deltasFrom: Array(1..<number))
    }
    let trial = try Trial(maker, image: image)
    try await trial.client.start()
    guard case .staged(let release) = try await trial.client.update() else {
      Issue.record("expected .staged")
      return
    }
    #expect(release.number == 4)
    let (requests, sent) = (trial.host.takeRequests().map(\.path), trial.host.takeSent())
    let statement = try delta(maker, 1, 4)
    let changed = [4, 500].map {
      delta(maker, pages(1_000)["units/page-\($0).unit"]!, maker.releases[4]!.files["units/page-\($0).unit"]!)
    }
    #expect(
      Set(requests)
        == Set(["freshness.json", "freshness.sig", "releases/4.sig", statement] + changed))
    #expect(requests.count == 6)
    let size = maker.dist[statement]!.count
    print(
      """
      one edit of 1,000 pages: \(requests.count) requests, \(sent) bytes, \
      \(size) of them the statement's delta
      """
    )
    #expect(sent - size < 4_096)
    #expect(size * 20 < maker.dist["releases/4.json"]!.count)
    let next = try trial.relaunched(maker)
    try await next.client.start()
    for (path, bytes) in pages(1_000, [4: 7, 500: 4]) { #expect(try await next.client.read(path) == bytes) }
  }

  /// What the host does with the delta of a statement.
  enum DeltaOfHost { case served, spoiled, another, endless, missing, forbidden, fromAnotherRelease }

  @Test(
    arguments: [
      // whether the statement comes in full, and what is said
      (.served, false, nil), (.spoiled, true, .deltaMalformed), (.another, true, .deltaMalformed),
      (.endless, true, .networkEndless), (.missing, true, nil), (.forbidden, true, nil),
      (.fromAnotherRelease, true, nil),
    ] as [(DeltaOfHost, Bool, RefusalCode?)])
  func statementComesAsADeltaOrInFull(_ what: DeltaOfHost, _ isFull: Bool, _ code: RefusalCode?) async throws
  {
    var maker = try ReleaseMaker()
    try maker.publish(1, pages(40))
    let image = try app(maker)
    try maker.publish(2, pages(40, [1: 2]))
    let others = what == .fromAnotherRelease ? [2] : [1, 2]
    try maker.publish(3, pages(40, [1: 2, 2: 3]), deltasFrom: others)
    let asked = try delta(maker, 1, 3)
    if what != .fromAnotherRelease { #expect(maker.dist[asked] != nil) }
    let other = try #require(maker.dist[try delta(maker, 2, 3)])
    let trial = try Trial(maker, image: image)
    trial.host.behave { request, _ in
      guard request.path == asked else { return .honest }
      return switch what {
      case .spoiled: .bytes([UInt8](repeating: 7, count: 20))
      case .another: .bytes(other)
      case .endless: .endless
      case .missing: .missing
      case .forbidden: .status("403 AccessDenied")
      case .served, .fromAnotherRelease: .honest
      }
    }
    try await trial.client.start()
    guard case .staged(let release) = try await trial.client.update() else {
      Issue.record("expected .staged")
      return
    }
    #expect(release.number == 3 && release.id == "\(maker.pointer(to: 3)!.digest.sha256)")
    let requests = trial.host.takeRequests().map(\.path)
    #expect(requests.filter { $0 == asked }.count == 1)
    #expect(requests.contains("releases/3.json") == isFull)
    let said = await trial.events().compactMap { event -> RefusalCode? in
      if case .deltaFailed(let refusal) = event { refusal.code } else { nil }
    }
    #expect(said == (code.map { [$0] } ?? []))
    let next = try trial.relaunched(maker)
    try await next.client.start()
    for (path, bytes) in pages(40, [1: 2, 2: 3]) { #expect(try await next.client.read(path) == bytes) }
  }

  /// Which deltas the host has.
  enum Hosted { case none, forbidden, half, all }

  /// One request for each missing delta, and at most 16 more of them than of existing ones.
  @Test(arguments: [(Hosted.none, 16), (.forbidden, 16), (.half, 101), (.all, 101)])
  func askingInVainEnds(_ hosted: Hosted, _ expected: Int) async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, pages(100))
    let image = try app(maker)
    let edits = Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, UInt8(9)) })
    try maker.publish(2, pages(100, edits), deltasFrom: hosted == .half || hosted == .all ? [1] : [])
    if hosted == .half {
      for index in stride(from: 0, to: 100, by: 2) {
        let name = "units/page-\(index).unit"
        maker.dist[delta(maker, pages(100)[name]!, pages(100, edits)[name]!)] = nil
      }
    }
    let trial = try Trial(maker, image: image)
    if hosted == .forbidden {
      trial.host.behave { request, _ in request.path.hasSuffix(".zst") ? .status("403 Forbidden") : .honest }
    }
    try await trial.client.start()
    guard case .staged = try await trial.client.update() else {
      Issue.record("expected .staged")
      return
    }
    let requests = trial.host.takeRequests()
    #expect(deltas(requests).count == expected)
    let full = requests.filter { $0.path.hasPrefix("files/") }.count
    let expectedFull =
      switch hosted {
      case .none, .forbidden: 100
      case .half: 50
      case .all: 0
      }
    #expect(full == expectedFull)
    #expect(!requests.contains { $0.path == DistPaths.deltaIndex })
    // The offer contains the maximum cost; the progress ends with the actual cost.
    let events = await trial.events()
    for case .found(let offer) in events { #expect(offer.files == 100 && offer.bytes == 150_000) }
    let progress = events.compactMap { event -> UpdateProgress? in
      if case .progress(let progress) = event { progress } else { nil }
    }
    #expect(progress.last.map { $0.received == $0.total } == true)
    #expect((try #require(progress.last).total < 150_000) == (expected > 16))
  }

  @Test func deltasAreAskedForFromTheNewestReleaseBeforeThatIsHere() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, pages(40, [0: 1]))
    let image = try app(maker)
    let trial = try Trial(maker, image: image)
    try await trial.client.start()
    for number in 2...3 {
      // 2 becomes active, 3 waits.
      try maker.publish(number, pages(40, [0: UInt8(number)]))
      trial.host.serve(maker.dist)
      _ = try await trial.client.update()
      if number == 2 { _ = try await trial.client.activate() }
    }
    _ = trial.host.takeRequests()
    try maker.publish(4, pages(40, [0: 4]))
    trial.host.serve(maker.dist)
    _ = try await trial.client.update()
    let page = { (edit: UInt8) in edited(content("page 0", 0, size: 1_500), edit) }
    #expect(deltas(trial.host.takeRequests()) == [try delta(maker, 3, 4), delta(maker, page(3), page(4))])
    // No deltas lead to older releases: 2 has been removed, and is created from 1.
    _ = try await trial.client.activate()
    try maker.publish(5, pages(40, [0: 5]))
    trial.host.serve(maker.dist)
    _ = try await trial.client.update()
    _ = try await trial.client.activate()
    _ = trial.host.takeRequests()
    try maker.rollBack(6, to: 2)
    trial.host.serve(maker.dist)
    guard case .activated(let back) = try await trial.client.update() else {
      Issue.record("expected .activated")
      return
    }
    #expect(back.number == 2)
    #expect(deltas(trial.host.takeRequests()) == [try delta(maker, 1, 2), delta(maker, page(1), page(2))])
  }

  @Test func smallFilesComeInFull() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, ["units/a.unit": content("a", 1, size: 1_000)])
    let image = try app(maker)
    try maker.publish(2, ["units/a.unit": edited(content("a", 1, size: 1_000), 2)], deltasFrom: [1])
    let trial = try Trial(maker, image: image)
    try await trial.client.start()
    guard case .staged = try await trial.client.update() else {
      Issue.record("expected .staged")
      return
    }
    #expect(deltas(trial.host.takeRequests()) == [])
  }
}
