import HybridReload
import HybridScript
import HybridViewTree
import Testing

@testable import HybridRuntime

/// Dialogs and popovers as the user and scripts see them.
struct TopLayerTests {
  private func page(_ body: String, _ script: String = "") throws -> PageRig {
    try PageRig(
      """
      <html><body>\(body)<script>
      const $ = (id) => document.getElementById(id), log = (...all) => console.log(all.join(" "));
      const watch = (id) => { for (const type of ["beforetoggle", "toggle", "cancel", "close"])
        $(id).addEventListener(type, (e) => log(id, type, e.newState ?? "")); };
      \(script)
      </script></body></html>
      """)
  }

  /// A key of the focused element, or of another one.
  private func press(_ key: String, on id: String, _ rig: PageRig) throws {
    rig.page.key(key, on: try #require(rig.page.element(withID: id)))
    rig.driver.settle(keepsTime: false)
  }

  private let dialog = """
    <div id=outer style='opacity: .5; overflow: hidden; \
    height: 40px'><button id=open onclick=d.showModal()>Open</button>
    <dialog id=d><form method=dialog><button id=yes value=yes>Yes</button></form></dialog></div>\
    <button id=behind onclick=hit()>x</button>
    """

  @Test func aModalDialogIsOverThePage() throws {
    let rig = try page(dialog, "var d = $('d'); watch('d'); const hit = () => log('hit');")
    #expect(!rig.page.tree.nodes.contains { $0.id == "d" })
    try rig.act("tap #open")
    let tree = rig.page.tree
    let index = try #require(tree.nodes.firstIndex { $0.id == "d" })
    let node = tree.nodes[index]
    // The last child of the root, above all, in the middle of the screen.
    #expect(node.parent == 0 && node.paint.zOrder == Int(Int32.max) - 1 && node.paint.isolates)
    #expect(abs(node.frame.x + node.frame.width / 2 - 187.5) <= 0.5)
    #expect(abs(node.frame.y + node.frame.height / 2 - 333.5) <= 0.5)
    #expect(node.paint.shadows?.last?.spread ?? 0 >= 667)
    #expect(rig.page.focusedNode == rig.page.element(withID: "yes"))
    // The rest cannot be used.
    try rig.act("tap #behind")
    #expect(rig.said == ["d beforetoggle open", "d toggle open"])
    try rig.act("tap #yes")
    #expect(rig.said.suffix(3) == ["d beforetoggle closed", "d toggle closed", "d close "])
    #expect(rig.page.focusedNode == rig.page.element(withID: "open"))
    #expect(rig.page.tree.nodes.contains { $0.id == "d" } == false)
    try rig.act("tap #behind")
    #expect(rig.said.last == "hit")
  }

  @Test func escapeClosesADialogUnlessAScriptPreventsIt() throws {
    let rig = try page(
      "<dialog id=d><input id=i></dialog>",
      """
      var d = $('d'); d.showModal(); watch('d'); let keeps = true; \
      d.addEventListener('cancel', (e) => { if (keeps) e.preventDefault(); keeps = false; });
      """
    )
    try press("Escape", on: "i", rig)
    #expect(rig.said == ["d toggle open", "d cancel "])
    try press("Escape", on: "i", rig)
    #expect(
      rig.said.dropFirst(1) == [
        "d cancel ", "d cancel ", "d beforetoggle closed", "d toggle closed", "d close ",
      ])
  }

  @Test func dialogsTellWhatIsWrong() throws {
    let rig = try page(
      "<dialog id=d></dialog><div id=p popover></div><p id=n></p>",
      """
      const d = $("d"), attempt = (f) => { try { f(); log("fine"); } catch (error) { log(error.name); } };
      d.show(); attempt(() => d.showModal()); d.close("x"); log(d.returnValue, d.open, d.matches(":modal"));
      d.showModal(); attempt(() => d.show()); attempt(() => d.showModal()); \
      log(d.matches(":modal"), d.matches(":open"));
      d.close(); log(d.returnValue); attempt(() => document.createElement("dialog").showModal());
      attempt(() => $("n").showPopover()); attempt(() => $("p").showPopover()); \
      log($("p").matches(":popover-open"));
      log($("p").togglePopover(), $("p").togglePopover(true), $("p").popover, $("n").popover);
      d.showModal(); d.remove(); log(d.open, document.querySelector(":modal"));
      """)
    #expect(
      rig.said == [
        "InvalidStateError", "x false false", "InvalidStateError", "fine", "true true", "x",
        "InvalidStateError", "NotSupportedError", "fine", "true", "false true auto ", "true ",
      ])
  }

  @Test func popoversOpenByButtonsAndCloseByATapOutside() throws {
    let rig = try page(
      """
      <button id=b popovertarget=p>x</button><div id=p popover>Hello <button id=in>in</button>
      <button id=b2 popovertarget=p2>more</button><div id=p2 popover>nested</div></div><p id=out>out</p>
      """, "watch('p'); watch('p2');")
    try rig.act("tap #b")
    #expect(try rig.node("p").parent == 0)
    try rig.act("tap #in", "tap #b2")
    #expect(rig.page.layers.entries.count == 2)
    try rig.act("tap #out")
    #expect(rig.page.layers.entries.isEmpty)
    #expect(rig.page.tree.nodes.contains { $0.id == "p" } == false)
    #expect(
      rig.said == [
        "p beforetoggle open", "p toggle open", "p2 beforetoggle open", "p2 toggle open",
        "p2 beforetoggle closed", "p beforetoggle closed", "p2 toggle closed", "p toggle closed",
      ])
    try rig.act("tap #b", "tap #b")
    #expect(rig.page.layers.entries.isEmpty)
  }

  /// The same works without any script.
  @Test func buttonsCommandWithoutScripts() throws {
    let rig = try PageRig(
      """
      <html><body><button id=b commandfor=d command=show-modal>x</button>
      <dialog id=d>Hi<button id=c commandfor=d command=close>x</button></dialog></body></html>
      """)
    try rig.act("tap #b")
    #expect(rig.page.blockingDialog == rig.page.element(withID: "d"))
    try rig.act("tap #c")
    #expect(rig.page.layers.entries.isEmpty)
  }

  @Test func ofDetailsWithOneNameOneIsOpen() throws {
    let rig = try page(
      """
      <details id=a name=g open><summary>1</summary></details><details id=b name=g><summary id=s>2</summary>\
      </details>
      """,
      "watch('a'); watch('b');")
    try rig.act("tap #s")
    #expect(Set(rig.said) == ["a toggle closed", "b toggle open"])
  }

  /// HTML Standard §4.11.2, *summary for its parent details*.
  @Test func aSummaryOpensTheDetailsAroundItOnly() throws {
    let rig = try page(
      "<details id=a open><summary>1</summary><div><summary id=s>2</summary></div></details>", "watch('a');")
    try rig.act("tap #s")
    #expect(rig.said == [])
  }

  /// An update of a page with a top layer gives the tree that a new layout gives.
  @Test func updatesEqualANewLayout() throws {
    let rig = try page(
      """
      <p>one <span id=s><em>two</em><dialog id=d><p id=t>text</p></dialog></span> three</p>\
      <div id=p popover>x</div>
      """
    )
    for script in [
      "d.showModal()", "t.textContent = 'longer text'", "p.showPopover()", "d.close()", "p.hidePopover()",
    ] {
      let run = script.replacing("d.", with: "$('d').").replacing("t.t", with: "$('t').t").replacing(
        "p.", with: "$('p').")
      rig.page.world?.run(run, path: "test.js")
      rig.page.finishTurn()
      rig.driver.settle(keepsTime: false)
      let updated = rig.page.tree
      rig.page.dom.noteEverything()
      #expect(rig.page.tree == updated, "\(script)")
    }
    #expect(rig.said == [])
  }
}
