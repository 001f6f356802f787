// Made by Tools/virtualview_tables.py. Do not edit.

/// The 160 strings that every reader of templates knows, and no template stores
/// (`Documentation/template-format.md`, *String ids*).
package enum PredefinedStrings {
  /// Their numbers, rising.
  package static let ids: [Int32] = [
    -2105120011, -2037919555, -2005645978, -1991132755, -1955718283, -1877911644, -1822277072, -1815780095,
    -1807275662, -1783760955, -1776612770, -1763797352, -1762099547, -1501175880, -1477040989, -1439500848,
    -1428201511, -1422950858, -1422893274, -1375815020, -1358064245, -1351902487, -1332194002, -1300156394,
    -1228066334, -1171801334, -1118334530, -1068784020, -1063571914, -1063257157, -1048634236, -1012322950,
    -1003668786, -995424086, -977844584, -975171706, -974184371, -973829677, -936434099, -806339567,
    -752601676, -675792745, -669528209, -667362093, -665970021, -515807685, -494312694, -380157501,
    -377785597, -337520550, -266541503, -251005427, -213632750, -172008394, -137744447, -133587431,
    -77812777, -51356769, 2738, 3176, 3211, 3355, 3357, 101577, 111188, 114148, 114586, 116519, 2228070,
    2368702, 2479791, 3076010, 3116345, 3145580, 3357091, 3373707, 3526476, 3530753, 3536714, 3556653,
    3559070, 3575610, 3601339, 62363524, 71235917, 74403170, 74637979, 78802736, 81791338, 82026147,
    82029635, 90130308, 92909918, 94742904, 94842723, 97444684, 102977279, 106006350, 108285963, 109780401,
    111344180, 113101617, 166965745, 173466317, 196203191, 202355100, 207632732, 280523342, 333432965,
    361078798, 390232059, 506010071, 516361156, 581268560, 588239831, 604060893, 617472950, 713848971,
    722830999, 741115130, 789757939, 793104392, 1031115618, 1037639619, 1248755103, 1292595405, 1302701180,
    1310765783, 1322318022, 1347692116, 1349188574, 1360592235, 1360592236, 1438248735, 1438248736,
    1443184528, 1443186021, 1481142723, 1490730380, 1554823821, 1557524721, 1569332215, 1593011297,
    1659526655, 1671241242, 1697244536, 1743704263, 1743739820, 1744216035, 1767100401, 1788852333,
    1810961057, 1860657097, 1941332754, 1942742086, 1999032065, 2002099216, 2003872956, 2129234981,
    2146088563,
  ]

  /// Their texts, in the order of ``ids``.
  package static let texts: [String] = [
    "RatioLayout", "layoutMarginTop", "TMNImage", "NImage", "layoutDirection", "scaleType", "GridLayout",
    "Slider", "lineSpace", "flexBasis", "TMVImage", "VGraph", "VImage", "paddingLeft", "FlexLayout",
    "orientation", "blurRadius", "action", "autoDimDirection", "minWidth", "disablePlaceHolder", "onClick",
    "background", "elseif", "borderTopLeftRadius", "animatorStyle", "lineSpaceExtra", "module", "textColor",
    "alignItems", "textStyle", "disableCache", "textSize", "parent", "supportSticky", "flexDirection",
    "onSetData", "ancestor", "Progress", "padding", "alignContent", "typeface", "colCount",
    "lineSpaceMultiplier", "onPageFlip", "lineHeight", "VH2Layout", "autoSwitch", "dataParam", "Scroller",
    "initValue", "onAfterDataLoad", "waterfall", "firstSpace", "canSlide", "minHeight", "maskColor",
    "autoRefreshThreshold", "VH", "ck", "do", "id", "if", "for", "pos", "src", "tag", "var", "Grid", "List",
    "Page", "data", "else", "flag", "mode", "name", "self", "size", "span", "text", "this", "type", "uuid",
    "layoutMarginRight", "onLongClick", "NLine", "NText", "autoSwitchTime", "VLine", "VText", "VTime",
    "paddingTop", "alpha", "class", "color", "fixBy", "lines", "order", "ratio", "style", "vList", "while",
    "siblings", "onAutoRefresh", "itemVerticalMargin", "paddingBottom", "containerID", "gravity",
    "borderTopRightRadius", "onBeforeDataLoad", "maxLines", "supportHTMLStyle", "layoutGravity",
    "borderBottomLeftRadius", "borderBottomRightRadius", "Component", "filterWhiteBg", "paddingRight",
    "borderColor", "borderWidth", "paintStyle", "paintWidth", "flexShrink", "dashEffect",
    "layoutMarginLeft", "backgroundImage", "VHLayout", "FrameLayout", "stayTime", "animatorTime",
    "borderRadius", "diameterX", "diameterY", "autoDimX", "autoDimY", "dataTag", "dataUrl",
    "layoutMarginBottom", "onScroll", "ellipsize", "layoutHeight", "actionParam", "Container", "children",
    "itemHeight", "layoutMargin", "flexFlow", "flexGrow", "flexWrap", "alignSelf", "dataMode", "itemMargin",
    "justifyContent", "visibility", "layoutOrientation", "layoutRatio", "lastSpace", "layoutWidth",
    "itemHorizontalMargin", "itemWidth",
  ]
}
