import HybridTestSupport
import Testing

@testable import HybridRuntime

/// Shadow trees and slots (DOM Standard §4.8, CSS Scoping 1): the lines that a page logs, as Chromium logs
/// them.
@Suite struct ShadowTreeTests {
  private static let tools = """
    const log = (...given) => console.log(...given.map(String));
    const size = (...all) => log(all.map((one) => { const box = one.getBoundingClientRect(); \
    return `${box.x},${box.y} ${box.width}x${box.height}`; }).join(" | "));
    const name = (node) => node === null ? "null" : node === window ? "window" : node === document ? \
    "document" : node instanceof ShadowRoot ? "shadow" : node.id || node.localName;

    """

  @Test(arguments: [
    ScriptExample(
      testDescription: "what is shown: the shadow tree, slots by name, fallback, nothing of the rest",
      body: """
        <div id=host><b id=b slot=second style="display:block;height:5px"></b>\
        <i id=i style="display:block;height:7px"></i><u id=u slot=none style="display:block;height:9px"></u>\
        </div><p id=after style="margin:0;height:3px"></p>
        """,
      script: """
        size(b, i, u, after);
        const root = host.attachShadow({ mode: "open" });
        size(b, i, u, after);
        root.innerHTML = `<slot name=second></slot><div id=own style="height:11px"></div><slot></slot>\
        <slot name=empty><div id=fallback style="height:13px"></div></slot>`;
        size(b, i, u, after, root.getElementById("own"), root.querySelector("#fallback"));
        u.slot = "second";
        size(b, i, u, after, root.querySelector("#fallback"));
        i.remove();
        host.append(u);
        u.removeAttribute("slot");
        size(b, u, after);
        """,
      said: [
        "0,0 200x5 | 0,5 200x7 | 0,12 200x9 | 0,21 200x3",
        "0,0 0x0 | 0,0 0x0 | 0,0 0x0 | 0,0 200x3",
        "0,0 200x5 | 0,16 200x7 | 0,0 0x0 | 0,36 200x3 | 0,5 200x11 | 0,23 200x13",
        "0,0 200x5 | 0,25 200x7 | 0,5 200x9 | 0,45 200x3 | 0,32 200x13",
        "0,0 200x5 | 0,16 200x9 | 0,38 200x3",
      ]),
    ScriptExample(
      testDescription: "styles stay in their tree; values are inherited through it",
      body: """
        <style>div { height: 10px } #host { color: red } p, b { width: 1px } .x > .y { width: 99px } \
        b { opacity: .5 }</style>
        <div id=host class=x style="font-size: 20px"><b id=b class=y style="display:block">b</b></div>
        """,
      script: """
        const root = host.attachShadow({ mode: "open" });
        root.innerHTML = `<style>
          p { width: 2px; font-size: 2em } :host { height: 33px; color: blue; opacity: .25 } \
        :host(.x) p { height: 4px } :host(.no) p { height: 5px }
          .x .y { width: 55px } ::slotted(b) { margin-left: 6px; opacity: .75 } \
        .in::slotted(.y) { margin-top: 7px } div ::slotted(b) { margin-right: 8px }
          body p { width: 77px } slot { color: green } p:has(i) { margin-top: 3px }
        </style><p class=y><i></i></p><div><slot class=in></slot></div>`;
        const p = root.querySelector("p"), style = (node, ...names) => log(...names.map((name) => \
        getComputedStyle(node)[name]));
        style(p, "width", "height", "fontSize", "color", "marginTop");
        style(host, "height", "color", "opacity");
        style(b, "width", "marginLeft", "marginTop", "marginRight", "opacity", "color", "fontSize");
        """,
      said: [
        "2px 4px 40px rgb(255, 0, 0) 3px", "10px rgb(255, 0, 0) 0.25",
        "99px 6px 7px 8px 0.5 rgb(0, 128, 0) 20px",
      ]),
    ScriptExample(
      testDescription: "constructed sheets, in shadow trees and the document",
      body: "<div id=host><p id=light style=\"margin:0\"></p></div>",
      script: """
        const root = host.attachShadow({ mode: "open" }), sheet = new CSSStyleSheet();
        root.innerHTML = "<p id=p></p><slot></slot>";
        sheet.replaceSync("p { width: 20px; height: 1px }");
        const widths = () => log(getComputedStyle(root.getElementById("p")).width, \
        getComputedStyle(light).width);
        widths();
        root.adoptedStyleSheets = [sheet]; widths();
        sheet.replaceSync("p { width: 30px }"); widths();
        document.adoptedStyleSheets = [sheet]; root.adoptedStyleSheets = []; widths();
        """, said: ["200px 200px", "20px 200px", "30px 200px", "200px 30px"]),
    ScriptExample(
      testDescription: "the tree as scripts see it",
      body: "<div id=host><b id=b></b>text</div>",
      script: """
        const root = host.attachShadow({ mode: "open" });
        root.innerHTML = "<p id=in><slot id=slot></slot></p>";
        const p = root.querySelector("p"), slot = root.querySelector("slot");
        log(host.shadowRoot === root, root.host === host, root.mode, root instanceof DocumentFragment, \
        root.nodeType);
        log(p.isConnected, name(p.getRootNode()), name(p.getRootNode({ composed: true })), \
        p.parentNode.parentNode);
        log(document.getElementById("in"), document.querySelector("p"), host.children.length, host.innerHTML);
        log(b.assignedSlot === slot, slot.assignedNodes().length, slot.assignedElements().map(name), \
        root.innerHTML);
        for (const make of [() => host.attachShadow({ mode: "open" }), () => \
        document.createElement("img").attachShadow({ mode: "open" }), () => b.attachShadow({}), () => \
        root.cloneNode()]) {
          try { make(); log("made"); } catch (error) { log(error.name); }
        }
        const closed = document.createElement("section");
        log(name(closed.attachShadow({ mode: "closed" })), closed.shadowRoot);
        host.remove();
        log(p.isConnected);
        """,
      said: [
        "true true open true 11", "true shadow document null", "null null 1 <b id=\"b\"></b>text",
        "true 2 b <p id=\"in\"><slot id=\"slot\"></slot></p>", "NotSupportedError", "NotSupportedError",
        "TypeError",
        "NotSupportedError", "shadow null", "false",
      ]),
    ScriptExample(
      testDescription: "events: paths, targets, what leaves the tree",
      body: "<main id=main><div id=host><b id=b></b></div></main>",
      script: """
        const root = host.attachShadow({ mode: "open" });
        root.innerHTML = "<p id=p><slot id=slot></slot></p>";
        const p = root.querySelector("p");
        const listen = (node, label) => node.addEventListener("ping", (event) => log(label, \
        name(event.target), event.eventPhase, event.composedPath().map(name).join(">")));
        listen(p, "p"); listen(root, "root"); listen(host, "host"); listen(main, "main");
        p.dispatchEvent(new Event("ping", { bubbles: true, composed: true }));
        log("--");
        p.dispatchEvent(new Event("ping", { bubbles: true }));
        log("--");
        p.dispatchEvent(new Event("ping", { composed: true }));
        log("--");
        b.dispatchEvent(new Event("ping", { bubbles: true }));
        """,
      said: [
        "p p 2 p>shadow>host>main>body>html>document>window",
        "root p 3 p>shadow>host>main>body>html>document>window",
        "host host 2 p>shadow>host>main>body>html>document>window",
        "main host 3 p>shadow>host>main>body>html>document>window", "--", "p p 2 p>shadow",
        "root p 3 p>shadow",
        "--", "p p 2 p>shadow>host>main>body>html>document>window",
        "host host 2 p>shadow>host>main>body>html>document>window", "--",
        "p b 3 b>slot>p>shadow>host>main>body>html>document>window",
        "root b 3 b>slot>p>shadow>host>main>body>html>document>window",
        "host b 3 b>slot>p>shadow>host>main>body>html>document>window",
        "main b 3 b>slot>p>shadow>host>main>body>html>document>window",
      ]),
    ScriptExample(
      testDescription: "custom elements with shadow trees, in one another",
      body: "<x-outer id=o><i id=i>light</i></x-outer>",
      script: """
        class Card extends HTMLElement {
          constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = this.constructor.markup; }
          connectedCallback() { log("in", this.localName, this.isConnected); }
          disconnectedCallback() { log("out", this.localName); }
        }
        customElements.define("x-inner", class extends Card { static markup = "<style>div { \
        padding-left: 10px }</style><div><slot></slot></div>"; });
        customElements.define("x-outer", class extends Card { static markup = "<style>:host, x-inner { \
        display: block }</style><x-inner><slot></slot></x-inner>"; });
        i.style.display = "block"; i.style.height = "5px";
        size(i);
        o.remove();
        """,
      said: ["in x-inner true", "in x-outer true", "10,0 190x5", "out x-outer", "out x-inner"]),
    ScriptExample(
      testDescription: "slotchange",
      body: "<div id=host></div>",
      script: """
        const root = host.attachShadow({ mode: "open" });
        root.innerHTML = "<slot></slot><slot name=n></slot>";
        root.addEventListener("slotchange", (event) => log("change", event.target.name, \
        event.target.assignedNodes().map(name)));
        host.innerHTML = "<b id=b></b>";
        setTimeout(() => { host.firstChild.slot = "n"; setTimeout(() => log("end"), 10); }, 10);
        """, said: ["change  b", "change  ", "change n b", "end"]),
    ScriptExample(
      testDescription: "a click leaves the tree, a change does not",
      body: "<div id=host></div>",
      script: """
        const root = host.attachShadow({ mode: "open" });
        root.innerHTML = "<label id=label><input type=checkbox id=box></label>";
        for (const type of ["click", "input", "change"]) document.addEventListener(type, (event) => \
        log(type, name(event.target), event.composed));
        root.addEventListener("change", (event) => log("in", name(event.target), event.target.checked));
        root.getElementById("box").click();
        """, said: ["click host true", "input host true", "in box true"]),
  ])
  func aPageSays(_ example: ScriptExample) throws {
    let rig = try PageRig(
      """
      <!DOCTYPE html><html><head><style>body { margin: 0; width: 200px }</style></head><body>\(example.body)\
      <script>\(Self.tools)\(example.script)</script></body></html>
      """)
    #expect(rig.said == example.said)
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func whatChangesIsShownAsFromNothing(_ seed: UInt64) throws {
    let rig = try PageRig(
      """
      <html><body><x-a id=a><b slot=one>b</b>text<i>i</i></x-a><x-b id=b><p>p</p></x-b><script>
      a.attachShadow({ mode: "open" }).innerHTML = `<style>div { padding: 3px } \
      ::slotted(i) { color: red }</style>
        <div><slot name=one>fallback</slot></div><x-c><slot></slot></x-c>`;
      a.shadowRoot.querySelector("x-c").attachShadow({ mode: "open" }).innerHTML = "<u><slot></slot></u>\
      <slot name=two></slot>";
      b.attachShadow({ mode: "open" }).innerHTML = "<slot style='display: block; width: 50px'></slot><hr>";
      </script></body></html>
      """)
    let page = rig.page
    var random = SeededGenerator(seed: seed)
    for step in 0..<60 {
      let all = page.document.nodes.indices.dropFirst()
      let (node, other) = (all.randomElement(using: &random) ?? 1, all.randomElement(using: &random) ?? 1)
      let isText = page.kind(of: node) != .element
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: try? page.insert(node, into: other, before: nil)
      case 2 where page.name(of: node) != "body" && page.name(of: node) != "html": page.remove(node)
      case 3 where !isText:
        let slots = ["", "one", "two", "none"]
        try page.setAttribute("slot", slots.randomElement(using: &random), of: node)
      case 4 where !isText:
        try page.setAttribute("class", "c\(step)", of: node)
        page.setInlineStyle(
          "display", ["block", "none", ""].randomElement(using: &random) ?? "", isImportant: false, of: node)
      case 5 where isText: page.setData("text \(step)", of: node)
      default: break
      }
      let (tree, fresh) = (page.tree, PageStage(page).tree)
      #expect(
        tree == fresh, "step \(step) of seed \(seed):\n\(tree.listing)\n— from nothing:\n\(fresh.listing)")
      if tree != fresh { return }
    }
  }
}
