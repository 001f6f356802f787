package import HybridGeometry
import HybridJSON
package import HybridUnits

/// The screen and the settings that a template is laid out for.
package struct TemplateScreen: Hashable, Sendable {
  package var platform = TemplatePlatform.ios
  /// The screen, in points.
  package var size = Size<Double>(width: 375, height: 667)
  /// Pixels per point, for rounding to whole pixels on Android.
  package var scale = 2.0
  /// Whether Android lays out for a language that runs from right to left.
  package var isRightToLeft = false
  /// The factor by which the user enlarges text.
  package var fontScale = 1.0
  /// Whether the user prefers a dark colour scheme; used by HTML stand-ins of components.
  package var prefersDark = false

  /// The standard phone.
  package init() {}
}

/// The current value of an attribute: from the file, or bound from data. A colour is an int, 0xAARRGGBB.
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

/// One component of a loaded template: its attributes, and the frame from layout.
struct Component: Sendable {
  var kind: ComponentKind
  var componentID: UInt16
  /// The template that an item is made from; nil for the unit's own.
  var item: String?
  /// Its element's position in the template.
  var node: Int
  var parent: Int?
  var children: [Int] = []
  /// The attributes that are set; layout and drawing supply the defaults.
  var attributes: [StringID: AttributeValue] = [:]
  /// Attributes that have a binding; on Android, a bound size without a value is `wrap_content`.
  var bound: Set<StringID> = []
  var variables: [StringID: ExpressionValue] = [:]
  /// Expressions by the event that runs them.
  var scripts: [StringID: StringID] = [:]
  /// The object that its template is bound to; all components of an item have the item's object.
  var data = JSONValue.null
  /// The index that distinguishes items: `[3]`, or empty.
  var key = ""
  /// The current item of a page, or the scroll offset of a scroller in points.
  var position = 0.0
  /// The page's item before the last flip.
  var previousPosition = 0.0
  var progress: (current: Double, total: Double)?
  /// The stand-in of a custom component; nil: a box with its tag.
  var standIn: ComponentStandIn?
  /// Relative to the parent's corner, in points; written by layout.
  var frame = Rect(x: 0, y: 0, width: 0, height: 0)
  /// Whether layout includes it: false if it or an ancestor is gone.
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
  private(set) var components: [Component] = []
  private(set) var roots: [Int] = []

  // MARK: Structure

  /// Adds a component as the last child of its ``Component/parent``, or as the last root.
  /// - Returns: Its position.
  @discardableResult
  mutating func append(_ component: Component) -> Int {
    let index = components.count
    let parent = component.parent
    components.append(component)
    if let parent { components[parent].children.append(index) } else { roots.append(index) }
    return index
  }

  /// Removes children of a component; ``sortInTreeOrder()`` drops them.
  mutating func removeChildren(_ children: Set<Int>, of index: Int) {
    components[index].children.removeAll { children.contains($0) }
  }

  /// Sorts the components in tree order and drops those not reachable from a root.
  /// - Returns: The new position of each old one; -1 for dropped components.
  mutating func sortInTreeOrder() -> [Int] {
    var order: [Int] = []
    var stack = Array(roots.reversed())
    while let index = stack.popLast() {
      order.append(index)
      stack.append(contentsOf: components[index].children.reversed())
    }
    var numbers = [Int](repeating: -1, count: components.count)
    for (new, old) in order.enumerated() { numbers[old] = new }
    if order.count == components.count, order.indices.allSatisfy({ order[$0] == $0 }) { return numbers }
    components = order.map { old in
      var component = components[old]
      component.parent = component.parent.map { numbers[$0] }
      component.children = component.children.map { numbers[$0] }
      return component
    }
    roots = roots.map { numbers[$0] }
    return numbers
  }

  // MARK: Values

  /// Sets an attribute.
  mutating func set(_ value: AttributeValue, for key: StringID, of index: Int) {
    components[index].attributes[key] = value
  }

  /// Sets a user variable.
  mutating func setVariable(_ value: ExpressionValue, for name: StringID, of index: Int) {
    components[index].variables[name] = value
  }

  /// Sets the share that a progress bar shows.
  mutating func setProgress(_ progress: (current: Double, total: Double), of index: Int) {
    components[index].progress = progress
  }

  /// Sets the stand-in of a custom component.
  mutating func setStandIn(_ standIn: ComponentStandIn, of index: Int) { components[index].standIn = standIn }

  /// Turns a page to an item, and keeps the item before.
  mutating func flip(_ page: Int, to item: Double) {
    components[page].previousPosition = components[page].position
    components[page].position = item
  }

  /// Scrolls a scroller to an offset, in points.
  mutating func scroll(_ index: Int, to offset: Double) { components[index].position = offset }

  // MARK: Frames

  /// Removes the frames of all components: layout includes none of them.
  mutating func removeFrames() {
    for index in components.indices {
      components[index].isPlaced = false
      components[index].frame = Rect(x: 0, y: 0, width: 0, height: 0)
    }
  }

  /// Gives a component its frame: layout includes it.
  mutating func place(_ index: Int, at frame: Rect) {
    components[index].isPlaced = true
    components[index].frame = frame
  }
}
