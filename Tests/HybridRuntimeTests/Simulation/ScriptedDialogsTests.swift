import HybridJSON
import HybridReload
import HybridScript
import Testing

@testable import HybridRuntime

/// Dialogs opened by a page's scripts, from the call to the page's reaction to the answer.
struct ScriptedDialogsTests {
  private let device = SimulatedDevice()

  private func open(_ script: String) throws -> LivePage {
    try makePage(
      """
      <p id=a>nothing</p>
      <script>const show = (...all) => { document.getElementById('a').textContent = JSON.stringify(all) \
      };\(script)</script>
      """, device: device)
  }

  private func shown(_ page: LivePage) -> String? {
    page.advance(to: 0)
    return page.tree.nodes.first { $0.id == "a" }?.text
  }

  /// `Documentation/javascript.md`, *TokenHybrid*.
  @Test(arguments: [
    ("token.alertTitles({title: 't', msg: 'm', actionTitles: ['a', 'b'], feedBack: show})", "b", "[1]"),
    ("token.alertTitles({actionTitles: ['a'], feedBack: show})", "-1", "[-1]"),
    ("token.showSheetView({actionTitles: ['a', 'b'], feedBack: show})", "0", "[0]"),
    (
      "token.alertInput({textFields: [{}, {secureText: true}], feedBack: show})", #"["x", ""]"#,
      #"[["x",""]]"#
    ),
    (
      "token.pickData({deepth: [2, 1], data: [['a', 'b'], ['c']], finish: show})", "1 0",
      #"[{"0":"1","1":"0"}]"#
    ),
    ("token.requestTouchID('pay', code => show(code))", "ok", "[1]"),
    ("token.requestTouchID('pay', code => show(code))", "cancel", "[0]"),
  ])
  func aPageIsToldTheAnswer(_ call: String, _ answer: String, _ told: String) throws {
    let page = try open(call)
    #expect(shown(page) == "nothing")
    #expect(page.answer(answer) == nil)
    #expect(shown(page) == told)
    #expect(!page.isCovered)
  }

  @Test(arguments: [
    ("token.getLocation(show)", #"[{"longitude":-122.009,"latitude":37.3349}]"#),
    ("token.saveImage({url: 'a.png', success: show})", #"["the picture is saved"]"#),
  ])
  func aPageIsToldWhatTheDeviceKnows(_ call: String, _ told: String) throws {
    #expect(shown(try open(call)) == told)
  }

  @Test func storesOutliveThePage() throws {
    _ = try open("localStorage.setItem('k', 'v'); token.setGlobleStorage({key: 'g', value: [1]})")
    let page = try open("show(localStorage.getItem('k'), token.getGlobleStorage('g'))")
    #expect(shown(page) == #"["v",[1]]"#)
    #expect(device.stores.json["local"]?["k"] == "v")
  }

  /// A client taps a node of the last step, by handle.
  @Test func aClientTapsAButton() throws {
    let page = try open("token.alertTitles({title: 'T', actionTitles: ['Yes', 'No'], feedBack: show})")
    _ = shown(page)
    let step = try #require(page.step())
    let no = try #require(step.tree.nodes.first { $0.text == "No" })
    #expect(no.taps && no.control?.kind == .button)
    page.handle(ClientEvent(.tap, on: no.handle))
    #expect(shown(page) == "[1]")
    let next = try #require(page.step())
    #expect(next.patch != nil)
    #expect(!next.tree.nodes.contains { $0.tag == "dialog" })
  }
}
