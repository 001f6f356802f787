import Testing

@testable import HybridCSS

/// Each longhand as a declaration of its own says the same as the shorthand.
private let equivalents: [(String, [String])] = [
  ("margin: 1px", ["margin-top: 1px", "margin-right: 1px", "margin-bottom: 1px", "margin-left: 1px"]),
  ("margin: 1px auto", ["margin-top: 1px", "margin-right: auto", "margin-bottom: 1px", "margin-left: auto"]),
  (
    "padding: 1px 2em 3%",
    ["padding-top: 1px", "padding-right: 2em", "padding-bottom: 3%", "padding-left: 2em"]
  ),
  ("inset: 1px 2px 3px 4px", ["top: 1px", "right: 2px", "bottom: 3px", "left: 4px"]),
  ("margin-inline: 1px 2px", ["margin-inline-start: 1px", "margin-inline-end: 2px"]),
  ("inset-block: 1px", ["inset-block-start: 1px", "inset-block-end: 1px"]),
  ("gap: 1px 2px", ["row-gap: 1px", "column-gap: 2px"]),
  ("gap: normal", ["row-gap: normal", "column-gap: normal"]),
  ("overflow: hidden auto", ["overflow-x: hidden", "overflow-y: auto"]),
  ("flex-flow: wrap row", ["flex-direction: row", "flex-wrap: wrap"]),
  ("flex-flow: wrap", ["flex-direction: initial", "flex-wrap: wrap"]),
  ("flex: 1", ["flex-grow: 1", "flex-shrink: 1", "flex-basis: 0%"]),
  ("flex: 1 2", ["flex-grow: 1", "flex-shrink: 2", "flex-basis: 0%"]),
  ("flex: 2 0 0", ["flex-grow: 2", "flex-shrink: 0", "flex-basis: 0px"]),
  ("flex: auto", ["flex-grow: 1", "flex-shrink: 1", "flex-basis: auto"]),
  ("flex: none", ["flex-grow: 0", "flex-shrink: 0", "flex-basis: auto"]),
  ("flex: 30px", ["flex-grow: 1", "flex-shrink: 1", "flex-basis: 30px"]),
  ("flex: 20px 1", ["flex-grow: 1", "flex-shrink: 1", "flex-basis: 20px"]),
  ("flex: 1 40px", ["flex-grow: 1", "flex-shrink: 1", "flex-basis: 40px"]),
  ("flex: 0 0 25%", ["flex-grow: 0", "flex-shrink: 0", "flex-basis: 25%"]),
  ("flex: initial", ["flex-grow: initial", "flex-shrink: initial", "flex-basis: initial"]),
  ("place-content: center", ["align-content: center", "justify-content: center"]),
  (
    "place-content: flex-start space-between",
    ["align-content: flex-start", "justify-content: space-between"]
  ),
  ("place-content: baseline", ["align-content: baseline", "justify-content: start"]),
  ("place-items: flex-end start", ["align-items: flex-end", "justify-items: start"]),
  ("place-self: center", ["align-self: center", "justify-self: center"]),
  (
    "border-left: 3px solid",
    ["border-left-width: 3px", "border-left-style: solid", "border-left-color: initial"]
  ),
  (
    "border-left: #123 dashed",
    ["border-left-width: initial", "border-left-style: dashed", "border-left-color: #123"]
  ),
  (
    "border-left: none",
    ["border-left-width: initial", "border-left-style: none", "border-left-color: initial"]
  ),
  (
    "border-width: 1px thick",
    [
      "border-top-width: 1px", "border-right-width: thick", "border-bottom-width: 1px",
      "border-left-width: thick",
    ]
  ),
  ("border-block-width: 1px 2px", ["border-block-start-width: 1px", "border-block-end-width: 2px"]),
  (
    "border-inline-start: 5px solid",
    [
      "border-inline-start-width: 5px", "border-inline-start-style: solid",
      "border-inline-start-color: initial",
    ]
  ),
  (
    "border-radius: 1px 2px / 3px",
    [
      "border-top-left-radius: 1px 3px", "border-top-right-radius: 2px 3px",
      "border-bottom-right-radius: 1px 3px", "border-bottom-left-radius: 2px 3px",
    ]
  ),
  ("outline: 2px solid red", ["outline-width: 2px", "outline-style: solid", "outline-color: red"]),
  (
    "list-style: none",
    ["list-style-type: none", "list-style-position: initial", "list-style-image: initial"]
  ),
  (
    "list-style: inside square",
    ["list-style-type: square", "list-style-position: inside", "list-style-image: initial"]
  ),
  ("white-space: pre-line", ["white-space-collapse: preserve-breaks", "text-wrap-mode: wrap"]),
  ("white-space: nowrap", ["white-space-collapse: initial", "text-wrap-mode: nowrap"]),
  ("text-wrap: pretty", ["text-wrap-mode: initial", "text-wrap-style: pretty"]),
  ("text-wrap: balance nowrap", ["text-wrap-mode: nowrap", "text-wrap-style: balance"]),
  (
    "text-decoration: underline red",
    [
      "text-decoration-line: underline", "text-decoration-style: initial", "text-decoration-color: red",
      "text-decoration-thickness: initial",
    ]
  ),
  (
    "font: italic bold 12px/1.5 Arial, sans-serif",
    [
      "font-style: italic", "font-variant-caps: initial", "font-weight: bold", "font-stretch: initial",
      "font-size: 12px", "line-height: 1.5", "font-family: Arial, sans-serif", "font-kerning: initial",
      "font-variant-ligatures: initial", "font-variant-position: initial", "font-variant-numeric: initial",
      "font-variant-east-asian: initial", "font-feature-settings: initial",
      "font-variation-settings: initial",
    ]
  ),
  (
    "font-variant: tabular-nums small-caps no-contextual lining-nums",
    [
      "font-variant-ligatures: no-contextual", "font-variant-caps: small-caps",
      "font-variant-position: initial", "font-variant-numeric: lining-nums tabular-nums",
      "font-variant-east-asian: initial",
    ]
  ),
  (
    "font-variant: none",
    [
      "font-variant-ligatures: none", "font-variant-caps: initial", "font-variant-position: initial",
      "font-variant-numeric: initial", "font-variant-east-asian: initial",
    ]
  ),
  (
    "background: red",
    [
      "background-image: none", "background-position-x: 0%", "background-position-y: 0%",
      "background-size: auto",
      "background-repeat: repeat", "background-attachment: scroll", "background-origin: padding-box",
      "background-clip: border-box", "background-color: red",
    ]
  ),
  (
    "background: url(a.png) right 10px bottom 5px / cover no-repeat, #fff",
    [
      "background-image: url(a.png), none", "background-position-x: right 10px, 0%",
      "background-position-y: bottom 5px, 0%", "background-size: cover, auto",
      "background-repeat: no-repeat, repeat",
      "background-attachment: scroll, scroll", "background-origin: padding-box, padding-box",
      "background-clip: border-box, border-box", "background-color: #fff",
    ]
  ),
  (
    "transition: color .2s ease-in 100ms, all 1s",
    [
      "transition-property: color, all", "transition-duration: .2s, 1s",
      "transition-timing-function: ease-in, ease",
      "transition-delay: .1s, 0s", "transition-behavior: normal, normal",
    ]
  ),
  (
    "animation: spin 1s linear infinite",
    [
      "animation-name: spin", "animation-duration: 1s", "animation-timing-function: linear",
      "animation-delay: 0s",
      "animation-iteration-count: infinite", "animation-direction: normal", "animation-fill-mode: none",
      "animation-play-state: running", "animation-timeline: initial", "animation-range-start: initial",
      "animation-range-end: initial",
    ]
  ),
  (
    "grid-area: 1 / 2 / 3",
    ["grid-row-start: 1", "grid-column-start: 2", "grid-row-end: 3", "grid-column-end: auto"]
  ),
  ("grid-row: a", ["grid-row-start: a", "grid-row-end: a"]),
  ("grid-column: 2 / span 3", ["grid-column-start: 2", "grid-column-end: span 3"]),
  (
    "grid-template: 1fr / auto 2fr",
    ["grid-template-rows: 1fr", "grid-template-columns: auto 2fr", "grid-template-areas: initial"]
  ),
]

@Test(arguments: equivalents)
func shorthandsSetTheirLonghands(_ text: String, _ longhands: [String]) throws {
  let expected = try longhands.map { try #require(read($0).declarations.first, "\($0) is dropped") }
  let found = read(text).declarations
  #expect(found.map(\.property) == expected.map(\.property))
  for (one, other) in zip(found, expected) { #expect(one.value == other.value, "\(one.property)") }
}

@Test(arguments: [
  "margin: 1px 2px 3px 4px 5px", "padding: -2px", "padding: 4px auto", "border: 3px 4px solid",
  "border: solid dashed",
  "margin: 9px, 8px", "gap: 7px 8px 9px", "gap: -4px", "inset: 5px 6px 7px 8px 9px", "border-width: 3px -1px",
  "padding: 3px red", "margin: 7", "border-style: frob", "border: 3px solid frob",
  "margin-inline: 1px 2px 3px",
  "margin: 3px inherit", "padding: 5px 6px 7px 8px / 2px", "flex: 1 2 3", "flex: auto none",
  "flex-flow: row row",
  "border-width: 10%", "flex: -1", "inset: 3px 4px solid", "flex: 1 20px 2", "flex: none 1", "flex: 1px 2px",
  "place-items: frob", "font: 12px", "font: bold Arial", "background: red, blue", "background: red blue",
  "transition: none, all 1s", "list-style: none none none", "border-radius: 1px /",
  "overflow: hidden hidden hidden",
  "grid-area: 1 / 2 / 3 / 4 / 5", "border: red blue", "all: 1px", "flex: 0 0 0 0", "white-space: pre nowrap",
])
func wrongShorthandsAreDroppedWhole(_ text: String) { #expect(read(text).declarations.isEmpty) }

@Test(arguments: [
  "display: inline flow-root", "display: block flex", "justify-content: safe center",
  "align-items: last baseline",
  "align-self: unsafe end", "aspect-ratio: 16 / 9", "aspect-ratio: auto 1.5", "z-index: -3", "opacity: 50%",
  "font-family: \"A B\", C D, serif", "font-weight: 350", "font-style: oblique 10deg", "line-height: 1.2",
  "line-height: 120%", "letter-spacing: -1px", "text-decoration-line: underline overline",
  "vertical-align: middle",
  "vertical-align: -2px", "content: \"x\" attr(title)", "cursor: url(a.cur) 2 3, pointer",
  "box-shadow: 0 0 3px red, inset 1px 1px",
  "text-shadow: 1px 1px 2px #000", "transform: translate(10px, 50%) rotate(45deg) scale(2)",
  "transform-origin: left top",
  "background-image: linear-gradient(to right, red, blue 50%, #fff)",
  "background: linear-gradient(45deg, red, 30%, blue)",
  "background-image: radial-gradient(circle at center, red, blue)",
  "background-image: conic-gradient(red, blue)",
  "background-image: repeating-linear-gradient(red 0 10px, blue 10px 20px)", "object-position: 10% bottom",
  "transition-timing-function: cubic-bezier(.1, .2, .3, 1.4), steps(3, jump-none)",
  "grid-template-columns: [a] 1fr repeat(2, minmax(10px, auto)) [b]",
  "grid-template-columns: repeat(auto-fill, minmax(100px, 1fr))", "grid-auto-flow: dense column",
  "grid-template-areas: \"a a\" \"b .\"",
  "grid-row: span 2 / -1", "-webkit-line-clamp: 3", "-webkit-user-select: none", "user-select: none",
  "word-wrap: break-word",
  "list-style-type: \"- \"", "overflow: clip", "font: caption", "font: 1em/1.4 system-ui", "float: left",
  "grid-gap: 1px", "text-wrap: balance", "width: fit-content", "min-width: min-content",
  "flex-basis: content",
  "position: sticky", "order: -1", "animation: 1s both paused x", "accent-color: auto", "tab-size: 4",
])
func usualDeclarationsAreTaken(_ text: String) {
  #expect(read(text).fault == nil)
  #expect(!read(text).declarations.isEmpty)
}
