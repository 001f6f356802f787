import HybridCSS
import HybridSource
import Testing

@testable import HybridRuntime

/// CSS as people write it today: each snippet has its effect, without a word, or one diagnostic that names
/// what has none, at its place, with what to write instead.
@Suite struct ModernStyleTests {
  struct Snippet: Sendable, CustomTestStringConvertible {
    var css: String
    /// What a script sees.
    var script: String
    var effect: String
    /// The text that the diagnostic points at, where there is no effect.
    var lost: String?

    var testDescription: String { css }

    /// A snippet that changes the computed value of a property of `#p`.
    static func computed(_ css: String, _ property: String, _ value: String) -> Snippet {
      Snippet(
        css: css, script: "getComputedStyle(document.querySelector('#p')).getPropertyValue('\(property)')",
        effect: value)
    }

    /// A snippet that changes the frame of `#p`, as `x y width height` in its parent.
    static func frame(_ css: String, _ part: String, _ value: String) -> Snippet {
      Snippet(
        css: css,
        script: "Math.round(document.querySelector('#p').getBoundingClientRect().\(part) * 100) / 100",
        effect: value)
    }

    /// A snippet without effect.
    static func lost(_ css: String, at text: String) -> Snippet {
      Snippet(css: css, script: "''", effect: "", lost: text)
    }
  }

  private static let padded = "{ p { padding-left: 7px } }"

  private static let selectors: [Snippet] = [
    .computed("section { & p { padding-left: 7px } }", "padding-left", "7px"),
    .computed("p { section & { padding-left: 7px } }", "padding-left", "7px"),
    .computed(".card:has(> p b) { --a: 7px } p { padding-left: var(--a) }", "padding-left", "7px"),
    .computed(":is(.card, .none) > p { padding-left: 7px }", "padding-left", "7px"),
    .computed(":where(#p) { padding-left: 3px } p { padding-left: 7px }", "padding-left", "7px"),
    .computed("p:not(.a, .b) { padding-left: 7px }", "padding-left", "7px"),
    .computed("p:nth-child(1 of .tea) { padding-left: 7px }", "padding-left", "7px"),
    .computed(
      "@layer base, theme; @layer theme { p { padding-left: 7px } } @layer base { #p { padding-left: 3px } }",
      "padding-left", "7px"),
    .computed("p { padding-left: 7px } @layer { p { padding-left: 3px !important } }", "padding-left", "3px"),
    .computed("p { all: unset; padding-left: 7px }", "padding-left", "7px"),
    .computed("@supports selector(:has(p)) \(padded)", "padding-left", "7px"),
    .computed("@supports (gap: 1px) and (not (frob: 1)) \(padded)", "padding-left", "7px"),
    .computed("@media (width >= 300px) \(padded)", "padding-left", "7px"),
    .computed("@media (300px <= width < 2000px) \(padded)", "padding-left", "7px"),
    .computed("@media not (width < 300px) \(padded)", "padding-left", "7px"),
    .computed("@media (prefers-color-scheme: light) \(padded)", "padding-left", "7px"),
    .computed("@media (prefers-reduced-motion: no-preference) \(padded)", "padding-left", "7px"),
    .computed("@media (hover: none) and (pointer: coarse) \(padded)", "padding-left", "7px"),
    .lost("p::selection { color: red }", at: "p::selection"),
    .computed(
      "body { container-type: inline-size } @container (min-width: 100px) \(padded)", "padding-left", "7px"),
    .lost("@scope (.card) to (b) \(padded)", at: "@scope"),
    .computed("@starting-style { p { color: red } } p { padding-left: 7px }", "padding-left", "7px"),
    .lost("@view-transition { navigation: auto }", at: "@view-transition"),
  ]

  private static let values: [Snippet] = [
    .frame("p { width: clamp(10px, 50vw, 70px) }", "width", "70"),
    .frame("p { width: min(50%, 70px) }", "width", "70"),
    .frame("p { width: max(10px, 7 * 10px) }", "width", "70"),
    .frame("p { width: round(up, 63px, 10px) }", "width", "70"),
    .frame("p { width: mod(170px, 100px) }", "width", "70"),
    .frame("p { width: hypot(42px, 56px) }", "width", "70"),
    .frame("p { width: calc(infinity * 1px); max-width: 70px }", "width", "70"),
    .frame("p { width: fit-content; font-size: 0 }", "width", "0"),
    .frame("p { aspect-ratio: 2 / 1; width: 70px }", "height", "35"),
    .frame("p { height: 50dvh }", "height", "333.5"),
    .frame("p { height: 100svh; max-height: 10lvw }", "height", "37.5"),
    .frame("section { display: flex; gap: 9px; margin: 0 } b { order: -1 }", "left", "8"),
    .frame("p { position: fixed; inset: 7px auto auto 9px }", "left", "9"),
    .frame("p { position: absolute; inset-block-start: 3px; inset-inline-start: 9px }", "left", "9"),
    .computed("p { margin-inline: 7px 3px }", "margin-left", "7px"),
    .computed("p { padding-block: 3px 4px }", "padding-bottom", "4px"),
    .computed("p { border-inline-start: 2px solid }", "border-left-width", "2px"),
    .frame("section { display: grid; place-items: center; margin: 0 } p { width: 9px }", "left", "183"),
    .frame(
      "section { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(10rem, 100%), 1fr)) }",
      "width", "359"),
    .frame("p { height: 90px; align-content: center }", "height", "90"),
    .frame("p { padding-bottom: env(safe-area-inset-bottom, 7px); line-height: 0 }", "height", "0"),
    .computed("p { font-size: 1.25rem; line-height: 1.5; padding-left: 1lh }", "padding-left", "30px"),
    .computed("p { color: rgb(1 2 3 / 50%) }", "color", "rgba(1, 2, 3, 0.5)"),
    .computed("p { color: hwb(0 0% 0%) }", "color", "rgb(255, 0, 0)"),
    .computed("p { overflow: clip }", "overflow-x", "clip"),
    .computed("p { background-image: conic-gradient(from 45deg, red, blue) }", "background-repeat", "repeat"),
    .computed(
      "p { transition-timing-function: linear(0 10%, 1 50% 70%, .3, .2 80%) }", "transition-timing-function",
      "linear(0 10%, 1 50%, 1 70%, 0.3 75%, 0.2 80%)"),
    .computed("p { translate: 10px 5px }", "translate", "10px 5px"),
    .computed("p { rotate: 5deg }", "rotate", "5deg"),
    .computed("p { scale: 1.5 }", "scale", "1.5"),
    .computed("input { accent-color: red }", "accent-color", "auto"),
    .computed("p { color: oklch(60% 0.15 50) }", "color", "oklch(0.6 0.15 50)"),
    .computed("p { color: color-mix(in srgb, red, blue) }", "color", "color(srgb 0.5 0 0.5)"),
    .computed("p { color: light-dark(red, blue) }", "color", "rgb(255, 0, 0)"),
    .computed("p { color: rgb(from red r g b / 50%) }", "color", "color(srgb 1 0 0 / 0.5)"),
    .computed("p { background: radial-gradient(in oklch, red, blue) }", "background-repeat", "repeat"),
    .lost("p { background-image: image-set('a.png' 1x) }", at: "background-image: image-set('a.png' 1x)"),
    .frame("p { width: calc(140px * cos(60deg)) }", "width", "70"),
    .computed("p { padding-left: if(media(print): 1px; else: 7px) }", "padding-left", "7px"),
    .lost("p { position: absolute; top: anchor(--a bottom) }", at: "anchor(--a bottom)"),
    .computed("p { text-wrap: balance }", "text-wrap-style", "balance"),
  ]

  private static let properties: [Snippet] = [
    "anchor-name: --a", "corner-shape: squircle", "field-sizing: content",
    "interpolate-size: allow-keywords", "margin-trim: block",
    "overscroll-behavior: contain", "perspective: 100px", "position-area: bottom",
    "scroll-snap-type: y mandatory", "scroll-margin-top: 3rem", "scrollbar-gutter: stable",
    "view-transition-name: tea",
  ].map { declaration in
    .lost("p { \(declaration) }", at: String(declaration.prefix { $0 != ":" }))
  }

  @Test(arguments: selectors + values + properties)
  func aSnippetHasItsEffectOrOneTrueWarning(_ snippet: Snippet) throws {
    let page = """
      <html><head><link rel="stylesheet" href="a.css"></head><body>
      <section class="card"><p id="p" class="tea">tea <b>b</b></p></section><input>
      <script>console.log(String(\(snippet.script)))</script></body></html>
      """
    let rig = try PageRig(page, files: ["a.css": snippet.css, "a.png": ""])
    let source = Source(path: "a.css", text: snippet.css)
    let told = StyleSheet.parse(source).diagnostics
    if let lost = snippet.lost {
      try #require(told.count == 1, "\(told)")
      let place = try #require(told[0].location)
      #expect(place.column == column(of: lost, in: snippet.css), "\(told)")
      #expect(told[0].frame.map { $0.length == lost.count } ?? false, "\(told)")
      #expect(told[0].code.hasPrefix("css.unsupported"), "\(told)")
      #expect(told[0].hint?.isEmpty == false)
    } else {
      #expect(told == [])
      #expect(rig.said == [snippet.effect])
    }
  }

  /// The 1-based column of the first occurrence of a text.
  private func column(of text: String, in css: String) -> Int? {
    css.ranges(of: text).first.map { css.distance(from: css.startIndex, to: $0.lowerBound) + 1 }
  }
}
