/// The VirtualView runtime for which a template is shown, where they differ.
package enum TemplatePlatform: String, CaseIterable, Sendable { case ios, android }

extension TemplatePlatform {
  /// The name for people.
  package var title: String { self == .ios ? "iOS" : "Android" }
}

/// A built-in component (`Documentation/template-components.md`); the raw values are component ids.
package enum ComponentKind: UInt16, CaseIterable, Sendable {
  case frameLayout = 1
  case vhLayout, vh2Layout, gridLayout, flexLayout, ratioLayout, nText, vText, nImage, vImage, tmVirtualImage,
    tmNImage
  case nLine, vLine, scroller, page, grid, vh, slider, virtualTime, vGraph, progress, virtualContainer,
    variable
  case nFrameLayout, nGridLayout, nRatioLayout, nVH2Layout, nVHLayout
  case custom = 0xFFFF
}

extension ComponentKind {
  /// The tag for it in all shipped configurations.
  package var tag: String? {
    switch self {
    case .frameLayout: "FrameLayout"
    case .vhLayout: "VHLayout"
    case .vh2Layout: "VH2Layout"
    case .gridLayout: "GridLayout"
    case .flexLayout: "FlexLayout"
    case .ratioLayout: "RatioLayout"
    case .nText: "NText"
    case .vText: "VText"
    case .nImage: "NImage"
    case .vImage: "VImage"
    case .tmVirtualImage: "TMVirtualImage"
    case .tmNImage: "TMNImage"
    case .nLine: "NLine"
    case .vLine: "VLine"
    case .scroller: "Scroller"
    case .page: "Page"
    case .grid: "Grid"
    case .vh: "VH"
    case .slider: "Slider"
    case .virtualTime: "VirtualTime"
    case .vGraph: "VGraph"
    case .progress: "Progress"
    case .virtualContainer: "VirtualContainer"
    case .variable: "Var"
    case .nFrameLayout: "NFrameLayout"
    case .nGridLayout: "NGridLayout"
    case .nRatioLayout: "NRatioLayout"
    case .nVH2Layout: "NVH2Layout"
    case .nVHLayout: "NVHLayout"
    case .custom: nil
    }
  }

  /// The tags of all built-in components by component id.
  package static let tags: [UInt16: String] = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { kind in kind.tag.map { (kind.rawValue, $0) } })
}
