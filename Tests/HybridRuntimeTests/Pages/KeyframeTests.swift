import HybridCSS
import HybridDOM
import HybridScript
import HybridViewTree
import Testing

@testable import HybridRuntime

/// A page with `#a`, for which an animation is named, and a tap that toggles its class `on`.
private func animated(
  _ animation: String, _ keyframes: String, rest: String = "", body: String? = nil, script: String = ""
) throws -> PageRig {
  let body = body ?? "<div id=a onclick=\"this.classList.toggle('on')\">A <b id=b>B</b></div>"
  let style = "#a { \(animation) } @keyframes k { \(keyframes) } \(rest)"
  let rig = try PageRig(alive(body, script, style: style), opens: false)
  // Not settled: that would be the end of the animation.
  rig.page.open()
  return rig
}

extension PageRig {
  fileprivate func id(_ id: String) throws -> NodeID {
    NodeID(try #require(page.elements(.id, id, in: 0).first))
  }
  fileprivate func after(_ milliseconds: Double) { page.advance(to: page.now + milliseconds) }
  /// The current value of a property as CSS writes it.
  fileprivate func value(_ property: String, of id: String = "a") throws -> String {
    let node = try self.id(id)
    page.refresh()
    return try #require(page.stage).styles[node].cssText(of: try #require(PropertyID(name: property))) ?? ""
  }
  /// What scripts have written to the console since the last call.
  fileprivate func lines() -> [String] {
    page.takeLog().compactMap { if case .console(_, let text) = $0 { text } else { nil } }
  }
  fileprivate func tap() throws {
    page.tap(try id("a"))
    page.finishTurn()
    page.refresh()
  }
}

/// Animations, and the opacities at some times in milliseconds.
private let timings: [(String, [(Double, String)])] = [
  ("k 1s linear", [(0, "0"), (250, "0.25"), (999, "0.999")]),
  ("k 1s linear", [(1000, "0.5")]),
  ("k 1s linear forwards", [(5000, "1")]),
  ("k 1s linear 1s", [(500, "0.5"), (1500, "0.5"), (1750, "0.75")]),
  ("k 1s linear 1s backwards", [(500, "0")]),
  ("k 1s linear -250ms", [(0, "0.25"), (500, "0.75"), (800, "0.5")]),
  ("k 1s linear 3 reverse", [(250, "0.75"), (2750, "0.25")]),
  ("k 1s linear infinite alternate", [(1250, "0.75"), (1_000_250, "0.25")]),
  ("k 1s linear 2 alternate-reverse both", [(250, "0.75"), (3000, "1")]),
  ("k 1s linear 2.5 forwards", [(9000, "0.5")]),
  ("k 1s steps(4)", [(300, "0.25")]),
  ("k 1s linear paused", [(300, "0")]),
  ("k 0s forwards", [(0, "1")]),
  ("none 1s, k 1s linear", [(500, "0.5")]),
  ("unknown 1s", [(500, "0.5")]),
]

@Test(arguments: timings)
func valuesFollowTheTiming(_ animation: String, _ expected: [(Double, String)]) throws {
  let rig = try animated("opacity: 0.5; animation: \(animation)", "from { opacity: 0 } to { opacity: 1 }")
  for (time, value) in expected {
    rig.page.advance(to: time)
    let shown = try rig.value("opacity")
    #expect(shown == value, "\(time) ms")
  }
}

@Test(arguments: [
  ("width: 10px", "from { width: 20px } to { width: 40px }", "width", "30px"),
  // Without a first or last keyframe the own value is at that end.
  ("width: 10px", "to { width: 30px }", "width", "20px"),
  ("width: 10px !important", "to { width: 30px }", "width", "10px"),
  ("width: 10px", "from { width: 30px }", "width", "20px"),
  ("width: 10px", "50% { width: 30px }", "width", "30px"),
  ("", "0%, 100% { width: 0 } 50% { width: 8px }", "width", "8px"),
  ("", "25% { width: 10px } 75% { width: 30px }", "width", "20px"),
  ("font-size: 20px", "from { width: 1em } to { width: 3em }", "width", "40px"),
  ("--w: 20px", "from { width: 0 } to { width: var(--w) }", "width", "10px"),
  (
    "color: rgb(200, 0, 0)", "from { background-color: currentcolor } to { background-color: black }",
    "background-color", "rgb(100, 0, 0)"
  ),
  ("", "from { transform: rotate(0) } to { transform: rotate(90deg) }", "transform", "rotate(45deg)"),
  ("", "from { padding: 0 } to { padding: 4px }", "padding-left", "2px"),
  ("", "from { padding-inline-start: 0 } to { padding-inline-start: 4px }", "padding-left", "2px"),
  // What cannot be interpolated changes in the middle.
  ("", "from { display: block } to { display: flex }", "display", "flex"),
  ("", "from { text-align: left } 60% { text-align: right }", "text-align", "right"),
  // A timing function holds from its keyframe to the next one.
  ("", "from { width: 0; animation-timing-function: steps(1) } to { width: 8px }", "width", "0px"),
  // Of several keyframes of an offset each property's last one counts.
  ("", "to { width: 4px; height: 4px } to { width: 8px } from { width: 0; height: 0 }", "width", "4px"),
  ("", "to { width: 4px !important } from { width: 0 }", "width", "auto"),
])
func halfWayThroughKeyframes(
  _ own: String, _ keyframes: String, _ property: String, _ value: String
) throws {
  let rig = try animated("\(own); animation: k 1s linear", keyframes)
  rig.after(500)
  let shown = try rig.value(property)
  #expect(shown == value)
}

@Test func childrenInheritWhatIsShown() throws {
  let rig = try animated(
    "color: black; animation: k 1s linear", "to { color: rgb(200, 0, 0) }",
    rest: "#c { color: rgb(0, 0, 250) }", body: "<div id=a>A <b id=b>B</b><i id=c>C</i></div>")
  rig.after(500)
  #expect(try rig.value("color", of: "b") == "rgb(100, 0, 0)")
  #expect(try rig.value("color", of: "c") == "rgb(0, 0, 250)")
}

@Test func theLayoutFollows() throws {
  let rig = try animated("width: 100px; animation: k 1s linear infinite", "to { width: 200px }")
  rig.after(500)
  rig.page.refresh()
  #expect(try rig.node("a").frame.width == 150)
  rig.after(250)
  rig.page.refresh()
  #expect(try rig.node("a").frame.width == 175)
}

@Test func pseudoElementsAreAnimated() throws {
  let rig = try animated(
    "", "from { opacity: 0 }", rest: "#a::before { content: 'x'; animation: k 1s linear }")
  rig.after(500)
  rig.page.refresh()
  let before = try #require(rig.page.dom.shown.generated[try rig.id("a")]?.before)
  #expect(try #require(rig.page.stage).styles[before].visual.opacity == 0.5)
}

@Test func anAnimationGoesOnWhileItsNameStays() throws {
  let rig = try animated(
    "opacity: 0; animation: k 1s linear", "to { opacity: 1 }",
    rest: "#a.on { animation: k 2s linear; width: 5px }")
  rig.after(500)
  try rig.tap()
  #expect(try rig.value("opacity") == "0.25")
  rig.after(500)
  #expect(try rig.value("opacity") == "0.5")
}

@Test func aPausedAnimationContinuesWhereItStopped() throws {
  let rig = try animated(
    "opacity: 0; animation: k 1s linear", "to { opacity: 1 }", rest: "#a.on { animation-play-state: paused }")
  rig.after(250)
  try rig.tap()
  rig.after(5000)
  #expect(try rig.value("opacity") == "0.25")
  try rig.tap()
  rig.after(250)
  #expect(try rig.value("opacity") == "0.5")
}

@Test func transitionsBeatAnimations() throws {
  let rig = try animated(
    "opacity: 0; width: 0; transition: opacity 1s linear; animation: k 1s steps(1) infinite",
    "from { width: 7px; opacity: 0.9 }", rest: "#a.on { opacity: 1 }")
  #expect(try rig.value("opacity") == "0.9")
  try rig.tap()
  rig.after(500)
  #expect(try rig.value("opacity") == "0.5")
  #expect(try rig.value("width") == "7px")
}

@Test(arguments: [
  ("k 1s 2", ["start 0", "iteration 1", "end 2"]),
  ("k 1s -500ms", ["start 0.5", "end 1"]),
  ("k 1s 250ms", ["start 0", "end 1"]),
  ("k 0s", ["start 0", "end 0"]),
  ("k 1s paused", ["start 0"]),
])
func scriptsAreTold(_ animation: String, _ expected: [String]) throws {
  let rig = try animated(
    "animation: \(animation)", "to { opacity: 0 }",
    script: """
      for (const type of ['start', 'iteration', 'end', 'cancel'])
        document.addEventListener('animation' + type, (e) =>
          console.log(type, e.elapsedTime, e instanceof AnimationEvent && e.animationName === 'k'));
      """)
  for _ in 0..<30 { rig.after(100) }
  #expect(rig.lines() == expected.map { $0 + " true" })
}

@Test func anElementWithoutABoxHasNone() throws {
  let rig = try animated(
    "animation: k 1s linear", "to { opacity: 0 }", rest: "#a.on { display: none }",
    script: "a.addEventListener('animationcancel', (e) => console.log(e.elapsedTime))")
  rig.after(500)
  try rig.tap()
  rig.after(0)
  #expect(rig.page.keyframes.isEmpty)
  #expect(rig.lines() == ["0.5"])
  try rig.tap()
  rig.after(250)
  #expect(try rig.value("opacity") == "0.75")
}

/// Animations, and the times of turns until a page is settled, and until it is still.
private let turns: [(String, settled: [Double], still: [Double])] = [
  ("k 1s", [1000], [1000]),
  ("k 1s 2s 3", [2000, 5000], [2000, 5000]),
  ("k 1s infinite", [], []),
  ("k 1s 2s infinite", [], [2000]),
  ("k 1s paused", [], []),
  ("none", [], []),
]

@Test(arguments: turns)
func endlessAnimationsKeepNoPageFromRest(
  _ animation: String, _ settled: [Double], _ still: [Double]
) throws {
  for (rest, expected) in [(PageRest.settled, settled), (.still, still)] {
    let rig = try animated("animation: \(animation)", "to { opacity: 0 }")
    var times: [Double] = []
    while let next = rig.page.nextTurn(until: rest), times.count < 10 {
      if next > rig.page.now { times.append(next) }
      rig.page.advance(to: next)
    }
    #expect(times == expected)
  }
}

@Test func aMovingPageIsIdleWhenItsAnimationsAreOver() throws {
  let rig = try animated("animation: k 1s", "to { opacity: 0 }")
  var turns = 0
  while let next = rig.page.nextTurn(until: .idle), turns < 1000 {
    turns += 1
    rig.page.advance(to: next)
  }
  #expect((1000 / 16...1000 / 16 + 4).contains(turns), "\(turns)")
  #expect(rig.page.now == 1000)
}

@Test func aSaveChangesARunningAnimation() throws {
  let rig = try animated("animation: k 1s linear", "from { width: 0 } to { width: 100px }")
  rig.after(500)
  let next = try animated("animation: k 1s linear", "from { width: 0 } to { width: 200px }")
  rig.page.replace(with: next.page.unit)
  #expect(try rig.value("width") == "100px")
  rig.after(250)
  #expect(try rig.value("width") == "150px")
}

/// Sums of times are rounded: an animation ends all the same.
@Test(arguments: [("0.3333s", 203.0), ("0.3333s", 1000), ("0.1234s", 300), ("0.6667s", 700), ("1e-9s", 7)])
func anAnimationEndsWhateverItsDuration(_ duration: String, _ begin: Double) throws {
  let rig = try animated("", "to { opacity: 0 }", rest: "#a.on { animation: k \(duration) }")
  rig.page.advance(to: begin)
  try rig.tap()
  var turns = 0
  while let next = rig.page.nextTurn(until: .settled), turns < 100 {
    turns += 1
    rig.page.advance(to: next, limit: 10)
  }
  #expect(turns < 5)
  #expect(try rig.value("opacity") == "1")
}

/// Handlers that start the next animation at once: their page is settled after a few, and time goes on.
@Test(arguments: [
  "document.addEventListener('animationstart', () => { p.innerHTML = '<b class=c>x</b>' })",
  "document.addEventListener('animationend', (e) => { p.innerHTML = '<b class=c>x</b>' })",
  """
  document.addEventListener('animationstart', (e) => { e.target.style.display = 'none' });
  document.addEventListener('animationcancel', (e) => { e.target.style.display = '' });
  """,
])
func animationsThatStartEachOtherKeepNoPageFromRest(_ script: String) throws {
  let rig = try animated(
    "", "to { opacity: 0 }", rest: ".c { display: block; animation: k 10ms }",
    body: "<div id=p><b class=c>x</b></div>", script: "const p = document.getElementById('p'); " + script)
  var turns = 0
  while let next = rig.page.nextTurn(until: .settled), turns < 1000 {
    turns += 1
    rig.page.advance(to: next, limit: 1)
  }
  #expect(turns < 100)
  #expect(rig.page.now < 1000)
}
