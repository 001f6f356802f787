import HybridJSON
import HybridScript
import HybridTestSupport
import HybridViewTree
import Testing

@testable import HybridRuntime

/// A web page with a body and a script.
func alive(_ body: String, _ script: String, style: String = "") -> String {
  "<html><head><style>\(style)</style></head><body>\(body)<script>\(script)</script></body></html>"
}

@Test func scriptsRunOnceStylesAndFramesAreThere() throws {
  let rig = try PageRig(
    alive(
      "<div id=a></div>", "console.log(document.getElementById('a').offsetWidth, document.readyState)",
      style: "#a { width: 120px; height: 10px }"))
  #expect(rig.said == ["120 loading"])
}

@Test func scriptsRunInDocumentOrderAndAnErrorStopsOnlyItsOwn() throws {
  let rig = try PageRig(
    """
    <html><head><script>console.log(1); missing()</script><script src=two.js></script></head>
    <body><p id=p>Shown</p><script>console.log(3)</script></body></html>
    """, files: ["two.js": "console.log(2)"])
  #expect(rig.said == ["1", "error ReferenceError: Can't find variable: missing", "2", "3"])
  #expect(try rig.text("p") == "Shown")
}

@Test(arguments: [
  ("document.getElementById('p').textContent = 'B'", "B"),
  ("document.querySelector('p').innerHTML = '<b>x</b> &amp; y'", "x & y"),
  ("document.querySelector('p').append('!', document.createElement('i'))", "A!"),
  ("document.querySelector('p').remove(); document.body.innerHTML += '<p id=p>new'", "new"),
  (
    """
    const p = document.querySelector('p'); p.replaceWith(Object.assign(document.createElement('div'), \
    {id: 'p', textContent: 'D'}))
    """,
    "D"
  ),
])
func whatAScriptDoesToTheDocumentShows(_ script: String, _ text: String) throws {
  let rig = try PageRig(alive("<p id=p>A</p>", script))
  #expect(rig.said == [])
  #expect(try rig.text("p") == text)
}

@Test func tenThousandInsertionsInOneTurnAreOneLayout() throws {
  let rig = try PageRig(
    alive("<ul id=list></ul>", "")
      .replacing(
        "</script>",
        with: """
          function fill() { const list = document.getElementById('list')
            for (let i = 0; i < 10000; i++) { const li = document.createElement('li'); li.textContent = i; \
          list.appendChild(li) } }
          setTimeout(fill, 100)</script>
          """), opens: false)
  rig.page.open()
  _ = rig.page.tree
  let before = rig.page.layoutCount
  rig.page.advance(to: 200)
  let tree = rig.page.tree
  #expect(rig.page.layoutCount == before + 1)
  #expect(tree.nodes.filter { $0.tag == "li" }.count == 10_000)
}

@Test func readingGeometryLaysOutOnceForManyReads() throws {
  let rig = try PageRig(alive("<div id=a>x</div>", "", style: "#a { width: 10px }"), opens: false)
  rig.page.open()
  _ = rig.page.tree
  let before = rig.page.layoutCount
  rig.page.setInlineStyle(
    "width", "50px", isImportant: false, of: try #require(rig.page.elements(.id, "a", in: 0).first))
  for _ in 0..<10 { _ = rig.page.geometry(of: rig.page.elements(.id, "a", in: 0)[0]) }
  #expect(rig.page.layoutCount == before + 1)
}

@Test func eventsGoDownToTheTargetAndUpAgain() throws {
  let rig = try PageRig(
    alive(
      "<div id=outer><button id=b>Go</button></div>",
      """
      const say = (name) => () => console.log(name);
      outer.addEventListener('click', say('capture'), true);
      outer.addEventListener('click', say('bubble'));
      b.addEventListener('click', say('target'));
      document.addEventListener('click', say('document'));
      """.replacing("outer.", with: "document.getElementById('outer').").replacing(
        "b.add", with: "document.getElementById('b').add")))
  try rig.act("tap #b")
  #expect(rig.said == ["capture", "target", "bubble", "document"])
}

@Test func aBoxIsTickedBeforeHandlersHearAndTheyMayTakeItBack() throws {
  let rig = try PageRig(
    alive(
      "<input type=checkbox id=a><input type=checkbox id=b>",
      """
      const a = document.getElementById('a'), b = document.getElementById('b');
      a.onclick = () => console.log('a', a.checked);
      a.onchange = () => console.log('changed', a.checked);
      b.onclick = (e) => { console.log('b', b.checked); e.preventDefault() };
      b.onchange = () => console.log('never');
      """))
  try rig.act("tap #a", "tap #b", "toggle #a")
  #expect(rig.said == ["a true", "changed true", "b true", "a false", "changed false"])
  #expect(try rig.node("b").control?.isOn == false)
}

@Test func typedTextIsTheFieldsValueAndAnEvent() throws {
  let rig = try PageRig(
    alive(
      "<input id=f value=Hi>",
      """
      f = document.getElementById('f'); for (const t of ['focus', 'input', 'change', \
      'blur']) f.addEventListener(t, () => console.log(t, f.value))
      """
    ))
  try rig.act("type #f , you", "tap body")
  #expect(rig.said == ["focus Hi", "input Hi, you", "change Hi, you", "blur Hi, you"])
  #expect(try rig.text("f") == "Hi, you")
}

@Test func statesOfControlsAreThereForSelectors() throws {
  let rig = try PageRig(
    alive(
      "<input type=checkbox id=a><div id=d></div><input id=f><div id=e></div>", "",
      style: """
        #d, #e { height: 10px } #a:checked + #d { height: 20px } #f:focus + #e { height: 30px }
        """))
  #expect(try rig.node("d").frame.height == 10)
  try rig.act("tap #a", "tap #f")
  #expect(try rig.node("d").frame.height == 20)
  #expect(try rig.node("e").frame.height == 30)
}

@Test func timersKeepTheirOrderOnAClockThatNobodyWaitsFor() throws {
  let rig = try PageRig(
    alive(
      "",
      """
      setTimeout(() => console.log('late', Math.round(performance.now())), 5000);
      setTimeout(() => console.log('soon'), 10);
      Promise.resolve().then(() => console.log('micro'));
      let n = 0; const id = setInterval(() => { console.log('tick'); \
      if (++n == 3) clearInterval(id) }, 60000);
      console.log('now');
      """))
  #expect(rig.said == ["now", "micro", "soon", "late 5000"])
  try rig.act("wait 200")
  #expect(rig.said.suffix(3) == ["tick", "tick", "tick"])
}

@Test func requestsAreAnsweredFromAFileOrFailAsOffline() throws {
  let rig = try PageRig(
    alive(
      "",
      """
      fetch('https://api.example.com/a').then(r => r.json()).then(j => console.log('a', j.n));
      fetch('https://api.example.com/b/7').then(r => console.log('b', r.status, r.ok));
      fetch('https://elsewhere.example.com').catch(e => console.log(e.name));
      """),
    responses:
      #"""
      {"https://api.example.com/a": {"body": {"n": 3}}, "https://api.example.com/b/*": {"status": 404, \#
      "body": ""}}
      """#
  )
  #expect(Set(rig.said) == ["a 3", "b 404 false", "TypeError"])
}

@Test func anEndlessScriptIsStoppedAndThePageGoesOn() throws {
  let rig = try PageRig(
    alive("<p id=p>Shown</p><button id=b>x</button>", "while (true) {}")
      .replacing(
        "</body>",
        with: "<script>document.getElementById('b').onclick = () => console.log('alive')</script></body>")
  ) { $0.limits.turn = .milliseconds(200) }
  try rig.act("tap #b")
  #expect(rig.said.count == 2 && rig.said[0].hasPrefix("error ") && rig.said[1] == "alive")
  #expect(try rig.text("p") == "Shown")
}

@Test func dataOfComponentsIsBoundAnewAndScriptsNodesStay() throws {
  let rig = try PageRig(
    """
    <html html-identify="Token"><head></head><body>
    <view @bind="cart"><label id="n">{{count}} items</label>
    <view id="list"><label t:for="item in items" id="i-{{item}}" @click="pick('x')">{{item}}</label></view>
    <button id="add" title="Add" @click="add(2)"></button></view>
    <script>
    const cart = token.registComponent('cart', {
      data() { return { count: 0, items: ['a'] } },
      methods: {
        add(n) { this.data.count += n; this.data.items.push('b' + this.data.count) },
        pick(how, item) { console.log('picked', how, item) } } });
    </script></body></html>
    """)
  #expect(rig.said == [])
  #expect(try rig.text("n") == "0 items")
  try rig.act("tap #add", "tap #i-a")
  #expect(try rig.text("n") == "2 items")
  #expect(try rig.text("i-b2") == "b2")
  #expect(rig.said == ["picked x a"])
}

@Test func aSavedPageKeepsWhatWasTypedTickedAndScrolled() throws {
  let html = alive(
    "<input id=f><input type=checkbox id=c><div id=s><p>1<p>2<p>3</div>",
    "let n = 0; document.getElementById('c').onchange = () => console.log(++n)",
    style: "#s { height: 20px; overflow: auto }")
  let rig = try PageRig(html)
  try rig.act("type #f typed", "tap #c", "scroll #s 15")
  let next = try PageRig.unit(
    html.replacing("<input id=f>", with: "<h1>New</h1><label>Name</label><input id=f placeholder=x>")
      .replacing("20px", with: "30px"))
  #expect(rig.page.replacement(by: next) == .kept)
  rig.page.replace(with: next)
  #expect(try rig.text("f") == "typed")
  #expect(try rig.node("c").control?.isOn == true)
  #expect(try rig.node("s").scroll?.y == 15)
  #expect(try rig.node("s").frame.height == 30)
  try rig.act("tap #c")
  #expect(rig.said == ["1", "2"])
  let restarted = try PageRig.unit(html.replacing("++n", with: "--n"))
  #expect(rig.page.replacement(by: restarted) == .restarts("its scripts changed"))
}

@Test func aPinCanBeDeclaredAndComesBackWithASave() throws {
  let html = alive(
    "<div id=s><div style='height: 1000px'></div></div><div id=p pinTo=s pinDistance=150>P</div>", "",
    style: "#s { height: 100px; overflow: auto }")
  let rig = try PageRig(html)
  func shift() throws -> Double { try rig.node("p").paint.transform?.last ?? 0 }
  #expect(try shift() == 150)
  try rig.act("scroll #s 100")
  #expect(try shift() == 50)
  rig.page.replace(with: try PageRig.unit(html.replacing("pinDistance=150", with: "pinDistance=120")))
  #expect(try shift() == 20)
  rig.page.replace(with: try PageRig.unit(html.replacing(" pinTo=s pinDistance=150", with: "")))
  #expect(try shift() == 0)
}

@Test(arguments: [
  ("color", "rgb(255, 0, 0)"), ("background-color", "rgba(0, 0, 0, 0.5)"), ("opacity", "0.25"),
  ("width", "50px"),
  ("border-top-color", "rgb(255, 0, 0)"), ("border-color", "rgb(255, 0, 0)"), ("margin", "1px 2px 1px 3px"),
  // Shorthands as Chromium writes them.
  ("border", "1px solid rgb(255, 0, 0)"), ("outline", "rgb(255, 0, 0) none 0px"), ("overflow", "hidden"),
  ("overflow-inline", "hidden"), ("gap", "4px 5px"), ("flex", "1 1 0%"), ("border-radius", "6px / 7px"),
  ("inset", "auto"), ("border-block", "1px solid rgb(255, 0, 0)"), ("font", "16px system-ui, sans-serif"),
  ("margin-horizontal", ""), ("scroll-margin", ""),
])
func computedStylesCanBeRead(_ property: String, _ value: String) throws {
  let rig = try PageRig(
    alive(
      "<div id=a>x</div>",
      "console.log(getComputedStyle(document.getElementById('a')).getPropertyValue('\(property)'))",
      style: "#a { color: red; background: #0008; opacity: .25; width: 50px; border: 1px solid; "
        + "margin: 1px 2px 1px 3px; overflow: hidden; gap: 4px 5px; flex: 1; border-radius: 6px / 7px }"))
  #expect(rig.said == [value == "rgba(0, 0, 0, 0.5)" ? "rgba(0, 0, 0, 0.533)" : value])
}

@Test func aPinnedViewHangsOnTheScrolling() throws {
  let rig = try PageRig(
    alive(
      "<div id=s><div style='height: 1000px'></div></div><div id=p>P</div>", "F8Scrolling.pin('s', 'p', 150)",
      style: "#s { height: 100px; overflow: auto }"))
  func shift() throws -> Double { try rig.node("p").paint.transform?.last ?? 0 }
  #expect(try shift() == 150)
  for (offset, expected) in [(100, 50.0), (150, 0), (400, 0)] {
    try rig.act("scroll #s \(offset)")
    #expect(try shift() == expected)
  }
}

@Test func aFiniteChainOfTimersRunsToItsEnd() throws {
  let rig = try PageRig(
    alive(
      "<p id=a></p>",
      """
      let n = 0; setTimeout(function go() { document.getElementById('a').textContent = ++n; \
      if (n < 20) setTimeout(go, 100) }, 100)
      """
    ))
  #expect(try rig.text("a") == "20")
}

@Test func aPageAppearsBeforeItsTimersFire() throws {
  let rig = try PageRig(
    alive(
      "",
      """
      setTimeout(() => console.log('timer'), 100); addEventListener('pageshow', () => console.log('show')); \
      addEventListener('load', () => console.log('load'))
      """
    ))
  #expect(rig.said == ["load", "show", "timer"])
}

@Test func aScriptThatOnlyMakesNodesIsStoppedWhileTheyCanBeLaidOut() throws {
  let rig = try PageRig(
    alive("<p id=p>Shown</p>", "for (;;) document.body.append(document.createElement('i'))"))
  #expect(rig.said == ["error RangeError: more than 100000 nodes were made in one turn"])
  #expect(try rig.text("p") == "Shown")
}

@Test(arguments: ["<input id=a>", "<input id=a value=''>"])
func whatHoldsNothingIsAsHighAsOneLine(_ html: String) throws {
  let rig = try PageRig(alive(html, ""))
  #expect(try rig.node("a").frame.height == 21)
}

@Test func aHundredThousandTimersTakeTheirTurns() {
  var clock = PageClock()
  for id in 0..<100_000 { clock.set(id, after: Double(id % 7), repeats: false, nesting: 0) }
  clock.clear(0)
  clock.move(to: 10)
  var fired: [Int] = []
  while let id = clock.takeDue() { fired.append(id) }
  #expect(fired.count == 99_999 && fired.first == 7 && fired.last == 99_994)
  #expect(clock.nextDue == nil)
}

@Test(arguments: [
  ("<button id=b onclick='missing()'>x</button>", ""),
  ("<button id=b>x</button>", "document.getElementById('b').onclick = () => { throw 'plain' }"),
])
func aFaultOfAHandlerIsAtItsElement(_ body: String, _ script: String) throws {
  let rig = try PageRig("<html><body>\n\(body)\n<script>\(script)</script></body></html>")
  try rig.act("tap #b")
  let faults = rig.driver.log.compactMap { if case .error(let fault) = $0 { fault } else { nil } }
  #expect(faults.map { $0.location?.description } == ["page.html:2:1"])
}

@Test func nodesOfMarkupCountAsThoseThatAScriptMakes() throws {
  let rig = try PageRig(
    alive("", "const d = document.createElement('div'); for (;;) d.innerHTML = '<i></i>'.repeat(2000)")
  ) { $0.limits.turn = suiteDeadline }
  #expect(rig.said == ["error RangeError: more than 100000 nodes were made in one turn"])
}
