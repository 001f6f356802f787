import HybridUnits

/// Names of attributes, events and words that binding and scripts know.
enum TemplateKey {
  static let id = StringID("id"), name = StringID("name"), text = StringID("text")
  static let flag = StringID("flag"), visibility = StringID("visibility")
  static let action = StringID("action"), actionParam = StringID("actionParam")
  static let dataTag = StringID("dataTag"), order = StringID("order"), orientation = StringID("orientation")
  static let layoutWidth = StringID("layoutWidth"), layoutHeight = StringID("layoutHeight")
  static let gravity = StringID("gravity"), textColor = StringID("textColor"), color = StringID("color")
  static let borderWidth = StringID("borderWidth"), borderColor = StringID("borderColor")
  static let flexGrow = StringID("flexGrow")
  static let autoSwitch = StringID("autoSwitch"), stayTime = StringID("stayTime")
  static let autoSwitchTime = StringID("autoSwitchTime")
  static let autoRefreshThreshold = StringID("autoRefreshThreshold")
  static let onClick = StringID("onClick"), onBeforeDataLoad = StringID("onBeforeDataLoad")
  static let onAfterDataLoad = StringID("onAfterDataLoad"), onSetData = StringID("onSetData")
  static let onPageFlip = StringID("onPageFlip"), onAutoRefresh = StringID("onAutoRefresh")
  static let onScroll = StringID("onScroll")
  static let this = StringID("this"), data = StringID("data"), module = StringID("module")
  static let parent = StringID("parent"), ancestor = StringID("ancestor")
  static let siblings = StringID("siblings"), children = StringID("children")
  static let currentPosition = StringID("curPos"), previousPosition = StringID("prePos")
  static let total = StringID("total")
}
