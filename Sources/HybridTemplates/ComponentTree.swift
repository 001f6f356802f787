package import HybridGeometry
import HybridJSON
package import HybridUnits

/// What a template is laid out for.
package struct TemplateScreen: Hashable, Sendable {
  package var platform = TemplatePlatform.ios
  /// The screen, in points.
  package var size = Size<Double>(width: 375, height: 667)
  /// Pixels a point, for Android's whole pixels.
  package var scale = 2.0
  /// Whether Android lays out for a language that runs from right to left.
  package var isRightToLeft = false
  /// How much larger than usual the person wants text.
  package var fontScale = 1.0
  /// Whether the person prefers a dark screen: for components that HTML stands in for.
  package var prefersDark = false

  /// The standard phone.
  package init() {}
}

/// A value that an attribute has now: as the file has it, or bound from data. A colour is an int, 0xAARRGGBB.
enum AttributeValue: Hashable, Sendable {
  case int(Int32)
  case float(Float)
  /// In units of 1/750 of the screen's width.
  case rpInt(Int32)
  case rpFloat(Float)
  case text(String)
  case object(JSONValue)
}

/// A value in an expression.
enum ExpressionValue: Hashable, Sendable {
  case int(Int32)
  case float(Float)
  case text(String)
  case json(JSONValue)
  /// Components by their positions in the tree.
  case components([Int])
  case null
}

/// One component of a template that was loaded: what it was given, and where layout put it.
struct Component: Sendable {
  var kind: ComponentKind
  var componentID: UInt16
  /// The template that an item is made from; nil for the unit's own.
  var item: String?
  /// Its element's position in the template.
  var node: Int
  var parent: Int?
  var children: [Int] = []
  /// What is set; defaults are those of layout and drawing.
  var attributes: [StringID: AttributeValue] = [:]
  /// Attributes that have a binding: on Android a bound size without value is `wrap_content`.
  var bound: Set<StringID> = []
  var variables: [StringID: ExpressionValue] = [:]
  /// Expressions by the event that runs them.
  var scripts: [StringID: StringID] = [:]
  /// The object that its template is bound to; an item's own for all of the item.
  var data = JSONValue.null
  /// Where items differ: `[3]`, or empty.
  var key = ""
  /// A page's item, or the points that a scroller is scrolled by.
  var position = 0.0
  /// The page's item before the last flip.
  var previousPosition = 0.0
  var progress: (current: Double, total: Double)?
  /// What a custom component is shown as; nil: a box with its tag.
  var standIn: ComponentStandIn?
  /// From the parent's corner, in points; layout writes it.
  var frame = Rect(x: 0, y: 0, width: 0, height: 0)
  /// Whether it takes part: not when it or an ancestor is gone.
  var isPlaced = false

  init(kind: ComponentKind, componentID: UInt16, node: Int, parent: Int?) {
    self.kind = kind
    self.componentID = componentID
    self.node = node
    self.parent = parent
  }
}

/// A loaded template: its components in one array, in tree order.
struct ComponentTree: Sendable {
  var components: [Component] = []
  var roots: [Int] = []
}
