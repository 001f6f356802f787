extension ElementReference {
  /// All elements of HTML (HTML Standard, *Index*, *Elements*, and §16.2, *Non-conforming features*), and
  /// `include`.
  package static let html = web + plain

  /// The elements of HTML that `elements.md` does not describe one by one: tables, and those without an
  /// effect of their own here.
  private static let plain: [ElementReference] = [
    plain("acronym"),
    plain("applet", .unknown),
    plain("area", .area, role: .depends(.link), naming: .alternativeText, isVoid: true),
    plain("audio", .audio),
    plain("basefont", isVoid: true),
    plain("bdi"),
    plain("bdo"),
    plain("bgsound", .unknown, isVoid: true),
    plain("blink", .unknown),
    plain("caption", .tableCaption, role: "caption"),
    plain("col", .tableColumn, isVoid: true),
    plain("colgroup", .tableColumn),
    plain("data", .data),
    plain("dir", .unknown),
    plain("embed", .embed, isVoid: true),
    plain("frame", .unknown, isVoid: true),
    plain("frameset", .unknown),
    plain("isindex", .unknown),
    plain("keygen", .unknown, isVoid: true),
    plain("listing", .preformatted),
    plain("map", .map),
    plain("marquee", .marquee),
    plain("math", .unknown, role: "math"),
    plain("menuitem", .unknown),
    plain("multicol", .unknown),
    plain("nextid", .unknown),
    plain("nobr"),
    plain("noembed"),
    plain("noframes"),
    plain("object", .object),
    plain("param", .parameter, isVoid: true),
    plain("picture", .picture),
    plain("plaintext"),
    plain("q", .quote),
    plain("rb"),
    plain("rp"),
    plain("rt"),
    plain("rtc"),
    plain("ruby"),
    plain("selectedcontent", .unknown),
    plain("source", .source, isVoid: true),
    plain("spacer", .unknown),
    plain("strike"),
    plain("table", .table, role: "table", naming: .child(.caption)),
    plain("tbody", .tableSection, role: .depends(.tablePart("rowgroup"))),
    plain("td", .tableCell, role: .depends(.cell)),
    plain("tfoot", .tableSection, role: .depends(.tablePart("rowgroup"))),
    plain("th", .tableCell, role: .depends(.headerCell)),
    plain("thead", .tableSection, role: .depends(.tablePart("rowgroup"))),
    plain("tr", .tableRow, role: .depends(.tablePart("row"))),
    plain("track", .track, isVoid: true),
    plain("tt"),
    plain("xmp", .preformatted),
  ]

  private static func plain(
    _ name: String, _ script: ElementClass = .element, role: ElementRole? = nil,
    naming: ElementNaming? = nil, isVoid: Bool = false
  ) -> ElementReference {
    .init(
      name, .text, role: role, control: nil, script: script, "An HTML element without special behaviour.",
      naming: naming, isVoid: isVoid)
  }
}
