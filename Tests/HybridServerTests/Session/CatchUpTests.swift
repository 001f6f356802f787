import HybridGeometry
import HybridReload
import HybridRuntime
import HybridTestSupport
import Testing

@testable import HybridServer

private func page(_ name: String, rows: Int = 20, extra: String = "") -> String {
  let list = (0..<rows).map { "<li id=\"\(name)\($0)\">Row \($0) of \(name)</li>" }.joined()
  return "<html><head><link rel=\"stylesheet\" href=\"../base.css\"></head><body><h1>{{ title }}</h1>"
    + "<ul>\(list)</ul>\(extra)</body></html>\n"
}

private let shop = [
  "pages/home.html": page("home"), "pages/home.json": "{\"title\": \"Home\"}",
  "pages/cart.html": page("cart"), "pages/cart.json": "{\"title\": \"Cart\"}",
  "pages/about.html": page("about"), "pages/about.json": "{\"title\": \"About\"}",
  "base.css": "body { margin: 8px }\n",
]

private func isCurrent(_ person: TestClient, with session: DevSession) async -> Bool {
  guard let unit = person.client.unit, let line = person.line else { return false }
  guard let variant = await session.state.clients[line.id]?.variant else { return false }
  let tree = await session.tree(of: unit, as: variant)
  return tree != nil && person.client.tree == tree && person.client.deviceName == variant.device.name
    && person.client.dataName == variant.dataSet
}

@Suite struct CatchUpTests {
  @Test func whoWasAwayGetsTheUpdatesItMissedInOrderAndNoTree() async {
    let rig = await SessionRig(shop)
    let person = TestClient(ReloadClient(name: "test", unit: "home"))
    await person.connect(to: rig.session)
    await person.take(from: rig.session)
    await person.cut(from: rig.session)
    for title in ["One", "Two", "Three"] { await rig.save("pages/home.json", "{\"title\": \"\(title)\"}") }
    await person.connect(to: rig.session)
    await person.take(from: rig.session)
    #expect(await isCurrent(person, with: rig.session))
    #expect(person.count("update") == 3 && person.count("snapshot") == 1)
    #expect(person.client.revision == 4)
  }

  /// Its unit had not changed, so it received nothing; then the next update was refused, since it was
  /// relative to one that this client never received.
  @Test func whoMissedUpdatesOfOtherUnitsFollowsTheNextOne() async {
    let rig = await SessionRig(shop)
    await rig.session.warmUp()
    let person = TestClient(ReloadClient(name: "test", unit: "home"))
    await person.connect(to: rig.session)
    await person.take(from: rig.session)
    await person.cut(from: rig.session)
    await rig.save("pages/cart.json", "{\"title\": \"Full\"}")
    await person.connect(to: rig.session)
    await person.take(from: rig.session)
    await rig.save("pages/home.json", "{\"title\": \"Next\"}")
    await person.take(from: rig.session)
    #expect(await isCurrent(person, with: rig.session))
    #expect(person.count("snapshot") == 1 && person.client.revision == 3)
  }

  @Test func faultsAndTheirMendingDoNotMoveTheRevision() async {
    let rig = await SessionRig(shop)
    let person = TestClient(ReloadClient(name: "test", unit: "home"))
    await person.connect(to: rig.session)
    await rig.save("pages/home.html", "<body><div><p>Open</body\n")
    await rig.save("pages/home.html", page("home", extra: "<p>New</p>"))
    await person.take(from: rig.session)
    #expect(await isCurrent(person, with: rig.session))
    #expect(person.count("failed") == 1 && person.count("fixed") == 1)
    #expect(person.count("update") == 1 && person.count("snapshot") == 1)
    // A client that was away during the fix is told.
    await rig.save("pages/home.html", "<body><div><p>Open</body\n")
    await person.take(from: rig.session)
    await person.cut(from: rig.session)
    await rig.save("pages/home.html", page("home"))
    #expect(!person.client.diagnostics.isEmpty)
    await person.connect(to: rig.session)
    await person.take(from: rig.session)
    #expect(person.client.diagnostics.isEmpty)
    #expect(await isCurrent(person, with: rig.session))
    #expect(person.count("snapshot") == 1)
  }

  @Test func aTreeIsSentWhereItIsLessThanWhatWasMissed() async {
    let rig = await SessionRig(shop)
    let person = TestClient(ReloadClient(name: "test", unit: "home"))
    await person.connect(to: rig.session)
    await person.take(from: rig.session)
    await person.cut(from: rig.session)
    for round in 0..<200 { await rig.save("pages/home.json", "{\"title\": \"Title \(round)\"}") }
    await person.connect(to: rig.session)
    await person.take(from: rig.session)
    #expect(await isCurrent(person, with: rig.session))
    #expect(person.count("snapshot") == 2 && person.count("update") == 0)
  }

  @Test func whoWasAwayForTooLongGetsATree() async {
    let rig = await SessionRig(shop)
    let person = TestClient(ReloadClient(name: "test", unit: "about"))
    await person.connect(to: rig.session)
    await person.take(from: rig.session)
    await person.cut(from: rig.session)
    for round in 0...UpdateRing.countLimit { await rig.save("pages/home.json", "{\"title\": \"\(round)\"}") }
    await person.connect(to: rig.session)
    await person.take(from: rig.session)
    #expect(await isCurrent(person, with: rig.session))
    #expect(person.count("update") == 0)
    // It already has the current tree, so not even the tree is sent.
    #expect(person.count("same") == 1 && person.count("snapshot") == 1)
  }

  @Test func aUnitThatChangedWhileNobodyLookedIsShownAsItIsNow() async {
    let rig = await SessionRig(shop)
    await rig.session.warmUp()
    await rig.save("base.css", "body { margin: 20px }\n")
    let person = TestClient(ReloadClient(name: "test", unit: "cart"))
    await person.connect(to: rig.session)
    await person.take(from: rig.session)
    #expect(person.client.tree?.nodes.first { $0.tag == "body" }?.frame.x == 20)
  }

  @Test func whoFollowsTheTerminalGoesWithItAndWhoChoseAUnitGetsAPatch() async {
    let rig = await SessionRig(shop)
    let (follower, other) = (TestClient(), TestClient(ReloadClient(name: "test", unit: "cart")))
    for person in [follower, other] {
      await person.connect(to: rig.session)
      await person.take(from: rig.session)
    }
    await rig.save("pages/cart.json", "{\"title\": \"Full\"}")
    for person in [follower, other] {
      await person.take(from: rig.session)
      #expect(await isCurrent(person, with: rig.session))
      #expect(person.client.unit == "cart" && person.count("snapshot") == 1)
    }
    // A client that reconnects while the terminal shows another unit goes there.
    await follower.cut(from: rig.session)
    await rig.save("pages/about.json", "{\"title\": \"Us\"}")
    await follower.connect(to: rig.session)
    await follower.take(from: rig.session)
    #expect(await isCurrent(follower, with: rig.session))
    #expect(follower.client.unit == "about")
  }

  @Test func aTreeIsNotSentAgainAfterTheServerWasStartedAnew() async {
    let (first, second) = (await SessionRig(shop, id: "one"), await SessionRig(shop, id: "two"))
    let person = TestClient(ReloadClient(name: "test", unit: "home"))
    await person.connect(to: first.session)
    await person.take(from: first.session)
    await person.cut(from: first.session)
    await person.connect(to: second.session)
    await person.take(from: second.session)
    #expect(person.count("snapshot") == 1 && person.count("same") == 1)
    await second.save("pages/home.json", "{\"title\": \"Again\"}")
    await person.take(from: second.session)
    #expect(await isCurrent(person, with: second.session))
    #expect(person.count("snapshot") == 1)
  }

  @Test func aTreeOfAnotherRunTakesThePlaceOfTheOldOneNodeByNode() async throws {
    var changed = shop
    changed["pages/home.html"] = page("home", extra: "<p id=new>New</p>")
    let (first, second) = (await SessionRig(shop, id: "one"), await SessionRig(changed, id: "two"))
    // Handles of the first run that the second one never assigned.
    let person = TestClient(ReloadClient(name: "test", unit: "home"))
    await person.connect(to: first.session)
    await first.save("pages/home.html", page("home", rows: 5))
    await first.save("pages/home.html", page("home"))
    await person.take(from: first.session)
    let before = try #require(person.client.tree)
    await person.cut(from: first.session)
    await person.connect(to: second.session)
    await person.take(from: second.session)
    let (after, numbers) = (try #require(person.client.tree), try #require(person.client.renumbered))
    #expect(numbers.count == before.nodes.count)
    for node in before.nodes where node.id != nil {
      #expect(after.nodes.first { $0.handle == numbers[node.handle] }?.id == node.id)
    }
  }

  /// Random saves, errors, removals, disconnections, devices and units: finally each client has the server's
  /// tree and handles.
  @Test(arguments: 0..<12)
  func everyClientEndsWithTheServersTree(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let rig = await SessionRig(shop)
    let units = ["home", "cart", "about"]
    let devices: [DeviceRequest?] = [
      nil, .named("small"), .named("tablet rtl"), .size(Size(width: 300, height: 400)), .named("narrow"),
      .named("narrow dark 150%"),
    ]
    let dataSets: [String?] = [nil, nil, "long", "other"]
    let people = (0..<5).map { number in
      TestClient(
        ReloadClient(
          name: "\(number)", device: devices.randomElement(using: &random) ?? nil,
          unit: number < 2 ? nil : units.randomElement(using: &random),
          data: dataSets.randomElement(using: &random) ?? nil))
    }
    for _ in 0..<160 {
      let person = people[Int.random(in: 0..<people.count, using: &random)]
      let unit = units[Int.random(in: 0..<units.count, using: &random)]
      let number = Int.random(in: 0..<1000, using: &random)
      switch Int.random(in: 0..<15, using: &random) {
      case 0...2: await rig.save("pages/\(unit).json", "{\"title\": \"\(number)\"}")
      case 3:
        let rows = Int.random(in: 0...20, using: &random)
        await rig.save("pages/\(unit).html", page(unit, rows: rows, extra: number % 2 == 0 ? "<b>x</b>" : ""))
      case 4: await rig.save("base.css", "body { margin: \(number % 40)px }\n")
      case 5: await rig.save("pages/\(unit).html", number % 3 == 0 ? nil : "<body><div><p>Open</body\n")
      case 6:
        let scheme = number % 2 == 0 ? "dark" : "light"
        let narrow = "{\"name\": \"narrow\", \"width\": \(300 + number % 3), \"height\": 500}"
        await rig.save(
          "hybrid.json",
          "{\"defaults\": {\"colorScheme\": \"\(scheme)\"}, \"devices\": [\(number % 5 > 0 ? narrow : "")]}")
      case 7, 8: await person.cut(from: rig.session)
      case 9, 10: await person.connect(to: rig.session)
      case 11:
        await person.show(
          person.client.wantedUnit == nil ? nil : unit, on: devices.randomElement(using: &random) ?? nil,
          data: dataSets.randomElement(using: &random) ?? nil, of: rig.session)
      case 14:
        let text = number % 4 == 0 ? nil : number % 4 == 1 ? "{" : "{\"title\": \"Long \(number)\"}"
        await rig.save("pages/\(unit).\(number % 2 == 0 ? "long" : "other").json", text)
      case 12: await person.take(Int.random(in: 1...3, using: &random), from: rig.session)
      default: await person.take(from: rig.session)
      }
    }
    for unit in units { await rig.save("pages/\(unit).html", page(unit, extra: "<p>end</p>")) }
    for person in people where person.line == nil { await person.connect(to: rig.session) }
    for (number, person) in people.enumerated() {
      await person.take(from: rig.session)
      let isRight = await isCurrent(person, with: rig.session)
      let difference = isRight ? "" : await rig.difference(person)
      #expect(isRight, "client \(number) of \(seed): \(difference)")
      if let wanted = person.client.wantedUnit {
        #expect(person.client.unit == wanted, "client \(number) of \(seed)")
      } else {
        #expect(await person.client.unit == rig.session.shown, "client \(number) of \(seed)")
      }
    }
  }
}

extension SessionRig {
  /// The difference between a client and the session, in words.
  fileprivate func difference(_ person: TestClient) async -> String {
    guard let unit = person.client.unit, let line = person.line,
      let variant = await session.state.clients[line.id]?.variant,
      let tree = await session.tree(of: unit, as: variant), let own = person.client.tree
    else { return "nothing to compare" }
    let first = zip(own.nodes, tree.nodes).first { $0 != $1 }
    return "\(unit) on \(person.client.deviceName ?? "?") and \(variant.name), wanted "
      + """
      \(person.client.wantedUnit ?? "-"), at \(person.client.revision ?? -1) of \(await session.revision): 
      """
      + "\(own.nodes.count) and \(tree.nodes.count) nodes, \(first.map { "\($0)" } ?? "the same at first")"
  }
}
