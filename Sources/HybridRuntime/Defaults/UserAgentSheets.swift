import HybridCSS
import HybridSource

/// The user-agent style sheets: the default look of each element.
///
/// They are CSS, parsed once by the same parser as an author's sheets and cascaded with the user-agent
/// origin.
enum UserAgentSheets {
  /// The rules of a dialect, parsed once.
  static func ruleSets(for dialect: Dialect) -> [RuleSet] { dialect == .native ? nativeRules : webRules }

  /// The text of a dialect's rules.
  static func source(for dialect: Dialect) -> Source {
    Source(path: "user-agent.css", text: dialect == .native ? native : web)
  }

  private static let webRules = [RuleSet(StyleSheet.parse(source(for: .standard)))]
  private static let nativeRules = [RuleSet(StyleSheet.parse(source(for: .native)))]

  /// For plain HTML pages: HTML Standard §15, *Rendering*, for the elements in `Documentation/elements.md`.
  ///
  /// Form controls have the sizes and looks that every client draws, so that frames never depend on a
  /// platform's widgets.
  private static let web = """
    html { font-family: system-ui, sans-serif }
    html, body, div, p, section, article, aside, header, footer, nav, main, address, hgroup, search,
    h1, h2, h3, h4, h5, h6, ul, ol, dl, dt, dd, menu, figure, figcaption, blockquote, pre, form,
    fieldset, legend, hr, details, summary, center, dialog, optgroup, option, dir, listing, plaintext, xmp,
    marquee { display: block }
    li { display: list-item }
    ul, menu, dir { list-style-type: disc }
    :is(ol, ul, menu, dir) :is(ul, menu, dir) { list-style-type: circle }
    :is(ol, ul, menu, dir) :is(ol, ul, menu, dir) :is(ul, menu, dir) { list-style-type: square }
    ol { list-style-type: decimal }
    details > summary:first-of-type {
      display: list-item; counter-increment: list-item 0; list-style: disclosure-closed inside;
    }
    details[open] > summary:first-of-type { list-style-type: disclosure-open }
    head, link, meta, script, style, template, title, base, noscript, noembed, noframes,
    param, area, datalist,
    audio:not([controls]), rp, source, track,
    [hidden], dialog:not([open]), details:not([open]) > :not(summary), input[type=hidden i],
    [t\\:template] { display: none }
    :is([dir=rtl i], [dir=auto i]:dir(rtl), bdi:dir(rtl)) { direction: rtl }
    :is([dir=ltr i], [dir=auto i]:dir(ltr), bdi:dir(ltr)) { direction: ltr }
    [dir=rtl i], [dir=ltr i], [dir=auto i], bdi, output { unicode-bidi: isolate }
    bdo, bdo[dir] { unicode-bidi: isolate-override }
    :is(pre, textarea)[dir=auto i] { unicode-bidi: plaintext }
    body { margin: 8px }
    p, dl, blockquote, figure, ul, ol, menu, dir, pre, listing, plaintext, xmp { margin-block: 1em }
    :is(ul, ol, menu, dir, dl) :is(ul, ol, menu, dir, dl) { margin-block: 0 }
    blockquote, figure { margin-inline: 40px }
    q::before { content: open-quote }
    q::after { content: close-quote }
    h1 { font-size: 2em; margin-block: .67em; font-weight: bold }
    h2 { font-size: 1.5em; margin-block: .83em; font-weight: bold }
    h3 { font-size: 1.17em; margin-block: 1em; font-weight: bold }
    h4 { margin-block: 1.33em; font-weight: bold }
    h5 { font-size: .83em; margin-block: 1.67em; font-weight: bold }
    h6 { font-size: .67em; margin-block: 2.33em; font-weight: bold }
    ul, ol, menu, dir { padding-inline-start: 40px }
    dd { margin-inline-start: 40px }
    hr { margin-block: .5em; margin-inline: auto; border: 1px inset gray; color: gray; overflow: hidden }
    b, strong { font-weight: bolder }
    th { font-weight: bold }
    i, em, cite, var, dfn, address { font-style: italic }
    u, ins { text-decoration: underline }
    s, del, strike { text-decoration: line-through }
    small { font-size: smaller }
    big { font-size: larger }
    code, kbd, samp, tt, pre, listing, plaintext, xmp { font-family: monospace }
    pre, listing, plaintext, xmp { white-space: pre }
    nobr { white-space: nowrap }
    sub { vertical-align: sub; font-size: smaller }
    sup { vertical-align: super; font-size: smaller }
    mark { background-color: yellow; color: black }
    dialog, [popover] {
      width: fit-content; height: fit-content; margin: auto; border: 3px solid black; background-color: white;
      color: black;
    }
    dialog { position: absolute; left: 0; right: 0; padding: 1em }
    dialog:modal {
      position: fixed; overflow: auto; top: 0; bottom: 0; max-width: calc(100% - 6px - 2em);
      max-height: calc(100% - 6px - 2em);
    }
    [popover] { position: fixed; inset: 0; overflow: auto; padding: .25em }
    [popover]:not(:popover-open):not(dialog[open]) { display: none }
    dialog:popover-open { display: block }
    dialog::backdrop { background-color: rgb(0 0 0 / .1) }
    center { text-align: center }
    table {
      display: table; box-sizing: border-box; border-spacing: 2px; border-collapse: separate;
      border-color: gray;
      text-indent: 0;
    }
    caption { display: table-caption; text-align: -webkit-center }
    colgroup { display: table-column-group }
    col { display: table-column }
    thead { display: table-header-group }
    tbody { display: table-row-group }
    tfoot { display: table-footer-group }
    tr { display: table-row }
    td, th { display: table-cell; padding: 1px }
    thead, tbody, tfoot { vertical-align: middle }
    tr, td, th { vertical-align: inherit }
    thead, tbody, tfoot, tr, td, th { border-color: inherit }
    th { text-align: center }
    table:is([rules=none i], [rules=groups i], [rules=rows i], [rules=cols i], [rules=all i]) {
      border-style: hidden; border-collapse: collapse;
    }
    table[border] { border-style: outset }
    table[frame=void i] { border-style: hidden }
    table[frame=above i] { border-style: outset hidden hidden hidden }
    table[frame=below i] { border-style: hidden hidden outset hidden }
    table[frame=hsides i] { border-style: outset hidden }
    table[frame=lhs i] { border-style: hidden hidden hidden outset }
    table[frame=rhs i] { border-style: hidden outset hidden hidden }
    table[frame=vsides i] { border-style: hidden outset }
    table:is([frame=box i], [frame=border i]) { border-style: outset }
    table[border]:not([border="0"]) > :is(thead, tbody, tfoot) > tr > :is(td, th) {
      border-width: 1px; border-style: inset; border-color: inherit;
    }
    table:is([rules=none i], [rules=groups i], [rules=rows i]) > :is(thead, tbody, tfoot) > tr > :is(td, th) {
      border-width: 1px; border-style: none;
    }
    table[rules=cols i] > :is(thead, tbody, tfoot) > tr > :is(td, th) {
      border-width: 1px; border-block-style: none; border-inline-style: solid;
    }
    table[rules=all i] > :is(thead, tbody, tfoot) > tr > :is(td, th) {
      border-width: 1px; border-style: solid
    }
    table[rules=groups i] > colgroup { border-inline-width: 1px; border-inline-style: solid }
    table[rules=groups i] > :is(thead, tbody, tfoot) { border-block-width: 1px; border-block-style: solid }
    table[rules=rows i] > :is(thead, tbody, tfoot) > tr { border-block-width: 1px; border-block-style: solid }
    a:any-link { color: #0000ee; text-decoration: underline }
    img, button, input, textarea, select, video, canvas, iframe, progress, meter { display: inline-block }
    iframe { border: 2px inset }
    svg { overflow: hidden }
    svg * { transform-origin: 0 0 }
    fieldset {
      margin-inline: 2px; border: 2px groove #c0c0c0; padding: .35em .75em .625em; min-width: min-content
    }
    legend { padding-inline: 2px }
    button, input, textarea, select {
      font-size: 13.3333px; font-family: sans-serif; font-weight: 400; font-style: normal;
      line-height: normal; letter-spacing: normal; word-spacing: normal; text-align: start;
      text-transform: none; text-indent: 0;
      color: black; background-color: white; border: 2px inset #767676; padding: 1px 2px; appearance: auto;
    }
    input, select { white-space: pre }
    input::placeholder, textarea::placeholder { color: #757575 }
    button, select,
    input:is([type=button i], [type=submit i], [type=reset i], [type=color i], [type=checkbox i],
      [type=radio i]),
    input[type=search i] { box-sizing: border-box }
    button, input:is([type=button i], [type=submit i], [type=reset i], [type=color i]) {
      text-align: center; background-color: #efefef; border: 2px outset #767676; padding: 1px 6px;
    }
    input[type=color i] { border: 1px solid #767676; padding: 1px 2px }
    input[type=checkbox i], input[type=radio i] {
      margin: 3px 3px 3px 4px; padding: 0; border: 0; background-color: transparent
    }
    input[type=radio i] { margin: 3px 3px 0 5px }
    input:is([type=date i], [type=datetime-local i], [type=month i], [type=time i], [type=week i]) {
      font-family: monospace
    }
    input[type=range i] { margin: 2px; padding: 0; border: 0; background-color: transparent }
    input[type=file i] { padding: 0; border: 0; background-color: transparent }
    select { border: 1px solid #767676; padding: 0 }
    textarea {
      white-space: pre-wrap; border-width: 1px; border-style: solid; padding: 2px; font-family: monospace;
      resize: both
    }
    :is(input, select, textarea):disabled {
      color: #545454; background-color: rgb(239 239 239 / .3); border-color: rgb(118 118 118 / .3)
    }
    :is(button, select):disabled,
    input:is([type=button i], [type=submit i], [type=reset i]):disabled {
      color: rgb(16 16 16 / .3); border-color: rgb(118 118 118 / .3)
    }
    button:disabled, input:is([type=button i], [type=submit i], [type=reset i]):disabled {
      background-color: #efefef
    }
    input:is([type=range i], [type=file i]):disabled { background-color: transparent }
    :is(button, input, select, textarea):focus-visible { outline: 2px solid #101010 }
    progress, meter { appearance: auto; vertical-align: -.2em; box-sizing: border-box }
    progress { width: 10em; height: 1em }
    meter { width: 5em; height: 1em }
    """

  /// For native pages (`html-identify`, or a TokenHybrid package): every element a flex column that does not
  /// shrink.
  ///
  /// The body fills the viewport, so that a page without sizes is not empty; text colours and fonts inherit
  /// as on the web; `hidden` takes a view out. The bar of a page overlaps its upper right corner and takes no
  /// space from the body.
  private static let native = """
    html { width: 100vw; height: 100vh; font-family: sans-serif; font-size: 17px }
    :is([dir=rtl i], [dir=auto i]:dir(rtl), bdi:dir(rtl)) { direction: rtl }
    :is([dir=ltr i], [dir=auto i]:dir(ltr), bdi:dir(ltr)) { direction: ltr }
    [dir=rtl i], [dir=ltr i], [dir=auto i], bdi, output { unicode-bidi: isolate }
    bdo { unicode-bidi: isolate-override }
    :is(pre, textarea)[dir=auto i] { unicode-bidi: plaintext }
    body { width: 100%; height: 100% }
    head, slot { display: contents }
    head:not(:has(> navigationbar)) { display: none }
    head > *, link, meta, script, style, template, title, base, noscript, [t\\:template] { display: none }
    head > navigationbar {
      display: flex; position: absolute; top: 0; right: 0; height: 44px;
      flex-direction: row-reverse; z-index: 1;
    }
    navigationbar > :not(navitem) { display: none }
    navitem { padding: 0 12px }
    label { white-space: pre-line; -webkit-line-clamp: 1 }
    button, navitem { justify-content: center; align-items: center; text-align: center }
    b, strong { font-weight: bolder }
    i, em { font-style: italic }
    scrollview, table, webview { overflow: auto }
    tablerow { min-height: 44px }
    tablesection { min-height: 24px }
    progress { height: 4px; border-radius: 2px }
    input, textarea, searchbar { background-color: white }
    """
}
