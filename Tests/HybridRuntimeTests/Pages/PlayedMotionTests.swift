import HybridCSS
import HybridDOM
import HybridViewTree
import Testing

@testable import HybridRuntime

/// A page for a client that plays animations by itself, at its first step.
private func played(
  _ css: String, body: String = "<div id=a></div>", isPlayed: Bool = true
) throws -> (rig: PageRig, tree: ViewTree) {
  let html =
    "<html><head><style>#a { width: 100px; height: 40px } \(css)</style></head><body>\(body)</body></html>"
  let rig = try PageRig(html, opens: false) { $0.isPlayed = isPlayed }
  rig.page.open()
  return (rig, try #require(rig.page.step()?.tree))
}

extension ViewTree {
  fileprivate func motion(of id: String) -> ViewMotion? {
    nodes.first { $0.id == id }?.paint.effects?.motion
  }
}

extension ViewMotion {
  /// The tracks in words: `opacity 0: 0 linear, 1: 1 linear`.
  fileprivate var words: [String] {
    tracks.map { track in
      let frames = track.frames.map { "\($0.offset): \($0.value) \($0.easing)" }.joined(separator: ", ")
      return "\(track.property) \(frames)"
    }
  }
}

@Suite struct PlayedMotionTests {
  @Test(
    arguments: [
      (
        "#a { animation: k 1s linear infinite } @keyframes k { from { opacity: 0 } }",
        ["opacity 0.0: 0 linear, 1.0: 1 linear"]
      ),
      (
        "#a { animation: k 1s } @keyframes k { 50% { rotate: 1turn; animation-timing-function: linear } }",
        ["rotate 0.0: none ease, 0.5: 360deg linear, 1.0: none ease"]
      ),
      (
        "#a { color: red; animation: k 1s linear } @keyframes k { to { background-color: currentcolor } }",
        ["background-color 0.0: rgba(0, 0, 0, 0) linear, 1.0: rgb(255, 0, 0) linear"]
      ),
      // Lengths are those that are drawn.
      (
        "#a { zoom: 2; animation: k 1s linear } @keyframes k { to { translate: 50px } }",
        ["translate 0.0: none linear, 1.0: 100px linear"]
      ),
      // Only the engine can lay out.
      (
        "#a { animation: k 1s linear } @keyframes k { to { width: 0; opacity: 0 } }",
        ["opacity 0.0: 1 linear, 1.0: 0 linear"]
      ),
      // The colour of the page is that of the canvas.
      ("body { animation: k 1s } @keyframes k { to { background-color: red } }", []),
      // A browser shows perspective.
      ("#a { animation: k 1s } @keyframes k { to { transform: perspective(9px) rotateX(9deg) } }", []),
      // Both would have to be played about one origin.
      ("#a { transform-box: content-box; animation: k 1s } @keyframes k { to { scale: 2 } }", []),
      // What is paused, over or has not begun does not move.
      ("#a { animation: k 1s paused } @keyframes k { to { opacity: 0 } }", []),
      ("#a { animation: k 1s 1s } @keyframes k { to { opacity: 0 } }", []),
    ] as [(String, [String])])
  func aClientPlaysWhatItCanPlayExactly(_ css: String, _ words: [String]) throws {
    let (_, tree) = try played(css)
    #expect((tree.motion(of: "a")?.words ?? []) == words)
    #expect(try played(css, isPlayed: false).tree.motion(of: "a") == nil)
  }

  @Test func nothingIsSentWhileItPlays() throws {
    let (rig, tree) = try played(
      "#a { opacity: 0.5; animation: k 1s 2 } @keyframes k { from { opacity: 0; translate: 10px } }")
    let node = try #require(tree.nodes.first { $0.id == "a" })
    #expect(node.paint.opacity == 0.5 && node.paint.transform == nil && node.paint.isolates)
    #expect(node.paint.effects?.motion?.transforms?.translate == "none")
    #expect(rig.page.nextTurn(until: .idle) == 2000)  // its end
    rig.page.advance(to: 700)
    #expect(rig.page.step() == nil)
    // Scripts see the moment.
    #expect(try rig.node("a").paint.opacity ?? 1 < 0.5)
    rig.page.advance(to: 2000)
    let patch = try #require(rig.page.step()?.patch)
    #expect(patch.operations.count == 1)
    #expect(rig.page.shown?.motion(of: "a") == nil && rig.page.nextTurn(until: .idle) == nil)
  }

  @Test func whatTheEngineAnimatesHasFrames() throws {
    let (rig, tree) = try played(
      """
      #a { animation: k 1s infinite } #b { width: 9px; animation: l 1s infinite }
      @keyframes k { from { opacity: 0 } } @keyframes l { from { width: 0 } }
      """, body: "<div id=a></div><div id=b></div>")
    #expect(rig.page.nextTurn(until: .idle) == PageAnimation.step)
    rig.page.advance(to: PageAnimation.step)
    let patch = try #require(rig.page.step()?.patch)
    let handle = try #require(tree.nodes.first { $0.id == "b" }?.handle)
    #expect(
      patch.operations.map { if case .set(let node, _) = $0 { node } else { 0 } } == [handle])
  }

  @Test func anotherChangeTellsTheTime() throws {
    let (rig, _) = try played(
      """
      #a { animation: k 1s infinite; color: red } #a.on { color: blue } @keyframes k { from { opacity: 0 } }
      """,
      body: "<button id=b onclick=\"a.className='on'\">B</button><p id=a>A</p>")
    rig.page.advance(to: 300)
    rig.page.tap(NodeID(try #require(rig.page.elements(.id, "b", in: 0).first)))
    rig.page.finishTurn()
    let patch = try #require(rig.page.step()?.patch)
    let paints = patch.operations.compactMap {
      if case .set(_, let change) = $0 { change.paint } else { nil }
    }
    #expect(paints.compactMap { $0.effects?.motion?.tracks.first?.time } == [300])
  }

  @Test func aTransitionIsPlayed() throws {
    let (rig, _) = try played(
      "#a { opacity: 1; transition: opacity 1s linear } #a.on { opacity: 0 }",
      body: "<div id=a onclick=\"this.className='on'\"></div>")
    rig.page.advance(to: 100)
    rig.page.tap(NodeID(try #require(rig.page.elements(.id, "a", in: 0).first)))
    rig.page.finishTurn()
    let tree = try #require(rig.page.step()?.tree)
    let motion = try #require(tree.motion(of: "a"))
    #expect(motion.words == ["opacity 0.0: 1 linear, 1.0: 0 linear"])
    #expect(motion.tracks.map(\.duration) == [1000] && motion.tracks.map(\.time) == [0])
    #expect(tree.nodes.first { $0.id == "a" }?.paint.opacity == 0)
    rig.page.advance(to: 101)  // delivers the events of its beginning
    #expect(rig.page.nextTurn(until: .idle) == 1100)
    rig.page.advance(to: 600)
    #expect(rig.page.step() == nil)
    rig.page.advance(to: 1100)
    #expect(rig.page.step()?.tree.motion(of: "a") == nil)
  }

  @Test func equalElementsShareKeyframesAndOthersDoNot() throws {
    let (rig, _) = try played(
      """
      i { display: block; font-size: 10px; animation: k 1s linear } .big { font-size: 20px }
      @keyframes k { from { width: 0 } to { width: 2em } }
      """,
      body: "<i id=a1></i><i id=a2></i><i id=a3 class=big></i><p style='font-size:30px'><i id=a4></i></p>")
    rig.page.advance(to: 500)
    #expect(try ["a1", "a2", "a3", "a4"].map { try rig.node($0).frame.width } == [10, 10, 20, 10])
  }
}
