import HybridUnits
import HybridViewTree
import Testing

@testable import HybridRuntime

/// Shadow trees that the markup of a page declares (HTML Standard §13.2.6.4.4): what a page logs, as Chromium
/// logs it, and what pages without scripts show.
@Suite struct DeclarativeShadowTests {
  private static let tools = """
    const log = (...given) => console.log(...given.map(String));
    const name = (node) => node === null ? "null" : node.id || node.localName || node.nodeName;
    const box = (node) => { const { x, y, width, height } = node.getBoundingClientRect(); return `${x},${y} \
    ${width}x${height}`; };
    const attempt = (f) => { try { log("done", f()); } catch (error) { log(error.name); } };

    """

  @Test(arguments: [
    ScriptExample(
      testDescription: "the tree, its styles and slots, and a script that takes it over",
      body: """
        <div id=h><template shadowrootmode=open><style>p { height: 7px; margin: 0 } \
        :host { width: 50px }</style><p id=p></p><slot></slot></template>\
        <b style="display:block;height:5px" id=b></b></div>
        <div id=c><template shadowrootmode=closed>x</template></div><template id=t>\
        <style>div { height: 99px }</style></template>
        """,
      script: """
        log(h.shadowRoot.mode, c.shadowRoot, h.children.length, box(h), box(b), \
        box(h.shadowRoot.querySelector("p")), h.innerHTML.trim().length);
        log(h.shadowRoot.getElementById("p").isConnected, document.getElementById("p"), \
        h.shadowRoot.host === h, name(b.assignedSlot));
        attempt(() => h.attachShadow({ mode: "closed" }));
        const root = h.attachShadow({ mode: "open" });
        log(root === h.shadowRoot, root.innerHTML === "", box(h));
        attempt(() => h.attachShadow({ mode: "open" }));
        attempt(() => c.attachShadow({ mode: "closed" }).innerHTML);
        """,
      said: [
        "open null 1 0,0 50x12 0,7 50x5 0,0 50x7 47", "true null true slot", "NotSupportedError",
        "true true 0,0 200x0", "NotSupportedError", "done ",
      ]),
    ScriptExample(
      testDescription: "attributes, wrong modes, wrong hosts, a second template",
      body: """
        <div id=h><template shadowrootmode=open shadowrootdelegatesfocus shadowrootclonable \
        shadowrootserializable><input id=i></template></div>
        <div id=bad><template shadowrootmode=opened>x</template></div><ul id=u>\
        <template shadowrootmode=open>x</template></ul>
        <p id=two><template shadowrootmode=open>1</template><template shadowrootmode=open>2</template></p>
        """,
      script: """
        const root = h.shadowRoot;
        log(root.delegatesFocus, root.clonable, root.serializable, root.slotAssignment);
        log(bad.shadowRoot, bad.children.length, u.shadowRoot, u.children.length);
        log(two.shadowRoot.innerHTML, two.innerHTML);
        log(h.cloneNode(true).shadowRoot.innerHTML, two.cloneNode(true).shadowRoot);
        log(h.getHTML({ serializableShadowRoots: true }), h.getHTML() === "");
        h.focus();
        log(name(document.activeElement), name(root.activeElement));
        """,
      said: [
        "true true true named", "null 1 null 1", "1 <template shadowrootmode=\"open\">2</template>",
        "<input id=\"i\"> null",
        "<template shadowrootmode=\"open\" shadowrootdelegatesfocus=\"\" shadowrootserializable=\"\" "
          + "shadowrootclonable=\"\"><input id=\"i\"></template> true", "h i",
      ]),
    ScriptExample(
      testDescription: "markup of scripts: innerHTML leaves templates, the unsafe ways do not",
      body: "<div id=o></div><div id=u></div>",
      script: """
        o.innerHTML = "<div><template shadowrootmode=open>x</template></div>";
        log(o.firstChild.shadowRoot, o.firstChild.children.length);
        u.setHTMLUnsafe("<div id=q><template shadowrootmode=open><slot></slot></template>light</div>");
        log(q.shadowRoot.innerHTML, q.innerHTML, u.getHTML());
        log(Document.parseHTMLUnsafe("<p><template shadowrootmode=open>hi</template>\
        </p>").querySelector("p").shadowRoot.textContent);
        """,
      said: ["null 1", "<slot></slot> light <div id=\"q\">light</div>", "hi"]),
    ScriptExample(
      testDescription: "custom elements find their tree, and trees in trees",
      body: """
        <x-a id=a><template shadowrootmode=open><x-b><template shadowrootmode=open>\
        <style>i { display: block; height: 4px }</style><i></i></template></x-b></template></x-a>
        """,
      script: """
        for (const tag of ["x-a", "x-b"]) customElements.define(tag, class extends HTMLElement {
          constructor() { super(); log(tag, this.shadowRoot !== null, \
        this.attachInternals().shadowRoot === this.shadowRoot); }
          connectedCallback() { log("in", tag); }
        });
        log(box(a.shadowRoot.querySelector("x-b").shadowRoot.querySelector("i")));
        """, said: ["x-a true true", "in x-a", "x-b true true", "in x-b", "0,0 200x4"]),
  ])
  func aPageSays(_ example: ScriptExample) throws {
    let rig = try PageRig(
      """
      <!DOCTYPE html><html><head><style>body { margin: 0; width: 200px }</style></head><body>\(example.body)\
      <script>\(Self.tools)\(example.script)</script></body></html>
      """)
    #expect(rig.said == example.said)
  }

  /// A page without scripts, with a linked sheet in one tree and a loop of hosts.
  private static let still = """
    <!DOCTYPE html><html><head><style>body { margin: 0 } i, p { height: 50px }</style></head><body>
    <div id=h><template shadowrootmode=open><link rel=stylesheet href=card.css><p id=p>in</p>\
    <slot name=s>none</slot></template><b slot=s id=b>light</b>gone</div>
    <u-u t:for="item in items"><template shadowrootmode=closed><style>i { display: block; \
    height: 3px }</style><i></i></template></u-u>
    </body></html>
    """
  private static let files = [
    "card.css": "p { margin: 0; height: 10px } ::slotted(b) { display: block; height: 6px }",
    "page.json": #"{"items": [1, 2]}"#,
  ]

  @Test func aPageWithoutScriptsShowsIt() throws {
    let unit = try PageRig.unit(Self.still, files: Self.files)
    let device = Device(width: 100, height: 100)
    let tree = Renderer().render(unit, on: device).tree
    #expect(tree.nodes.first { $0.id == "p" }?.frame.height == 10)
    #expect(tree.nodes.first { $0.id == "b" }?.frame.height == 6)
    #expect(tree.nodes.filter { $0.tag == "i" }.map(\.frame.height) == [3, 3])
    #expect(!tree.nodes.contains { $0.text?.contains("gone") == true || $0.text?.contains("none") == true })
    // The same after the way to another machine, as a page that is saved, and as one that runs.
    guard case .page(let moved) = try Unit(decoding: Unit.page(unit).encoded()) else { return }
    #expect(Renderer().render(moved, on: device).tree == tree)
    #expect(StillPage(unit, as: Variant(device), by: Renderer()).tree == tree)
    let rig = try PageRig(Self.still, files: Self.files, width: 100, height: 100)
    #expect(rig.page.tree.listing == tree.listing)
  }

  @Test func savesChangeIt() throws {
    let device = Device(width: 100, height: 100)
    var page = StillPage(try PageRig.unit(Self.still, files: Self.files), as: Variant(device), by: Renderer())
    let rig = try PageRig(
      Self.still.replacing("</body>", with: "<script>addEventListener('x', () => {})</script></body>"),
      files: Self.files, width: 100, height: 100)
    var files = Self.files
    let saves: [(inout String) -> Void] = [
      { $0 = $0.replacing("height: 3px", with: "height: 9px") },
      { $0 = $0.replacing(">in<", with: ">words<") },
      { $0 = $0.replacing("<p id=p>", with: "<hr><p id=p>") },
      { $0 = $0.replacing("<template shadowrootmode=open>", with: "<div>") },
      { $0 = $0.replacing("<div><link", with: "<template shadowrootmode=open><link") },
    ]
    var text = Self.still
    for (number, save) in saves.enumerated() {
      save(&text)
      files["page.json"] = #"{"items": [1, 2, 3]}"#
      let unit = try PageRig.unit(text, files: files)
      let fresh = Renderer().render(unit, on: device).tree
      _ = page.update(unit, by: Renderer())
      #expect(page.tree == fresh, "save \(number)")
      let running = try PageRig.unit(
        text.replacing("</body>", with: "<script>addEventListener('x', () => {})</script></body>"),
        files: files)
      rig.page.replace(with: running)
      #expect(rig.page.tree.listing == fresh.listing, "save \(number) of a page that runs")
    }
  }
}
