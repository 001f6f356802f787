import Testing

@testable import HybridRuntime

/// Custom elements (HTML Standard §4.13): the lines that a page logs, as Chromium logs them.
@Suite struct CustomElementTests {
  private static let loud = """
    class Loud extends HTMLElement {
      static observedAttributes = ["name", "Other"];
      constructor() { super(); console.log("made", this.id, this.isConnected); }
      connectedCallback() { console.log("in", this.id, this.isConnected); }
      disconnectedCallback() { console.log("out", this.id, this.isConnected); }
      attributeChangedCallback(...given) { console.log("attribute", ...given.map(String)); }
    }

    """

  @Test(arguments: [
    ScriptExample(
      testDescription: "elements of the page are upgraded in tree order",
      body: "<x-loud id=a name=n><x-loud id=b></x-loud></x-loud><template><x-loud id=t></x-loud></template>",
      script:
        """
        customElements.define('x-loud', Loud); console.log(document.querySelector('x-loud') instanceof Loud);
        """,
      said: ["made a true", "attribute name null n null", "in a true", "made b true", "in b true", "true"]),
    ScriptExample(
      testDescription: "createElement, new, insertion, movement and removal",
      script: """
        customElements.define('x-loud', Loud);
        const one = document.createElement('x-loud'), two = new Loud();
        one.id = "one"; two.id = "two";
        console.log(one.localName, two.tagName, one instanceof HTMLElement);
        document.body.append(one);
        one.append(two);
        document.body.prepend(one);
        one.remove();
        one.remove();
        """,
      said: [
        "made  false", "made  false", "x-loud X-LOUD true", "in one true", "in two true", "out one true",
        "in one true", "out two true", "in two true", "out one false", "out two false",
      ]),
    ScriptExample(
      testDescription: "attributes",
      script: """
        customElements.define('x-loud', Loud);
        const one = document.createElement('x-loud');
        one.setAttribute("name", "1"); one.setAttribute("other", "1"); one.setAttribute("NAME", "1");
        one.removeAttribute("name"); one.removeAttribute("name"); one.toggleAttribute("name");
        """,
      said: [
        "made  false", "attribute name null 1 null", "attribute name 1 1 null", "attribute name 1 null null",
        "attribute name null  null",
      ]),
    ScriptExample(
      testDescription: "markup", body: "<div id=box></div>",
      script: """
        customElements.define('x-loud', Loud);
        const detached = document.createElement("div");
        detached.innerHTML = "<x-loud id=late></x-loud>";
        console.log(detached.firstChild instanceof Loud);
        box.innerHTML = "<p><x-loud id=here></x-loud></p>";
        box.append(detached);
        box.textContent = "";
        """,
      said: [
        "made late false", "true", "made here true", "in here true", "in late true", "out here false",
        "out late false",
      ]),
    ScriptExample(
      testDescription: "copies and templates",
      body: "<template id=t><x-loud id=of></x-loud></template>",
      script: """
        customElements.define('x-loud', Loud);
        const copy = document.importNode(t.content, true);
        console.log("imported");
        document.body.append(copy);
        document.querySelector("body > x-loud").cloneNode();
        """,
      said: ["made of false", "imported", "in of true", "made of false"]),
    ScriptExample(
      testDescription: "whenDefined, get, getName and upgrade",
      script: """
        customElements.whenDefined("x-loud").then((Class) => console.log(Class === Loud));
        console.log(customElements.get("x-loud"), customElements.getName(Loud));
        const box = document.createElement("div");
        box.innerHTML = "<x-loud></x-loud>";
        customElements.define('x-loud', Loud);
        customElements.upgrade(box);
        console.log(customElements.get("x-loud") === Loud, customElements.getName(Loud));
        """,
      said: ["undefined null", "made  false", "true x-loud", "true"]),
    ScriptExample(
      testDescription: "what define refuses",
      script: """
        const refuse = (...given) => { try { customElements.define(...given); console.log("taken"); } \
        catch (error) { console.log(error.name); } };
        refuse("loud", Loud); refuse("X-loud", Loud); refuse("font-face", Loud); refuse("x-loud", () => 1); \
        refuse("x-loud", {});
        refuse("x-loud", Loud); refuse("x-loud", class extends HTMLElement {}); refuse("x-other", Loud);
        try { new (class extends HTMLElement {})(); } catch (error) { console.log(error.name); }
        try { new HTMLElement(); } catch (error) { console.log(error.name); }
        """,
      said: [
        "SyntaxError", "SyntaxError", "SyntaxError", "TypeError", "TypeError", "taken", "NotSupportedError",
        "NotSupportedError", "TypeError", "TypeError",
      ]),
    ScriptExample(
      testDescription: "private fields, accessors and state of elements that are upgraded",
      body: "<x-count id=c>3</x-count>",
      script: """
        customElements.define("x-count", class extends HTMLElement {
          #count = 0;
          connectedCallback() { this.count = +this.textContent; \
        this.addEventListener("click", () => this.count++); }
          get count() { return this.#count; }
          set count(value) { this.#count = value; this.textContent = `${value}`; }
        });
        c.click(); c.click();
        console.log(c.textContent, c.count, customElements.get("x-count").name);
        """, said: ["5 5 "]),
    ScriptExample(
      testDescription: "a constructor that throws leaves a plain element",
      body: "<x-bad id=bad></x-bad>",
      script: """
        onerror = (message) => { console.log(message.replace("Uncaught ", "")); return true; };
        customElements.define("x-bad", class extends HTMLElement { constructor() { super(); \
        throw new Error("no"); } connectedCallback() { console.log("in"); } });
        console.log(document.createElement("x-bad") instanceof HTMLUnknownElement);
        bad.remove();
        """, said: ["Error: no", "Error: no", "true"]),
    ScriptExample(
      testDescription: "exceptions in callbacks are reported, and the rest goes on",
      script: """
        onerror = (message) => { console.log(message.replace("Uncaught ", "")); return true; };
        customElements.define("x-bad", class extends HTMLElement { connectedCallback() { \
        throw new Error(this.id); } });
        document.body.insertAdjacentHTML("beforeend", "<x-bad id=a></x-bad><x-bad id=b></x-bad>");
        console.log("on");
        """, said: ["Error: a", "Error: b", "on"]),
    ScriptExample(
      testDescription: "a callback that removes its element",
      script: """
        customElements.define("x-shy", class extends HTMLElement {
          connectedCallback() { console.log("in"); this.remove(); console.log("removed"); }
          disconnectedCallback() { console.log("out", this.isConnected); }
        });
        document.body.append(document.createElement("x-shy"));
        """, said: ["in", "out false", "removed"]),
  ])
  func aPageSays(_ example: ScriptExample) throws {
    let rig = try PageRig(
      "<html><body>\(example.body)<script>\(Self.loud)\(example.script)</script></body></html>")
    #expect(rig.said == example.said)
  }
}
