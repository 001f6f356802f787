import HybridScript
import Testing

@testable import HybridRuntime

/// `load` and `error` of what the markup of a page names, for those who listen (HTML Standard §4.8.4.3,
/// §4.6.7.18, §4.12.1.1).
@Suite struct LoadingEventTests {
  private static let picture =
    "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

  static let examples: [ScriptExample] = [
    ScriptExample(
      testDescription: "listeners of pictures",
      body: "<img id=a src=none.png><img id=b src=\(picture)>",
      script: """
        for (const [id, type] of [["a", "error"], ["a", "load"], ["b", "load"], ["b", "error"]])
          window[id].addEventListener(type, () => console.log(id, type));
        """,
      said: ["a error", "b load"]),
    ScriptExample(
      testDescription: "attributes of pictures",
      body: """
        <img src=none.png onerror="this.onerror = null; this.src = '\(picture)'; console.log('other')">
        <img src=\(picture) onload="console.log(event.type, this.naturalWidth)">
        """,
      script: "", said: ["other", "load 1"]),
    ScriptExample(
      testDescription: "pictures of markup that a script adds",
      body: "<div id=box></div>",
      script: """
        box.innerHTML = `<img src=none.png onerror="console.log('inner')">`;
        box.insertAdjacentHTML("beforeend", `<img src=none.png onerror="console.log('adjacent')">`);
        """,
      said: ["inner", "adjacent"]),
    ScriptExample(
      testDescription: "a picture that was there before has told it already",
      body: "<img id=a src=none.png>",
      script: "setTimeout(() => { a.onerror = () => console.log('late') }, 50)", said: []),
    ScriptExample(
      testDescription: "links and scripts",
      body: """
        <link rel=stylesheet href=a.css media=print onload="this.media = 'all'; \
        console.log('link', this.media)">
        <script src=x.js onload="console.log('script', event.type)"></script>
        <script type=module src=m.js onload="console.log('module', event.type)"></script>
        """,
      script: "addEventListener('load', () => console.log('page'))",
      files: ["a.css": "p { top: 0 }", "x.js": "console.log('x')", "m.js": "console.log('m')"],
      said: ["x", "script load", "m", "module load", "link all", "page"]),
  ]

  @Test(arguments: examples)
  func whoListensIsTold(_ example: ScriptExample) throws {
    let rig = try PageRig(
      "<html><body>\(example.body)<script>\(example.script)</script></body></html>", files: example.files)
    #expect(rig.said == example.said)
  }
}
