import Foundation
import HybridBrowserDriver
import HybridJSON
import HybridTestSupport
import Testing

@testable import HybridServer

/// A stage in use: user input, saves, and the state that is kept.
@Suite(
  .drivesABrowser, .suiteTimeLimit,
  .enabled(if: Browser.isInstalled, "chromium is not installed: apt-get install chromium-headless-shell"))
struct StageTests {
  /// A page with one of each stateful element.
  private static let files = [
    "pages/home/index.html": """
    <!DOCTYPE html><html><head><link rel="stylesheet" href="style.css"></head><body>
    <h1 id="title">Shop</h1><input id="name" value="Ann"><button id="buy">Buy</button>\
    <button id="jump">Jump</button><p id="count">0 bought</p>
    <label id="label"><input type="checkbox" id="agree">Agree</label>
    <select id="size"><option>Small</option><option>Large</option></select>
    <div id="list"><div id="tall">Long</div></div>
    <script src="home.js"></script></body></html>

    """,
    "pages/home/style.css": style(10),
    "pages/home/home.js": """
    let count = 0;
    const text = id => document.getElementById(id);
    text('buy').addEventListener('click', () => { count += 1; text('count').textContent = count + ' bought'; \
    });
    text('name').addEventListener('keydown', event => {
      if (event.key === 'Enter') { text('title').textContent = text('name').value; text('name').value = ''; }
    });
    text('jump').addEventListener('click', () => { text('list').scrollTop = 75; text('name').focus(); });
    text('agree').addEventListener('change', () => text('count').textContent = 'agreed ' + \
    text('agree').checked);
    text('size').addEventListener('change', () => text('count').textContent = 'size ' + text('size').value);

    """,
    "pages/other.html": "<!DOCTYPE html><html><body><p id=\"note\">Other</p></body></html>\n",
  ]

  private static func style(_ margin: Int) -> String {
    """
    body { margin: 0 }
    h1 { margin: \(margin)px; font-size: 20px }
    #name { width: 200px; height: 40px; display: block }
    #list { height: 120px; overflow: auto; margin-top: 20px }
    #tall { height: 900px }

    """
  }

  private func started() async throws -> StageRig {
    let stage = try await StageRig(try TemporaryProject(Self.files))
    try await stage.show("home")
    return stage
  }

  @Test func aSaveAppearsAndTypedTextCaretAndScrollStay() async throws {
    let stage = try await started()
    defer { stage.end() }
    let page = stage.page
    try await page.evaluate("window.marker = 7; box('name').id = 'kept'; 1")
    try await stage.click("name")
    try await page.press("End")
    try await page.type("abel")
    try await page.press("ArrowLeft")
    try await page.evaluate("box('list').scrollTop = 130; 1")
    #expect(
      try await page.wait(for: "find('name').control.value === 'Annabel' && find('list').scroll.y === 130"))
    try stage.rig.project.replace("pages/home/style.css", Self.style(30))
    #expect(try await page.wait(for: "Math.round(box('title').getBoundingClientRect().x) === 30"))
    #expect(
      try await page.evaluate(
        """
        [marker, field('name').value, field('name').selectionStart, box('list').scrollTop, box('name').id,
         document.activeElement.shadowRoot.activeElement === field('name')]
        """) == [7, "Annabel", 6, 130, "kept", true])
    #expect(
      try await page.wait(
        for: "told.some(([type, { revision }]) => type === 'painted' && revision === stage.revision)"))
    #expect(page.problems == [])
  }

  @Test func whatAPersonDoesRunsThePagesScripts() async throws {
    let stage = try await started()
    defer { stage.end() }
    let page = stage.page
    try await stage.click("buy")
    #expect(try await page.wait(for: "find('count').text === '1 bought'"))
    // The drawn text consists of the pieces of its lines.
    #expect(
      try await page.wait(
        for: "[...box('count').querySelectorAll('.piece')].map(p => p.textContent).join('') === '1 bought'"))
    try await page.press(" ")
    #expect(try await page.wait(for: "find('count').text === '2 bought'"))
    try await stage.click("agree")
    #expect(try await page.wait(for: "find('count').text === 'agreed true' && find('agree').control.isOn"))
    #expect(try await page.evaluate("box('agree').getAttribute('aria-checked')").string == "true")
    try await page.press("Tab")
    try await page.press("ArrowDown")
    #expect(try await page.wait(for: "find('count').text === 'size Large'"))
    #expect(page.problems == [])
  }

  @Test func whatIsTypedIsNeverOverwritten() async throws {
    let stage = try await started()
    defer { stage.end() }
    let page = stage.page
    try await stage.click("name")
    try await page.press("End")
    // Faster than any answer: all input is kept and arrives.
    try await page.evaluate(
      """
      for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
        field('name').value += letter;
        field('name').dispatchEvent(new InputEvent('input'));
      }
      1
      """)
    #expect(try await page.evaluate("field('name').value").string == "Annabcdefghijklmnopqrstuvwxyz")
    #expect(try await page.wait(for: "find('name').control.value === 'Annabcdefghijklmnopqrstuvwxyz'"))
    #expect(try await page.evaluate("field('name').value").string == "Annabcdefghijklmnopqrstuvwxyz")
    // Text being composed by an input method is not sent until it is complete.
    try await page.compose("に")
    try stage.rig.project.replace("pages/home/style.css", Self.style(24))
    #expect(try await page.wait(for: "Math.round(box('title').getBoundingClientRect().x) === 24"))
    #expect(try await page.evaluate("field('name').value").string == "Annabcdefghijklmnopqrstuvwxyzに")
    try await page.insert("日本")
    #expect(try await page.wait(for: "find('name').control.value.endsWith('xyz日本')"))
    // The page takes the text at Enter, and later input goes to the empty field.
    try await page.press("Enter")
    try await page.type("x")
    #expect(
      try await page.wait(for: "find('title').text.endsWith('日本') && find('name').control.value === 'x'"))
    #expect(try await page.evaluate("field('name').value").string == "x")
    #expect(page.problems == [])
  }

  @Test func aServerThatIsStartedAgainIsFoundAgain() async throws {
    let stage = try await started()
    defer { stage.end() }
    let page = stage.page
    try await page.evaluate("window.marker = 7; 1")
    try await stage.click("name")
    try await page.type("!")
    #expect(try await page.wait(for: "find('name').control.value.includes('!')"))
    let text = try #require(try await page.evaluate("find('name').control.value").string)
    let port = stage.rig.port
    stage.rig.server.stop()
    #expect(try await page.wait(for: "!stage.isConnected"))
    // The picture stays while the server is gone.
    #expect(try await page.evaluate("box('title').textContent").string == "Shop")
    try stage.rig.project.replace("pages/home/style.css", Self.style(40))
    let again = try await ServerRig(serving: stage.rig.project) { $0.port = port }
    defer { again.server.stop() }
    #expect(
      try await page.wait(
        for: "stage.isConnected && Math.round(box('title').getBoundingClientRect().x) === 40"))
    #expect(try await page.wait(for: "find('name').control.value === \(JSONValue.string(text).script)"))
    #expect(try await page.evaluate("[marker, field('name').value]") == [7, .string(text)])
  }

  @Test func aTreeThatIsThereAlreadyIsNotSentAgain() async throws {
    let stage = try await started()
    defer { stage.end() }
    let page = stage.page
    try await page.evaluate("window.kept = box('title'); 1")
    let port = stage.rig.port
    let revision = try await page.evaluate(
      "[stage.revision, told.filter(([type]) => type === 'changed').length]")
    stage.rig.server.stop()
    #expect(try await page.wait(for: "!stage.isConnected"))
    // A new process: its revisions start again, and it answers the tree's hash with "same".
    let again = try await ServerRig(serving: stage.rig.project) { $0.port = port }
    defer { again.server.stop() }
    #expect(try await page.wait(for: "stage.isConnected && stage.revision !== null"))
    #expect(
      try await page.evaluate(
        "[stage.revision, told.filter(([type]) => type === 'changed').length, box('title') === kept]")
        == .array((revision.array ?? []) + [true]))
    // The tree really is the server's: the next patch applies.
    try stage.rig.project.replace("pages/home/style.css", Self.style(33))
    #expect(try await page.wait(for: "Math.round(box('title').getBoundingClientRect().x) === 33"))
  }

  @Test func theStageFollowsWhatScriptsScrollAndFocus() async throws {
    let stage = try await started()
    defer { stage.end() }
    let page = stage.page
    try await stage.click("jump")
    #expect(try await page.wait(for: "box('list').scrollTop === 75"))
    #expect(try await page.wait(for: "document.activeElement.shadowRoot?.activeElement === field('name')"))
    // Manual scrolling from there is reported, not reverted.
    let place = try await page.evaluate("middle('list')")
    try await page.wheel(x: try #require(place[0]?.number), y: try #require(place[1]?.number), by: 100)
    #expect(try await page.wait(for: "find('list').scroll.y === 175 && box('list').scrollTop === 175"))
    #expect(page.problems == [])
  }

  @Test func theStageHandsClicksToAnInspector() async throws {
    let stage = try await started()
    defer { stage.end() }
    let page = stage.page
    try await page.evaluate("stage.isInspecting = true; 1")
    try await stage.click("buy")
    #expect(try await page.wait(for: "told.some(([type, { n }]) => type === 'pick' && n === find('buy').n)"))
    #expect(try await page.evaluate("find('count').text").string == "0 bought")
    #expect(
      try await page.evaluate(
        """
        [stage.nodeFor(box('buy')) === find('buy').n, stage.nodeAt(...middle('buy')) === find('buy').n, \
        stage.nodeAt(790, 890)]
        """
      ) == [true, true, nil])
    try await page.evaluate("stage.isInspecting = false; 1")
    try await stage.click("buy")
    #expect(try await page.wait(for: "find('count').text === '1 bought'"))
  }

  @Test func faultsKeepThePictureUntilTheyAreMended() async throws {
    let stage = try await started()
    defer { stage.end() }
    let page = stage.page
    try stage.rig.project.replace(
      "pages/home/index.html", "<!DOCTYPE html><html><body><h1 id=\"title\"></body></html")
    #expect(
      try await page.wait(
        for: "told.some(([type, { diagnostics }]) => type === 'failed' && diagnostics[0].file)"))
    #expect(try await page.evaluate("box('buy') !== null && find('title').text").string == "Shop")
    try stage.rig.project.replace("pages/home/index.html", Self.files["pages/home/index.html"] ?? "")
    #expect(try await page.wait(for: "told.some(([type]) => type === 'fixed')"))
    #expect(page.problems == [])
  }

  /// The socket is open and the introduction sent, but the server's greeting has not arrived yet.
  @Test func aChoiceBeforeTheGreetingIsNotLost() async throws {
    let stage = try await started()
    defer { stage.end() }
    let page = stage.page
    try await page.evaluate(
      """
      (async () => {
        const { Stage } = await import('/hybrid/preview/stage/stage.js');
        const Socket = WebSocket;
        let release;
        const isReleased = new Promise(resolve => { release = resolve; });
        let socket;
        window.WebSocket = class extends Socket {
          constructor(...words) { super(...words); socket = this; }
          addEventListener(type, listener) {
            const held = async event => { await isReleased; listener(event); };
            super.addEventListener(type, type === 'message' ? held : listener);
          }
        };
        const token = document.querySelector('meta[name="hybrid-token"]').content;
        const host = document.body.appendChild(document.createElement('div'));
        window.late = new Stage(host, { token, name: 'late', unit: 'home' });
        late.connect();
        window.WebSocket = Socket;
        const whenOpen = () => {
          if (socket.readyState !== Socket.OPEN) return void setTimeout(whenOpen);
          late.show({ device: 'tablet' });
          release();
        };
        whenOpen();
      })()
      """)
    #expect(try await page.wait(for: "window.late?.viewport?.[0] === 768 && late.device === 'tablet'"))
    #expect(page.problems == [])
  }

  /// The tree's hash is that of a snapshot, which has no empty paint: a reconnecting client needs no new
  /// tree.
  @Test func paintThatASaveRemovesLeavesNothing() async throws {
    let stage = try await started()
    defer { stage.end() }
    let page = stage.page
    let style = "h1 { background: teal; font-size: 20px }\n"
    try stage.rig.project.replace("pages/home/style.css", style)
    #expect(try await page.wait(for: "find('title').paint?.background !== undefined"))
    try stage.rig.project.replace("pages/home/style.css", "h1 { font-size: 20px }\n")
    #expect(try await page.wait(for: "find('title').paint?.background === undefined"))
    let empty =
      "[...stage.tree.values()].filter(node => node.paint && !Object.keys(node.paint).length).length"
    #expect(try await page.evaluate(empty).number == 0)
  }
}
