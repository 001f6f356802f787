import Foundation
import Testing

@testable import HybridRuntime

/// What APIs of the open web do in a page, each row what its script logs.
@Suite struct WebAPIEffectTests {
  @Test(arguments: [
    (
      "digests",
      """
      const hex = async (name, text) => [...new Uint8Array(await crypto.subtle.digest(name, \
      new TextEncoder().encode(text)))]
        .map((b) => b.toString(16).padStart(2, "0")).join("");
      console.log(await hex("SHA-1", "abc"), (await hex("SHA-256", "abc")).slice(0, 16));
      console.log((await hex({ name: "sha-384" }, "abc")).slice(0, 16), (await hex("SHA-512", \
      "abc")).slice(0, 16));
      try { await crypto.subtle.sign(); } catch (error) { console.log(error.name, error.message); }
      """,
      [
        "a9993e364706816aba3e25717850c26c9cd0d89d ba7816bf8f01cfea", "cb00753f45a35e8b ddaf35a193617aba",
        "NotSupportedError crypto.subtle.sign is not supported; digest is",
      ]
    ),
    (
      "bodies",
      """
      const form = new FormData();
      form.append("a", "1"); form.append("f", new File(["\\u00e9"], "n.txt", { type: "text/plain" }));
      const read = await new Response(form).formData();
      console.log(read.get("a"), read.get("f").name, await read.get("f").text());
      const chunks = [];
      for await (const chunk of new Response("hey").body) chunks.push(...chunk);
      console.log(chunks.join());
      console.log(await new Response(new Blob(["x"])).text(), (await new Response("abc").blob()).size);
      console.log(await (await fetch(URL.createObjectURL(new Blob(["held"])))).text());
      const reader = new FileReader();
      reader.onload = () => console.log(reader.result);
      reader.readAsDataURL(new Blob(["hi"], { type: "a/b" }));
      """, ["1 n.txt \u{e9}", "104,101,121", "x 3", "held", "data:a/b;base64,aGk="]
    ),
    (
      "pipes of streams",
      """
      const of = (...chunks) => ReadableStream.from(chunks);
      const all = async (stream) => {
        const got = [];
        for await (const chunk of stream) got.push(chunk);
        return got;
      };
      const upper = new TransformStream({
        transform(chunk, controller) { controller.enqueue(chunk.toUpperCase()); },
        flush(controller) { controller.enqueue("end"); },
      });
      console.log((await all(of("a", "b").pipeThrough(upper))).join());
      const bytes = new Blob(["h\\u00e9"]).stream();
      console.log((await all(bytes.pipeThrough(new TextDecoderStream()))).join(""));
      console.log((await all(of("\\u00e9").pipeThrough(new TextEncoderStream()))).join());
      const got = [];
      const sink = { write(x) { got.push(x); }, close() { got.push("closed"); } };
      await of(1, 2).pipeTo(new WritableStream(sink));
      console.log(got.join());
      const failing = new WritableStream({ write() { throw new Error("full"); } });
      await of(1).pipeTo(failing).catch((error) => console.log(error.message));
      const stop = new AbortController();
      const source = { pull(c) { c.enqueue(1); }, cancel(reason) { console.log("cancel", reason); } };
      const endless = new ReadableStream(source);
      setTimeout(() => stop.abort("why"), 5);
      const slow = new WritableStream({ write: () => new Promise((done) => setTimeout(done, 1)) });
      await endless.pipeTo(slow, { signal: stop.signal }).catch((reason) => console.log("stopped", reason));
      const writer = new WritableStream({}, new CountQueuingStrategy({ highWaterMark: 2 })).getWriter();
      writer.write(1);
      console.log(writer.desiredSize, await writer.close(), await writer.closed);
      """,
      [
        "A,B,end", "h\u{e9}", "195,169", "1,2,closed", "full", "cancel why", "stopped why",
        "1 undefined undefined",
      ]
    ),
    (
      "channels and history",
      """
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = (event) => console.log("port", event.data.a);
      port2.postMessage({ a: 7 });
      addEventListener("popstate", (event) => console.log("pop", JSON.stringify(event.state), location.hash));
      addEventListener("hashchange", (event) => console.log("hash", event.newURL.split("#")[1]));
      history.pushState({ a: 1 }, "", "?q#one");
      location.hash = "two";
      setTimeout(() => history.back(), 10);
      setTimeout(() => console.log(location.href, history.length), 20);
      """,
      [
        "pop null #two", "port 7", "hash two", "pop {\"a\":1} #one", "hash one",
        "hybrid://project/page.html?q#one 3",
      ]
    ),
    (
      "animations",
      """
      const animation = box.animate([{ opacity: 0, transform: "translateX(0px)" }, { opacity: 1, \
      transform: "translateX(10px)" }],
        { duration: 100, fill: "forwards" });
      setTimeout(() => console.log(animation.playState, +getComputedStyle(box).opacity > 0.2, \
      box.getAnimations().length), 50);
      await animation.finished;
      console.log(animation.playState, getComputedStyle(box).opacity, box.getAttribute("style"));
      animation.cancel();
      console.log(animation.playState, getComputedStyle(box).opacity);
      """, ["running true 1", "finished 1 null", "idle 1"]
    ),
    (
      "images",
      """
      const image = new Image();
      image.onload = () => console.log(image.naturalWidth, image.naturalHeight, image.complete);
      image.src = "data:image/gif;base64,R0lGODlhAwACAIAAAAAAAP///yH5BAAAAAAALAAAAAADAAIAAAICRF4AOw==";
      const broken = new Image();
      broken.onerror = () => console.log("error");
      broken.src = "data:image/png,nothing";
      """, ["3 2 true", "error"]
    ),
  ])
  func scriptsDo(_ name: String, _ body: String, _ said: [String]) throws {
    let script = "<script>(async () => {\n\(body)\n})();</script></body>"
    let rig = try PageRig(WebAPITests.page.replacingOccurrences(of: "</body>", with: script))
    #expect(rig.said == said, "\(name)")
  }

  /// CSSOM View section 7: from the padding edge of the nearest positioned element, or of the page.
  @Test(arguments: [
    ("a", "body 10 10"), ("b", "rel 7 5"), ("c", "td 1 1"), ("d", "none 30 20"), ("rel", "body 10 50"),
    ("turned", "body 0 200"), ("in", "turned 4 0"), ("gone", "none 0 0"),
  ])
  func offsetsCountFromTheNearestPositionedElement(_ id: String, _ said: String) throws {
    let rig = try PageRig(
      """
      <html><body style="margin: 0" id=body><div id=a style="margin: 10px; height: 30px"></div>
      <div id=rel style="position: relative; border: 3px solid; margin: 0 10px; height: 90px">
      <div style="padding: 5px 7px"><div id=b></div></div></div>
      <table cellspacing=0 style="position: absolute; top: 160px"><tr><td id=td><div id=c>x</div></table>
      <div id=d style="position: fixed; left: 30px; top: 20px"></div>
      <div id=turned style="transform: translateX(9px); position: absolute; top: 200px; left: 0">
      <p id=in style="margin: 0 4px">x</p></div><div id=gone hidden></div>
      <script>const e = document.getElementById("\(id)");
      console.log(e.offsetParent ? e.offsetParent.id : "none", e.offsetLeft, e.offsetTop);
      </script></body></html>
      """)
    #expect(rig.said == [said])
  }

  @Test(arguments: [
    ("translate(10px, 50%)", "matrix(1, 0, 0, 1, 10, 25)"),
    ("rotate(90deg) scale(2)", "matrix(0, 2, -2, 0, 0, 0)"),
    ("translate3d(5px, 0, 0)", "matrix(1, 0, 0, 1, 5, 0)"), ("none", "none"),
    ("translateZ(3px)", "matrix3d(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 3, 1)"),
  ])
  func aTransformIsShownAsAMatrix(_ value: String, _ said: String) throws {
    let rig = try PageRig(
      """
      <html><body><div id=a style="width: 80px; height: 50px; transform: \(value)"></div>
      <script>console.log(getComputedStyle(a).transform)</script></body></html>
      """)
    #expect(rig.said == [said])
  }

  @Test(arguments: [
    ("a.innerText = 'x\\ny\\r\\n'; return a.innerHTML", "x<br>y<br>"),
    ("a.innerText = '<b>'; return a.innerHTML", "&lt;b&gt;"),
    (
      "return [a.children, a.childNodes, f.elements].map((l) => Object.prototype.toString.call(l)).join()",
      "[object HTMLCollection],[object NodeList],[object HTMLFormControlsCollection]"
    ),
    ("return Array.isArray(a.childNodes) + window.constructor.name + a.role", "trueWindownull"),
    ("return document.activeElement.id", "second"),
    ("a.style.setProperty('--Gap', ' 7px '); return getComputedStyle(a).getPropertyValue('--Gap')", "7px"),
    ("return getComputedStyle(f).getPropertyValue('--none') + getComputedStyle(f).lineHeight", "18px"),
    (
      "return ['gridArea', 'margin', '--x', 'nope', 'scrollSnapType'].map((n) => n in a.style).join()",
      "true,true,true,false,false"
    ),
    ("return [a, f[0], document.createElement('a')].map((e) => e.tabIndex).join()", "-1,0,0"),
    (
      "const e = new MouseEvent('click', { clientX: 5 }); return `${e.pageX} ${e.pageY} ${e.movementX}`",
      "5 0 0"
    ),
    ("f.focus(); try { null.x } catch (error) { return error.stack.includes('page.html') }", "true"),
  ])
  func elementsAnswerAsInBrowsers(_ body: String, _ said: String) throws {
    let rig = try PageRig(
      """
      <html><body><p id=a>t</p><form id=f style="font-size: 12px; line-height: 1.5">
      <input disabled autofocus id=first><input id=second autofocus></form>
      <script>addEventListener("load", () => console.log(String((() => { \(body) })())))</script>
      </body></html>
      """)
    #expect(rig.said == [said])
  }

  @Test(arguments: [
    ("#s", "s rgb(0, 128, 0) true"), ("#%73", "s rgb(0, 128, 0) true"), ("#none", "null rgb(0, 0, 0) false"),
    ("?q#s", "s rgb(0, 128, 0) true"), ("", "null rgb(0, 0, 0) false"),
  ])
  func aPageIsOpenedAtTheFragmentOfItsAddress(_ end: String, _ said: String) throws {
    let rig = try PageRig(
      """
      <html><head><style>:target { color: rgb(0, 128, 0) }</style></head>
      <body><div style="height: 2000px"></div><p id=s>s</p><div style="height: 2000px"></div>
      <script>console.log(String(document.querySelector(":target")?.id ?? null),
      getComputedStyle(document.getElementById("s")).color, scrollY > 1500)</script></body></html>
      """
    ) { $0.address += end }
    #expect(rig.said == [said])
  }

  @Test func stacksThatAPageLogsAreThoseOfItsFiles() throws {
    let rig = try PageRig(
      """
      <script type=module>
      import { f, deep } from "./m.js";
      console.log(f());
      try { deep.a.b } catch (error) { console.error(error); console.error(error.stack) }
      </script>
      """, files: ["m.js": "export function f() { return new Error('x').stack } export const deep = 1;"])
    #expect(
      rig.said == [
        "f@m.js:1:39\n@page.html:3:14", "TypeError: undefined is not an object (evaluating 'deep.a.b')",
        "@page.html:4:13",
      ])
  }

  @Test func aLinkToAFragmentStaysInThePage() throws {
    let rig = try PageRig(
      """
      <html><body><a id="go" href="#/active">go</a>
      <script>addEventListener("hashchange", () => console.log(location.hash))</script></body></html>
      """)
    try rig.act("tap #go")
    #expect(rig.said == ["#/active"])
  }

  @Test(arguments: [
    ("fetch('data:application/json,{\"a\":1}').then((r) => r.json()).then((v) => console.log(v.a))", "1"),
    (
      """
      fetch('data:;base64,aMOp').then((r) => r.text().then((t) => console.log(t, \
      r.headers.get('content-type'))))
      """,
      "hé text/plain;charset=US-ASCII"
    ),
    ("fetch('data:text/plain').catch((error) => console.log(error.name))", "TypeError"),
  ])
  func aDataAddressIsItsOwnAnswer(_ script: String, _ said: String) throws {
    let rig = try PageRig("<html><body><script>\(script)</script></body></html>")
    try rig.act("wait 0.1")
    #expect(rig.said == [said])
  }

  /// A list that was read anew at each step would take the whole budget of a turn.
  @Test func walksAlongLiveListsAreLinear() throws {
    let rig = try PageRig(
      """
      <html><body><script>
      for (let i = 0; i < 4000; i += 1) document.body.append(document.createElement("i"));
      const list = document.getElementsByTagName("i");
      for (let i = 0; i < list.length; i += 1) list[i].setAttribute("title", i);
      console.log(list.length, list[3999].title);
      </script></body></html>
      """)
    #expect(rig.said == ["4000 3999"])
  }

  @Test func randomValuesAreThoseOfTheOwner() throws {
    let rig = try PageRig(
      """
      <html><body><script>console.log(crypto.getRandomValues(new Uint8Array(3)).join())</script></body></html>
      """
    ) { $0.randomBytes = { count in (0..<count).map { UInt8($0 + 1) } } }
    #expect(rig.said == ["1,2,3"])
  }
}
