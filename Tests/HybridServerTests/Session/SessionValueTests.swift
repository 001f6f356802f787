import HybridCompiler
import HybridReload
import HybridRuntime
import HybridSocket
import HybridTestSupport
import HybridViewTree
import Synchronization
import Testing

@testable import HybridServer

private func update(_ revision: Int, _ changes: [(String, UnitChange.Kind)] = [], shown: String = "home")
  -> ServerMessage.Update
{
  ServerMessage.Update(
    revision: revision, from: revision - 1, shown: shown,
    changes: changes.map { UnitChange(unit: $0.0, hash: "", kind: $0.1, reason: "") })
}

@Suite struct UpdateRingTests {
  private let patch = UnitChange.Kind.patch(device: "phone", Patch())

  @Test func whatWasMissedComesInOrder() {
    var ring = UpdateRing(floor: 1)
    for revision in 2...5 { ring.append(update(revision, [("home", patch)]), as: .text("u"), templates: []) }
    func missed(_ revision: Int) -> [Int]? {
      ring.missed(since: revision, unit: "home", variant: VariantName(device: "phone"), follows: true)?.map(
        \.revision)
    }
    #expect(missed(1) == [2, 3, 4, 5] && missed(4) == [5] && missed(5) == [] && missed(0) == nil)
    #expect(ring.missed(since: 4, unit: "home", variant: VariantName(device: "tablet"), follows: true) == nil)
    #expect(
      ring.missed(since: 1, unit: "cart", variant: VariantName(device: "tablet"), follows: false)?.count == 4)
    #expect(ring.missed(since: 1, unit: "cart", variant: VariantName(device: "phone"), follows: true) == nil)
    #expect(
      ring.missed(since: 4, unit: "home", variant: VariantName(device: "phone", data: "long"), follows: true)
        == nil)
    ring.append(update(6, [("home", .changed)]), as: .text("u"), templates: [])
    #expect(missed(5) == nil && missed(6) == [])
    ring.clear(at: 6)
    #expect(missed(5) == nil && missed(6) == [] && ring.byteCount == 0)
  }

  @Test func itIsBoundedByCountAndByBytes() {
    var ring = UpdateRing(floor: 0)
    let count = 3 * UpdateRing.countLimit
    for revision in 1...count { ring.append(update(revision), as: .text("four"), templates: []) }
    #expect(ring.count == UpdateRing.countLimit && ring.byteCount == 4 * UpdateRing.countLimit)
    #expect(ring.floor == count - UpdateRing.countLimit)
    let large = WebSocketMessage.binary([UInt8](repeating: 0, count: UpdateRing.byteLimit / 2))
    for revision in count + 1...count + 4 { ring.append(update(revision), as: large, templates: []) }
    #expect(ring.count == 2 && ring.byteCount == UpdateRing.byteLimit && ring.floor == count + 2)
    let tooLarge = WebSocketMessage.binary([UInt8](repeating: 0, count: UpdateRing.byteLimit + 1))
    ring.append(update(count + 5), as: tooLarge, templates: [])
    #expect(ring.count == 0 && ring.byteCount == 0 && ring.floor == count + 5)
  }
}

@Suite struct DisconnectedViewsTests {
  @Test func whoLeftIsExpectedForAWhile() {
    var away = DisconnectedViews()
    let start = ContinuousClock.now
    away.left("home", as: Variant(.standard), at: start)
    away.left("home", as: Variant(Device(width: 100, height: 100)), at: start + .seconds(30))
    away.dropExpired(at: start + .seconds(59))
    #expect(away.variants(of: "home").count == 2)
    away.dropExpired(at: start + .seconds(60))
    #expect(away.variants(of: "home").map(\.device.name) == ["100×100"])
    #expect(away.variants(of: "cart").isEmpty)
    for width in 1...200 {
      away.left("home", as: Variant(Device(width: Double(width), height: 1)), at: start)
    }
    away.left("home", as: Variant(.standard, dataSet: "long"), at: start)
    #expect(away.variants(of: "home").last == Variant(.standard, dataSet: "long"))
    #expect(away.expected.count == DisconnectedViews.limit)
  }
}

@Suite struct PaintFiguresTests {
  @Test func quantilesAreThoseOfTheNearestRank() {
    var reservoir = Reservoir(capacity: 100)
    #expect(reservoir.quantile(0.5) == nil)
    for number in (1...100).reversed() { reservoir.add(Double(number)) }
    #expect(reservoir.quantile(0.5) == 50 && reservoir.quantile(0.95) == 95 && reservoir.quantile(1) == 100)
    #expect(reservoir.quantile(0) == 1)
  }

  /// Quantiles of 200,000 numbers, of which 4,096 are kept.
  @Test func aReservoirThatIsFullKnowsQuantilesStill() throws {
    var reservoir = Reservoir(capacity: 4_096)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200_000 { reservoir.add(Double.random(in: 0..<1, using: &random)) }
    #expect(abs(try #require(reservoir.quantile(0.95)) - 0.95) < 0.02)
    #expect(abs(try #require(reservoir.quantile(0.5)) - 0.5) < 0.04)
  }

  @Test func aPaintIsCountedFromTheFirstWordOfTheSave() {
    var book = SaveLatencies()
    let start = ContinuousClock.now
    book.save(2, seen: start)
    #expect(book.paint(2, at: start + .milliseconds(3)) == 3)
    #expect(book.paint(9, at: start) == nil)
    for revision in 3...2 + SaveLatencies.remembered { book.save(revision, seen: start) }
    #expect(book.paint(2, at: start) == nil)
    #expect(book.figures.saves == 1 + SaveLatencies.remembered && book.figures.median == 3)
  }

  @Test func aClientsOwnSavesCountAndWhatItCaughtUpWithDoesNot() async throws {
    let rig = await SessionRig(["pages/home.html": "<body><p>0</p></body>\n"])
    let person = TestClient()
    await person.connect(to: rig.session)
    await person.take(from: rig.session)
    #expect(await rig.session.figures.median == nil)
    await rig.save("pages/home.html", "<body><p>1</p></body>\n")
    await person.take(from: rig.session)
    let first = try #require(await rig.session.clientList.first)
    #expect(first.revision == 2 && first.latency != nil && first.unit == "home" && first.name == "test")
    #expect(await rig.session.figures.p95 != nil)
    await person.cut(from: rig.session)
    await rig.save("pages/home.html", "<body><p>2</p></body>\n")
    await person.connect(to: rig.session)
    await person.take(from: rig.session)
    let second = try #require(await rig.session.clientList.first)
    #expect(second.revision == 3 && second.latency == nil)
    // Unknown and repeated revisions report nothing.
    let line = try #require(person.line)
    for revision in [99, 3, -1, .max] {
      await rig.session.receive(.ack(revision: revision, painted: .nan), from: line.id)
    }
    #expect(await rig.session.clientList.first?.revision == 3)
    #expect(await rig.session.figures.saves == 2)
  }

  /// Saving settings causes no paint, so the first paint of their revision is caused by a later choice of the
  /// user.
  @Test func whatIsChosenLongAfterASaveIsNotHowLongTheSaveTook() async throws {
    let rig = await SessionRig([
      "hybrid.json": "{}", "pages/cart.html": "<body><p>c</p></body>\n", "pages/home.html": "<body></body>\n",
    ])
    let person = TestClient()
    await person.connect(to: rig.session)
    await person.take(from: rig.session)
    await rig.save("hybrid.json", "{\"title\": \"Other\"}")
    await person.take(from: rig.session)
    let before = await rig.session.figures
    await person.show("cart", on: nil, of: rig.session)
    await person.take(from: rig.session)
    #expect(await rig.session.clientList.first?.revision == 2)
    #expect(await rig.session.figures == before)
    await rig.save("pages/cart.html", "<body><p>d</p></body>\n")
    await person.take(from: rig.session)
    #expect(await rig.session.figures.last != nil)
  }
}

@Suite struct SaveTests {
  /// Files in memory that change between saves.
  private final class Files: Sendable {
    let texts: Mutex<[String: String]>
    init(_ texts: [String: String]) { self.texts = Mutex(texts) }

    var reader: FileReader {
      FileReader(
        read: { path in SessionRig.reader(of: self.texts.withLock { $0 }).read(path) },
        list: { folder in SessionRig.reader(of: self.texts.withLock { $0 }).list(folder) })
    }
  }

  private let files = Files(["pages/home.html": "<body><p>One</p></body>\n"])

  /// Saves a file; the effects by name.
  private func save(_ path: String, _ text: String, _ state: inout SessionState) -> [String] {
    files.texts.withLock { $0[path] = text }
    let effects = state.save([path], seen: .now, at: .now)?.effects ?? []
    return effects.map { effect in
      switch effect {
      case .readRoutes: "routes"
      case .tellAll(.failed): "failed"
      case .tellAll(.fixed): "fixed"
      case .tellAll(.welcome): "welcome"
      case .tellAll: "other"
      case .send: "update"
      case .followShown: "page"
      case .tell: "tell"
      case .reportBuild: "report"
      case .dropUnusedStages: "drop"
      case .bringUpToDate: "tree"
      }
    }
  }

  @Test func aSaveListsItsEffectsInOrder() {
    let reader = files.reader
    var state = SessionState(
      compiler: ProjectCompiler(files: reader, name: "test"), files: reader, name: "test",
      devices: DeviceSelection(asking: nil, dataSet: nil, platform: .ios), id: "one", version: "test")
    _ = state.start()
    let changed = save("pages/home.html", "<body><p>Two</p></body>\n", &state)
    #expect(changed == ["update", "page", "report", "drop"])
    #expect(state.updates.count == 1 && state.builds.revision == 2)
    let failed = save("pages/home.html", "<body><p>Open</b\n", &state)
    #expect(failed == ["failed", "page", "report", "drop"])
    let fixed = save("pages/home.html", "<body><p>Three</p></body>\n", &state)
    #expect(fixed == ["fixed", "update", "page", "report", "drop"])
    let settings = save("hybrid.json", "{\"title\": \"Shop\"}\n", &state)
    #expect(settings.first == "routes" && settings.suffix(4) == ["welcome", "page", "report", "drop"])
  }
}
