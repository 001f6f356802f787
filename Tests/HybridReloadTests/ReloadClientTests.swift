import HybridGeometry
import HybridReload
import HybridTestSupport
import HybridViewTree
import Testing

private func tree(_ texts: [String], from first: Int = 1) -> ViewTree {
  var root = ViewNode(
    key: "body", parent: nil, tag: "body", frame: Rect(x: 0, y: 0, width: 9, height: 9))
  root.handle = first
  let rest = texts.enumerated().map { index, text in
    var node = ViewNode(
      key: "p\(index)", parent: 0, tag: "p", frame: Rect(x: 0, y: 0, width: 9, height: 9), text: text)
    node.handle = first + 1 + index
    return node
  }
  return ViewTree(nodes: [root] + rest, viewport: Size(width: 9, height: 9))
}

private func following(at revision: Int) -> ReloadClient {
  var client = ReloadClient(name: "test", unit: "home")
  _ = client.receive(
    .welcome(.init(session: "s", revision: 9, version: "1", title: "", units: ["home"], unit: "home")))
  _ = client.receive(
    .snapshot(.init(revision: revision, unit: "home", device: "phone", tree: tree(["a"]))))
  return client
}

private func update(_ from: Int, _ revision: Int, _ text: String) -> ServerMessage {
  var change = Patch.Change()
  change.text = .some(text)
  return .update(
    .init(
      revision: revision, from: from,
      changes: [
        UnitChange(
          unit: "home", hash: "", kind: .patch(device: "phone", Patch([.set(handle: 2, change)])), reason: "")
      ]))
}

@Suite struct RevisionTests {
  /// The result of an update: it is applied, already known, or follows one that the client has missed.
  enum Outcome { case taken, old, missed }

  /// `from` and `revision` of an update, and its result in a client at revision 5.
  @Test(
    arguments: [
      (5, 6, .taken), (4, 6, .taken), (2, 9, .taken), (4, 5, .old), (1, 3, .old), (6, 7, .missed),
      (8, 9, .missed),
    ] as [(Int, Int, Outcome)])
  func anUpdateIsTakenWhereItFollows(_ from: Int, _ revision: Int, _ outcome: Outcome) {
    var client = following(at: 5)
    let (change, replies) = client.receive(update(from, revision, "b"))
    #expect((client.tree == tree(["b"])) == (outcome == .taken))
    #expect(client.revision == (outcome == .taken ? revision : 5))
    #expect(change == (outcome == .taken ? .tree : .nothing))
    switch outcome {
    case .taken: #expect(replies == [.ack(revision: revision, painted: nil)])
    case .missed: #expect(replies == [client.hello])
    case .old: #expect(replies.isEmpty)
    }
  }

  @Test func aUnitThatComesBackWithItsTreeIsAmongTheUnitsAgain() {
    var client = following(at: 5)
    let gone = UnitChange(unit: "home", hash: "", kind: .removed, reason: "")
    _ = client.receive(.update(.init(revision: 6, from: 5, changes: [gone])))
    #expect(client.units.isEmpty && client.tree == tree(["a"]))
    let (change, _) = client.receive(update(6, 7, "b"))
    #expect(client.units == ["home"] && client.tree == tree(["b"]) && change == .tree)
  }

  @Test func itAsksOnceForWhatItMissed() {
    var client = following(at: 5)
    #expect(client.receive(update(6, 7, "c")).replies == [client.hello])
    #expect(client.receive(update(7, 8, "d")).replies.isEmpty)
    for message in [update(5, 6, "b"), update(6, 7, "c"), update(7, 8, "d")] { _ = client.receive(message) }
    #expect(client.revision == 8 && client.tree == tree(["d"]))
    #expect(client.receive(update(9, 10, "f")).replies == [client.hello])
  }

  @Test func faultsLeaveTheRevisionAsItIs() {
    var client = following(at: 5)
    _ = client.receive(.failed(revision: 6, diagnostics: []))
    _ = client.receive(.fixed(revision: 7))
    #expect(client.revision == 5)
    #expect(client.receive(update(5, 7, "b")).change == .tree)
  }

  @Test func theSameTreeStaysWithItsNewRevision() {
    var client = following(at: 5)
    _ = client.receive(
      .welcome(.init(session: "t", revision: 2, version: "1", title: "", units: ["home"], unit: "home")))
    #expect(client.revision == nil && client.tree == tree(["a"]))
    let (change, replies) = client.receive(
      .same(.init(revision: 2, unit: "home", device: "phone", page: "p")))
    #expect(change == .nothing && replies == [.ack(revision: 2, painted: nil)])
    #expect(client.revision == 2 && client.page == "p")
    #expect(client.receive(update(2, 3, "b")).change == .tree)
    // It cannot refer to another unit or device.
    #expect(client.receive(.same(.init(revision: 4, unit: "cart", device: "phone"))).replies.count == 1)
  }

  @Test func aTreeFromAnotherRunIsRenumbered() {
    var client = following(at: 5)
    #expect(client.renumbered == [:])
    _ = client.receive(
      .snapshot(.init(revision: 6, unit: "home", device: "phone", tree: tree(["x", "y"], from: 11))))
    #expect(client.renumbered == [1: 11, 2: 12])
    _ = client.receive(.fixed(revision: 6))
    #expect(client.renumbered == nil)
    client.wantedUnit = nil
    _ = client.receive(.snapshot(.init(revision: 6, unit: "cart", device: "phone", tree: tree(["x"]))))
    #expect(client.renumbered == [:])
  }
}

@Suite struct NodeStateTests {
  private var form: ViewTree {
    var tree = tree(["", "", "", ""])
    tree.nodes[1].control = ViewControl(.text)
    tree.nodes[1].control?.value = "Ada"
    tree.nodes[2].control = ViewControl(.checkbox)
    tree.nodes[2].control?.isOn = true
    tree.nodes[3].id = "list"
    tree.nodes[3].scroll = ViewScroll(y: 40, width: 9, height: 99)
    tree.nodes[4].control = ViewControl(.button)
    return tree
  }

  @Test func whatWasTouchedIsOfferedByNamesThatAnotherRunHasToo() {
    let states = form.states(of: [2, 3, 4, 5, 99])
    #expect(states.map(\.path) == [["p:0"], ["p:1"], ["#list"]])
    #expect(states.map(\.text) == ["Ada", nil, nil])
    #expect(states.map(\.isOn) == [nil, true, nil] && states.map(\.y) == [nil, nil, 40])
    #expect(form.indices(ofPaths: states.map(\.path)) == [1, 2, 3])
    #expect(form.indices(ofPaths: [[], ["p:9"], ["p:0", "p:0"]]) == [0, nil, nil])
    #expect(form.states(of: []) == [])
  }

  @Test func whatTwoNodesAreCalledNamesNeither() {
    var doubled = form
    doubled.nodes[4].id = "list"
    #expect(doubled.indices(ofPaths: [["#list"]]) == [nil])
  }

  @Test func statesAreBounded() {
    var many = tree((0..<200).map { _ in "" })
    for index in 1...200 {
      many.nodes[index].control = ViewControl(.text)
      many.nodes[index].control?.value = String(repeating: "x", count: 10_000)
    }
    let states = many.states(of: many.nodes.map(\.handle))
    #expect(states.count == NodeState.Limits.bytes / 10_010)
    for index in 1...200 { many.nodes[index].control?.value = "x" }
    #expect(many.states(of: many.nodes.map(\.handle)).count == NodeState.Limits.count)
  }
}

@Suite struct BackoffTests {
  @Test func waitsGrowFromAQuarterOfASecondToFive() {
    var random = SeededGenerator(seed: 3)
    var longest: [Duration] = Array(repeating: .zero, count: 8)
    for _ in 0..<500 {
      var backoff = Backoff()
      for turn in longest.indices {
        let wait = backoff.next(using: &random)
        #expect(Backoff.range.contains(wait))
        longest[turn] = max(longest[turn], wait)
      }
      backoff.reset()
      #expect(backoff == Backoff())
    }
    let reach = [0.5, 1, 2, 4, 5, 5, 5, 5]
    for (wait, reach) in zip(longest, reach) {
      #expect(wait <= .seconds(reach) && wait > .seconds(reach * 0.9))
    }
  }
}
