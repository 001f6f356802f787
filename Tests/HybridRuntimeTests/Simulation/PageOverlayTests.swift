import HybridGeometry
import HybridViewTree
import Testing

@testable import HybridRuntime

/// The layout of dialogs and the HUD over a page, by default in a viewport of 375 × 667 points, with iOS's
/// frames: alerts are 270 points wide, with a corner radius of 14.
struct PageOverlayTests {
  private func scene(
    _ dialogs: [Dialog], hud: String? = nil, width: Double = 375, height: Double = 667, isDark: Bool = false
  ) -> OverlayScene {
    let overlay = PageOverlay()
    for dialog in dialogs { _ = overlay.present(dialog) { _ in } }
    overlay.setHUD(hud)
    return overlay.scene(viewport: Size(width: width, height: height), isDark: isDark)
  }

  private func listing(_ scene: OverlayScene) -> String {
    ViewTree(nodes: scene.nodes, viewport: Size(width: 375, height: 667)).listing
  }

  @Test func nothingIsOverAPageWithoutDialogs() { #expect(scene([]).nodes.isEmpty) }

  @Test func twoShortTitlesStandSideBySide() {
    let dialog = Dialog.choice(title: "Delete?", message: "It is gone then.", titles: ["Delete"])
    #expect(
      listing(scene([dialog])) == """
        overlay 0,0 375×667
          ground 0,0 375×667
          dialog.alert 52,272 270×123
            label.title 16,20 238×20 "Delete?"
            label.message 16,44 238×15 "It is gone then."
            button.cancel 0,79 135×44 "Cancel"
            button 135,79 135×44 "Delete"
            line 135,79 0.5×44

        """)
    #expect(scene([dialog]).nodes[2].paint.radii == [14, 14, 14, 14])
  }

  @Test func moreButtonsStandBelowEachOther() {
    let dialog = Dialog.choice(title: "", titles: ["A", "B"])
    #expect(
      listing(scene([dialog])) == """
        overlay 0,0 375×667
          ground 0,0 375×667
          dialog.alert 52,247 270×172
            button 0,40 270×44 "A"
            button 0,84 270×44 "B"
            button.cancel 0,128 270×44 "Cancel"

        """)
    let long = Dialog.choice(title: "", titles: ["A title far too long for half"], cancel: "No")
    #expect(listing(scene([long])).contains("button.cancel 0,84 270×44"))
  }

  @Test func fieldsAreControls() throws {
    var dialog = Dialog.input(
      title: "Sign in",
      fields: [
        Dialog.Field(placeholder: "Name", text: "ada"), Dialog.Field(placeholder: "Password", isSecure: true),
      ])
    dialog.type("påss", in: 1)
    let scene = scene([dialog])
    #expect(
      listing(scene) == """
        overlay 0,0 375×667
          ground 0,0 375×667
          dialog.input 52,243 270×180
            label.title 16,20 238×20 "Sign in"
            input 16,48 238×30 "ada"
            input 16,82 238×30 "••••"
            button.cancel 0,136 135×44 "Cancel"
            button 135,136 135×44 "Done"
            line 135,136 0.5×44

        """)
    let (name, password) = (try #require(scene.nodes[4].control), try #require(scene.nodes[5].control))
    #expect(name.kind == .text && name.value == "ada" && name.placeholder == "Name" && name.isFocused)
    #expect(password.kind == .password && password.value == "påss" && !password.isFocused)
    #expect(scene.nodes[4].paint.lines?.first?.pieces.map(\.text) == ["ada"])
  }

  @Test func sheetsLieAtTheLowerEdge() {
    let dialog = Dialog.choice(.sheet, title: "Photo", titles: ["Take", "Choose"])
    #expect(
      listing(scene([dialog])) == """
        overlay 0,0 375×667
          ground 0,0 375×667
          dialog.sheet 8,437 359×222
            list 0,0 359×157
              label.title 16,14 327×15 "Photo"
              button 0,43 359×57 "Take"
              button 0,100 359×57 "Choose"
            button.cancel 0,165 359×57 "Cancel"

        """)
  }

  @Test func wheelsShowTheRowsRoundTheChosenOne() throws {
    var dialog = Dialog.picker([["a", "b"], (0..<1000).map { "r\($0)" }])
    dialog.choose(500, in: 1)
    let scene = scene([dialog])
    #expect(
      listing(scene) == """
        overlay 0,0 375×667
          ground 0,0 375×667
          dialog.picker 0,407 375×260
            button 285,0 90×44 "Done"
            button.cancel 0,0 90×44 "Cancel"
            line 0,44 375×0.5
            line 8,134 359×36
            select 8,44 179.5×216 "a"
              option 0,90 179.5×36 "a"
              option 0,126 179.5×36 "b"
            select 187.5,44 179.5×216 "r500"
              option 0,18 179.5×36 "r498"
              option 0,54 179.5×36 "r499"
              option 0,90 179.5×36 "r500"
              option 0,126 179.5×36 "r501"
              option 0,162 179.5×36 "r502"

        """)
    let wheel = try #require(scene.nodes[7].control)
    #expect(wheel.kind == .select && wheel.selected == 0 && wheel.options == ["a", "b"])
    // A thousand titles are not sent at each turn of the wheel.
    #expect(scene.nodes[10].control?.options == [])
  }

  @Test func theHUDTakesNoTaps() {
    let scene = scene([], hud: "Loading")
    #expect(listing(scene).hasPrefix("overlay 0,0 375×667\n  hud 139,301 96×64 \"Loading\"\n"))
    #expect(scene.nodes.allSatisfy { !$0.taps && $0.control == nil })
    #expect(self.scene([], hud: "").nodes.count == 2)
  }

  @Test func theHUDLiesBelowDialogs() {
    #expect(
      scene([.notice(title: "A", message: "")], hud: "x").nodes.prefix(4).map(\.tag) == [
        "overlay", "hud", "ground", "dialog",
      ])
  }

  /// Elements with an action can be tapped; a tap outside sheets and pickers cancels.
  @Test(arguments: [
    (Dialog.notice(title: "A", message: "b"), [OverlayAction.button(0)]),
    (.choice(title: "", titles: ["A"]), [.button(1), .button(0)]),
    (.choice(.sheet, title: "", titles: ["A"]), [.cancel, .button(0), .button(1)]),
    (.choice(.sheet, title: "", titles: ["A"], cancel: nil), [.button(0)]),
    (.input(title: "", fields: [Dialog.Field()]), [.field(0), .button(1), .button(0)]),
    (.touchID(reason: "Pay"), [.button(1), .button(0)]),
    (.picker([["a"]]), [.cancel, .button(0), .button(1), .column(0), .row(column: 0, row: 0)]),
  ])
  func actionsFollowTheNodes(_ dialog: Dialog, _ actions: [OverlayAction]) {
    let scene = scene([dialog])
    #expect(scene.actions.compactMap(\.self) == actions)
    #expect(zip(scene.nodes, scene.actions).allSatisfy { $0.taps == ($1 != nil) })
    #expect(scene.nodes.count == scene.actions.count)
  }

  @Test func onlyTheOldestDialogIsShown() {
    let overlay = PageOverlay()
    let viewport = Size<Double>(width: 375, height: 667)
    var told: [String] = []
    _ = overlay.present(.notice(title: "first", message: "")) { told.append("first \($0)") }
    let first = overlay.scene(viewport: viewport, isDark: false)
    _ = overlay.present(.notice(title: "second", message: "")) { told.append("second \($0)") }
    let still = overlay.scene(viewport: viewport, isDark: false)
    #expect(still.nodes == first.nodes)
    overlay.end(with: .button(0))?()
    // The tap meant for the first dialog does not reach the second.
    #expect(overlay.action(at: first.actions.count - 2) == nil)
    let second = overlay.scene(viewport: viewport, isDark: false)
    #expect(second.nodes.map(\.text).contains("second"))
    #expect(Set(first.nodes.map(\.key)).intersection(second.nodes.map(\.key)).contains("overlay"))
    #expect(first.nodes[2].key != second.nodes[2].key)
    overlay.end(with: .cancelled)?()
    let nothing = overlay.end(with: .cancelled)
    #expect(nothing.map { _ in true } == nil)
    #expect(told == ["first button(0)", "second cancelled"])
  }

  @Test func aPageThatAsksOnAndOnIsStopped() {
    let overlay = PageOverlay()
    let taken = (0...PageOverlay.limit).map { _ in overlay.present(.touchID(reason: "")) { _ in } }
    #expect(taken == Array(repeating: true, count: PageOverlay.limit) + [false])
    #expect(overlay.count == PageOverlay.limit)
  }

  @Test func longTextsFitTheScreen() throws {
    let long = String(repeating: "All work and no play makes Jack a dull boy. ", count: 500)
    for dialog in [
      Dialog.notice(title: long, message: long), .choice(.sheet, title: long, message: long, titles: [long]),
      .input(title: long, message: long, fields: [Dialog.Field(placeholder: long, text: long)]),
    ] {
      let box = try #require(scene([dialog]).nodes.first { $0.tag == "dialog" }).frame
      #expect(box.y >= 0 && box.y + box.height <= 667)
    }
  }

  /// No viewport, however small, and no text gives frames of negative size.
  @Test(arguments: [0.0, 1, 20, 90, 20_000])
  func anyViewportHasRoom(_ side: Double) {
    let long = String(repeating: "word ", count: 100)
    let many = (0..<100).map { "\($0) \(long)" }
    for dialog in [
      Dialog.choice(title: long, message: long, titles: many), .choice(.sheet, title: long, titles: many),
      .input(title: long, fields: Array(repeating: Dialog.Field(text: long), count: 20)),
      .picker(Array(repeating: many, count: 8)), .picker([]), .picker([[]]), .touchID(reason: "\u{0}\n\n"),
    ] {
      for node in scene([dialog], hud: long, width: side, height: side).nodes {
        #expect(
          node.frame.width >= 0 && node.frame.height >= 0 && node.frame.x.isFinite && node.frame.y.isFinite)
      }
    }
  }

  @Test func textsAreReadableInBothColourSchemes() {
    let dialog = Dialog.choice(title: "Delete?", message: "Now", titles: ["Yes"])
    let (light, dark) = (scene([dialog]), scene([dialog], isDark: true))
    #expect(light.nodes.map(\.frame) == dark.nodes.map(\.frame))
    #expect(light.nodes[2].paint.background != dark.nodes[2].paint.background)
    #expect(
      light.nodes[3].paint.lines?.first?.pieces.first?.color
        != dark.nodes[3].paint.lines?.first?.pieces.first?.color)
  }
}
