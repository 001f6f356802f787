import Testing

@testable import HybridCSS

/// The values of Chromium.
@Test(arguments: [
  (
    "font: italic small-caps bold condensed 20px/1.5 Arial, B", "font",
    "italic small-caps 700 condensed 20px / 30px Arial, B"
  ),
  ("font: 700 20px monospace", "font", "700 20px monospace"), ("font: 20px x; font-stretch: 51%", "font", ""),
  ("font-variant: small-caps", "font-variant", "small-caps"), ("", "font-variant", "normal"),
  ("", "background", "rgba(0, 0, 0, 0) none repeat scroll 0% 0% / auto padding-box border-box"),
  (
    "background: url(a.png) no-repeat center / cover, none red", "background",
    "url(\"a.png\") no-repeat scroll 50% 50% / cover padding-box border-box, "
      + "rgb(255, 0, 0) none repeat scroll 0% 0% / auto padding-box border-box"
  ),
  ("background-position: 10px 20%", "background-position", "10px 20%"),
  ("", "transition", "all"), ("transition: none", "transition", "none"),
  ("transition: opacity .3s ease-in 1s, width 2s", "transition", "opacity 0.3s ease-in 1s, width 2s"),
  ("", "animation", "none"), ("animation: x 1s", "animation", "1s x"),
  (
    "animation: x 1s linear 2s infinite alternate both paused", "animation",
    "1s linear 2s infinite alternate both paused x"
  ),
  ("", "list-style", "outside none disc"), ("list-style: square inside", "list-style", "inside none square"),
  ("", "text-decoration", "none"), ("text-decoration: underline", "text-decoration", "underline"),
  ("text-decoration: underline wavy red 2px", "text-decoration", "underline 2px wavy rgb(255, 0, 0)"),
  ("", "grid-row", "auto"), ("grid-row: span 2 / 3", "grid-row", "span 2 / 3"),
  ("grid-row: 2", "grid-row", "2"),
  ("grid-area: a", "grid-area", "a"), ("grid-area: 1 / 2", "grid-area", "1 / 2"),
  ("grid-area: 1 / 2 / 3 / 4", "grid-area", "1 / 2 / 3 / 4"), ("", "grid-template", "none"),
  ("", "grid", "none / none / none / row / auto / auto"), ("", "container", "none"),
  ("container: a / inline-size", "container", "a / inline-size"), ("", "place-content", "normal"),
  ("place-content: center start", "place-content", "center start"), ("", "flex-flow", "row nowrap"),
  ("columns: 2", "columns", "2"), ("", "columns", "auto"), ("columns: 100px 2", "columns", "100px 2"),
  ("", "border-image", "none"), ("mask: linear-gradient(red, blue)", "mask-repeat", "repeat"),
  ("", "mask", "none"),
  ("", "offset", "none 0px auto 0deg"), ("", "white-space", "normal"),
  ("white-space: pre-line", "white-space", "pre-line"),
  ("white-space: nowrap", "white-space", "nowrap"), ("text-wrap: balance", "text-wrap", "balance"),
  ("", "text-wrap", "wrap"), ("text-wrap: nowrap", "text-wrap", "nowrap"),
  ("contain-intrinsic-size: 10px 20px", "contain-intrinsic-size", "10px 20px"),
  ("", "animation-range", "normal"), ("scroll-timeline: --a x", "scroll-timeline", "--a x"),
  // Logical names have the values of the physical ones.
  ("margin: 1px 2px 3px 4px", "margin-inline-start", "4px"),
  ("padding: 1px 2px 3px 4px", "padding-block", "1px 3px"),
  ("margin-left: 4px; direction: rtl", "margin-inline-end", "4px"),
  ("border: 1px solid red", "border-inline", "1px solid rgb(255, 0, 0)"),
  ("width: 3px", "inline-size", "3px"),
  ("border-radius: 2px", "border-start-start-radius", "2px"), ("inset: 1px 2px", "inset-inline", "2px"),
])
func computedShorthandsArePutTogether(_ declarations: String, _ name: String, _ expected: String) {
  #expect(computed(declarations).cssText(named: name) ?? "" == expected)
}
