import HybridGeometry
import HybridJSON
import HybridScript
import HybridViewTree
import Testing

@testable import HybridRuntime

/// The dialogs of a page, as used by its owner and by users.
struct LivePageOverlayTests {
  private let page: LivePage
  private let calls: DeviceCalls
  private let device = SimulatedDevice()
  private let told = Told()

  /// The arguments of callbacks, in order.
  private final class Told {
    var lines: [String] = []
    func reply(_ name: String) -> DeviceReply {
      { self.lines.append(name + " " + $0.map { $0.text() }.joined(separator: " ")) }
    }
  }

  init() throws {
    page = try makePage("<p id=a>Hello</p>", device: device)
    calls = DeviceCalls(device, page: page)
  }

  private func index(_ text: String, _ tree: ViewTree, over base: ViewTree) -> Int? {
    tree.nodes.lastIndex { $0.text == text }.map { $0 - base.nodes.count }
  }

  @Test func nothingIsAddedWhileNothingIsOpen() {
    let tree = page.tree
    #expect(page.withOverlay(tree) == tree)
    #expect(page.answer("OK") == .nothingOpen)
    page.tapOverlay(0)
    page.typeInOverlay(0, "x")
    page.keyInOverlay("Enter")
    #expect(page.withOverlay(tree) == tree)
  }

  @Test func dialogsAreTold() {
    calls.alert(title: "Hi", message: "there")
    let told = page.picture.accessibilityListing
    #expect(told.contains("alertdialog \"Hi\" [modal] (\"there\")"), "\(told)")
    #expect(told.contains("\n      button \"OK\"") || told.contains("\n    button \"OK\""), "\(told)")
  }

  @Test func theDialogIsTheLastChildOfTheRoot() throws {
    calls.alert(title: "Hi", message: "there")
    let (tree, shown) = (page.tree, page.picture)
    #expect(Array(shown.nodes.prefix(tree.nodes.count)) == tree.nodes)
    let top = shown.nodes[tree.nodes.count]
    #expect(top.parent == 0)
    #expect(top.frame == Rect(x: 0, y: 0, width: 320, height: 480))
    #expect(top.paint.zOrder == 2_147_483_647)
    for (index, node) in shown.nodes.enumerated().dropFirst() {
      let parent = try #require(node.parent)
      #expect(parent < index)
    }
    #expect(
      shown.nodes.suffix(from: tree.nodes.count + 1).allSatisfy { ($0.parent ?? 0) >= tree.nodes.count })
    #expect(page.isCovered)
    #expect(page.answer("OK") == nil)
    #expect(page.picture == tree)
  }

  @Test func theDialogStaysInViewWhileTheRootScrolls() {
    calls.alert(title: "Hi", message: "")
    var tree = page.tree
    tree.nodes[0].frame.x = 10
    tree.nodes[0].scroll = ViewScroll(x: 5, y: 300, width: 320, height: 2000)
    let top = page.withOverlay(tree).nodes[tree.nodes.count]
    #expect(top.frame == Rect(x: -5, y: 300 - tree.nodes[0].frame.y, width: 320, height: 480))
  }

  @Test func aPageWithoutABoxShowsItsDialogs() {
    calls.alert(title: "Hi", message: "")
    let shown = page.withOverlay(ViewTree(nodes: [], viewport: Size(width: 320, height: 480)))
    #expect(shown.nodes.first?.parent == nil)
    #expect(shown.nodes.dropFirst().allSatisfy { $0.parent != nil })
  }

  @Test func keysGoToTheDialog() {
    var tree = page.tree
    tree.nodes[0].control = ViewControl(.text)
    tree.nodes[0].control?.isFocused = true
    #expect(page.withOverlay(tree).nodes[0].control?.isFocused == true)
    calls.alertInput(["textFields": [["placeholder": "Name"]]], feedBack: told.reply("input"))
    #expect(page.withOverlay(tree).nodes.filter { $0.control?.isFocused == true }.map(\.tag) == ["input"])
  }

  // MARK: Answers

  @Test func dialogsAreAnsweredInTheOrderTheyWereOpened() {
    calls.choose(.alert, ["actionTitles": ["a", "b"]], feedBack: told.reply("alert"))
    calls.pickData(["data": [["x", "y"], ["z"]]], finish: told.reply("pick"))
    calls.choose(.sheet, ["actionTitles": ["c"]], feedBack: told.reply("sheet"))
    calls.alertInput(["textFields": [[:], [:]]], feedBack: told.reply("input"))
    calls.requestTouchID(reason: "Pay", result: told.reply("touch"))
    for answer in ["b", "1 0", "-1", "Ada", "ok"] { #expect(page.answer(answer) == nil) }
    #expect(
      told.lines == [
        "alert 1", #"pick {"0":"1","1":"0"}"#, "sheet -1", #"input ["Ada",""]"#,
        #"touch 1 "the finger was recognised""#,
      ])
    #expect(page.answer("b") == .nothingOpen)
  }

  @Test func cancelledFieldsAndPickersTellNothing() {
    calls.alertInput(["textFields": [[:]]], feedBack: told.reply("input"))
    calls.pickData(["data": [["x"]]], finish: told.reply("pick"))
    #expect(page.answer("cancel") == nil)
    #expect(page.answer("-1") == nil)
    #expect(told.lines == [])
    #expect(!page.isCovered)
  }

  @Test func aWrongAnswerLeavesTheDialogOpen() {
    calls.choose(.alert, ["actionTitles": ["a"]], feedBack: told.reply("alert"))
    #expect(page.answer("z") == .noButton("z", titles: ["a", "Cancel"]))
    #expect(page.isCovered)
    #expect(page.answer("a") == nil)
    #expect(told.lines == ["alert 0"])
  }

  @Test func anAnswerMayOpenTheNextDialog() {
    calls.choose(.alert, ["actionTitles": ["a"]]) { [calls, told] _ in
      calls.choose(.alert, ["actionTitles": ["b"]], feedBack: told.reply("second"))
    }
    #expect(page.answer("a") == nil)
    #expect(page.answer("b") == nil)
    #expect(told.lines == ["second 0"])
  }

  @Test func tooManyDialogsAreAWarning() {
    for _ in 0...PageOverlay.limit { calls.alert(title: "", message: "") }
    #expect(page.overlay.count == PageOverlay.limit)
    guard case .console("warn", let text)? = page.takeLog().last else {
      Issue.record("no warning")
      return
    }
    #expect(text.contains("100 others"))
  }

  // MARK: Taps

  @Test func tapsPressButtons() throws {
    calls.choose(.alert, ["title": "T", "actionTitles": ["Yes", "No"]], feedBack: told.reply("alert"))
    let (tree, shown) = (page.tree, page.picture)
    let title = try #require(index("T", shown, over: tree))
    let no = try #require(index("No", shown, over: tree))
    for nothing in [title, 0, -1, 10_000, .max, .min] { page.tapOverlay(nothing) }
    #expect(told.lines == [])
    page.tapOverlay(no)
    page.tapOverlay(no)
    #expect(told.lines == ["alert 1"])
  }

  @Test func fieldsAreTypedInto() throws {
    calls.alertInput(
      ["textFields": [["defaultText": "one"], ["defaultText": "two"]]], feedBack: told.reply("input"))
    let (tree, shown) = (page.tree, page.picture)
    let second = try #require(index("two", shown, over: tree))
    page.tapOverlay(second)
    #expect(page.picture.nodes[tree.nodes.count + second].control?.isFocused == true)
    page.typeInOverlay(second, "2\nlines")
    #expect(page.picture.nodes[tree.nodes.count + second].text == "2 lines")
    page.tapOverlay(try #require(index("Done", shown, over: tree)))
    #expect(told.lines == [#"input ["one","2 lines"]"#])
  }

  @Test func wheelsAreTurned() throws {
    calls.pickData(["data": [["x", "y", "z"], ["1", "2"]]], finish: told.reply("pick"))
    let (tree, shown) = (page.tree, page.picture)
    page.tapOverlay(try #require(index("y", shown, over: tree)))
    #expect(page.picture.nodes.contains { $0.tag == "select" && $0.text == "y" })
    let wheels = page.picture.nodes.indices.filter { page.picture.nodes[$0].tag == "select" }
    let second = try #require(wheels.last) - tree.nodes.count
    page.typeInOverlay(second, "9")
    page.selectInOverlay(second, -1)
    page.selectInOverlay(second, .max)
    #expect(page.overlay.dialog?.rows == [1, 0])
    page.selectInOverlay(second, 1)
    page.typeInOverlay(second, "nothing")
    page.tapOverlay(try #require(index("Done", page.picture, over: tree)))
    #expect(told.lines == [#"pick {"0":"1","1":"1"}"#])
  }

  @Test func theGroundOfASheetCancels() {
    calls.choose(.sheet, ["actionTitles": ["a"]], feedBack: told.reply("sheet"))
    _ = page.picture
    page.tapOverlay(1)
    calls.choose(.alert, ["actionTitles": ["a"]], feedBack: told.reply("alert"))
    _ = page.picture
    page.tapOverlay(1)
    #expect(told.lines == ["sheet -1"])
  }

  @Test func enterIsDoneAndEscapeCancels() {
    calls.alertInput(["textFields": [["defaultText": "a"]]], feedBack: told.reply("input"))
    calls.choose(.alert, ["actionTitles": ["a"]], feedBack: told.reply("alert"))
    for key in ["x", "Enter", "Escape", "Escape"] { page.keyInOverlay(key) }
    #expect(told.lines == [#"input ["a"]"#, "alert -1"])
  }

  // MARK: The HUD and the device

  @Test func theHUDIsShownUntilItIsHidden() {
    calls.showHUD("Loading")
    #expect(page.hud == "Loading")
    #expect(page.picture.nodes.last?.text == "Loading")
    #expect(!page.isCovered)
    calls.showHUD("Still")
    #expect(page.picture.nodes.filter { $0.tag == "hud" }.map(\.text) == ["Still"])
    calls.hideHUD()
    #expect(page.picture == page.tree)
  }

  /// The device's own answers never arrive before the call has returned.
  @Test func theDeviceAnswersInATurnOfItsOwn() {
    calls.getLocation(result: told.reply("location"))
    calls.saveImage(
      ["url": "a.png"], success: told.reply("saved"), failure: { [told] in told.lines.append("failed \($0)") }
    )
    calls.saveImage(
      [:], success: told.reply("saved"), failure: { [told] in told.lines.append("failed \($0)") })
    #expect(told.lines == [])
    page.advance(to: 0)
    #expect(
      told.lines == [
        #"location {"longitude":-122.009,"latitude":37.3349}"#, #"saved "the picture is saved""#,
        "failed there is no url",
      ])
    #expect(device.savedPhotos == ["a.png"])
    device.location = nil
    calls.getLocation(result: told.reply("location"))
    page.advance(to: 0)
    #expect(told.lines.count == 3)
  }

  @Test func whatPagesDidIsKept() {
    for number in 0..<1001 { calls.makePhoneCall("\(number)") }
    #expect(device.phoneCalls.count == 1000)
    #expect(device.phoneCalls.last == "1000")
    calls.log("line")
    #expect(device.logLines == ["line"])
    calls.navigate(.push("b.html", data: ["a": 1]))
    calls.navigate(.pop)
    let taken = device.takeNavigations()
    #expect(taken.map(\.navigation) == [.push("b.html", data: ["a": 1]), .pop])
    #expect(taken.map(\.address) == [page.environment.address, page.environment.address])
    #expect(device.takeNavigations().isEmpty)
    calls.setTitle("New")
    #expect(page.title == "New")
  }

  @Test func callsOfAPageThatIsGoneDoNothing() throws {
    var other: LivePage? = try makePage("<p>x</p>", device: device)
    let calls = DeviceCalls(device, page: try #require(other))
    other = nil
    calls.alert(title: "", message: "")
    calls.getLocation(result: told.reply("location"))
    calls.navigate(.pop)
    #expect(device.takeNavigations().isEmpty)
    #expect(told.lines == [])
  }
}
