import Testing

@testable import HybridRuntime

/// Objects and members of the open web that libraries look at, each row one question of a script.
@Suite struct WebAPIObjectTests {
  @Test(arguments: [
    (
      "names of controls",
      """
      const form = document.createElement("form");
      form.id = "f";
      form.innerHTML = "<input name=a><input name=a id=b><button name=submit></button>";
      document.body.append(form);
      document.body.insertAdjacentHTML("beforeend", "<form id=g><input name=q></form>");
      const other = document.getElementById("g");
      return "q" in other && !("z" in other) && other.hasOwnProperty("q") && other.q === other.elements[0]
        && Object.keys(other).length === 0 && form.a instanceof RadioNodeList && form.a.length === 2
        && form.b === form[1] && "b" in form.elements && typeof form.submit === "function"
        && form.elements instanceof HTMLCollection && [...form.elements].length === 3;
      """
    ),
    (
      "objects of the window",
      """
      const all = [navigator, screen, performance, box.dataset, box.getClientRects(), Atomics];
      const tags = all.map((value) => Object.prototype.toString.call(value).slice(8, -1)).join();
      return tags === "Navigator,Screen,Performance,DOMStringMap,DOMRectList,Atomics"
        && navigator instanceof Navigator && screen instanceof Screen && screen === window.screen
        && performance instanceof Performance && box.dataset instanceof DOMStringMap
        && box.getClientRects() instanceof DOMRectList && navigator.onLine && performance.now() >= 0
        && Node.DOCUMENT_POSITION_FOLLOWING === 4 && `${box.dataset}` === "[object DOMStringMap]" || tags;
      """
    ),
    (
      "matrices",
      """
      const m = new DOMMatrix("translate(10px, 20px) scale(2) rotate(90deg)");
      const p = m.transformPoint(new DOMPoint(1, 0)), back = m.inverse().multiply(m);
      const told = [
        m.e, m.m42, Math.round(p.x), Math.round(p.y), m.is2D,
        back.isIdentity || Math.abs(back.a - 1) < 1e-9, new DOMMatrix([1, 2, 3, 4, 5, 6]).toString(),
        new DOMMatrix("translate3d(1px,2px,3px)").m43, new DOMMatrix().rotate3d === undefined,
        new DOMMatrixReadOnly().translate(3, 4).f, DOMRect.fromRect({ x: 1, width: 2 }).right,
      ].join(" ");
      return told === "10 20 10 22 true true matrix(1, 2, 3, 4, 5, 6) 3 true 4 3" || told;
      """
    ),
    (
      "functions of matrices",
      """
      const twoD = (value) => new DOMMatrix(value).is2D;
      const told = [
        twoD("skewX(10deg)"), twoD("scaleY(2)"), twoD("translateX(1px)"), twoD("scale3d(1, 1, 1)"),
        twoD("rotateX(0deg)"), twoD("translateZ(0px)"), new DOMMatrix("perspective(100px)").m34,
        new DOMMatrix("perspective(0px)").m34, new DOMMatrix().skewX(NaN).c,
        Math.round(new DOMMatrix().skewX(45).c * 100) / 100, new DOMMatrix().skewY(45).c,
      ].join(" ");
      return told === "true true true false false false -0.01 -1 NaN 1 0" || told;
      """
    ),
    (
      "a live range in a tree that changes",
      """
      const list = document.createElement("ol");
      list.innerHTML = "<li>a</li><li>b</li><li>c</li><li>d</li>";
      const range = document.createRange(), told = [];
      range.setStart(list, 1);
      range.setEnd(list, 3);
      const tell = () => told.push(`${range.startOffset}-${range.endOffset} ${range}`);
      tell();
      list.prepend(document.createElement("li"));
      tell();
      list.insertBefore(document.createElement("li"), list.children[3]);
      tell();
      list.append(list.children[2]);
      tell();
      list.children[0].remove();
      tell();
      const more = document.createDocumentFragment();
      more.append(document.createElement("i"), document.createElement("i"));
      list.insertBefore(more, list.firstChild);
      tell();
      return told.join() === "1-3 bc,2-4 bc,2-5 bc,2-4 c,1-3 c,3-5 c"
        && range.getClientRects() instanceof DOMRectList || told.join();
      """
    ),
    (
      "controls of forms found late",
      """
      customElements.define("x-field", class extends HTMLElement { static formAssociated = true });
      const form = document.createElement("form");
      form.innerHTML = "<input name=a>";
      document.body.append(form);
      const before = form.elements.length;
      form.append(document.createElement("x-field"));
      const after = form.elements.length;
      document.body.insertAdjacentHTML("beforeend", "<form id=h></form><y-field></y-field>");
      form.append(document.querySelector("y-field"));
      const early = form.elements.length;
      customElements.define("y-field", class extends HTMLElement { static formAssociated = true });
      return [before, after, early, form.elements.length].join() === "1,2,2,3"
        || [before, after, early, form.elements.length].join();
      """
    ),
    (
      "whole numbers of attributes",
      """
      const of = (tag, members) => Object.assign(document.createElement(tag), members);
      const ask = (tag, name, value, key = name) => {
        const made = document.createElement(tag);
        made.setAttribute(name, value);
        return made[key];
      };
      const told = [
        of("li", { value: -2 }).value, of("ol", { start: -1 }).start, ask("ol", "start", "99999999999"),
        of("canvas", { width: -1 }).getAttribute("width"), ask("canvas", "width", "-5"),
        ask("canvas", "width", " 12px"), of("li", { value: 2.9 }).value,
      ].join(" ");
      return told === "-2 -1 1 300 300 12 2" || told;
      """
    ),
    (
      "atomic operations on what is no whole number",
      """
      const a = new Int32Array(2), b = new BigInt64Array(1);
      const told = [
        Atomics.store(a, 0, 3.9), Atomics.store(a, 0.9, -1.5), Atomics.add(a, -0.5, 2.7), a.join(),
        Atomics.store(b, 0, 4n), Atomics.store(a, "1", "7"), a[1],
      ].join(" ");
      return told === "3 -1 -1 1,0 4 7 7" || told;
      """
    ),
    (
      "atomic operations",
      """
      const a = new Int32Array([5, 0]);
      const told = [
        Atomics.add(a, 0, 2), Atomics.sub(a, 0, 1), Atomics.exchange(a, 1, 9),
        Atomics.compareExchange(a, 1, 9, 4), Atomics.or(a, 0, 8), Atomics.load(a, 0),
        Atomics.store(a, 0, 3), a.join(),
      ].join(" ");
      let name = "";
      try { Atomics.load([1], 0); } catch (error) { name = error.name; }
      return told === "5 7 0 9 6 14 3 3,4" && name === "TypeError" || told;
      """
    ),
    (
      "what libraries look for",
      """
      document.html = box;
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      return document.queryCommandSupported("copy") && !document.queryCommandSupported("bold")
        && document.html === box && svg.createSVGRect() instanceof DOMRect && "m11" in new WebKitCSSMatrix();
      """
    ),
    (
      "attributes as members",
      """
      const make = (tag, members) => Object.assign(document.createElement(tag), members).outerHTML;
      const told = [
        make("ol", { start: 3, reversed: true }), make("li", { value: 2 }), make("time", { dateTime: "1" }),
        make("data", { value: "x" }), make("p", { spellcheck: false, translate: false }),
      ].join("");
      return told === '<ol start="3" reversed=""></ol><li value="2"></li><time datetime="1"></time>'
        + '<data value="x"></data><p spellcheck="false" translate="no"></p>'
        && document.querySelector("title").text === "T" && document.createElement("ol").start === 1
        && document.createElement("canvas").width === 300 || told;
      """
    ),
    (
      "the target",
      """
      const before = document.querySelector(":target");
      location.hash = "#frag";
      const now = document.querySelector(":target");
      location.hash = "#none";
      return before === null && now === frag && document.querySelector(":target") === null;
      """
    ),
  ])
  func scriptsHave(_ name: String, _ body: String) throws {
    #expect(try WebAPITests.answer(to: body) == ["true"], "\(name)")
  }
}
