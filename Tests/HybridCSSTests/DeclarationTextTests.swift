import HybridCSS
import Testing

/// The texts are those of Chromium's `style.cssText`, except where a comment says so.
@Test(arguments: [
  ("color: #F00", "color: rgb(255, 0, 0);"), ("color: RED", "color: red;"),
  ("color: rgba(1,2,3,.5)", "color: rgba(1, 2, 3, 0.5);"),
  ("color: hsl(120 100% 50%)", "color: rgb(0, 255, 0);"), ("color: #0f08", "color: rgba(0, 255, 0, 0.533);"),
  ("color: CurrentColor", "color: currentcolor;"), ("width: 0", "width: 0px;"),
  ("width: .50px", "width: 0.5px;"), ("width: +1.0PX", "width: 1px;"), ("opacity: .5", "opacity: 0.5;"),
  // Chromium: calc(2% + 1px).
  ("width: calc(1px  +  2%)", "width: calc(1px + 2%);"),
  ("line-height: 0", "line-height: 0;"), ("z-index: 01", "z-index: 1;"),
  ("margin: 0 auto", "margin: 0px auto;"),
  ("margin: 1px 1px 1px 1px", "margin: 1px;"), ("margin: 1px 2px 1px 2px", "margin: 1px 2px;"),
  ("margin: 1px; margin-top: 2px", "margin: 2px 1px 1px;"), ("margin-top: 2px; margin: 1px", "margin: 1px;"),
  (
    "margin-top: 1px; margin-right: 1px; margin-bottom: 1px; margin-left: 2px",
    "margin: 1px 1px 1px 2px;"
  ),
  ("padding: inherit", "padding: inherit;"), ("border: 1px solid red", "border: 1px solid red;"),
  // Chromium has the longhands of `none`.
  ("border: none", "border: none;"),
  ("border: 0", "border: 0px;"), ("border: solid", "border: solid;"),
  ("border-top: 2px #000 dashed", "border-top: 2px dashed rgb(0, 0, 0);"),
  (
    // Chromium adds `border-image: none`.
    "border: 1px solid red; border-top-color: blue",
    "border-width: 1px; border-style: solid; border-color: blue red red;"
  ),
  ("border-radius: 0", "border-radius: 0px;"),
  ("border-radius: 1px 2px / 3px", "border-radius: 1px 2px / 3px;"),
  ("outline: 0", "outline: 0px;"), ("outline: 2px RED solid", "outline: red solid 2px;"),
  ("gap: 0 2px", "gap: 0px 2px;"), ("overflow: hidden", "overflow: hidden;"),
  ("overflow: hidden auto", "overflow: hidden auto;"), ("flex: 1", "flex: 1 1 0%;"),
  ("flex: none", "flex: 0 0 auto;"), ("flex: auto", "flex: 1 1 auto;"), ("flex: 1 0 0", "flex: 1 0 0px;"),
  ("flex: 2 10px", "flex: 2 1 10px;"),
  ("box-shadow: 0 0 3px #000", "box-shadow: rgb(0, 0, 0) 0px 0px 3px;"),
  (
    "box-shadow: inset 0 1px red, 0 0 0 1px rgba(0,0,0,.1)",
    "box-shadow: red 0px 1px inset, rgba(0, 0, 0, 0.1) 0px 0px 0px 1px;"
  ),
  ("text-shadow: 0 1px 0 #fff", "text-shadow: rgb(255, 255, 255) 0px 1px 0px;"),
  ("transform: translate(0, 10px) scale(.5)", "transform: translate(0px, 10px) scale(0.5);"),
  ("background: #fff", "background: rgb(255, 255, 255);"),
  ("background-image: url(a.png)", "background-image: url(\"a.png\");"),
  ("background-position: 0 0", "background-position: 0px 0px;"),
  ("font-family: 'A B',Arial", "font-family: \"A B\", Arial;"), ("margin: var(--x)", "margin: var(--x);"),
  ("--X:  #F00 ", "--X: #F00;"), ("aspect-ratio: 16/9", "aspect-ratio: 16 / 9;"), ("inset: 0", "inset: 0px;"),
  (
    "grid-template-columns: 1fr 0 minmax(0,1fr)",
    "grid-template-columns: 1fr 0px minmax(0px, 1fr);"
  ),
  ("margin: 1px !important; margin-top: 2px", "margin: 1px !important;"),
  ("color: red !important; color: blue", "color: red !important;"), ("DISPLAY: Flex", "display: flex;"),
  ("content: 'x'", "content: \"x\";"), ("filter: blur(0)", "filter: blur(0px);"),
  ("margin-inline: 1px 1px", "margin-inline: 1px;"), ("scroll-margin: 0 0", "scroll-margin: 0;"),
  ("scroll-padding-inline: 1px 2px", "scroll-padding-inline: 1px 2px;"),
  ("column-rule: inherit", "column-rule: inherit;"),
  ("border-block: 1px solid red", "border-block: 1px solid red;"),
  ("border-inline-color: red RED", "border-inline-color: red;"),
  (
    "border-block-start: 1px solid red; border-block-end: 1px solid red",
    "border-block: 1px solid red;"
  ),
  ("border-color: #000 #111", "border-color: rgb(0, 0, 0) rgb(17, 17, 17);"),
  ("animation-name: MyName", "animation-name: MyName;"), ("cursor: POINTER", "cursor: pointer;"),
  ("transform-origin: 0 0", "transform-origin: 0px 0px;"), ("flex-basis: 0", "flex-basis: 0px;"),
])
func declarationsAreWrittenAsBrowsersDo(_ text: String, _ expected: String) {
  let written = DeclarationText(text).text
  #expect(written == expected)
  #expect(DeclarationText(written).text == expected)
}

@Test(arguments: [
  ("margin: 1px 2px", "margin-left", "2px"), ("margin: 1px 2px", "margin", "1px 2px"),
  ("margin-top: 1px", "margin", ""), ("border: 1px solid #f00", "border-left-color", "rgb(255, 0, 0)"),
  ("border: 1px solid", "border-color", "currentcolor"), ("border: 1px solid", "border-width", "1px"),
  ("flex: 1", "flex-basis", "0%"), ("flex: auto", "flex-grow", "1"), ("inset: 0", "left", "0px"),
  ("background: url(a.png) #fff", "background-color", "rgb(255, 255, 255)"),
  ("overflow: hidden", "overflow-y", "hidden"), ("scroll-margin: 1px 2px", "scroll-margin-left", "2px"),
  ("border-block: 1px solid", "border-block-end-style", "solid"),
  ("border-radius: 1px / 2px", "border-top-left-radius", "1px 2px"),
  ("--a: 1", "--a", "1"), ("--a: 1", "--A", ""), ("color: red", "COLOR", "red"),
])
func propertiesAreRead(_ text: String, _ property: String, _ expected: String) {
  #expect(DeclarationText(text)[property] == expected)
}

@Test(arguments: [
  ("margin: 1px", "margin-top", "", "margin-right: 1px; margin-bottom: 1px; margin-left: 1px;"),
  ("margin-top: 1px; color: red", "margin", "", "color: red;"),
  ("margin: 1px; color: red", "margin", "0", "margin: 0px; color: red;"),
  ("background: red; background-color: blue", "background", "green", "background: green;"),
  ("color: red; width: 1px", "color", "blue", "color: blue; width: 1px;"),
  ("color: red", "color", "nonsense", "color: red;"), ("margin: var(--a)", "margin", "1px", "margin: 1px;"),
  (
    "background-color: red; background: green", "background-color", "blue",
    "background: green; background-color: blue;"
  ),
  ("color: red !important", "color", "blue", "color: blue;"),
])
func settingAPropertyLeavesTheOthers(_ text: String, _ property: String, _ value: String, _ expected: String)
{
  var block = DeclarationText(text)
  block.set(property, to: value, isImportant: false)
  #expect(block.text == expected)
}
