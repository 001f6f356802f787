/// The VirtualView runtime for which a template is shown, where they differ.
package enum TemplatePlatform: String, CaseIterable, Sendable { case ios, android }

extension TemplatePlatform {
  /// The name for people.
  package var title: String { self == .ios ? "iOS" : "Android" }
}

/// A built-in component (`Documentation/template-components.md`); the raw values are component ids.
package enum ComponentKind: UInt16, Sendable {
  case frameLayout = 1
  case vhLayout, vh2Layout, gridLayout, flexLayout, ratioLayout, nText, vText, nImage, vImage, tmVirtualImage,
    tmNImage
  case nLine, vLine, scroller, page, grid, vh, slider, virtualTime, vGraph, progress, virtualContainer,
    variable
  case nFrameLayout, nGridLayout, nRatioLayout, nVH2Layout, nVHLayout
  case custom = 0xFFFF
}
