import Foundation
import Testing

@testable import HybridRuntime

/// What libraries of the open web ask of a page, each row one question of its script.
@Suite struct WebAPITests {
  static let page = """
    <!DOCTYPE html><html><head><title>T</title></head><body>
    <div id="box" class="a b" data-x="1"><p>one</p><p>two <b>bold</b></p></div>
    <svg id="s" viewBox="0 0 1 1"><path d="M0 0"/></svg><p id="frag">here</p></body></html>
    """

  @Test(arguments: [
    (
      "instanceof iframe",
      #"""
      return !(box instanceof HTMLIFrameElement) && box instanceof HTMLDivElement;
      """#
    ),
    (
      "global id",
      #"""
      return window.box === document.getElementById("box") && typeof frag === "object";
      """#
    ),
    (
      "undeclared",
      #"""
      return typeof nothingHere === "undefined" && !("nothingHere" in window);
      """#
    ),
    (
      "window",
      #"""
      return window instanceof Window && document instanceof HTMLDocument;
      """#
    ),
    (
      "hosts of addresses",
      #"""
      const hosts = ["0x7f.1", "1.2.3", "0300.168.1", "bücher.de", "1.2.3.4", "MÜNCHEN.de", "例え.jp", \#
      "a.1b"]; return hosts.map((host) => new URL(`http://${host}/`).host).join() === \#
      "127.0.0.1,1.2.0.3,192.168.0.1,xn--bcher-kva.de,1.2.3.4,xn--mnchen-3ya.de,xn--r8jz45g.jp,a.1b" && \#
      ["256.1.1.1", "1.2.3.4.5", "09.1", "a.1"].every((host) => \#
      !URL.canParse(`http://${host}/`)) && new URL("file:///C|/a/../b").href === "file:///C:/b" && new \#
      URL("file:///C:/../..").href === "file:///C:/";
      """#
    ),
    (
      "tables",
      #"""
      const t = document.createElement("table"); const body = t.insertRow(); \#
      body.insertCell().textContent = "a"; body.insertCell(0).textContent = "b"; \#
      t.createTFoot().insertRow().insertCell(); t.createTHead().insertRow().insertCell(); \#
      t.insertRow(1).insertCell().textContent = "c"; const made = t.outerHTML; const rows = t.rows; \#
      const before = [rows.length, rows[0].parentNode.tagName, body.rowIndex, body.sectionRowIndex, \#
      body.cells[1].cellIndex, t.tBodies.length].join(); t.deleteRow(-1); t.deleteTHead(); \#
      body.deleteCell(0); let failed = ""; try { t.insertRow(9) } catch (e) { failed = e.name } \#
      return made === "<table><thead><tr><td></td></tr></thead><tbody><tr><td>c</td></tr><tr><td>b</td>\#
      <td>a</td></tr></tbody><tfoot><tr><td></td></tr></tfoot>\#
      </table>" && before === "4,THEAD,2,1,1,1" && rows.length === 2 && t.textContent === "ca" && failed \#
      === "IndexSizeError" && body instanceof HTMLTableRowElement && t.tBodies[0] instanceof \#
      HTMLTableSectionElement || made + before;
      """#
    ),
    (
      "defined elements",
      #"""
      const found = (s) => document.querySelectorAll(s).length; \#
      document.body.append(document.createElement("x-y")); \#
      const before = [found("x-y:defined"), found(":not(:defined)"), found("p:defined")].join(); \#
      customElements.define("x-y", class extends HTMLElement {}); \#
      return before === "0,1,3" && found("x-y:defined") === 1 && found(":not(:defined)") === 0;
      """#
    ),
    (
      "names of computed styles",
      #"""
      const style = getComputedStyle(box), names = [...style]; \#
      return style.length === names.length && names.length > 200 && names.includes("margin-top") && \#
      names.includes("margin-block-start") && !names.includes("margin") && \#
      style.item(0) === names[0] && style[1] === names[1] && style.marginBlockStart === style.marginTop && \#
      style.blockSize === style.height && style.whiteSpace === "normal" && style.font !== "";
      """#
    ),
    (
      "written markup",
      #"""
      document.write("<i>1</i>", "<i>2</i>"); \#
      document.write("<script>window.ran = document.currentScript.previousSibling.textContent<\/script>"); \#
      return window.ran === "2" && document.body.lastChild.tagName === "SCRIPT";
      """#
    ),
    (
      "tokens",
      #"""
      const link = document.createElement("link"); link.relList.add("stylesheet"); \#
      return [...box.classList.values()].join() === "a,b" && [...box.classList.keys()].join() === "0,1" && \#
      [...box.classList.entries()].join() === "0,a,1,b" && link.rel === "stylesheet" && \#
      link.relList.supports("stylesheet") && !link.relList.supports("x") && \#
      HTMLScriptElement.supports("module") && !HTMLScriptElement.supports("x");
      """#
    ),
    (
      "media",
      #"""
      return matchMedia("(min-width:600px)").media === "(min-width: 600px)" && matchMedia("").media === "";
      """#
    ),
    (
      "createHTMLDocument",
      #"""
      const d = document.implementation.createHTMLDocument(""); \#
      d.body.innerHTML = "<form></form><form></form>"; \#
      return d.body.childNodes.length === 2 && d.nodeType === 9 && d.body.ownerDocument === d && \#
      d.doctype.name === "html" && d.head !== null && d.body.isConnected;
      """#
    ),
    (
      "svg",
      #"""
      return s.namespaceURI === "http://www.w3.org/2000/svg" && s.firstChild instanceof SVGPathElement && \#
      s.tagName === "svg" && s.getAttribute("viewBox") === "0 0 1 1";
      """#
    ),
    (
      "classes of svg",
      #"""
      const p = s.firstChild; p.classList.add("p", "q"); p.classList.toggle("p"); \#
      return p.getAttribute("class") === "q" && document.getElementsByClassName("q")[0] === p && \#
      p.className.baseVal === "q" && p.classList.value === "q";
      """#
    ),
    (
      "createNS",
      #"""
      const c = document.createElementNS("http://www.w3.org/2000/svg", "linearGradient"); \#
      c.setAttribute("gradientUnits", "x"); return c.tagName === "linearGradient" && c.outerHTML === \#
      '<linearGradient gradientUnits="x"></linearGradient>' || c.outerHTML;
      """#
    ),
    (
      "live",
      #"""
      const c = box.children; const n = c.length; box.appendChild(document.createElement("i")); \#
      const r = c.length === n + 1 && c === box.children && box.childNodes.length === n + 1; \#
      box.lastChild.remove(); return r && c.length === n;
      """#
    ),
    (
      "live tags",
      #"""
      const l = document.getElementsByTagName("u"); const a = l.length; \#
      document.body.append(document.createElement("u")); const ok = l.length === a + 1; l[0].remove(); \#
      return ok && l.length === a;
      """#
    ),
    (
      "spread",
      #"""
      return [...box.children].length === 2 && Array.from(box.childNodes).length === 2 && \#
      Object.keys(box.children).length === 2;
      """#
    ),
    (
      "attrs",
      #"""
      return box.attributes.length === 3 && box.attributes[0].name === "id" && box.attributes.class.value \#
      === "a b" && box.getAttributeNode("data-x").value === "1" && [...box.attributes].map(a => \#
      a.name).join() === "id,class,data-x";
      """#
    ),
    (
      "attrnode",
      #"""
      const a = document.createAttribute("Title"); a.value = "q"; box.setAttributeNode(a); \#
      const ok = box.title === "q" && a.ownerElement === box; box.removeAttributeNode(a); \#
      return ok && !box.hasAttribute("title");
      """#
    ),
    (
      "attrNS",
      #"""
      s.setAttributeNS("http://www.w3.org/1999/xlink", "xlink:href", "#a"); \#
      return s.getAttributeNS("http://www.w3.org/1999/xlink", \#
      "href") === "#a" && s.getAttributeNodeNS("http://www.w3.org/1999/xlink", "href").localName === "href";
      """#
    ),
    (
      "parser",
      #"""
      const d = new DOMParser().parseFromString("<p>a<section>b</section>", "text/html"); \#
      return d.body.innerHTML === "<p>a</p><section>b</section>" && d.compatMode === "BackCompat" || \#
      d.body.innerHTML;
      """#
    ),
    (
      "xml",
      #"""
      const d = new DOMParser().parseFromString("<Root a='1'><fooBar Q='2'/></Root>", "text/xml"); \#
      const r = d.documentElement; return r.tagName === "Root" && r.firstChild.getAttribute("Q") === "2" && \#
      r.namespaceURI === null && d.contentType === "text/xml" && new XMLSerializer().serializeToString(d) \#
      === '<Root a="1"><fooBar Q="2"/></Root>' || new XMLSerializer().serializeToString(d);
      """#
    ),
    (
      "xml err",
      #"""
      return new DOMParser().parseFromString("<a><b>\#
      </a>", "text/xml").getElementsByTagName("parsererror").length === 1;
      """#
    ),
    (
      "serialize",
      #"""
      const r = new XMLSerializer().serializeToString(box); \#
      return r === '<div xmlns="http://www.w3.org/1999/xhtml" id="box" class="a b" data-x="1"><p>one</p>\#
      <p>two <b>bold</b></p></div>' || r;
      """#
    ),
    (
      "createDocument",
      #"""
      const d = document.implementation.createDocument("urn:x", "p:root", null); \#
      const e = d.createElement("Kid"); d.documentElement.appendChild(e); \#
      return d.documentElement.namespaceURI === "urn:x" && e.tagName === "Kid" && \#
      d.documentElement.localName === "root" && d instanceof XMLDocument;
      """#
    ),
    (
      "walker",
      #"""
      const w = document.createTreeWalker(box, NodeFilter.SHOW_TEXT); const r = []; \#
      while (w.nextNode()) r.push(w.currentNode.data); return r.join("|") === "one|two |bold" || r.join("|");
      """#
    ),
    (
      "walker filter",
      #"""
      const w = document.createTreeWalker(box, NodeFilter.SHOW_ELEMENT, { acceptNode: (n) => \#
      n.tagName === "P" ? NodeFilter.FILTER_SKIP : NodeFilter.FILTER_ACCEPT }); \#
      return w.nextNode().tagName === "B" && w.nextNode() === null && w.parentNode() === box;
      """#
    ),
    (
      "iterator",
      #"""
      const it = document.createNodeIterator(box, NodeFilter.SHOW_ELEMENT); const r = []; let n; \#
      while ((n = it.nextNode())) r.push(n.tagName); \#
      return r.join() === "DIV,P,P,B" && it.previousNode().tagName === "B" || r.join();
      """#
    ),
    (
      "range",
      #"""
      const r = document.createRange(); const p = box.children[1]; \#
      r.setStart(box.firstChild.firstChild, 1); r.setEnd(p.firstChild, 2); const f = r.cloneContents(); \#
      const d = document.createElement("div"); d.append(f); \#
      return d.innerHTML === "<p>ne</p><p>tw</p>" && r.toString() === "netw" || d.innerHTML + r.toString();
      """#
    ),
    (
      "extract",
      #"""
      const d = document.createElement("div"); d.innerHTML = "<i>abc</i><u>def</u><s>ghi</s>"; \#
      const r = new Range(); r.setStart(d.firstChild.firstChild, 1); r.setEnd(d.lastChild.firstChild, 2); \#
      const f = r.extractContents(); const o = document.createElement("div"); o.append(f); \#
      return o.innerHTML === "<i>bc</i><u>def</u><s>gh</s>" && d.innerHTML === "<i>a</i>\#
      <s>i</s>" && r.collapsed && r.startContainer === d && r.startOffset === 1 || o.innerHTML + "/" + \#
      d.innerHTML + r.startOffset;
      """#
    ),
    (
      "insertNode",
      #"""
      const d = document.createElement("div"); d.innerHTML = "abcdef"; const r = new Range(); \#
      r.setStart(d.firstChild, 2); r.setEnd(d.firstChild, 4); const b = document.createElement("b"); \#
      r.surroundContents(b); return d.innerHTML === "ab<b>cd</b>ef" && r.toString() === "cd" || d.innerHTML;
      """#
    ),
    (
      "live range",
      #"""
      const d = document.createElement("div"); d.innerHTML = "<i></i><i></i><i></i>"; \#
      const r = new Range(); r.setStart(d, 1); r.setEnd(d, 3); d.firstChild.remove(); \#
      return r.startOffset === 0 && r.endOffset === 2 || [r.startOffset, r.endOffset].join();
      """#
    ),
    (
      "fragment",
      #"""
      const r = document.createRange(); r.selectNode(box); \#
      return r.createContextualFragment("<li>a</li><li>b</li>").childNodes.length === 2;
      """#
    ),
    (
      "selection",
      #"""
      const s = getSelection(); s.selectAllChildren(box.firstChild); \#
      return s.toString() === "one" && s.rangeCount === 1 && s.type === "Range";
      """#
    ),
    (
      "push",
      #"""
      const n = history.length; history.pushState({ a: 1 }, "", "?q=1#z"); \#
      return location.search === "?q=1" && location.hash === "#z" && history.state.a === 1 && \#
      history.length === n + 1;
      """#
    ),
    (
      "origin",
      #"""
      try { history.pushState(1, "", "https://other.test/"); } \#
      catch (e) { return e.name === "SecurityError"; }
      """#
    ),
    (
      "clone",
      #"""
      const m = new Map([[{ a: 1 }, new Set([1])]]); m.set("self", m); \#
      const c = structuredClone({ m, d: new Date(5), r: /x/gi, f: new Float32Array([1, 2]), \#
      e: new RangeError("no", { cause: 3 }), n: 1n }); \#
      return c.m.get("self") === c.m && c.d.getTime() === 5 && c.r.flags === "gi" && c.f[1] === 2 && c.e \#
      instanceof RangeError && c.e.cause === 3 && c.n === 1n;
      """#
    ),
    (
      "transfer",
      #"""
      const b = new ArrayBuffer(8); const c = structuredClone(b, { transfer: [b] }); \#
      return c.byteLength === 8 && b.byteLength === 0;
      """#
    ),
    (
      "clone err",
      #"""
      try { structuredClone(() => 1); } catch (e) { return e.name === "DataCloneError" && e.code === 25; }
      """#
    ),
    (
      "decoder",
      #"""
      return new TextDecoder("latin1").decode(new Uint8Array([0x80, \#
      0xe9])) === "\u20ac\u00e9" && new TextDecoder("utf-16le").decode(new Uint8Array([0x41, 0, 0x3d, 0xd8, \#
      0, 0xde])) === "A\u{1f600}" && (() => { const d = new TextDecoder(); \#
      return d.decode(new Uint8Array([0xe2, 0x82]), { stream: true }) + d.decode(new Uint8Array([0xac])); \#
      })() === "\u20ac";
      """#
    ),
    (
      "cookie",
      #"""
      document.cookie = "a=1; path=/"; document.cookie = "b=2; max-age=0"; document.cookie = "c=x y; \#
      path=/; max-age=100"; return document.cookie === "a=1; c=x y" || document.cookie;
      """#
    ),
    (
      "css",
      #"""
      return CSS.supports("display", "grid") && !CSS.supports("display", \#
      "zork") && CSS.supports("(display: flex)") && CSS.escape("1a b") === "\\31 a\\ b";
      """#
    ),
    (
      "media",
      #"""
      return matchMedia("(min-width: 10px)").matches && !matchMedia("(min-width: 99999px)").matches && \#
      matchMedia("not print").matches;
      """#
    ),
    (
      "marks",
      #"""
      performance.mark("a"); const m = performance.measure("m", "a"); \#
      return m.entryType === "measure" && performance.getEntriesByType("mark").length === 1;
      """#
    ),
    (
      "events",
      #"""
      return new WheelEvent("wheel", { deltaY: 3 }).deltaY === 3 && new PointerEvent("x", { \#
      pointerId: 4 }) instanceof MouseEvent && new HashChangeEvent("h", { oldURL: "a" }).oldURL === "a";
      """#
    ),
    (
      "doctype",
      #"""
      return document.doctype.name === "html" && document.doctype.nodeType === 10;
      """#
    ),
    (
      "adjacent",
      #"""
      const tb = document.createElement("tbody"); tb.insertAdjacentHTML("beforeend", "<tr><td>1</td>\#
      </tr>"); return tb.rows.length === 1 && tb.innerHTML === "<tr><td>1</td></tr>" || tb.innerHTML;
      """#
    ),
    (
      "owner",
      #"""
      return box.ownerDocument === document && document.ownerDocument === null;
      """#
    ),
    (
      "unknown",
      #"""
      return document.createElement("zork") instanceof HTMLUnknownElement && \#
      !(document.createElement("x-y") instanceof HTMLUnknownElement);
      """#
    ),
    (
      "random values",
      #"""
      const a = new Uint32Array(4); return crypto.getRandomValues(a) === a && \#
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID());
      """#
    ),
    (
      "blob",
      #"""
      const b = new Blob(["ab", new Uint8Array([99])], { type: "Text/Plain" }); \#
      return b.size === 3 && b.type === "text/plain" && b.slice(-2).size === 2 && b.slice(1, 2, \#
      "x/y").type === "x/y";
      """#
    ),
    (
      "file",
      #"""
      return new File(["a"], "n.txt", { lastModified: 7 }).lastModified === 7;
      """#
    ),
    (
      "object url",
      #"""
      const u = URL.createObjectURL(new Blob(["x"])); URL.revokeObjectURL(u); return u.startsWith("blob:");
      """#
    ),
    (
      "form data",
      #"""
      const f = new FormData(); f.append("a", new Blob(["x"]), "n"); f.append("a", 2); \#
      return f.get("a") instanceof File && f.get("a").name === "n" && f.getAll("a")[1] === "2";
      """#
    ),
    (
      "url",
      #"""
      return new URL("../x?y#z", "https://a.test/b/c/d").href === "https://a.test/b/x?y#z" && \#
      URL.parse("nope") === null && new URLSearchParams(new Map([["a", "1"]])).get("a") === "1";
      """#
    ),
    (
      "encode into",
      #"""
      const r = new TextEncoder().encodeInto("a\u20acb", new Uint8Array(4)); \#
      return r.read === 2 && r.written === 4;
      """#
    ),
    (
      "image",
      #"""
      const i = new Image(10); return i instanceof HTMLImageElement && i.tagName === "IMG" && \#
      i.getAttribute("width") === "10" && new Option("t", "v").value === "v";
      """#
    ),
    (
      "interfaces",
      #"""
      return ["iframe HTMLIFrameElement", "h2 HTMLHeadingElement", "td HTMLTableCellElement", \#
      "ul HTMLUListElement"].every((r) => { const [n, c] = r.split(" "); \#
      return document.createElement(n) instanceof window[c] && document.createElement(n).constructor === \#
      window[c]; });
      """#
    ),
    (
      "keyframes",
      #"""
      const k = new KeyframeEffect(box, { opacity: [0, 1], left: ["1px", "2px", "3px"] }, \#
      100).getKeyframes(); return k.length === 3 && k[1].offset === 0.5 && k[2].opacity === "1";
      """#
    ),
  ])
  func scriptsHave(_ name: String, _ body: String) throws {
    #expect(try Self.answer(to: body) == ["true"], "\(name)")
  }

  /// What a function with this body returns on the page, as text.
  static func answer(to body: String) throws -> [String] {
    let script = """
      <script>
      const answer = (() => {
      \(body)
      })();
      console.log(String(answer));
      </script></body>
      """
    return try PageRig(page.replacingOccurrences(of: "</body>", with: script)).said
  }
}
