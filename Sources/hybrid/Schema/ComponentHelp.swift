/// Describes the built-in components and their attributes (`Documentation/template-components.md`).
enum ComponentHelp {
  /// One sentence about a component, and the platform that lacks it.
  static func sentence(for id: Int) -> String? { components[id]?.sentence }

  /// Attributes that apply to this component but not to all components.
  static func attributes(of id: Int) -> [String] {
    (components[id]?.attributes ?? "").split(separator: " ").map(String.init)
  }

  /// Whether the attribute applies to every component.
  static func isCommon(_ name: String) -> Bool { common.contains(name) }

  private static let frame = (
    sentence: "Children overlap, each placed by its layoutGravity.", attributes: ""
  )
  private static let row = (
    sentence: "Children in a row or a column (orientation).", attributes: "orientation"
  )
  private static let twoEnds = (
    sentence: "Children from either end of a row or a column, each by its layoutDirection.",
    attributes: "orientation"
  )
  private static let grid = (
    sentence: "Children in cells, colCount to a row.",
    attributes: "colCount itemHeight itemHorizontalMargin itemVerticalMargin"
  )
  private static let ratio = (
    sentence: "Children share the length by their layoutRatio.", attributes: "orientation"
  )
  private static let text =
    "text textSize textColor textStyle lines maxLines ellipsize typeface supportHTMLStyle "
    + "lineSpaceMultiplier lineSpaceExtra lineHeight"
  private static let image = "src scaleType ratio"
  private static let ownImage =
    " maskColor blurRadius filterWhiteBg fixBy disableCache disablePlaceHolder"
  private static let line = "orientation color paintWidth style dashEffect"
  private static let list =
    "orientation mode supportSticky span lineSpace firstSpace lastSpace autoRefreshThreshold onAutoRefresh"

  private static let components: [Int: (sentence: String, attributes: String)] = [
    1: frame, 2: row, 3: twoEnds, 4: grid,
    5: (
      "Flexible boxes in lines. Android only.",
      "flexDirection flexWrap justifyContent alignItems alignContent"
    ),
    6: ratio,
    7: ("A text in a native view.", text),
    8: ("A text that is drawn; on Android always one line.", text),
    9: ("A picture in a native view.", image),
    10: ("A picture that is drawn.", image),
    11: ("A picture with effects, which the app has to bring.", image + ownImage),
    12: ("A picture with effects in a native view, which the app has to bring.", image + ownImage),
    13: ("A line in a native view.", line),
    14: ("A line that is drawn.", line),
    15: ("A list of items from data. Android only.", list),
    16: (
      "Items from data, one at a time, turned by hand or by themselves.",
      "orientation autoSwitch stayTime autoSwitchTime animatorTime canSlide animatorStyle layoutOrientation "
        + "containerID onPageFlip"
    ),
    17: (
      "Items from data in cells, colCount to a row.",
      "colCount itemHeight itemHorizontalMargin itemVerticalMargin"
    ),
    18: (
      "Items from data in a row or a column. Android only.", "orientation itemWidth itemHeight itemMargin"
    ),
    19: ("Items from data that scroll sideways. Android only.", list + " itemWidth onScroll"),
    20: ("Nothing is shown. Android only.", ""),
    21: (
      "A circle, a rectangle or an oval. Android only.",
      "type color paintStyle paintWidth diameterX diameterY"
    ),
    22: ("A bar that fills. Android only.", "color initValue type"),
    23: ("One item of data, chosen by order. Android only.", "order"),
    24: ("Nothing is shown; neither platform has it unless the app brings it.", ""),
    25: native(frame), 26: native(grid), 27: native(ratio), 28: native(twoEnds), 29: native(row),
  ]

  private static func native(_ layout: (sentence: String, attributes: String)) -> (String, String) {
    (layout.sentence + " Backed by its own native view.", layout.attributes)
  }

  private static let common = Set(
    """
    id uuid name class tag data dataTag dataUrl dataParam dataMode action actionParam flag visibility \
    layoutWidth \
    layoutHeight minWidth minHeight layoutMargin layoutMarginLeft layoutMarginRight layoutMarginTop \
    layoutMarginBottom padding paddingLeft paddingRight paddingTop paddingBottom gravity layoutGravity \
    layoutDirection layoutRatio flexGrow autoDimDirection autoDimX autoDimY background backgroundImage \
    borderColor \
    borderWidth borderRadius borderTopLeftRadius borderTopRightRadius borderBottomLeftRadius \
    borderBottomRightRadius alpha onClick onLongClick onBeforeDataLoad onAfterDataLoad onSetData waterfall \
    stickyTop
    """.split(separator: " ").map(String.init))
}
