import HybridCSS
import HybridUnits

/// The known element names: HTML's, and those with a row in ``ElementReference``. Any other name is a
/// component or unknown.
package enum ElementNames {
  /// HTML Standard, *Index*, *Elements*, and those of §16.2, *Non-conforming features*.
  package static let html: Set<String> = [
    "a", "abbr", "acronym", "address", "applet", "area", "article", "aside", "audio", "b", "base",
    "basefont", "bdi", "bdo", "bgsound", "big", "blink", "blockquote", "body", "br", "button", "canvas",
    "caption", "center", "cite", "code", "col", "colgroup", "data", "datalist", "dd", "del", "details",
    "dfn", "dialog", "dir", "div", "dl", "dt", "em", "embed", "fieldset", "figcaption", "figure", "font",
    "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hgroup",
    "hr", "html", "i", "iframe", "img", "input", "ins", "isindex", "kbd", "keygen", "label", "legend", "li",
    "link", "listing", "main", "map", "mark", "marquee", "math", "menu", "menuitem", "meta", "meter",
    "multicol", "nav", "nextid", "nobr", "noembed", "noframes", "noscript", "object", "ol", "optgroup",
    "option", "output", "p", "param", "picture", "plaintext", "pre", "progress", "q", "rb", "rp", "rt",
    "rtc", "ruby", "s", "samp", "script", "search", "section", "select", "selectedcontent", "slot", "small",
    "source", "spacer", "span", "strike", "strong", "style", "sub", "summary", "sup", "svg", "table",
    "tbody", "td", "template", "textarea", "tfoot", "th", "thead", "time", "title", "tr", "track", "tt",
    "u", "ul", "var", "video", "wbr", "xmp",
  ]

  /// Every name, as it is written.
  static let written = html.union([Dialect.native, .standard].flatMap(ElementReference.all).map(\.name))

  private static let all = Set(written.map { $0.lowercased() })

  /// Whether a name, in lower case, is one of these.
  package static func isKnown(_ name: String) -> Bool { all.contains(name) }

  /// Whether the content of an element belongs to another language.
  static func isForeign(_ name: String) -> Bool { name == "svg" || name == "math" }
}
