/// The conversion of a bound value for an attribute (`Documentation/template-data.md`, *Bindings*).
package enum BindingType: Hashable, Sendable {
  case int, float, string, color, boolean, visibility, gravity, textStyle, object
  /// Unchanged, for a component that only the app knows.
  case any
}

extension ComponentKind {
  /// Whether its children are generated from data, one for each item.
  package func hasItems(on platform: TemplatePlatform) -> Bool {
    switch self {
    case .page, .grid: true
    case .scroller, .slider, .vh, .virtualContainer: platform == .android
    default: false
    }
  }

  /// Whether iOS has no such component (`Documentation/template-components.md`).
  package var isOnlyOnAndroid: Bool {
    switch self {
    case .flexLayout, .scroller, .slider, .vh, .vGraph, .progress, .virtualContainer: true
    default: false
    }
  }

  /// Whether Android only passes the attribute to its host.
  package static func isForHost(_ key: StringID) -> Bool { Bindable.host.contains(key) }

  /// The conversion of a bound value; nil where the runtime supports no binding
  /// (`Documentation/template-components.md`).
  package func bindingType(of key: StringID, on platform: TemplatePlatform) -> BindingType? {
    if let type = ownBindingTypes(on: platform)[key] { return type }
    let common = platform == .android ? Bindable.android : Bindable.ios
    // The host interprets the attributes of a custom component: their values stay unchanged.
    return common[key] ?? (self == .custom && !Bindable.never.contains(key) ? .any : nil)
  }

  private func ownBindingTypes(on platform: TemplatePlatform) -> [StringID: BindingType] {
    switch self {
    case .nText, .vText: Bindable.text
    case .nImage, .vImage: Bindable.image
    case .nLine, .vLine: Bindable.line
    case .gridLayout, .nGridLayout, .grid: platform == .android ? Bindable.androidGrid : Bindable.iosGrid
    case .page: Bindable.page
    case .vh: platform == .android ? Bindable.vh : [:]
    default: [:]
    }
  }
}

/// The tables behind ``ComponentKind/bindingType(of:on:)``.
private enum Bindable {
  static func table(_ groups: (BindingType, String)...) -> [StringID: BindingType] {
    var table: [StringID: BindingType] = [:]
    for (type, names) in groups {
      for name in names.split(separator: " ") { table[StringID(name)] = type }
    }
    return table
  }

  static let both = table(
    (
      .float,
      """
      layoutWidth layoutHeight layoutMarginLeft layoutMarginRight layoutMarginTop layoutMarginBottom \
      paddingLeft paddingRight paddingTop paddingBottom borderWidth borderRadius borderTopLeftRadius \
      borderTopRightRadius borderBottomLeftRadius borderBottomRightRadius autoDimX autoDimY
      """
    ),
    (.string, "name action class"), (.color, "background borderColor"), (.gravity, "gravity"),
    (.visibility, "visibility"), (.object, "dataTag"))
  static let android = both.merging(
    table(
      (.float, "layoutMargin padding alpha"), (.int, "autoDimDirection"),
      (.string, "backgroundImage actionParam data dataUrl dataParam dataMode tag"))
  ) { $1 }
  static let ios = both.merging(
    table((.int, "id"), (.float, "minWidth minHeight"), (.gravity, "layoutGravity"))
  ) { $1 }
  static let host: Set<StringID> = Set(
    ["actionParam", "data", "dataUrl", "dataParam", "dataMode", "tag"].map { StringID($0) })
  static let never: Set<StringID> = [
    StringID("flag"), StringID("id"), StringID("uuid"), StringID("layoutGravity"), StringID("minWidth"),
    StringID("minHeight"),
  ]

  static let text = table(
    (.string, "text"), (.float, "textSize"), (.color, "textColor"), (.textStyle, "textStyle"))
  static let image = table((.string, "src"))
  static let line = table((.color, "color"))
  static let androidGrid = table((.float, "itemHorizontalMargin itemVerticalMargin"))
  static let iosGrid = table(
    (.int, "colCount"), (.float, "itemHeight itemHorizontalMargin itemVerticalMargin"))
  static let page = table((.boolean, "autoSwitch canSlide"), (.int, "stayTime autoSwitchTime"))
  static let vh = table((.float, "itemWidth itemHeight itemMargin"))
}
