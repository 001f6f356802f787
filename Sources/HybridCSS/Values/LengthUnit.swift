import HybridEncoding
package import HybridGeometry

/// A unit of length. CSS Values 4 §6.
package enum LengthUnit: String, CaseIterable, Hashable, Sendable {
  // §6.2, absolute
  case px, pt, `in`, cm, mm, q, pc
  // §6.1.1, relative to a font
  case em, rem, ex, rex, ch, rch, cap, rcap, ic, ric, lh, rlh
  // §6.1.2, relative to the viewport, whose size is constant here: small, large and dynamic units are equal
  case vw, vh, vi, vb, vmin, vmax
  case svw, svh, svi, svb, svmin, svmax
  case lvw, lvh, lvi, lvb, lvmin, lvmax
  case dvw, dvh, dvi, dvb, dvmin, dvmax
  // CSS Conditional 5 §6: without a container they are relative to the small viewport
  case cqw, cqh, cqi, cqb, cqmin, cqmax

  /// The unit of that name, in any case.
  package init?(name: String) {
    // Nearly every length has one of these units in this spelling.
    switch name {
    case "px": self = .px
    case "em": self = .em
    case "rem": self = .rem
    default:
      guard let unit = Self(rawValue: name.asciiLowercased) else { return nil }
      self = unit
    }
  }

  /// Whether it is relative to a font or to the viewport.
  package var isRelative: Bool {
    switch self {
    case .px, .pt, .in, .cm, .mm, .q, .pc: false
    default: true
    }
  }
}

/// The bases of relative lengths.
package struct LengthContext: Hashable, Sendable {
  /// Computed `font-size` of the element, or of its parent while `font-size` itself is computed; CSS px.
  package var fontSize: Double
  /// Computed `font-size` of the root element; CSS px.
  package var rootFontSize: Double
  /// Computed `line-height` in CSS px.
  package var lineHeight: Double
  /// Computed `line-height` of the root element in CSS px.
  package var rootLineHeight: Double
  /// Width of the viewport in CSS px.
  package var viewportWidth: Double
  /// Height of the viewport in CSS px.
  package var viewportHeight: Double
  /// Width of the container that the element is in; nil without one.
  package var containerWidth: Double?
  /// Height of the container that the element is in; nil without one.
  package var containerHeight: Double?
  /// The font of the element, or of its parent while `font-size` itself is computed.
  package var font = LengthFont()
  /// The font of the root element.
  package var rootFont = LengthFont()
  /// The size of a `px` and, proportionally, of all absolute units in CSS px; 1 without text zoom and `zoom`.
  package var absoluteScale = 1.0
  /// The factor by which `zoom` enlarges lengths relative to the root element, the viewport and containers;
  /// ``absoluteScale`` contains it already.
  package var zoom = 1.0

  /// The context of a root element with initial fonts.
  package init(
    fontSize: Double = 16, rootFontSize: Double = 16, viewportWidth: Double, viewportHeight: Double
  ) {
    self.fontSize = fontSize
    self.rootFontSize = rootFontSize
    self.lineHeight = fontSize * 1.2
    self.rootLineHeight = rootFontSize * 1.2
    self.viewportWidth = viewportWidth
    self.viewportHeight = viewportHeight
  }

  /// The size of one `unit` in CSS px.
  package func points(per unit: LengthUnit) -> Double {
    switch unit {
    case .px: absoluteScale
    case .pt: 96.0 / 72 * absoluteScale
    case .in: 96 * absoluteScale
    case .cm: 96 / 2.54 * absoluteScale
    case .mm: 96 / 25.4 * absoluteScale
    case .q: 96 / 101.6 * absoluteScale
    case .pc: 16 * absoluteScale
    case .em, .ic: fontSize
    case .rem, .ric: rootFontSize * zoom
    case .ex: font.xHeight(fontSize)
    case .ch: font.zeroAdvance * fontSize
    case .cap: font.capHeight(fontSize)
    case .rex: rootFont.xHeight(rootFontSize) * zoom
    case .rch: rootFont.zeroAdvance * rootFontSize * zoom
    case .rcap: rootFont.capHeight(rootFontSize) * zoom
    case .lh: lineHeight
    case .rlh: rootLineHeight * zoom
    case .vw, .svw, .lvw, .dvw, .vi, .svi, .lvi, .dvi: viewportWidth / 100 * zoom
    case .vh, .svh, .lvh, .dvh, .vb, .svb, .lvb, .dvb: viewportHeight / 100 * zoom
    case .vmin, .svmin, .lvmin, .dvmin: min(viewportWidth, viewportHeight) / 100 * zoom
    case .vmax, .svmax, .lvmax, .dvmax: max(viewportWidth, viewportHeight) / 100 * zoom
    case .cqw, .cqi: (containerWidth ?? viewportWidth) / 100 * zoom
    case .cqh, .cqb: (containerHeight ?? viewportHeight) / 100 * zoom
    case .cqmin: min(containerWidth ?? viewportWidth, containerHeight ?? viewportHeight) / 100 * zoom
    case .cqmax: max(containerWidth ?? viewportWidth, containerHeight ?? viewportHeight) / 100 * zoom
    }
  }
}

/// The metrics of a font that lengths depend on, besides its size. CSS Values 4 §6.1.1.
package struct LengthFont: Hashable, Sendable {
  package var family: PinnedFamily
  package var isBold: Bool
  /// The measures of a font of the page; nil for a pinned one.
  package var own: FontMeasures?

  package init(family: PinnedFamily = .sans, isBold: Bool = false) {
    self.family = family
    self.isBold = isBold
  }

  /// The height of the letter x; that of a pinned font is in whole pixels, as in browsers.
  package func xHeight(_ size: Double) -> Double {
    own.map { $0.xHeight * size } ?? (family.xHeight * size).rounded(.up)
  }

  /// The height of capital letters; that of a pinned font is in whole pixels.
  package func capHeight(_ size: Double) -> Double {
    own.map { $0.capHeight * size } ?? (family.capHeight * size).rounded(.up)
  }

  /// The advance of the digit 0, in ems.
  package var zeroAdvance: Double { own?.zeroAdvance ?? family.zeroAdvance(isBold: isBold) }
}
