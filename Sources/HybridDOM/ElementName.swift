/// The names of elements that code asks for, each in its namespace: those of HTML and of native pages, and
/// those of SVG.
///
/// A comparison of ``Element/elementName`` tests name and namespace, so that a `title` of SVG is no
/// ``title``, and a misspelled name does not compile. What depends on nothing but the name is a column of the
/// rows of elements (`HybridUnits/Elements`), or a property here if targets below them ask for it.
package enum ElementName: UInt8, Sendable, CaseIterable {
  // HTML
  case a, abbr, area, article, aside
  case bdi, blockquote, body, br, button
  case canvas, caption, col, colgroup
  case datalist, details, dialog, dir, div
  case fieldset, figcaption, figure, footer, form
  case h1, h2, h3, h4, h5, h6, head, header, html
  case iframe, img, include, input
  case label, legend, li, link
  case main, menu, meter
  case nav, noembed, noframes, noscript
  case ol, optgroup, option, output
  case p, plaintext, progress
  case script, section, select, slot, span, style, summary
  case table, tbody, td, template, textarea, tfoot, th, thead, title, tr
  case ul
  case video
  case wbr
  case xmp

  // Native pages
  case dots, image, navitem, scrollview, searchbar, segment, `switch`
  case tablefooter, tableheader, tablerow, tablesection
  case webview

  // SVG
  case svg, svgLink, svgScript, svgSpan, svgStyle, svgText, svgTitle, foreignObject

  /// The name without its namespace, as ``Element/name`` has it.
  package var name: String { Self.names[Int(rawValue)] }

  /// The names by raw value.
  private static let names: [String] = allCases.map { name in
    switch name {
    case .svgLink: "a"
    case .svgScript: "script"
    case .svgSpan: "tspan"
    case .svgStyle: "style"
    case .svgText: "text"
    case .svgTitle: "title"
    default: String(describing: name)
    }
  }

  /// Its namespace.
  package var namespace: Namespace {
    switch self {
    case .svg, .svgLink, .svgScript, .svgSpan, .svgStyle, .svgText, .svgTitle, .foreignObject: .svg
    default: .html
    }
  }

  private static func byName(in namespace: Namespace) -> [String: ElementName] {
    Dictionary(
      uniqueKeysWithValues: allCases.filter { $0.namespace == namespace }.map { ($0.name, $0) })
  }

  private static let ofHTML = byName(in: .html)
  private static let ofSVG = byName(in: .svg)

  /// The name of an element of a namespace; nil for a name that no code asks for.
  package init?(_ name: String, in namespace: Namespace = .html) {
    let known: ElementName? =
      switch namespace {
      case .html: Self.ofHTML[name]
      case .svg: Self.ofSVG[name]
      case .mathML: nil
      }
    guard let known else { return nil }
    self = known
  }
}

// MARK: Groups of elements

extension ElementName {
  /// Whether it is `script`, of HTML or of SVG.
  package var isScript: Bool { self == .script || self == .svgScript }

  /// Whether it is `style`, of HTML or of SVG.
  package var isStyle: Bool { self == .style || self == .svgStyle }

  /// Whether it is a style sheet or a script, in it or in a file.
  package var isResource: Bool { isScript || isStyle || self == .link }

  /// Whether it is a data cell or a header cell of a table (HTML Standard §4.9.9 and §4.9.10).
  package var isTableCell: Bool { self == .td || self == .th }

  /// Whether it is a row or a group of rows of a table (HTML Standard §4.9.5 to §4.9.8).
  package var isTablePart: Bool {
    switch self {
    case .tbody, .thead, .tfoot, .tr: true
    default: false
    }
  }

  /// Whether native tables make their rows and the headers of their sections from it.
  package var isNativeRow: Bool { self == .tablerow || self == .tablesection }

  /// The level of a heading of HTML (HTML Standard §4.3.6); nil for other elements.
  package var headingLevel: Int? {
    switch self {
    case .h1: 1
    case .h2: 2
    case .h3: 3
    case .h4: 4
    case .h5: 5
    case .h6: 6
    default: nil
    }
  }

  /// Whether it can have a shadow tree, as elements with a dash in their name can (DOM Standard §4.9, *valid
  /// shadow host name*).
  package var isShadowHost: Bool {
    switch self {
    case .article, .aside, .blockquote, .body, .div, .footer, .h1, .h2, .h3, .h4, .h5, .h6, .header, .main,
      .nav, .p, .section, .span:
      true
    default: false
    }
  }
}
