import HybridGeometry
import HybridJSON
import HybridReload
import HybridSource
import HybridTestSupport
import HybridUnits
import HybridViewTree
import Testing

@testable import HybridRuntime

private let html = """
  <html><head><link rel="stylesheet" href="a.css"><style media="screen">
  .card { color: navy }
  </style></head><body>
  <div id="card" class="card  wide" data-x="1" style="padding: 4px; top: 2px">
    <h1 id="title">{{ title }}</h1><p id="note" hidden>Gone</p>
    <span id="word">inline <b id="bold">words</b></span>
  </div>
  <button id="go" onclick="document.getElementById('title').textContent = 'Other'">Go</button>
  <div id="flags"></div>
  </body></html>

  """
private let css = """
  body { margin: 8px }
  @media (max-width: 500px) {
    .card { position: relative; width: 200px; margin: 10px auto; border: 1px solid; padding: 20px }
  }
  #title { font-size: 24px; margin: 0 }
  """

private func rig(_ html: String = html, width: Double = 375) throws -> PageRig {
  let rig = try PageRig(html, files: ["a.css": css, "data.json": "{}"], width: width)
  _ = rig.page.step()
  return rig
}

private let files = ["page.html": html, "a.css": css]
private func source(_ path: String) -> Source? { files[path].map { Source(path: path, text: $0) } }

extension PageRig {
  fileprivate func handle(_ id: String) throws -> Int {
    try #require(page.shown?.nodes.first { $0.id == id }?.handle, "no #\(id)")
  }

  fileprivate func inspect(_ id: String) throws -> ElementInspection {
    try #require(page.inspect(try handle(id), sources: source))
  }

  fileprivate func edit(_ id: String, _ property: String, _ value: String?, isImportant: Bool = true) throws
    -> Diagnostic?
  {
    page.edit(
      EditRequest(handle: try handle(id), property: property, value: value, isImportant: isImportant))
  }
}

@Suite struct InspectionTests {
  @Test func anElementIsToldWithItsAttributesAndPlaces() throws {
    let card = try rig().inspect("card")
    #expect(card.tag == "div" && card.id == "card" && card.classes == "card wide")
    #expect(card.place == SourceLocation(path: "page.html", line: 4, column: 1))
    #expect(card.attributes.map(\.name) == ["id", "class", "data-x", "style"])
    #expect(card.attributes[2].value == "1")
    #expect(card.attributes[2].place == SourceLocation(path: "page.html", line: 4, column: 35))
    #expect(card.omitted == 0)
  }

  @Test func theBoxModelHasUsedWidths() throws {
    let card = try #require(try rig().inspect("card").box)
    // 359 points beside the body's margins: 200 + 2·4 of the style attribute + 2·1, the rest to both sides.
    #expect(card.frame.width == 210)
    #expect(card.margin == [10, 74.5, 10, 74.5])
    #expect(card.border == [1, 1, 1, 1] && card.padding == [4, 4, 4, 4])
    #expect(card.content.x == 5 && card.content.y == 5 && card.content.width == 200)
    #expect(card.automaticMargins == ["right", "left"])
    #expect(card.position == "relative" && card.container == "body")
    #expect(card.pageFrame.x == 82.5)
  }

  /// For every box of these pages, the four areas add up to the frame in the client's tree.
  @Test(arguments: [
    html,
    """
    <html><body><ul><li id=a style='padding:1px 2px 3px 4px;border-width:1px \
    2px;border-style:solid'>x<li>y</ul>
    """
      + "<div style='display:flex;gap:5px'><i>a</i><input value=b><img width=20 height=10></div>"
      + "<p style='position:absolute;right:3px;padding:10%'>abs <b>b</b></p></body></html>",
    native("<label id=a text=Hi></label><button id=b title=Go></button><view><image src=x></image></view>"),
  ])
  func boxesAddUpToTheirFrames(_ html: String) throws {
    let rig = try rig(html)
    let tree = try #require(rig.page.shown)
    for node in tree.nodes {
      let inspection = try #require(rig.page.inspect(node.handle, sources: source))
      let box = try #require(inspection.box)
      #expect(box.frame == node.frame)
      let inline = box.content == Rect(x: 0, y: 0, width: node.frame.width, height: node.frame.height)
      let width = box.content.width + box.border[1] + box.border[3] + box.padding[1] + box.padding[3]
      let height = box.content.height + box.border[0] + box.border[2] + box.padding[0] + box.padding[2]
      #expect(inline || abs(width - node.frame.width) < 0.01, "\(node.label)")
      #expect(inline || abs(height - node.frame.height) < 0.01, "\(node.label)")
      #expect(!inspection.computed.isEmpty && inspection.explanation != nil)
    }
  }

  @Test func rulesHavePlacesAndSayWhatBeatsThem() throws {
    let card = try rig().inspect("card")
    let rules = card.rules.filter { $0.origin != .userAgent }
    #expect(rules.map(\.selector) == ["style", ".card", ".card"])
    #expect(rules.map(\.origin) == [.style, .author, .author])
    #expect(rules[1].place == SourceLocation(path: "page.html", line: 2, column: 1))
    #expect(rules[1].media == ["screen"])
    #expect(rules[2].place == SourceLocation(path: "a.css", line: 3, column: 3))
    #expect(rules[2].media == ["(max-width: 500px)"] && rules[2].specificity == [0, 1, 0])
    let padding = try #require(rules[2].declarations.last)
    #expect(padding.property == "padding" && padding.value == "20px")
    #expect(padding.place == SourceLocation(path: "a.css", line: 3, column: 83))
    let winner = rules[0].declarations[0]
    #expect(winner.property == "padding" && winner.value == "4px" && padding.overriddenBy == winner.number)
    #expect(winner.place == SourceLocation(path: "page.html", line: 4, column: 53))
    #expect(padding.longhands.map(\.property).contains("padding-left"))
  }

  @Test func whatIsInheritedNamesItsElement() throws {
    let title = try rig().inspect("title")
    let card = try #require(title.inherited.first)
    #expect(card.element == "div#card")
    #expect(card.rules.flatMap(\.declarations).map(\.property) == ["color"])
    #expect(title.computed.first { $0.name == "color" }?.value == "rgb(0, 0, 128)")
    #expect(
      title.computed.first { $0.name == "font-size" }
        == .init(name: "font-size", value: "24px", isInitial: false))
    #expect(title.computed.first { $0.name == "float" }?.isInitial == true)
  }

  @Test func theLayoutIsExplained() throws {
    let title = try rig().inspect("title")
    guard case .box(let box)? = title.explanation?.content else {
      Issue.record("no box: \(String(describing: title.explanation))")
      return
    }
    #expect(box.axes.first { $0.name == "width" }?.value == 200)
    let word = try rig().inspect("bold")
    #expect(word.box != nil && word.explanation != nil)
  }

  @Test func theAnswerIsJSONWithNamesForItsPlaces() throws {
    var asked: [HybridSource.SourceLocation] = []
    let json = try rig().inspect("card").json { place in
      asked.append(place)
      return "id\(asked.count)"
    }
    #expect(json["tag"]?.string == "div" && json["place"]?.string == "id1")
    #expect(json["source"]?.string == "page.html:4:1")
    #expect(json["box"]?["margin"]?[1]?.number == 74.5)
    let rules = json["rules"]?.array ?? []
    let rule = try #require(rules.first { $0["selector"]?.string == ".card" })
    #expect(rule["place"]?.string?.hasPrefix("id") == true)
    #expect(rule["declarations"]?[0]?["place"]?.string?.hasPrefix("id") == true)
    #expect(json["layout"]?["width"]?.array?.isEmpty == false)
    #expect(asked.allSatisfy { $0.path == "page.html" || $0.path == "a.css" })
  }

  @Test func aStillPageIsInspectedAsOneThatRuns() throws {
    let (unit, renderer) = (try PageRig.unit(html, files: ["a.css": css]), Renderer())
    let device = Device(width: 375, height: 667)
    var session = ViewTreeSession()
    _ = session.advance(to: renderer.render(unit, on: device).tree)
    let tree = try #require(session.tree)
    let running = try rig()
    for (index, node) in tree.nodes.enumerated() {
      let still = renderer.inspect(index, of: tree, in: .page(unit), as: Variant(device), sources: source)
      let live = running.page.inspect(node.handle, sources: source)
      #expect(still == live, "\(node.label)")
    }
    #expect(renderer.inspect(-1, of: tree, in: .page(unit), as: Variant(device)) == nil)
    #expect(renderer.inspect(9_999, of: tree, in: .page(unit), as: Variant(device)) == nil)
  }

  @Test func whatIsNoElementHasNoAnswer() throws {
    let rig = try rig()
    for handle in [0, -1, 99_999, Int.max] { #expect(rig.page.inspect(handle, sources: source) == nil) }
  }

  @Test func largePagesAreToldInPart() throws {
    let rules = (0..<500).map { ".a { --v\($0): \($0); width: \($0)px }" }.joined(separator: "\n")
    let attributes = (0..<500).map { "data-a\($0)=1" }.joined(separator: " ")
    let long = String(repeating: "x", count: 100_000)
    let page = try PageRig(
      "<html><style>\(rules)</style><body><p id=p class=a \(attributes) title=\(long)>x</p></body></html>")
    _ = page.page.step()
    let inspection = try page.inspect("p")
    #expect(inspection.rules.count == ElementInspection.Limits.rules)
    #expect(inspection.attributes.count == ElementInspection.Limits.attributes)
    #expect(inspection.custom.count == ElementInspection.Limits.customProperties)
    #expect(inspection.omitted > 500)
    #expect(inspection.json().text().utf8.count < 1 << 20)
  }
}

@Suite struct EditingTests {
  @Test(arguments: [
    ("card", "width", "100px"), ("title", "color", "red"), ("card", "display", "flex"),
    ("title", "font-size", "2em"),
    ("word", "background", "linear-gradient(red, blue)"), ("card", "--unused", "1"), ("go", "all", "initial"),
    ("card", "margin", "0 !important"), ("card", "position", "absolute"), ("flags", "height", "50px"),
  ])
  func anEditIsTakenBackWithoutATrace(_ id: String, _ property: String, _ value: String) throws {
    let rig = try rig()
    let before = try #require(rig.page.shown)
    #expect(try rig.edit(id, property, value) == nil)
    var client = before
    if let step = rig.page.step() { try client.apply(try #require(step.patch)) }
    #expect(client == rig.page.shown)
    #expect(rig.page.pageEdits.map(\.property) == [property])
    #expect(try rig.edit(id, property, nil) == nil)
    if let step = rig.page.step() { try client.apply(try #require(step.patch)) }
    #expect(client == before && rig.page.shown == before)
    #expect(rig.page.pageEdits.isEmpty)
    #expect(rig.page.tree == (try self.rig()).page.tree)
  }

  private func rig() throws -> PageRig { try HybridRuntimeTests.rig() }

  @Test func anElementThatWasTriedAwayIsFoundByItsLastNumber() throws {
    let rig = try rig()
    let (before, handle) = (rig.page.tree, try rig.handle("title"))
    #expect(try rig.edit("title", "display", "none") == nil)
    _ = rig.page.step()
    #expect(rig.page.shown?.nodes.contains { $0.id == "title" } == false)
    #expect(rig.page.pageEdits.map(\.handle) == [handle])
    #expect(rig.page.edit(EditRequest(handle: handle, property: "display", value: nil)) == nil)
    _ = rig.page.step()
    #expect(rig.page.tree == before)
  }

  @Test func editsBeatSheetsAndScripts() throws {
    let rig = try rig()
    #expect(try rig.edit("card", "padding", "1px", isImportant: false) == nil)
    #expect(try rig.inspect("card").box?.padding == [1, 1, 1, 1])
    let rules = try rig.inspect("card").rules
    #expect(rules.first?.origin == .edit)
    #expect(rules.first?.declarations.map(\.value) == ["1px"])
    // The edit is not in the document, so scripts cannot see it.
    #expect(try rig.inspect("card").attributes.map(\.name) == ["id", "class", "data-x", "style"])
    #expect(try rig.inspect("card").edits.map(\.value) == ["1px"])
  }

  @Test func editsLastOverTurnsAndSaves() throws {
    let rig = try rig()
    #expect(try rig.edit("title", "width", "50px") == nil)
    #expect(try rig.edit("title", "height", "20px") == nil)
    try rig.act("tap #go")
    _ = rig.page.step()
    #expect(try rig.node("title").frame.width == 50 && rig.text("title") == "Other")
    let saved = try PageRig.unit(
      html.replacing("<div id=\"flags\">", with: "<h2 id=more>More</h2><div id=\"flags\">"),
      files: ["a.css": css + "#title { width: 90px !important; height: 90px }"])
    rig.page.replace(with: saved)
    _ = rig.page.step()
    #expect(try rig.node("title").frame.width == 50 && rig.node("title").frame.height == 20)
    // A removed element loses its edits.
    rig.page.replace(with: try PageRig.unit("<html><body><p id=p>x</p></body></html>"))
    _ = rig.page.step()
    #expect(rig.page.pageEdits.isEmpty)
  }

  @Test func aPageThatBeginsAnewIsGivenTheEditsOfTheLastOne() throws {
    let (first, second) = (try rig(), try rig())
    #expect(try first.edit("title", "width", "50px") == nil)
    #expect(try first.edit("flags", "height", "9px") == nil)
    second.page.restore(first.page.carriedEdits)
    _ = second.page.step()
    #expect(try second.node("title").frame.width == 50 && second.node("flags").frame.height == 9)
    #expect(second.page.pageEdits.map(\.property).sorted() == ["height", "width"])
    #expect(second.page.pageEdits.map(\.handle).allSatisfy { $0 > 0 })
  }

  @Test func allIsTakenBackAtOnce() throws {
    let rig = try rig()
    let before = rig.page.tree
    for (id, property) in [("title", "color"), ("title", "background-color"), ("card", "color")] {
      #expect(try rig.edit(id, property, "red") == nil)
    }
    #expect(rig.page.edit(EditRequest(handle: try rig.handle("title"), isReset: true)) == nil)
    #expect(rig.page.pageEdits.count == 1)
    #expect(rig.page.edit(EditRequest(isReset: true)) == nil)
    #expect(rig.page.pageEdits.isEmpty && rig.page.tree == before)
  }

  @Test(arguments: [
    ("color", "rot", "css.invalid-value"), ("colour", "red", "css.unknown-property"),
    ("color", "red; display: none", "css.invalid-declaration"),
    ("color", LongText(repeating: "r", count: 20_000), "edit.limit"),
    (String(repeating: "c", count: 300), "red", "edit.limit"),
  ])
  func whatCannotBeTriedChangesNothing(_ property: String, _ value: LongText, _ code: String) throws {
    let rig = try rig()
    let before = rig.page.tree
    let fault = try #require(try rig.edit("title", property, value.text))
    #expect(fault.code == code)
    #expect(rig.page.tree == before && rig.page.pageEdits.isEmpty && rig.page.step() == nil)
  }

  @Test func unknownNodesAndTooManyEditsAreAnsweredAndNothingMore() throws {
    let rig = try rig()
    for handle in [0, -5, 9_999, Int.max] {
      let fault = rig.page.edit(EditRequest(handle: handle, property: "color", value: "red"))
      #expect(fault?.code == "inspect.unknown-node")
      #expect(rig.page.edit(EditRequest(handle: handle, isReset: true))?.code == "inspect.unknown-node")
    }
    let handle = try rig.handle("title")
    for number in 0..<EditRequest.Limits.count {
      let request = EditRequest(handle: handle, property: "--v\(number)", value: "\(number)")
      #expect(rig.page.edit(request) == nil)
    }
    let more = rig.page.edit(EditRequest(handle: handle, property: "color", value: "red"))
    #expect(more?.code == "edit.limit")
    // An existing edit may still be changed.
    #expect(rig.page.edit(EditRequest(handle: handle, property: "--v1", value: "2")) == nil)
    #expect(rig.page.pageEdits.count == EditRequest.Limits.count)
    let long = String(repeating: "a ", count: 8_000)
    let faults = (0..<80).compactMap { number in
      rig.page.edit(EditRequest(handle: handle, property: "--v\(number)", value: long))
    }
    #expect(!faults.isEmpty && faults.allSatisfy { $0.code == "edit.limit" })
  }
}
