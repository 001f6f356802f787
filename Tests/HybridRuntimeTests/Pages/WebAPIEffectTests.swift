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
