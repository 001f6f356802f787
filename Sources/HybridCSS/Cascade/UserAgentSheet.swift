import HybridSource

extension Stylist {
  /// The defaults of a dialect's elements.
  ///
  /// The web's are those of the HTML Standard §15.3, *Non-replaced elements*, for the elements that pages here use.
  /// TokenHybrid has none: there the initial values do everything, and only what is never shown is hidden.
  package static func userAgentRules(for dialect: Dialect) -> [RuleSet] {
    dialect == .native ? nativeRules : standardRules
  }

  private static let standardRules = [
    RuleSet(StyleSheet.parse(Source(path: "user-agent.css", text: standardSheet)))
  ]

  private static let nativeRules = [
    RuleSet(
      StyleSheet.parse(
        Source(path: "user-agent.css", text: "head, meta, title, link, style, script { display: none }")))
  ]

  private static let standardSheet = """
    area, base, basefont, datalist, head, link, meta, noembed, noframes, param, rp, script, style, template, title,
    [hidden]:not([hidden=until-found i]), input[type=hidden i] { display: none }
    address, article, aside, blockquote, body, center, dd, details, dialog, dir, div, dl, dt, fieldset, figcaption,
    figure, footer, form, h1, h2, h3, h4, h5, h6, header, hgroup, hr, html, legend, li, listing, main, menu, nav, ol,
    optgroup, option, p, plaintext, pre, search, section, slot, summary, ul, xmp { display: block }
    li { display: list-item }
    slot { display: contents }
    table { display: table }
    thead { display: table-header-group }
    tbody { display: table-row-group }
    tfoot { display: table-footer-group }
    tr { display: table-row }
    td, th { display: table-cell; padding: 1px }
    th { font-weight: bold; text-align: center }
    caption { display: table-caption; text-align: center }
    img, video, canvas { display: inline-block }
    button, input, select, textarea, meter, progress { display: inline-block; text-indent: 0; letter-spacing: normal }
    body { margin: 8px }
    p, dl, menu, ol, ul, blockquote, figure, pre { margin-block: 1em }
    blockquote, figure { margin-inline: 40px }
    dd { margin-inline-start: 40px }
    menu, ol, ul { padding-inline-start: 40px }
    ul { list-style-type: disc }
    ol { list-style-type: decimal }
    :is(ul, ol, menu, dl) :is(ul, ol, menu, dl) { margin-block: 0 }
    h1 { font-size: 2em; margin-block: .67em; font-weight: bold }
    h2 { font-size: 1.5em; margin-block: .83em; font-weight: bold }
    h3 { font-size: 1.17em; margin-block: 1em; font-weight: bold }
    h4 { margin-block: 1.33em; font-weight: bold }
    h5 { font-size: .83em; margin-block: 1.67em; font-weight: bold }
    h6 { font-size: .67em; margin-block: 2.33em; font-weight: bold }
    hr { margin-block: .5em; margin-inline: auto; border: 1px inset gray; overflow: hidden }
    fieldset { margin-inline: 2px; border: 2px groove threedface; padding: .35em .75em .625em }
    b, strong { font-weight: bolder }
    cite, dfn, em, i, var, address { font-style: italic }
    code, kbd, samp, pre, tt { font-family: monospace }
    pre, listing, xmp { white-space: pre }
    textarea { white-space: pre-wrap }
    big { font-size: larger }
    small, sub, sup { font-size: smaller }
    sub { vertical-align: sub }
    sup { vertical-align: super }
    mark { background-color: mark; color: marktext }
    ins, u { text-decoration: underline }
    del, s, strike { text-decoration: line-through }
    :link { color: linktext; text-decoration: underline; cursor: pointer }
    center { text-align: center }
    nobr { white-space: nowrap }
    [dir=rtl i] { direction: rtl; unicode-bidi: isolate }
    [dir=ltr i] { direction: ltr; unicode-bidi: isolate }
    """
}
