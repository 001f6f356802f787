import HybridCompiler
import HybridTemplateCompiler

/// One sentence about each attribute that the runtimes read (`Documentation/template-components.md`).
enum AttributeHelp {
  static func sentence(for name: String) -> String? { sentences[name] }

  /// The valid values, by type.
  static func values(of type: AttributeType) -> String {
    switch type {
    case .string: "A text, or a binding."
    case .int: "A whole number such as 12 or 12rp, or a binding."
    case .float: "A number such as 1.5 or 12rp, or a binding."
    case .number: "A number such as 12, 1.5 or 12rp, or a binding."
    case .bool: "true or false; no binding."
    case .color: "#rrggbb, #aarrggbb, a name, or a binding."
    case .flag: "Flags joined with |; no binding."
    case .type, .dataMode, .enumeration: "One of the words; no binding."
    case .align, .textStyle: "Words joined with |, or a binding."
    case .layoutSize: "match_parent, wrap_content, a number such as 12 or 12rp, or a binding."
    case .visibility: "One of the words, or a binding."
    case .expression: "A script: ${this.name=1}. Android only."
    }
  }

  private static let sentences: [String: String] = [
    "action": "The event that the app gets when the component is clicked.",
    "actionParam": "A second text for the app beside action. Android only.",
    "alignContent": "The alignment of a FlexLayout's lines on the cross axis.",
    "alignItems": "The alignment of children on the cross axis of a FlexLayout's line.",
    "alpha": "Stored by Android, without effect.",
    "animatorStyle": "How a Page moves when it turns. Android only.",
    "animatorTime": "Milliseconds that a Page moves after it was dragged. Android only.",
    "autoDimDirection": "The side that is given; the other follows from autoDimX and autoDimY.",
    "autoDimX": "The horizontal part of the ratio of sides.",
    "autoDimY": "The vertical part of the ratio of sides.",
    "autoRefreshThreshold": "How many items before the end a Scroller asks for more; 5.",
    "autoSwitch": "Whether a Page turns by itself: 1 or true.",
    "autoSwitchTime": "Milliseconds that a Page takes to turn by itself; 500.",
    "background": "The colour behind the content.",
    "backgroundImage": "A picture behind the content when there is no background colour. Android only.",
    "blurRadius": "How far the picture is blurred, in apps that bring it.",
    "borderBottomLeftRadius": "The radius of this corner.",
    "borderBottomRightRadius": "The radius of this corner.",
    "borderColor": "The colour of the border.",
    "borderRadius": "The radius of corners without a radius of their own.",
    "borderTopLeftRadius": "The radius of this corner.",
    "borderTopRightRadius": "The radius of this corner.",
    "borderWidth": "The width of the border.",
    "canSlide": "Whether a Page turns by hand: 1 or true.",
    "class": "A class of the app that handles this component.",
    "colCount": "How many cells a row has. GridLayout: 1 on Android, 2 on iOS; Grid: 2.",
    "color": "The colour of the line, shape or bar.",
    "containerID": "Which container of the app holds the items. Android only.",
    "dashEffect": "Lengths of dashes and gaps: [3,5,3,5]. Android only.",
    "data": "A text for the app.",
    "dataMode": "Whether data replaces the existing items or is appended.",
    "dataParam": "A text for the app.",
    "dataTag": "The data of a container: ${items}, an array of objects that name templates as their type.",
    "dataUrl": "A text for the app.",
    "diameterX": "The width of the shape; that of the box when 0.",
    "diameterY": "The height of the shape; that of the box when 0.",
    "disableCache": "Whether the picture is kept, in apps that bring it.",
    "disablePlaceHolder": "Whether a placeholder replaces the picture, in apps that bring it.",
    "disableRtl": "Read by no platform.",
    "ellipsize": "Where a text that does not fit is cut.",
    "filterWhiteBg": "Whether white is taken out of the picture, in apps that bring it.",
    "firstSpace": "Space before the first item.",
    "fixBy": "The side of the picture that fits the component, in apps that bring it.",
    "flag": "The features of the component: touches, exposure, lookup by scripts.",
    "flexDirection": "The direction of lines of a FlexLayout.",
    "flexGrow": "The share of the free space of a FlexLayout's line; whole numbers. Android only.",
    "flexWrap": "Whether a FlexLayout wraps its children onto new lines.",
    "gravity": "The alignment of the content in the component.",
    "id": "A number that identifies the component.",
    "initValue": "The part of a Progress that is always full.",
    "itemHeight": "The height of items; default: the height of their content.",
    "itemHorizontalMargin": "Room between columns.",
    "itemMargin": "Room between items.",
    "itemVerticalMargin": "Room between rows.",
    "itemWidth": "The width of items.",
    "justifyContent": "The alignment of children on the main axis of a FlexLayout's line.",
    "lastSpace": "Space after the last item.",
    "layoutDirection": "The end of the VH2Layout at which the component is placed.",
    "layoutGravity": "The alignment of the component in its parent.",
    "layoutHeight": "The height; default: 0.",
    "layoutMargin": "Room outside, on the sides that have none of their own. Android only.",
    "layoutMarginBottom": "Room below the component.",
    "layoutMarginLeft": "Room to the left of the component.",
    "layoutMarginRight": "Room to the right of the component.",
    "layoutMarginTop": "Room above the component.",
    "layoutOrientation": "Whether a Page has its items in reverse. Android only.",
    "layoutRatio": "The share of the free space of a RatioLayout; Android reads whole numbers.",
    "layoutWidth": "The width; default: 0.",
    "lineHeight": "The height of a line of text.",
    "lineSpace": "Stored by Android, without effect.",
    "lineSpaceExtra": "Room between lines of text.",
    "lineSpaceMultiplier": "How many times the usual height lines have. Android only.",
    "lines": "The number of lines. iOS: default 1, 0 for unlimited.",
    "maskColor": "A colour over the picture, in apps that bring it.",
    "maxLines": "How many lines a text may have.",
    "minHeight": "The minimum height of a wrapping component without content. Android only.",
    "minWidth": "The minimum width of a wrapping component without content. Android only.",
    "mode": "Whether a Scroller has one column or two.",
    "name": "A name that identifies the component.",
    "onAfterDataLoad": "Runs after the template is bound.",
    "onAutoRefresh": "Runs when a Scroller nears its end.",
    "onBeforeDataLoad": "Runs before the template is bound.",
    "onClick": "Runs when the component is clicked.",
    "onLongClick": "Read by no platform.",
    "onPageFlip": "Runs when a Page has turned.",
    "onScroll": "Runs when a Slider scrolls, in the older form of it.",
    "onSetData": "Runs after data is set.",
    "order": "Which item a VirtualContainer shows.",
    "orientation": "H for a row, V for a column.",
    "padding": "Room inside, on the sides that have none of their own. Android only.",
    "paddingBottom": "Room inside, below the content.",
    "paddingLeft": "Room inside, to the left of the content.",
    "paddingRight": "Room inside, to the right of the content.",
    "paddingTop": "Room inside, above the content.",
    "paintStyle": "Whether a shape is filled.",
    "paintWidth": "The width of the stroke; 1.",
    "ratio": "Width divided by height of a picture that wraps. iOS only.",
    "scaleType": "How a picture is fitted into its box.",
    "span": "Room between columns of a Scroller, or between items of a Slider.",
    "src": "The picture: an address, or on iOS a name in the app.",
    "stayTime": "Milliseconds that a Page stays before it turns by itself.",
    "stickyTop": "Above 0: the item stays at the top of a Scroller with supportSticky.",
    "style": "Whether a line is dashed. Android only.",
    "supportHTMLStyle": "1: the text has tags such as b and i. Android only.",
    "supportSticky": "1: items with stickyTop stay at the top.",
    "tag": "A text for the app, or a JSON object of several.",
    "text": "The text.",
    "textColor": "The colour of the text; black.",
    "textSize": "The font size; default: 20 on Android, 17 on iOS.",
    "textStyle": "The font style.",
    "type": "The shape of a VGraph.",
    "typeface": "Stored by Android, without effect.",
    "uuid": "Above 0: a number that identifies the component in the whole app. Android only.",
    "visibility": "invisible keeps its room, gone has none.",
    "waterfall": "Above 0: the item is one column of a staggered Scroller wide.",
  ]
}
