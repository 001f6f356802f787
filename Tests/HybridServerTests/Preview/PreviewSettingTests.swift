import Foundation
import HybridBrowserDriver
import HybridTestSupport
import Testing

/// The toolbar's settings on the sample's pages: each has an effect, and can be undone.
@Suite(
  .serialized, .drivesABrowser, .suiteTimeLimit,
  .enabled(if: Browser.isInstalled, "chromium is not installed: apt-get install chromium-headless-shell"))
struct PreviewSettingTests {
  private static let stage = "document.querySelector('.screen.is-active .stage-host').shadowRoot"
  private static let viewport = "\(stage).querySelector('.viewport')"
  /// The text fragment, and its position on the screen.
  private static func piece(_ text: String) -> String {
    "[...\(stage).querySelectorAll('.piece')].find(piece => piece.textContent === '\(text)')"
  }
  private static func left(of text: String) -> String {
    "\(piece(text)).getBoundingClientRect().x - \(viewport).getBoundingClientRect().x"
  }

  private func started() async throws -> PreviewRig {
    let project = try StageRig.sample()
    let data = try String(contentsOf: project.file("pages/home/data.json"), encoding: .utf8)
    try project.write(
      "pages/home/data.quiet.json",
      data.replacingOccurrences(of: "Fresh from the fire", with: "Nothing today"))
    let rig = try await PreviewRig(serving: project, "#/home?screen=phone&zoom=100")
    try await rig.expect(Self.piece("Fresh from the fire"))
    return rig
  }

  @Test func aDarkPhoneIsDark() async throws {
    let rig = try await started()
    let ground = "getComputedStyle(\(Self.viewport)).backgroundImage"
    let light = try await rig.text(ground)
    try await rig.page.click("[aria-label='Dark appearance']")
    try await rig.expect("\(ground) !== '\(light)'")
    #expect(try await rig.text("location.hash") == "#/home?screen=phone,dark&zoom=100")
    try await rig.page.click("[aria-label='Dark appearance']")
    try await rig.expect("\(ground) === '\(light)'")
    rig.expectNoComplaint()
  }

  @Test func rightToLeftMirrorsThePage() async throws {
    let rig = try await started()
    let shop = Self.left(of: "Tern & Thistle")
    try await rig.expect("\(shop) < 40")
    try await rig.page.click("[aria-label='Right to left']")
    try await rig.expect("\(shop) > 187")
    try await rig.page.click("[aria-label='Right to left']")
    try await rig.expect("\(shop) < 40")
    rig.expectNoComplaint()
  }

  @Test func largerTextIsLarger() async throws {
    let rig = try await started()
    let size = "parseFloat(getComputedStyle(\(Self.piece("All"))).fontSize)"
    let usual = try #require(Double(try await rig.text(size)))
    try await rig.choose("#field-text-size", "1.5")
    try await rig.expect("Math.abs(\(size) - \(usual * 1.5)) < 0.01")
    try await rig.choose("#field-text-size", "1")
    try await rig.expect("\(size) === \(usual)")
    rig.expectNoComplaint()
  }

  @Test func landscapeIsAsWideAsThePhoneIsHigh() async throws {
    let rig = try await started()
    let glass = "document.querySelector('.screen.is-active .glass')"
    let size = "\(glass).offsetWidth + ' ' + \(glass).offsetHeight"
    try await rig.expect("\(size) === '375 667'")
    try await rig.page.click("[aria-label=Landscape]")
    try await rig.expect("\(size) === '667 375' && \(Self.viewport).offsetWidth === 667")
    try await rig.page.click("[aria-label=Landscape]")
    try await rig.expect("\(size) === '375 667' && \(Self.viewport).offsetWidth === 375")
    rig.expectNoComplaint()
  }

  @Test func otherSampleDataIsShown() async throws {
    let rig = try await started()
    try await rig.expect("!document.querySelector('#field-sample-data').disabled")
    try await rig.choose("#field-sample-data", "quiet")
    try await rig.expect(Self.piece("Nothing today"))
    #expect(try await rig.text("location.hash") == "#/home?screen=phone,data:quiet&zoom=100")
    try await rig.choose("#field-sample-data", "")
    try await rig.expect(Self.piece("Fresh from the fire"))
    // Side by side, each screen has its own.
    try await rig.choose("#field-compare", "data")
    try await rig.expect(
      """
      (quiet => quiet.length > 1 && !quiet[0] && quiet.filter(Boolean).length === 1)(
        [...document.querySelectorAll('.stage-host')].map(host =>
          [...host.shadowRoot.querySelectorAll('.piece')].some(piece => \
      piece.textContent === 'Nothing today')))
      """)
    rig.expectNoComplaint()
  }
}
