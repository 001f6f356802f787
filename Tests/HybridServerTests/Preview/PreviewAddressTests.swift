import HybridBrowserDriver
import HybridTestSupport
import Testing

@testable import HybridServer

/// The address, the list of units, "Back" and *Follow the terminal* agree with the shown unit, also after a
/// link.
@Suite(
  .serialized, .drivesABrowser, .suiteTimeLimit,
  .enabled(if: Browser.isInstalled, "chromium is not installed: apt-get install chromium-headless-shell"))
struct PreviewAddressTests {
  static let shop = [
    "hybrid.json": "{}\n",
    "pages/home.html": "<body><h1>At home</h1><a href=\"cart.html\">To the cart</a></body>\n",
    "pages/cart.html": "<body><h1>In the cart</h1><a href=\"orders.html\">To the orders</a></body>\n",
    "pages/orders.html": """
    <body><h1>All orders</h1><button onclick="history.back()">Return</button></body>

    """,
    "pages/old.html": "<body><h1>Moved</h1><script>location.href = 'cart.html'</script></body>\n",
  ]

  /// The preview of a shop, opened at an address.
  func rig(_ hash: String) async throws -> PreviewRig {
    try await PreviewRig(serving: TemporaryProject(Self.shop), hash, width: 1280, height: 800)
  }

  /// All places that name the unit name this one; nil if the address follows the terminal.
  func expect(
    _ rig: PreviewRig, shows heading: String, unit: String, address: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let hash = address ?? "#/\(unit)"
    let isFollowing = hash == "#/"
    for condition in [
      """
      [...document.querySelectorAll('.stage-host')].every(host => \
      host.shadowRoot.textContent.includes('\(heading)'))
      """,
      "(location.hash || '#/') === '\(hash)'",
      "document.querySelector('.crumb').textContent === '\(unit)'",
      "document.querySelector('[role=option][aria-selected=true]')?.dataset.unit === '\(unit)'",
      "document.querySelector('.follow').getAttribute('aria-pressed') === '\(isFollowing)'",
    ] {
      try await rig.expect(condition, sourceLocation: sourceLocation)
    }
  }

  @Test func theListLeadsBackFromALink() async throws {
    let rig = try await rig("#/home")
    try await rig.pressInScreen("To the cart")
    try await expect(rig, shows: "In the cart", unit: "cart")
    try await rig.page.click("[data-unit=home]")
    try await expect(rig, shows: "At home", unit: "home")
    rig.expectNoComplaint()
  }

  @Test func backAndForwardGoOneLinkAtATime() async throws {
    let rig = try await rig("#/home")
    try await rig.pressInScreen("To the cart")
    try await expect(rig, shows: "In the cart", unit: "cart")
    try await rig.pressInScreen("To the orders")
    try await expect(rig, shows: "All orders", unit: "orders")
    try await rig.page.evaluate("history.back()")
    try await expect(rig, shows: "In the cart", unit: "cart")
    try await rig.page.evaluate("history.back()")
    try await expect(rig, shows: "At home", unit: "home")
    try await rig.page.evaluate("history.forward()")
    try await expect(rig, shows: "In the cart", unit: "cart")
    rig.expectNoComplaint()
  }

  /// A page that goes back by itself returns to the entry before, and "forward" leads to it again.
  @Test func aPageThatGoesBackTakesTheAddressBack() async throws {
    let rig = try await rig("#/home")
    let count = try await rig.page.evaluate("history.length").number
    try await rig.pressInScreen("To the cart")
    try await expect(rig, shows: "In the cart", unit: "cart")
    try await rig.pressInScreen("To the orders")
    try await expect(rig, shows: "All orders", unit: "orders")
    try await rig.pressInScreen("Return")
    try await expect(rig, shows: "In the cart", unit: "cart")
    #expect(try await rig.page.evaluate("history.length").number == count.map { $0 + 2 })
    try await rig.page.evaluate("history.back()")
    try await expect(rig, shows: "At home", unit: "home")
    try await rig.page.evaluate("history.go(2)")
    try await expect(rig, shows: "All orders", unit: "orders")
    rig.expectNoComplaint()
  }

  /// A page that leads elsewhere by itself has no entry: "back" would only lead elsewhere again.
  @Test func backDoesNotReturnToAPageThatRedirects() async throws {
    let rig = try await rig("#/home")
    try await expect(rig, shows: "At home", unit: "home")
    try await rig.page.click("[data-unit=old]")
    try await expect(rig, shows: "In the cart", unit: "cart")
    try await rig.page.evaluate("history.back()")
    try await expect(rig, shows: "At home", unit: "home")
    rig.expectNoComplaint()
  }

  @Test func aCopiedAddressShowsTheUnitBehindTheLink() async throws {
    let rig = try await rig("#/home")
    try await rig.pressInScreen("To the cart")
    try await expect(rig, shows: "In the cart", unit: "cart")
    let copy = try await Browser.shared().open(rig.text("location.href"), width: 1280, height: 800)
    let heading = "document.querySelector('.stage-host')?.shadowRoot.textContent.includes('In the cart')"
    #expect(try await copy.wait(for: heading))
    #expect(try await copy.wait(for: "document.querySelector('.crumb').textContent === 'cart'"))
  }

  @Test func aLinkEndsFollowingTheTerminalUntilItIsChosenAgain() async throws {
    let rig = try await rig("")
    try await expect(rig, shows: "At home", unit: "home", address: "#/")
    try await rig.pressInScreen("To the cart")
    try await expect(rig, shows: "In the cart", unit: "cart")
    // The terminal shows another unit, and the screen stays.
    await rig.rig.server.session.show("orders", on: nil)
    try await expect(rig, shows: "In the cart", unit: "cart")
    try await rig.page.click(".follow")
    try await expect(rig, shows: "All orders", unit: "orders", address: "#/")
    await rig.rig.server.session.show("home", on: nil)
    try await expect(rig, shows: "At home", unit: "home", address: "#/")
    rig.expectNoComplaint()
  }

  @Test func aSaveAfterALinkChangesTheUnitThatIsShown() async throws {
    let rig = try await rig("#/home")
    try await rig.pressInScreen("To the cart")
    try await expect(rig, shows: "In the cart", unit: "cart")
    try rig.rig.project.replace("pages/cart.html", "<body><h1>In the new cart</h1></body>\n")
    try await expect(rig, shows: "In the new cart", unit: "cart")
    rig.expectNoComplaint()
  }

  @Test func screensSideBySideGoToTheSameUnit() async throws {
    let screens = "?screen=phone&screen=tablet"
    let rig = try await rig("#/home\(screens)")
    try await rig.expect("document.querySelectorAll('.screen').length === 2")
    try await expect(rig, shows: "At home", unit: "home", address: "#/home\(screens)")
    try await rig.pressInScreen("To the cart")
    try await expect(rig, shows: "In the cart", unit: "cart", address: "#/cart\(screens)")
    try await rig.page.evaluate("history.back()")
    try await expect(rig, shows: "At home", unit: "home", address: "#/home\(screens)")
    rig.expectNoComplaint()
  }
}
