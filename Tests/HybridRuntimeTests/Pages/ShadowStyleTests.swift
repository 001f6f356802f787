import Testing

@testable import HybridRuntime

/// Styles across shadow trees (CSS Scoping 1, CSS Shadow Parts 1), slots that scripts fill, internals of
/// custom elements, and how events are seen: the lines that a page logs, as Chromium logs them.
@Suite struct ShadowStyleTests {
  private static let tools = """
    const log = (...given) => console.log(...given.map(String));
    const name = (n) => n === null ? "null" : n === window ? "window" : n === document ? "document" : n \
    instanceof ShadowRoot ? "shadow" : n.id || n.localName || n.nodeName;
    const style = (node, ...names) => log(...names.map((one) => getComputedStyle(node)[one]));
    const attempt = (f) => { try { log("done", f()); } catch (error) { log(error.name); } };

    """

  @Test(arguments: [
    ScriptExample(
      testDescription: "parts, and parts of parts",
      body: """
        <style>x-a::part(label) { height: 9px; color: red } #h::part(label other) { width: 33px } \
        x-a::part(inner) { height: 4px } x-a::part(deep) { height: 1px } \
        x-a::part(label):empty { padding-top: 2px }</style><x-a id=h></x-a>
        """,
      script: """
        customElements.define("x-b", class extends HTMLElement { constructor() { super(); \
        this.attachShadow({ mode: "open" }).innerHTML = "<div part=deep id=deep style=height:3px></div>"; } \
        });
        customElements.define("x-a", class extends HTMLElement { constructor() { super(); \
        this.attachShadow({ mode: "open" }).innerHTML = "<style>div { color: blue } \
        x-b::part(deep) { width: 44px } :host::part(label) { margin-left: 5px }</style>\
        <div id=l part=label style=\\"color: green\\"></div><div id=m part=\\"label other\\"></div>\
        <x-b exportparts=\\"deep: inner\\"></x-b>"; } });
        const root = h.shadowRoot, l = root.getElementById("l"), m = root.getElementById("m");
        style(l, "height", "color", "width", "marginLeft", "paddingTop");
        style(m, "height", "color", "width");
        style(root.querySelector("x-b").shadowRoot.getElementById("deep"), "height", "width");
        log([...l.part].join("|"), m.part.length);
        m.part.remove("other");
        style(m, "width"); log(m.getAttribute("part"));
        """,
      said: [
        "9px rgb(255, 0, 0) 195px 5px 0px", "9px rgb(255, 0, 0) 33px", "4px 44px", "label 2", "195px",
        "label",
      ]),
    ScriptExample(
      testDescription: "host-context",
      body: """
        <style>x-h { display: block }</style><div class=dark><x-h id=a></x-h></div><x-h id=b class=dark>\
        </x-h><x-h id=c></x-h>
        """,
      script: """
        for (const host of document.querySelectorAll("x-h")) host.attachShadow({ \
        mode: "open" }).innerHTML = "<style>:host-context(.dark) { width: 11px } \
        :host-context(body) p { height: 3px; margin: 0 } :host(:not(.dark)) { height: 6px } \
        :host { height: 2px }</style><p></p>";
        for (const host of [a, b, c]) { style(host, "width", "height"); \
        style(host.shadowRoot.firstElementChild.nextSibling, "height"); }
        """, said: ["11px 6px", "3px", "11px 2px", "3px", "200px 6px", "3px"]),
    ScriptExample(
      testDescription: "the tree decides before specificity; importance turns it around",
      body:
        """
        <style>#h { width: 10px !important; height: 10px }</style><div id=h></div><x-o id=o><b id=b></b></x-o>
        """,
      script: """
        h.attachShadow({ mode: "open" }).innerHTML = "<style>:host { width: 20px !important; height: 20px; \
        min-height: 3px !important }</style>";
        h.style.setProperty("min-height", "40px", "important");
        style(h, "width", "height", "minHeight");
        o.attachShadow({ mode: "open" }).innerHTML = "<style>::slotted(b) { display: block; height: 3px } \
        ::slotted(*) { width: 5px }</style><x-p><slot></slot></x-p>";
        o.shadowRoot.querySelector("x-p").attachShadow({ mode: "open" }).innerHTML = "<style>::slotted(b) { \
        width: 9px; min-height: 7px } ::slotted(slot) { color: red }</style><slot></slot>";
        style(b, "width", "height", "minHeight", "color");
        """, said: ["20px 10px 3px", "5px 7px 7px rgb(0, 0, 0)"]),
    ScriptExample(
      testDescription: "each tree has layers of its own",
      body:
        """
        <style>@layer a, b; @layer b { x-l { width: 1px } } @layer a { x-l { width: 2px } \
        }</style><x-l id=x style="display: block"></x-l>
        """,
      script: """
        x.attachShadow({ mode: "open" }).innerHTML = "<style>@layer b, a; @layer a { p { width: 3px } \
        :host { width: 9px; height: 4px } } @layer b { p { width: 5px } }</style><p></p>";
        style(x, "width", "height"); style(x.shadowRoot.querySelector("p"), "width");
        """, said: ["1px 4px", "3px"]),
    ScriptExample(
      testDescription: "states of custom elements",
      body:
        """
        <style>x-s { display: block; width: 1px } x-s:state(on) { width: 9px } \
        :state(off) { width: 8px }</style><x-s id=x></x-s>
        """,
      script: """
        customElements.define("x-s", class extends HTMLElement { constructor() { super(); \
        this.own = this.attachInternals(); this.attachShadow({ \
        mode: "open" }).innerHTML = "<style>:host(:state(on)) p { height: 5px; margin: 0 }</style><p></p>"; \
        } });
        const now = () => log(getComputedStyle(x).width, \
        getComputedStyle(x.shadowRoot.querySelector("p")).height), { states } = x.own;
        now(); states.add("on"); now();
        log(x.matches(":state(on)"), states.size, states.has("on"), [...states]);
        states.delete("on"); now(); states.add("off"); now(); states.clear(); now();
        """, said: ["1px 0px", "9px 5px", "true 1 true on", "1px 0px", "8px 0px", "1px 0px"]),
    ScriptExample(
      testDescription: "slots that scripts fill",
      body: "<div id=h><b id=b style=\"display: block; height: 5px\"></b><i id=i></i>text</div>",
      script: """
        const root = h.attachShadow({ mode: "open", slotAssignment: "manual" });
        root.innerHTML = "<slot id=s></slot><slot id=t><u></u></slot>";
        const s = root.getElementById("s"), t = root.getElementById("t"), nodes = (slot, settings) => \
        slot.assignedNodes(settings).map(name);
        root.addEventListener("slotchange", (event) => log("change", event.target.id, nodes(event.target)));
        log(root.slotAssignment, nodes(s).length, b.assignedSlot, b.offsetHeight);
        s.assign(b, h.lastChild); log(nodes(s), name(b.assignedSlot), b.offsetHeight);
        t.assign(b); log(nodes(s), nodes(t)); log(nodes(t, { flatten: true }));
        t.assign(); log(nodes(t, { flatten: true }), b.offsetHeight);
        attempt(() => s.assign(document)); attempt(() => s.assign("x"));
        const other = document.createElement("p");
        s.assign(other, i); log(nodes(s)); h.append(other); log(nodes(s));
        """,
      said: [
        "manual 0 null 0", "b,#text s 5", "#text b", "b", "u 0", "TypeError", "TypeError", "i", "p,i",
        "change s p,i", "change t ",
      ]),
    ScriptExample(
      testDescription: "slots in slots, and slotchange on its way",
      body: "<div id=h><b id=b></b></div>",
      script: """
        const root = h.attachShadow({ mode: "open" });
        root.innerHTML = "<p id=p><slot id=s slot=n></slot></p><slot name=z id=z><i id=i></i>x<!--c-->\
        </slot>";
        const inner = root.getElementById("p").attachShadow({ mode: "open" });
        inner.innerHTML = "<slot id=q name=n></slot>";
        const q = inner.getElementById("q"), z = root.getElementById("z"), \
        free = document.createElement("slot");
        log(q.assignedNodes().map(name), q.assignedNodes({ flatten: true }).map(name), q.assignedElements({ \
        flatten: true }).map(name));
        log(z.assignedNodes().length, z.assignedNodes({ flatten: true }).map(name));
        free.innerHTML = "<b></b>"; log(free.assignedNodes({ flatten: true }).length);
        setTimeout(() => {
          for (const [node, label] of [[q, "q"], [root.getElementById("s"), "s"], [inner, \
        "inner"]]) node.addEventListener("slotchange", (event) => log(label, name(event.target)));
          h.append(document.createElement("u"));
        }, 1);
        """, said: ["s b b", "0 i,#text", "0", "s s", "q s", "inner s"]),
    ScriptExample(
      testDescription: "closed trees hide their paths, and related targets are seen from each tree",
      body: "<main id=m><div id=h></div></main><b id=out></b>",
      script: """
        const root = h.attachShadow({ mode: "closed" });
        root.innerHTML = "<p id=p></p><i id=i></i>";
        const p = root.getElementById("p"), i = root.getElementById("i");
        let last;
        for (const [node, label] of [[p, "p"], [root, "root"], [h, "h"], [m, \
        "m"]]) node.addEventListener("x", (event) => { last = event; \
        log(label, name(event.target), event.eventPhase, event.composedPath().map(name).join(">")); });
        p.dispatchEvent(new Event("x", { bubbles: true, composed: true })); \
        log(name(last.target), last.composedPath().length, last.currentTarget);
        p.dispatchEvent(new Event("x", { bubbles: true })); \
        log(name(last.target), last.composedPath().length);
        for (const [node, label] of [[p, "p"], [root, "root"], [h, "h"], [document, \
        "document"]]) node.addEventListener("over", (event) => log(label, name(event.target), \
        name(event.relatedTarget)));
        const over = (relatedTarget) => new MouseEvent("over", { bubbles: true, composed: true, \
        relatedTarget });
        p.dispatchEvent(over(i)); log("-"); p.dispatchEvent(over(out)); log("-"); out.dispatchEvent(over(p));
        """,
      said: [
        "p p 2 p>shadow>h>m>body>html>document>window", "root p 3 p>shadow>h>m>body>html>document>window",
        "h h 2 h>m>body>html>document>window", "m h 3 h>m>body>html>document>window", "h 0 null",
        "p p 2 p>shadow", "root p 3 p>shadow", "null 0", "p p i", "root p i", "-", "p p out", "root p out",
        "h h out", "document h out", "-", "document out h",
      ]),
    ScriptExample(
      testDescription: "form-associated elements",
      body: "<form id=f><x-i id=x name=n></x-i><label id=l for=x>L</label><input name=o value=1></form>",
      script: """
        customElements.define("x-i", class extends HTMLElement {
          static formAssociated = true;
          constructor() { super(); this.own = this.attachInternals(); }
          formAssociatedCallback(form) { log("form", name(form)); }
          formResetCallback() { log("reset"); }
          formDisabledCallback(isDisabled) { log("disabled", isDisabled); }
          connectedCallback() { log("in"); }
        });
        const element = x, form = f, { own } = x;
        log(name(own.form), own.labels.length, name(own.labels[0]), f.elements.length, name(f.elements.n));
        own.setFormValue("v"); log([...new FormData(f)].join(";"));
        log(own.willValidate, own.checkValidity(), own.validationMessage);
        own.setValidity({ valueMissing: true }, "need");
        log(own.checkValidity(), f.checkValidity(), own.validationMessage, own.validity.valueMissing, \
        own.validity.valid, x.matches(":invalid"), document.querySelectorAll("x-i:invalid").length);
        attempt(() => own.setValidity({ customError: true }));
        own.setValidity({}); log(f.checkValidity(), x.matches(":valid"));
        f.reset();
        x.setAttribute("disabled", ""); log(own.willValidate); x.removeAttribute("disabled");
        const data = new FormData(); data.append("p", "1"); data.append("q", "2");
        own.setFormValue(data); log([...new FormData(f)].join(";"));
        form.remove(); element.remove(); log(name(own.form));
        attempt(() => element.attachInternals()); attempt(() => \
        document.createElement("div").attachInternals());
        """,
      said: [
        "in", "form f", "f 1 l 2 x", "n,v;o,1", "true true ", "false false need true false true 1",
        "TypeError", "true true", "reset", "disabled true", "false", "disabled false", "p,1;q,2;o,1",
        "form null", "null", "NotSupportedError", "NotSupportedError",
      ]),
    ScriptExample(
      testDescription: "a thousand hosts, and trees that would hold themselves",
      body: "<div id=box></div>",
      script: """
        customElements.define("x-x", class extends HTMLElement { constructor() { super(); \
        this.attachShadow({ mode: "open" }).innerHTML = "<style>p { height: 2px; \
        margin: 0 }</style><p><slot></slot></p>"; } });
        const all = document.createDocumentFragment();
        for (let i = 0; i < 1000; i += 1) all.append(document.createElement("x-x"));
        box.append(all);
        log(box.lastChild.shadowRoot.querySelector("p").offsetHeight);
        const host = box.firstChild, root = host.shadowRoot;
        attempt(() => root.append(host)); attempt(() => root.querySelector("slot").append(host));
        host.innerHTML = "<slot><slot></slot></slot>";
        log(root.querySelector("slot").assignedNodes({ flatten: true }).length);
        """,
      said: ["2", "HierarchyRequestError", "HierarchyRequestError", "1"]),
  ])
  func aPageSays(_ example: ScriptExample) throws {
    let rig = try PageRig(
      """
      <!DOCTYPE html><html><head><style>body { margin: 0; width: 200px }</style></head><body>\(example.body)\
      <script>\(Self.tools)\(example.script)</script></body></html>
      """)
    #expect(rig.said == example.said)
  }
}
