import HybridBrowserDriver
import HybridServer
import HybridTestSupport
import Testing

/// A server and its preview in a real browser.
final class PreviewRig: Sendable {
  let rig: ServerRig
  let page: BrowserPage

  static let shop = [
    "hybrid.json": "{\"title\": \"Corner shop\"}\n",
    "pages/cart.html":
      "<html><head><title>Your cart</title><link rel=\"stylesheet\" href=\"../shared/base.css\"></head>"
      + "<body><p id=\"note\">Empty</p></body></html>\n",
    "pages/home/index.html":
      "<html><head><title>Home</title><link rel=\"stylesheet\" href=\"../../shared/base.css\"></head>"
      + "<body><h1 id=\"title\">{{ title }}</h1><button id=\"fail\" onclick=\"missing.call()\">Fail</button>"
      + "<button id=\"say\" onclick=\"console.log('said')\">Say</button></body></html>\n",
    "pages/home/data.json": "{\"title\": \"Hello\"}\n",
    "pages/orders.html":
      "<html><head><title>Orders</title></head><body><p>None yet</p><input id=\"name\"></body></html>\n",
    "shared/base.css": "h1 { color: teal }\n",
  ]

  convenience init(_ hash: String = "", width: Int = 1280, height: Int = 800) async throws {
    try await self.init(serving: try TemporaryProject(Self.shop), hash, width: width, height: height)
  }

  init(serving project: TemporaryProject, _ hash: String, width: Int = 1280, height: Int = 800) async throws {
    rig = try await ServerRig(serving: project)
    page = try await Browser.shared().open(rig.server.ready.url + hash, width: width, height: height)
    try await expect("document.querySelector('.state')?.dataset.state === 'connected'")
    // The first tree has arrived, and the surrounding parts show it.
    try await expect("document.querySelectorAll('.unit').length >= 3")
    try await expect("document.querySelector('[role=option][aria-selected=true]')")
  }

  /// Waits until the expression is true.
  func expect(_ condition: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let holds = try await page.wait(for: condition)
    let now = holds ? "" : (try? await page.evaluate("document.body.innerText").string) ?? ""
    #expect(holds, "\(condition) in a page that says: \(now)", sourceLocation: sourceLocation)
    if !holds { throw Unexpected() }
  }

  /// Sets the system's preferred appearance, `light` or `dark`.
  func look(_ appearance: String) async throws {
    try await page.call(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-color-scheme", "value": .string(appearance)]]])
    try await expect("matchMedia('(prefers-color-scheme: \(appearance))').matches")
  }

  /// Chooses an option of a select, as a person does.
  func choose(_ select: String, _ value: String) async throws {
    try await page.evaluate(
      """
      (() => { const s = document.querySelector('\(select)'); s.value = '\(value)'; \
      s.dispatchEvent(new Event('change')) })()
      """
    )
  }

  /// Presses the element with this text in the active screen.
  func pressInScreen(_ text: String) async throws {
    let element = """
      [...document.querySelector('.screen.is-active .stage-host').shadowRoot.querySelectorAll('*')]
        .filter(element => [element.textContent.trim(), element.ariaLabel].includes('\(text)')).at(-1)
      """
    try await expect(element)
    let place = try await page.evaluate(
      """
      (() => { const box = \(element).getBoundingClientRect(); \
      return [box.x + box.width / 2, box.y + box.height / 2] })()
      """
    )
    try await page.click(x: place[0]?.number ?? 0, y: place[1]?.number ?? 0)
  }

  /// What an expression is, as text.
  func text(_ expression: String) async throws -> String {
    try await page.evaluate("String(\(expression))").string ?? ""
  }

  /// Expects that the page reported no problems.
  func expectNoComplaint(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(page.problems.isEmpty, "\(page.problems)", sourceLocation: sourceLocation)
  }
}
