import HybridBrowserDriver
import HybridTestSupport
import Testing

/// The page around the screens, as used by a person.
@Suite(
  .serialized, .drivesABrowser, .suiteTimeLimit,
  .enabled(if: Browser.isInstalled, "chromium is not installed: apt-get install chromium-headless-shell"))
struct PreviewTests {
  @Test func theUnitsAreListedAndFound() async throws {
    let rig = try await PreviewRig()
    #expect(
      try await rig.text("[...document.querySelectorAll('.unit')].map(u => u.dataset.unit)")
        == "cart,home,orders")
    try await rig.page.click("#unit-search")
    try await rig.page.type("ord")
    try await rig.expect("document.querySelectorAll('.unit').length === 1")
    try await rig.page.press("Enter")
    try await rig.expect("location.hash === '#/orders'")
    try await rig.expect("document.querySelector('[aria-selected=true]')?.dataset.unit === 'orders'")
    try await rig.expect("document.querySelector('.crumb').textContent === 'orders'")
    // A unit can be found by title and by name; a search without results says so.
    try await rig.page.press("Escape")
    try await rig.page.type("your c")
    try await rig.expect("document.querySelector('.unit')?.dataset.unit === 'cart'")
    try await rig.page.press("Escape")
    try await rig.page.type("zzz")
    try await rig.expect("document.querySelector('.unit-note')?.textContent?.includes('zzz')")
    // "Back" goes to the unit before.
    try await rig.page.evaluate("history.back()")
    try await rig.expect("document.querySelector('.crumb').textContent !== 'orders'")
    rig.expectNoComplaint()
  }

  @Test func anAddedUnitAppears() async throws {
    let rig = try await PreviewRig()
    try rig.rig.project.replace("pages/zebra.html", "<body><p>Stripes</p></body>\n")
    try await rig.expect("document.querySelector('[data-unit=zebra]')")
    try rig.rig.project.remove("pages/zebra.html")
    try await rig.expect("!document.querySelector('[data-unit=zebra]')")
  }

  @Test func aClickThatHasBegunIsNotLostWhenTheListChanges() async throws {
    let rig = try await PreviewRig("#/home")
    try await rig.expect("document.querySelector('.crumb').textContent === 'home'")
    let (x, y) = try await rig.page.middle(of: "[data-unit=cart]")
    for type in ["mouseMoved", "mousePressed"] { try await rig.page.mouse(type, x: x, y: y) }
    try rig.rig.project.replace("pages/zebra.html", "<body><p>Stripes</p></body>\n")
    try await rig.expect("document.querySelector('[data-unit=zebra]')")
    try await rig.page.mouse("mouseReleased", x: x, y: y)
    try await rig.expect("location.hash === '#/cart'")
    rig.expectNoComplaint()
  }

  @Test func aChosenUnitThatIsRemovedStaysAndSaysSo() async throws {
    let rig = try await PreviewRig("#/orders")
    try await rig.expect("document.querySelector('.crumb').textContent === 'orders'")
    let note = "document.querySelector('.screen-note').textContent"
    #expect(try await rig.text(note) == "")
    let page = try rig.rig.project.text("pages/orders.html")
    try rig.rig.project.remove("pages/orders.html")
    try await rig.expect("\(note) === 'orders was removed. This is how it looked.'")
    try await rig.expect(
      "document.querySelector('.stage-host').shadowRoot.textContent.includes('None yet')")
    try rig.rig.project.write("pages/orders.html", page)
    try await rig.expect("\(note) === ''")
    // Another one is there to choose.
    try rig.rig.project.remove("pages/orders.html")
    try await rig.expect("\(note) !== ''")
    try await rig.page.click("[data-unit=cart]")
    try await rig.expect("\(note) === ''")
    rig.expectNoComplaint()
  }

  @Test func screensComeAndGoAndKeepTheirSettings() async throws {
    let rig = try await PreviewRig("#/home")
    try await rig.page.click(".toolbar .group.is-last .button")
    try await rig.expect("document.querySelectorAll('.screen').length === 2")
    try await rig.expect("document.querySelector('.state').dataset.state === 'connected'")
    // The new screen is active: settings apply to it.
    try await rig.choose("#field-device", "tablet")
    try await rig.expect("document.querySelectorAll('.screen')[1].innerText.includes('768 × 1024')")
    #expect(try await rig.text("location.hash") == "#/home?screen=&screen=tablet")
    try await rig.expect(
      """
      document.querySelectorAll('.glass')[1].offsetWidth > document.querySelectorAll('.glass')[0].offsetWidth
      """
    )
    // The first one, and back.
    try await rig.page.click(".screen .screen-title")
    try await rig.page.click("[aria-label='Dark appearance']")
    try await rig.expect("location.hash.startsWith('#/home?screen=phone,dark&screen=tablet')")
    try await rig.page.click(".screen:nth-child(2) [aria-label^='Remove screen']")
    try await rig.expect("document.querySelectorAll('.screen').length === 1")
    #expect(try await rig.text("location.hash") == "#/home?screen=phone,dark")
    rig.expectNoComplaint()
  }

  @Test func aPresetShowsSeveral() async throws {
    let rig = try await PreviewRig("#/home?screen=phone")
    for (preset, screens) in [
      ("text", "#/home?screen=phone&screen=phone,200%25"),
      ("directions", "#/home?screen=phone&screen=phone,rtl"),
      ("one", "#/home?screen=phone"), ("schemes", "#/home?screen=phone&screen=phone,dark"),
    ] {
      if preset == "directions" {
        try await rig.page.evaluate("location.hash = '#/home?screen=phone'")
        try await rig.expect("document.querySelectorAll('.screen').length === 1")
      }
      try await rig.choose("#field-compare", "\(preset)")
      try await rig.expect("location.hash === '\(screens)'")
    }
    try await rig.choose("#field-compare", "phones")
    try await rig.expect("document.querySelectorAll('.screen').length === 3")
  }

  /// A link determines what is shown, and a reload shows it again.
  @Test func aLinkShowsTheSame() async throws {
    let hash = "#/cart?screen=small,landscape&screen=640x480,dark,rtl,130%25&zoom=75"
    let rig = try await PreviewRig(hash)
    for _ in 0..<2 {
      try await rig.expect("document.querySelectorAll('.screen').length === 2")
      try await rig.expect("document.querySelector('.crumb').textContent === 'cart'")
      try await rig.expect("document.querySelector('#screens').dataset.scale === '0.75'")
      try await rig.expect(
        "document.querySelectorAll('.screen')[1].getAttribute('aria-label').includes('130 % text')")
      #expect(try await rig.text("location.hash") == hash)
      try await rig.page.call("Page.reload")
      try await rig.expect("document.querySelector('.state')?.dataset.state === 'connected'")
    }
  }

  @Test(arguments: [
    "#/nothing-is-called-so", "#/%E0%A4%A", "#/home?screen=" + String(repeating: "x", count: 500),
    "#7K3M-Q9PX.abc",
    "#/home?" + String(repeating: "screen=phone&", count: 100),
    "#/home?screen=0x0,data:,999%25&zoom=1&zoom=abc",
    "#/<img src=x onerror=alert(1)>?screen=<b>,data:<script>",
  ])
  func aLinkThatMeansNothingDoesNoHarm(_ hash: String) async throws {
    let rig = try await ServerRig(PreviewRig.shop)
    let page = try await Browser.shared().open(rig.server.ready.url + hash)
    #expect(try await page.wait(for: "document.querySelectorAll('.unit').length === 3"))
    #expect(try await page.evaluate("document.querySelectorAll('.screen').length <= 12").bool == true)
    #expect(
      try await page.evaluate("document.querySelectorAll('#app img, #app script').length === 0").bool == true)
    #expect(!page.problems.contains { $0.level == "exception" }, "\(page.problems)")
  }

  @Test func warningsAreCountedAndListed() async throws {
    let rig = try await PreviewRig("#/home")
    let count = "document.querySelector('.warning-badge')"
    try await rig.expect("\(count).hidden")
    try rig.rig.project.replace("shared/base.css", "h1 { color: teal; ruby-align: center; colr: red }\n")
    try await rig.expect("!\(count).hidden && \(count).innerText === '2 warnings'")
    // Nothing covers the page until somebody asks.
    try await rig.expect(
      "document.querySelector('.warnings').hidden && document.querySelector('.problems').hidden")
    try await rig.page.click(".warning-badge")
    try await rig.expect("document.querySelectorAll('.warnings .warning').length === 2")
    try await rig.expect("document.querySelector('.warning-place').textContent === 'shared/base.css:1:19'")
    try await rig.expect("document.querySelector('.warning-message').textContent.includes(`'ruby-align'`)")
    try await rig.expect("document.querySelector('.warning-hint').textContent.length > 10")

    try rig.rig.project.replace("shared/base.css", "h1 { color: teal }\n")
    try await rig.expect("\(count).hidden && document.querySelector('.warnings').hidden")
    rig.expectNoComplaint()
  }

  @Test func anErrorComesAndGoesWithTheSaves() async throws {
    let rig = try await PreviewRig("#/home")
    let title = "document.querySelector('.problem-message')?.textContent"
    let isShown = "!document.querySelector('.problems').hidden"
    try rig.rig.project.replace("shared/base.css", "/* é👩‍👩‍👧 */ h1 { width: 12px\n")
    try await rig.expect("\(isShown) && \(title).includes('never closed')")
    // The frame underlines exactly the error, after characters that have several code points.
    #expect(try await rig.text("document.querySelector('.problem-frame mark').textContent") == "{")
    #expect(
      try await rig.text("document.querySelector('.problem-place').textContent") == "shared/base.css:1:13")
    try await rig.expect("!document.querySelector('.problem-foot button').disabled")
    try await rig.expect("document.querySelectorAll('.unit-fault').length === 2")
    try await rig.expect("document.querySelector('[role=alert]').textContent.includes('never closed')")
    #expect(try await rig.text("document.querySelector('.problem-count').hidden") == "true")

    // A dismissed problem stays in the header; another error is shown, and there are two to step through.
    try await rig.page.click(".problems [aria-label=Dismiss]")
    try await rig.expect("document.querySelector('.problems').hidden")
    #expect(try await rig.text("document.querySelector('.problem-badge').innerText") == "1 error")
    try rig.rig.project.replace("shared/base.css", "h1 { width: 12px /* open\n")
    try await rig.expect("\(isShown) && document.querySelector('.problem-count').textContent === '1 of 2'")
    try await rig.page.click("[aria-label='Next problem']")
    try await rig.expect("\(title).includes('comment')")

    try rig.rig.project.replace("shared/base.css", "h1 { width: 12px }\n")
    try await rig.expect(
      "document.querySelector('.problems').hidden && document.querySelector('.problem-badge').hidden")
    try await rig.expect("document.querySelectorAll('.unit-fault').length === 0")
    // The page was never reloaded.
    #expect(try await rig.text("performance.getEntriesByType('navigation').length") == "1")
    rig.expectNoComplaint()
  }

  @Test func anErrorIsOpenedInTheEditor() async throws {
    let rig = try await PreviewRig("#/home")
    var events = rig.rig.server.events.makeAsyncIterator()
    try rig.rig.project.replace("shared/base.css", "h1 { width: 12px\n")
    // The button exists before the problem, and can be pressed only where it is visible.
    try await rig.expect("!document.querySelector('.problems').hidden")
    try await rig.expect("document.querySelector('.problem-foot button')?.disabled === false")
    try await rig.page.click(".problem-foot button")
    try await rig.expect("document.querySelector('.notice').textContent.includes('Opened')")
    while let event = await events.next() {
      guard case .open(let path, let line, let column) = event else { continue }
      #expect(path == "shared/base.css" && line == 1 && column == 4)
      break
    }
  }

  @Test func aPageThatFailsSaysSo() async throws {
    let rig = try await PreviewRig("#/home")
    try await rig.pressInScreen("Fail")
    try await rig.expect("document.querySelector('.problem-title')?.textContent === 'A script failed'")
    try await rig.expect("!document.querySelector('.problems').hidden")
    try await rig.page.click(".problems [aria-label=Dismiss]")
    // Its line in the console leads to it again.
    try await rig.page.click(".console-button")
    try await rig.expect("document.querySelector('.line.is-error .line-link')")
    try await rig.page.click(".line-link")
    try await rig.expect("!document.querySelector('.problems').hidden")
    // The fixed page has no such fault.
    try rig.rig.project.replace("pages/home/index.html", "<body><h1>Mended</h1></body>\n")
    try await rig.expect("document.querySelector('.problems').hidden")
  }

  @Test func theConsoleCountsFiltersAndForgets() async throws {
    let rig = try await PreviewRig("#/home")
    for _ in 0..<3 { try await rig.pressInScreen("Say") }
    try await rig.page.click(".console-button")
    try await rig.expect("document.querySelector('.line .line-count')?.textContent === '3'")
    try await rig.page.click(".console-tools input")
    try await rig.page.type("nothing")
    try await rig.expect("[...document.querySelectorAll('.line')].every(line => line.hidden)")
    try await rig.page.evaluate(
      """
      (() => { const f = document.querySelector('.console-tools input'); f.value = ''; \
      f.dispatchEvent(new Event('input')) })()
      """
    )
    try await rig.expect("[...document.querySelectorAll('.line')].some(line => !line.hidden)")
    try await rig.page.click("[aria-label='Clear the console']")
    try await rig.expect("document.querySelectorAll('.line').length === 0")
  }

  @Test func theHeaderTellsHowQuickASaveWas() async throws {
    let rig = try await PreviewRig("#/home")
    try rig.rig.project.replace("shared/base.css", "h1 { color: navy }\n")
    try await rig.expect(
      "/[0-9] m?s · median [0-9.]+ m?s/.test(document.querySelector('.figures').innerText)")
  }
}
