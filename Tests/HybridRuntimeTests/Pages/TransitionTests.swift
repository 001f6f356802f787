import HybridCSS
import HybridDOM
import HybridViewTree
import Testing

@testable import HybridRuntime

/// A page in which tapping `#a` toggles the class `on`.
private func transitioning(
  _ style: String, on: String = "", body: String? = nil, rest: String = "", script: String = ""
) throws -> PageRig {
  let body = body ?? "<div id=a onclick=\"this.classList.toggle('on')\">A</div><div id=b>B</div>"
  return try PageRig(alive(body, script, style: "#a { \(style) } #a.on { \(on) } \(rest)"))
}

extension PageRig {
  fileprivate func id(_ id: String) throws -> NodeID {
    NodeID(try #require(page.elements(.id, id, in: 0).first))
  }
  /// A tap without any time passing.
  fileprivate func tapped(_ id: String = "a") throws {
    page.tap(try self.id(id))
    page.finishTurn()
    page.refresh()
  }
  fileprivate func after(_ milliseconds: Double) { page.advance(to: page.now + milliseconds) }
  /// The current value of an element's property, if it can be animated.
  fileprivate func value(_ property: String, of id: String = "a") throws -> TransitionValue? {
    let property = try #require(PropertyID(name: property))
    let node = try self.id(id)
    page.refresh()
    let style = try #require(page.stage).styles[node]
    return property.animation.value(style)?.resolved(in: style)
  }
  fileprivate func number(_ property: String, of id: String = "a") throws -> Double {
    switch try value(property, of: id) {
    case .number(let number)?: return number
    case .length(.points(let points))?: return points
    case let other: throw RigError(description: "\(property) is \(other as Any)")
    }
  }
  fileprivate func color(of id: String) throws -> [Int] {
    guard case .color(.rgba(let color))? = try value("color", of: id) else { return [] }
    return [color.bytes.red, color.bytes.green, color.bytes.blue].map { Int($0) }
  }
}

private func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 0.002 }

@Test(arguments: [
  ("linear", [0, 0.25, 0.5, 0.75, 1]),
  ("ease", [0, 0.4085, 0.8024, 0.9604, 1]),
  ("ease-in", [0, 0.0935, 0.3154, 0.6219, 1]),
  ("steps(2)", [0, 0, 0.5, 0.5, 1]),
  ("step-start", [1, 1, 1, 1, 1]),
  ("steps(3, jump-none)", [0, 0, 0.5, 1, 1]),
  ("linear(0, 0.8 25%, 1)", [0, 0.8, 0.8667, 0.9333, 1]),
  ("linear(0.1 25% 50%, 0.4, 1)", [0.1, 0.1, 0.1, 0.4, 1]),
  ("cubic-bezier(0, 0, 1, 1)", [0, 0.25, 0.5, 0.75, 1]),
])
func opacityGoesAsTheTimingFunctionSays(_ timing: String, _ expected: [Double]) throws {
  let rig = try transitioning("opacity: 0; transition: opacity 1s \(timing)", on: "opacity: 1")
  try rig.tapped()
  for (step, opacity) in expected.enumerated() {
    let shown = try rig.number("opacity")
    #expect(isNear(shown, opacity), "\(step * 25)%: \(shown)")
    rig.after(250)
  }
  #expect(rig.page.transitions.isEmpty)
  #expect(rig.page.nextTurn(until: .idle) == nil)
}

/// A held transition needs no turns, one that is too slow for a clock neither, and a reversed one ends where
/// it began.
@Test func scriptsHoldAndReverseATransition() throws {
  let rig = try transitioning(
    "opacity: 0; transition: opacity 1s linear", on: "opacity: 1",
    body: """
      <div id=a onclick="this.classList.toggle('on')">A</div>
      <p id=b onclick="document.getAnimations()[0].pause()">B</p>
      <p id=c onclick="document.getAnimations()[0].playbackRate = 1e-300">C</p>
      <p id=d onclick="const [a] = document.getAnimations(); a.playbackRate = 1; a.reverse()">D</p>
      """)
  try rig.tapped()
  rig.after(500)
  try rig.tapped("b")
  #expect(rig.page.nextTurn(until: .idle) == nil)
  rig.after(500)
  #expect(isNear(try rig.number("opacity"), 0.5))
  try rig.tapped("c")
  #expect(rig.page.nextTurn(until: .idle).map(\.isFinite) ?? true)
  try rig.tapped("d")
  rig.after(250)
  #expect(isNear(try rig.number("opacity"), 0.25))
  rig.after(500)
  #expect(rig.page.transitions.isEmpty)
  #expect(rig.page.nextTurn(until: .idle) == nil)
}

@Test(arguments: [
  ("width", "100px", "200px", "150px"),
  ("width", "100px", "50%", "calc(25% + 50px)"),
  ("width", "calc(10% + 10px)", "30px", "calc(5% + 20px)"),
  ("height", "0", "40px", "20px"),
  ("max-height", "0", "500px", "250px"),
  ("margin-left", "-10px", "30px", "10px"),
  ("padding-top", "0", "1em", "8px"),
  ("font-size", "10px", "30px", "20px"),
  ("line-height", "1", "2", "1.5"),
  ("letter-spacing", "0", "2px", "1px"),
  ("flex-grow", "0", "3", "1.5"),
  ("row-gap", "4px", "8px", "6px"),
  ("border-top-left-radius", "0", "8px", "4px"),
  ("z-index", "1", "4", "3"),
  ("color", "#000", "rgb(100, 200, 50)", "rgb(50, 100, 25)"),
  ("background-color", "transparent", "rgb(10, 20, 30)", "rgb(10 20 30 / 50%)"),
  ("visibility", "hidden", "visible", "visible"),
  ("transform", "none", "translate(10px, 20px)", "translate(5px, 10px)"),
  ("transform", "rotate(0deg) scale(1)", "rotate(90deg) scale(3)", "rotate(45deg) scale(2, 2)"),
  ("transform", "translate(100%)", "none", "translate(50%, 0px)"),
  ("transform", "matrix(1, 0, 0, 1, 10, 0)", "matrix(3, 0, 0, 3, 30, 0)", "matrix(2, 0, 0, 2, 20, 0)"),
  ("transform", "translate(10px)", "scale(3)", "matrix(2, 0, 0, 2, 5, 0)"),
  ("box-shadow", "none", "2px 4px 6px 8px rgb(0, 0, 0)", "1px 2px 3px 4px rgb(0 0 0 / 50%)"),
  // Values that cannot be interpolated change at once.
  ("width", "auto", "100px", "100px"),
  ("display", "block", "flex", "flex"),
  ("transform", "scale(0)", "matrix(1, 0, 0, 1, 5, 5)", "matrix(1, 0, 0, 1, 5, 5)"),
])
func halfWayLiesBetween(_ property: String, _ from: String, _ to: String, _ half: String) throws {
  let rig = try transitioning(
    "\(property): \(from); transition: \(property) 1s linear; border-style: solid", on: "\(property): \(to)")
  func same(_ value: String) throws -> Bool {
    let other = try transitioning("\(property): \(value); border-style: solid")
    let (shown, expected) = (try rig.value(property), try other.value(property))
    if case .color(.rgba(let a))? = shown, case .color(.rgba(let b))? = expected { return a.bytes == b.bytes }
    return shown == expected
  }
  #expect(try same(from))
  try rig.tapped()
  rig.after(500)
  let shown = try rig.value(property)
  #expect(try same(half), "\(shown as Any)")
  rig.after(500)
  #expect(try same(to))
}

@Test func whatIsWiderMovesItsSiblings() throws {
  let rig = try transitioning(
    "width: 100px; height: 10px; transition: width 1s linear", on: "width: 200px",
    rest: "body { display: flex; margin: 0 } #b { width: 10px }")
  try rig.tapped()
  #expect(try rig.node("b").frame.x == 100)
  rig.after(250)
  #expect(try rig.node("b").frame.x == 125)
  rig.after(2000)
  #expect(try rig.node("b").frame.x == 200)
}

@Test func paintAndTextFollow() throws {
  let rig = try transitioning(
    "opacity: 0; color: rgb(0, 0, 0); transition: all 1s linear", on: "opacity: 1; color: rgb(200, 0, 0)",
    body: "<div id=a onclick=\"this.classList.toggle('on')\">A <b id=c><i id=d>C</i></b> <u id=e>E</u></div>",
    rest: "#e { color: blue }")
  try rig.tapped()
  rig.after(500)
  #expect(try rig.node("a").paint.opacity == 0.5)
  #expect(try rig.color(of: "d") == [100, 0, 0])
  #expect(try rig.color(of: "e") == [0, 0, 255])
  rig.after(500)
  #expect(try rig.color(of: "d") == [200, 0, 0])
}

@Test(arguments: [
  (0.0, 0.0), (499, 0), (500, 0), (1000, 0.5), (1500, 1),
])
func aDelayShowsTheBeginning(_ time: Double, _ opacity: Double) throws {
  let rig = try transitioning("opacity: 0; transition: opacity 1s linear 0.5s", on: "opacity: 1")
  try rig.tapped()
  rig.after(time)
  #expect(try rig.number("opacity") == opacity)
}

@Test func aNegativeDelayBeginsOnTheWay() throws {
  let rig = try transitioning("opacity: 0; transition: opacity 1s linear -0.25s", on: "opacity: 1")
  try rig.tapped()
  #expect(try rig.number("opacity") == 0.25)
  rig.after(750)
  #expect(rig.page.transitions.isEmpty)
}

@Test func turningBackTakesAsLongAsTheWayWas() throws {
  let rig = try transitioning("opacity: 0; transition: opacity 1s linear", on: "opacity: 1")
  try rig.tapped()
  rig.after(250)
  try rig.tapped()
  #expect(try rig.number("opacity") == 0.25)
  rig.after(125)
  #expect(try rig.number("opacity") == 0.125)
  // Again: from an eighth, with the remaining quarter of the distance.
  try rig.tapped()
  #expect(try rig.number("opacity") == 0.125)
  rig.after(875)
  #expect(try rig.number("opacity") == 1)
  #expect(rig.page.transitions.isEmpty)
}

@Test func anotherTargetBeginsFromWhatIsShown() throws {
  let rig = try transitioning(
    "width: 100px; transition: width 1s linear", on: "width: 200px", rest: "#a.on.far { width: 1150px }")
  try rig.tapped()
  rig.after(500)
  rig.page.set("class", to: "on far", of: try rig.id("a"))
  #expect(try rig.number("width") == 150)
  rig.after(500)
  #expect(try rig.number("width") == 650)
  rig.after(500)
  #expect(try rig.number("width") == 1150)
}

@Test func theLastEntryThatNamesAPropertyCounts() throws {
  let rig = try transitioning(
    """
    margin: 0; opacity: 0; width: 0; transition: all 4s linear, margin 2s linear, margin-left 1s linear, \
    width 0s
    """,
    on: "margin: 100px; opacity: 1; width: 100px")
  try rig.tapped()
  rig.after(500)
  #expect(try rig.number("opacity") == 0.125)
  #expect(try rig.number("margin-top") == 25)
  #expect(try rig.number("margin-left") == 50)
  #expect(try rig.number("width") == 100)
}

private let listening = """
  for (const type of ['run', 'start', 'end', 'cancel'])
    document.getElementById('a').addEventListener('transition' + type, e =>
      console.log(type, e.propertyName, e.elapsedTime, e instanceof TransitionEvent, e.bubbles))
  """

/// Events of one moment are in the order of the properties' names: CSS Transitions 2, *Animation composite
/// order*.
@Test func eventsComeInTheirOrder() throws {
  let rig = try transitioning(
    "opacity: 0; width: 0; transition: width 1s, opacity 0.5s 1s", on: "opacity: 1; width: 9px",
    script: listening)
  try rig.act("tap #a", "wait 0")
  #expect(rig.said == ["run opacity 0 true true", "run width 0 true true", "start width 0 true true"])
  try rig.act("wait 3")
  #expect(
    rig.said.dropFirst(3) == [
      "start opacity 0 true true", "end width 1 true true", "end opacity 0.5 true true",
    ])
}

@Test func whatIsTurnedBackOrGoneIsCancelled() throws {
  let rig = try transitioning(
    "opacity: 0; transition: opacity 1s linear", on: "opacity: 1", script: listening)
  try rig.act("tap #a", "wait 0.5", "tap #a", "wait 0.25")
  #expect(
    rig.said == [
      "run opacity 0 true true", "start opacity 0 true true", "cancel opacity 0.5 true true",
      "run opacity 0 true true", "start opacity 0 true true",
    ])
  rig.page.set("style", to: "display: none", of: try rig.id("a"))
  rig.driver.settle()
  #expect(rig.said.last == "cancel opacity 0.25 true true")
  #expect(rig.page.transitions.isEmpty)
  #expect(try rig.number("opacity") == 0)
}

@Test func eventsComeBetweenTimersHoweverFarTheClockJumps() throws {
  let rig = try transitioning(
    "opacity: 0; transition: opacity 1s", on: "opacity: 1",
    script: """
      const a = document.getElementById('a')
      a.ontransitionend = () => console.log('end')
      for (const time of [999, 1001]) setTimeout(() => console.log(time), time)
      """)
  #expect(rig.said == ["999", "1001"])
  let other = try PageRig(
    alive(
      "<div id=a>A</div>",
      """
      const a = document.getElementById('a')
      a.ontransitionend = () => console.log('end', Math.round(performance.now()))
      setTimeout(() => { a.className = 'on' }, 100)
      for (const time of [1000, 1200]) setTimeout(() => console.log(time), time)
      """, style: "#a { opacity: 0; transition: opacity 1s } #a.on { opacity: 1 }"), opens: false)
  other.page.open()
  other.page.advance(to: 5000)
  other.driver.settle()
  #expect(other.said == ["1000", "end 1100", "1200"])
}

@Test func nothingMovesAtFirst() throws {
  let rig = try transitioning(
    "opacity: 0.5; transition: opacity 1s", on: "opacity: 1",
    rest: ".x { opacity: 0; transition: opacity 1s } .y { opacity: 1 }",
    script: """
      document.body.insertAdjacentHTML('beforeend', '<div id=n class=x>N</div>')
      document.getElementById('n').className = 'x y'
      """)
  #expect(try rig.number("opacity") == 0.5)
  #expect(try rig.number("opacity", of: "n") == 1)
  #expect(rig.page.now == 0)
}

@Test func whatAppearsIsThereAtOnce() throws {
  let rig = try transitioning(
    "display: none; opacity: 0; transition: opacity 1s", on: "display: block; opacity: 1")
  rig.page.set("class", to: "on", of: try rig.id("a"))
  #expect(try rig.number("opacity") == 1)
  #expect(rig.page.transitions.isEmpty)
}

@Test func restIsTheEndAndAWaitIsTheWay() throws {
  let style = "opacity: 0; transition: opacity 1s linear"
  let settled = try transitioning(style, on: "opacity: 1")
  try settled.act("tap #a")
  #expect(try settled.number("opacity") == 1)
  let seen = try transitioning(style, on: "opacity: 1")
  try seen.act("tap #a", "wait 0.25")
  #expect(try seen.number("opacity") == 0.25)
  try seen.act("wait 0.25")
  #expect(try seen.number("opacity") == 0.5)
  seen.driver.settle()
  #expect(try seen.number("opacity") == 1)
}

@Test func framesAreAskedForUntilTheEnd() throws {
  let rig = try transitioning("opacity: 0; transition: opacity 40ms linear 100ms", on: "opacity: 1")
  try rig.tapped()
  let begin = rig.page.now
  var times: [Double] = []
  while let due = rig.page.nextTurn(until: .idle), times.count < 20 {
    times.append(due - begin)
    rig.page.advance(to: due)
  }
  #expect(times.filter { $0 > 0 } == [100, 116, 132, 140])
}

@Test func savedSheetsJump() throws {
  func page(_ opacity: String) -> String {
    alive("<div id=a>A</div>", "", style: "#a { opacity: \(opacity); transition: opacity 1s }")
  }
  let rig = try PageRig(page("0"))
  rig.page.replace(with: try PageRig.unit(page("1")))
  #expect(try rig.number("opacity") == 1)
  #expect(rig.page.transitions.isEmpty)
}

@Test func whatTogglesForEverIsNotWaitedFor() throws {
  let rig = try transitioning(
    "opacity: 0; transition: opacity 0.1s", on: "opacity: 1",
    script: "const a = document.getElementById('a'); a.ontransitionend = () => { a.classList.toggle('on') }")
  try rig.act("tap #a")
  #expect(rig.page.now < 1000)
  let layouts = rig.page.layoutCount
  try rig.act("wait 1")
  #expect(rig.page.layoutCount > layouts)
}

@Test func endlessTogglingKeepsValuesSmall() throws {
  let rig = try transitioning(
    "width: calc(max(10px, 5%) + 1px); transition: width 1s", on: "width: calc(min(50%, 300px) + 2px)",
    rest: "#a.far { width: 10px }")
  for round in 0..<200 {
    rig.page.set("class", to: ["on", "", "far"][round % 3], of: try rig.id("a"))
    _ = rig.page.tree
    rig.after(100)
  }
  let width = try rig.value("width")
  #expect("\(width as Any)".utf8.count < 20_000)
}

@Test func noMoreThanTheLimitRuns() throws {
  let count = PageTransitions.limit + 50
  let rig = try PageRig(
    alive(
      String(repeating: "<i></i>", count: count), "",
      style: "i { opacity: 0; transition: opacity 1s linear } .on i { opacity: 1 }"))
  let body = try #require(rig.page.elements(.tag, "body", in: 0).first)
  rig.page.set("class", to: "on", of: NodeID(body))
  rig.page.refresh()
  #expect(rig.page.transitions.count == PageTransitions.limit)
  rig.after(1000)
  #expect(rig.page.transitions.isEmpty)
}

@Test(arguments: [-Double.infinity, -1, 0, 0.3, 1, 2, .infinity, .nan])
func timingIsAlwaysFinite(_ part: Double) {
  let functions: [TimingFunction] = [
    .linear, .ease, .cubicBezier(0, 1e300, 1, -1e300), .cubicBezier(.nan, 0, 0, .infinity),
    .steps(0, .jumpEnd),
    .steps(.max, .jumpBoth), .steps(1, .jumpNone), .linearStops([]),
  ]
  for function in functions { #expect(function.progress(at: part).isFinite) }
}
