import HybridDOM
import HybridEncoding

/// The names that tree construction asks for (HTML Standard §13.2.6); all others are ``other``.
///
/// A name is one whatever its namespace is: `title` of SVG is this `title`, in another namespace.
enum HTMLTag: UInt8, CaseIterable {
  case other
  case a, abbr, address, annotationXML, applet, area, article, aside
  case b, base, basefont, bgsound, big, blockquote, body, br, button
  case caption, center, code, col, colgroup
  case dd, desc, details, dialog, dir, div, dl, dt
  case em, embed
  case fieldset, figcaption, figure, font, footer, foreignObject, form, frame, frameset
  case h1, h2, h3, h4, h5, h6, head, header, hgroup, hr, html
  case i, iframe, image, img, input
  case keygen
  case li, link, listing
  case main, malignmark, marquee, math, menu, meta, mglyph, mi, mn, mo, ms, mtext
  case nav, nobr, noembed, noframes, noscript
  case object, ol, optgroup, option
  case p, param, plaintext, pre
  case rb, rp, rt, rtc, ruby
  case s, script, search, section, select, small, source, span, strike, strong, style, sub, summary, sup, svg
  case table, tbody, td, template, textarea, tfoot, th, thead, title, tr, track, tt
  case u, ul
  case `var`
  case wbr
  case xmp

  /// The name in lower case; empty for ``other``.
  var name: String { Self.names[Int(rawValue)] }

  /// The names by raw value: each element asks for its name, and describing a case is slow.
  private static let names: [String] = allCases.map { tag in
    switch tag {
    case .annotationXML: "annotation-xml"
    case .foreignObject: "foreignobject"
    case .other: ""
    default: String(describing: tag)
    }
  }

  /// The name of an element of HTML with this tag, as later code compares it.
  var elementName: ElementName? { Self.elementNames[Int(rawValue)] }

  private static let elementNames: [ElementName?] = allCases.map { ElementName($0.name) }

  /// The tag whose name a range of `bytes` has, in any case.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self = HTMLTagTable.shared.tag(bytes, range)
  }

  /// The tag of a name in lower case.
  init(named name: String) {
    let bytes = Array(name.utf8)
    self.init(bytes, bytes.indices)
  }

  /// The elements of HTML that tree construction does not ask for.
  static let otherNames: Set<String> = [
    "acronym", "audio", "bdi", "bdo", "blink", "canvas", "cite", "data", "datalist", "del", "dfn", "ins",
    "isindex", "kbd", "label", "legend", "map", "mark", "menuitem", "meter", "multicol", "nextid", "output",
    "picture", "progress", "q", "samp", "selectedcontent", "slot", "spacer", "time", "video",
  ]

  // MARK: Categories of the standard

  /// The categories of a tag in tree construction.
  struct Traits: OptionSet {
    let rawValue: UInt16
    /// §13.2.4.2, *special*.
    static let special = Traits(rawValue: 1 << 0)
    /// §13.2.4.3, *formatting*.
    static let formatting = Traits(rawValue: 1 << 1)
    /// Tags that end every scope (§13.2.4.2, *has an element in scope*), in HTML's namespace.
    static let scope = Traits(rawValue: 1 << 2)
    /// §13.2.6.3, *generate implied end tags*.
    static let impliedEnd = Traits(rawValue: 1 << 3)
    /// §13.2.6.3, *generate all implied end tags thoroughly*.
    static let thoroughEnd = Traits(rawValue: 1 << 4)
    /// §13.1.2, *void elements*.
    static let void = Traits(rawValue: 1 << 5)
    /// Start tags that close a `p` and nest freely (§13.2.6.4.7).
    static let block = Traits(rawValue: 1 << 6)
    static let heading = Traits(rawValue: 1 << 7)
    /// §13.2.6.5: HTML's own, which end foreign content.
    static let breaksOut = Traits(rawValue: 1 << 8)
    /// Elements whose end tag may be left out (§13.1.2.4).
    static let optionalEnd = Traits(rawValue: 1 << 9)
  }

  var traits: Traits { Self.allTraits[Int(rawValue)] }

  /// Whether the content is text up to the end tag, so that an element that is never closed swallows the
  /// file.
  var holdsText: Bool {
    switch self {
    case .script, .style, .textarea, .title, .xmp, .iframe, .noembed, .noframes, .noscript: true
    default: false
    }
  }

  func isOne(of traits: Traits) -> Bool { !self.traits.isDisjoint(with: traits) }

  private static let allTraits: [Traits] = {
    var table = [Traits](repeating: [], count: allCases.count)
    func mark(_ traits: Traits, _ tags: [HTMLTag]) {
      for tag in tags { table[Int(tag.rawValue)].formUnion(traits) }
    }
    mark(
      .special,
      [
        .address, .applet, .area, .article, .aside, .base, .basefont, .bgsound, .blockquote, .body, .br,
        .button,
        .caption, .center, .col, .colgroup, .dd, .details, .dir, .div, .dl, .dt, .embed, .fieldset,
        .figcaption,
        .figure, .footer, .form, .frame, .frameset, .h1, .h2, .h3, .h4, .h5, .h6, .head, .header, .hgroup,
        .hr,
        .html, .iframe, .img, .input, .keygen, .li, .link, .listing, .main, .marquee, .menu, .meta, .nav,
        .noembed,
        .noframes, .noscript, .object, .ol, .p, .param, .plaintext, .pre, .script, .search, .section, .select,
        .source, .style, .summary, .table, .tbody, .td, .template, .textarea, .tfoot, .th, .thead, .title,
        .tr,
        .track, .ul, .wbr, .xmp,
      ])
    mark(.formatting, [.a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u])
    mark(
      .scope,
      [.applet, .caption, .html, .table, .td, .th, .marquee, .object, .select, .template])
    mark([.impliedEnd, .thoroughEnd], [.dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc])
    mark(.thoroughEnd, [.caption, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr])
    mark(
      .void,
      [
        .area, .base, .basefont, .bgsound, .br, .col, .embed, .frame, .hr, .img, .input, .keygen, .link,
        .meta,
        .param, .source, .track, .wbr,
      ])
    mark(
      .block,
      [
        .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl, .fieldset,
        .figcaption, .figure, .footer, .header, .hgroup, .main, .menu, .nav, .ol, .p, .search, .section,
        .summary,
        .ul,
      ])
    mark(.heading, [.h1, .h2, .h3, .h4, .h5, .h6])
    mark(
      .breaksOut,
      [
        .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1, .h2, .h3,
        .h4,
        .h5, .h6, .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p, .pre, .ruby, .s, .small,
        .span, .strong, .strike, .sub, .sup, .table, .tt, .u, .ul, .var,
      ])
    mark(
      .optionalEnd,
      [
        .html, .head, .body, .li, .dt, .dd, .p, .rt, .rp, .rb, .rtc, .optgroup, .option, .colgroup, .caption,
        .thead, .tbody, .tfoot, .tr, .td, .th,
      ])
    return table
  }()
}

/// Finds a tag by its bytes: a table of all names by a hash of them.
private struct HTMLTagTable: Sendable {
  static let shared = HTMLTagTable()

  private static let size = 1_024
  private var slots = [HTMLTag?](repeating: nil, count: size)
  private var names: [[UInt8]]

  private init() {
    names = HTMLTag.allCases.map { Array($0.name.utf8) }
    for tag in HTMLTag.allCases where tag != .other {
      var slot = Self.hash(names[Int(tag.rawValue)][...])
      while slots[slot] != nil { slot = (slot + 1) % Self.size }
      slots[slot] = tag
    }
  }

  private static func hash(_ name: ArraySlice<UInt8>) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in name { hash = (hash ^ UInt32(byte.asciiLowercased)) &* 16_777_619 }
    return Int(hash % UInt32(size))
  }

  func tag(_ bytes: [UInt8], _ range: Range<Int>) -> HTMLTag {
    guard range.count <= 14, !range.isEmpty else { return .other }
    var slot = Self.hash(bytes[range])
    while let tag = slots[slot] {
      let name = names[Int(tag.rawValue)]
      if name.count == range.count {
        var index = range.lowerBound
        var isSame = true
        for byte in name {
          if bytes[index].asciiLowercased != byte {
            isSame = false
            break
          }
          index += 1
        }
        if isSame { return tag }
      }
      slot = (slot + 1) % Self.size
    }
    return .other
  }
}
