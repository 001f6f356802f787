import Testing

@testable import HybridRuntime

/// `style` elements that scripts make.
@Suite struct ScriptSheetTests {
  private static let size =
    "const size = () => console.log(getComputedStyle(box).width, document.getElementById('box').offsetWidth);"

  @Test(arguments: [
    ScriptExample(
      testDescription: "made, changed, disabled by media, removed",
      script: """
        const style = document.createElement("style");
        style.textContent = "#box { width: 50px }"; size();
        document.head.append(style); size();
        style.append(" #box { width: 60px }"); size();
        style.firstChild.data = "#box { height: 1px }"; size();
        style.media = "print"; style.setAttribute("media", "print"); size();
        style.setAttribute("media", "screen"); size();
        style.remove(); size();
        """,
      said: ["40px 40", "50px 50", "60px 60", "60px 60", "40px 40", "60px 60", "40px 40"]),
    ScriptExample(
      testDescription: "the order in the tree decides, after the sheets of the page",
      script: """
        document.body.insertAdjacentHTML("beforeend", "<style>#box { width: 70px }</style>");
        document.head.insertAdjacentHTML("beforeend", "<style>#box { width: 80px }</style>");
        size();
        """, said: ["70px 70"]),
    ScriptExample(
      testDescription: "what is in a template has no effect",
      script: """
        document.body.insertAdjacentHTML("beforeend", "<template><style>#box { width: 70px }</style>\
        </template>");
        size();
        """, said: ["40px 40"]),
    ScriptExample(
      testDescription: "what is not supported is said once",
      script: """
        const style = document.createElement("style");
        style.textContent = "@import url(a.css); #box { colr: red; width: 90px }";
        document.head.append(style); size(); style.remove(); size();
        """,
      said: [
        "<style> of a script: there is no property 'colr'",
        "<style> of a script: '@import' has no effect: link the sheet", "90px 90", "40px 40",
      ]),
  ])
  func aSheetOfAScriptApplies(_ example: ScriptExample) throws {
    let rig = try PageRig(
      """
      <html><head><style>#box { width: 40px }</style></head><body><div id=box></div>
      <script>\(Self.size)\(example.script)</script></body></html>
      """)
    #expect(rig.said == example.said)
  }
}
