import HybridBrowserDriver
import HybridJSON
import HybridTestSupport
import Testing

/// The preview without a mouse, with a screen reader, and with touch.
@Suite(
  .serialized, .drivesABrowser, .suiteTimeLimit,
  .enabled(if: Browser.isInstalled, "chromium is not installed: apt-get install chromium-headless-shell"))
struct PreviewAccessTests {
  /// In both appearances, with everything open.
  @Test(arguments: ["light", "dark"]) func everybodyCanUseIt(_ appearance: String) async throws {
    let rig = try await PreviewRig("#/home?screen=phone&screen=small,dark")
    try await rig.look(appearance)
    try await PreviewAudit.expectNoFault(rig.page, "as it opens, \(appearance)")
    // Before the problems cover it.
    try await rig.pressInScreen("Say")
    try await rig.expect("document.querySelector('.line')")
    try rig.rig.project.replace("shared/base.css", "h1 { width: 12px /* open\n")
    try await rig.expect("document.querySelectorAll('.unit-fault').length === 2")
    try await rig.page.click(".console-button")
    try await PreviewAudit.expectNoFault(rig.page, "with problems and the console, \(appearance)")
    try await rig.page.evaluate("document.querySelector('[aria-label=\"Keyboard shortcuts\"]').click()")
    try await rig.expect("document.querySelector('dialog[open]')")
    try await PreviewAudit.expectNoFault(rig.page, "with the shortcuts, \(appearance)")
  }

  /// The checks detect the faults they are meant for.
  @Test func theChecksFindFaults() async throws {
    let rig = try await PreviewRig("#/home?screen=phone")
    for (html, words) in [
      ("<p data-style='color: #999; background: #fff'>pale</p>", "has a contrast of 2.8"),
      (
        "<p data-style='opacity: 1; color: rgb(0 0 0 / 40%); background: #fff'>see-through</p>",
        "has a contrast of"
      ),
      ("<button data-style='width: 20px; height: 20px'>x</button>", "is 20 by 20"),
      ("<i id=console></i>", "the id console is there twice"), ("<i role=buton></i>", "unknown role buton"),
      ("<button aria-pressed=maybe>x</button>", "aria-pressed is"),
      ("<b aria-controls=gone>x</b>", "names no element"),
      ("<button tabindex=3>x</button>", "goes before others"), ("<i role=option>x</i>", "is outside of"),
    ] {
      try await rig.page.evaluate(
        """
        (() => { const notice = document.querySelector('.notice');
        notice.innerHTML = \(JSONValue.string(html).script);
        notice.firstChild.style.cssText = notice.firstChild.dataset.style ?? '' })()
        """)
      let faults = try await PreviewAudit.faults(rig.page, fingers: true)
      #expect(faults.contains { $0.contains(words) }, "\(html): \(faults)")
    }
    try await rig.page.evaluate("document.querySelector('.notice').innerHTML = '<button></button>'")
    #expect(try await PreviewAudit.namelessControls(rig.page) == ["button"])
  }

  @Test(arguments: ["light", "dark"]) func aPhoneCanUseIt(_ appearance: String) async throws {
    let rig = try await PreviewRig("#/home?screen=phone&screen=small", width: 390, height: 844)
    try await rig.look(appearance)
    // One screen, nothing outside the window, and no horizontal scroll bar.
    try await rig.expect(
      "[...document.querySelectorAll('.screen')].filter(s => s.checkVisibility()).length === 1")
    #expect(try await rig.text("document.documentElement.scrollWidth") == "390")
    try await rig.expect("document.querySelector('#screens').scrollWidth <= 390")
    try await PreviewAudit.expectNoFault(rig.page, "as it opens, \(appearance)", fingers: true)
    // The settings open, with the choice of screens, and close again.
    try await rig.page.click("[aria-label='Screen settings'].only-narrow")
    try await rig.expect("document.activeElement?.closest('#toolbar')")
    try await PreviewAudit.expectNoFault(rig.page, "with the settings, \(appearance)", fingers: true)
    try await rig.choose("#field-screen", "1")
    try await rig.expect("document.querySelector('.screen.is-active').innerText.includes('320')")
    try await rig.page.press("Escape")
    try await rig.expect("document.activeElement?.matches('[aria-label=\"Screen settings\"]')")
    // So do the units.
    try await rig.page.click("[aria-label=Units].only-narrow")
    try await rig.expect("document.activeElement?.id === 'unit-search'")
    try await PreviewAudit.expectNoFault(rig.page, "with the units, \(appearance)", fingers: true)
    try await rig.page.click("[data-unit=cart]")
    try await rig.expect("location.hash.startsWith('#/cart')")
    try await rig.expect("!document.querySelector('#units').classList.contains('is-open')")
    rig.expectNoComplaint()
  }

  @Test func allOfItIsReachedByTab() async throws {
    let rig = try await PreviewRig("#/orders")
    let controls =
      "[...document.querySelectorAll('#app button, #app select, #app input, #app a[href]')]"
      + ".filter(c => c.checkVisibility() && !c.disabled && c.tabIndex >= 0)"
    try await rig.page.evaluate(
      "document.activeElement.blur(), window.reached = new Set(), window.unseen = []")
    let count = Int(try await rig.text("\(controls).length")) ?? 0
    #expect(count > 12)
    for _ in 0..<(count + 12) {
      try await rig.page.press("Tab")
      try await rig.page.evaluate(
        """
        (() => {
          const at = document.activeElement;
          window.reached.add(at);
          const style = getComputedStyle(at);
          const isMarked = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
          if (!isMarked && at !== document.body && !at.closest('.stage-host')) \
        window.unseen.push(at.outerHTML.slice(0, 80));
        })()
        """)
    }
    #expect(
      try await rig.text("\(controls).filter(c => !window.reached.has(c)).map(c => c.outerHTML.slice(0, 80))")
        == "")
    // The focus is always visible when tabbing.
    #expect(try await rig.text("window.unseen") == "")
  }

  @Test func theKeyboardAloneWillDo() async throws {
    let rig = try await PreviewRig("#/home?screen=phone")
    let page = rig.page
    try await page.type("/")
    try await rig.expect("document.activeElement.id === 'unit-search'")
    // Letters typed in a field are text.
    try await page.type("a")
    try await rig.expect("document.activeElement.value === 'a'")
    #expect(try await rig.text("document.querySelectorAll('.screen').length") == "1")
    try await page.press("Escape")
    for _ in 0..<2 { try await page.press("ArrowDown") }
    try await rig.expect("document.querySelector('.unit.is-active')")
    #expect(
      try await rig.text(
        "document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).dataset.unit")
        == "orders")
    try await page.press("Enter")
    try await rig.expect("location.hash.startsWith('#/orders')")
    try await page.evaluate("document.activeElement.blur()")
    for (keys, expected) in [
      ("d", "#/orders?screen=phone,dark"), ("r", "#/orders?screen=phone,dark,rtl"),
      ("d", "#/orders?screen=phone,rtl"),
      ("r", "#/orders?screen=phone"), ("l", "#/orders?screen=phone,landscape"),
      ("l", "#/orders?screen=phone"),
      ("+", "#/orders?screen=phone,115%25"), ("-", "#/orders?screen=phone"),
      ("a", "#/orders?screen=phone&screen=phone"),
      ("x", "#/orders?screen=phone"), ("1", "#/orders?screen=phone&zoom=100"), ("0", "#/orders?screen=phone"),
      ("[", "#/home?screen=phone"), ("]", "#/orders?screen=phone"),
    ] {
      try await page.type(keys)
      try await rig.expect("location.hash === '\(expected)'")
    }
    try await page.type("c")
    try await rig.expect("!document.querySelector('.console-body').hidden")
    // F6 goes through the parts of the window, and back.
    var parts: [String] = []
    for _ in 0..<5 {
      try await page.press("F6")
      parts.append(
        try await rig.text(
          """
          document.activeElement.closest('header.header, nav, #toolbar, main, \
          .console').className.split(' ')[0]
          """
        ))
    }
    #expect(parts == ["header", "units", "toolbar", "canvas", "console"])
    try await page.press("F6", modifiers: 8)
    try await rig.expect("document.activeElement.closest('main')")
    // The list of shortcuts opens, and restores the focus.
    try await page.type("?")
    try await rig.expect("document.querySelector('dialog[open]')")
    try await page.press("Escape")
    try await rig.expect("!document.querySelector('dialog') && document.activeElement.closest('main')")
    rig.expectNoComplaint()
  }

  @Test func whatIsTypedIntoAScreenIsThePages() async throws {
    let rig = try await PreviewRig("#/orders?screen=phone")
    try await rig.expect(
      "document.querySelector('.stage-host').shadowRoot.querySelector('input')")
    try await rig.page.evaluate(
      "document.querySelector('.stage-host').shadowRoot.querySelector('input').focus()")
    try await rig.page.type("adx?")
    try await rig.expect(
      "document.querySelector('.stage-host').shadowRoot.querySelector('input').value === 'adx?'")
    #expect(try await rig.text("location.hash") == "#/orders?screen=phone")
    #expect(try await rig.text("document.querySelectorAll('dialog').length") == "0")
  }

  /// WCAG 2.2, 2.1.4: single-letter shortcuts can be turned off, permanently.
  @Test func lettersAloneCanBeTurnedOff() async throws {
    let rig = try await PreviewRig("#/home?screen=phone")
    try await rig.page.type("?")
    try await rig.page.click("#single-keys")
    try await rig.page.press("Escape")
    try await rig.expect("!document.querySelector('dialog')")
    try await rig.page.type("d")
    try await rig.page.press("F6")
    try await rig.expect("document.activeElement.closest('header')")
    #expect(try await rig.text("location.hash") == "#/home?screen=phone")
    try await rig.page.call("Page.reload")
    try await rig.expect("document.querySelector('.state')?.dataset.state === 'connected'")
    try await rig.page.type("d")
    try await rig.page.click("[aria-label='Keyboard shortcuts']")
    try await rig.expect("document.querySelector('#single-keys')?.checked === false")
    #expect(try await rig.text("location.hash") == "#/home?screen=phone")
  }

  @Test func theAppearanceIsChosenAndKept() async throws {
    let rig = try await PreviewRig("#/home?screen=phone")
    try await rig.look("light")
    let canvas = "getComputedStyle(document.body).backgroundColor"
    let light = try await rig.text(canvas)
    for _ in 0..<2 { try await rig.page.click("[aria-label^=Appearance]") }
    try await rig.expect("\(canvas) !== '\(light)'")
    try await rig.page.call("Page.reload")
    try await rig.expect("document.querySelector('.state')?.dataset.state === 'connected'")
    #expect(try await rig.text(canvas) != light)
    // The appearance of the page in the screen is unchanged.
    #expect(try await rig.text("document.querySelector('.stage-host').style.colorScheme") == "light")
  }

  @Test func aLostConnectionIsSaidAndMended() async throws {
    let rig = try await PreviewRig("#/home?screen=phone&screen=small")
    try await rig.page.call("Network.enable")
    rig.rig.server.stop()
    try await rig.expect("document.querySelector('.state').dataset.state === 'lost'")
    try await rig.expect("document.querySelector('.state-words').textContent.startsWith('Reconnecting')")
    try await rig.expect(
      "document.querySelector('#app > .unseen[role=status]').textContent.startsWith('Reconnecting')")
  }
}
