import HybridJSON
import HybridUnits
import HybridViewTree
import Testing

@testable import HybridTemplates

/// A component as tests write it: `vh(["layoutWidth": -1], text(["text": .text("a")]))`.
struct Spec {
  var kind: ComponentKind
  var attributes: [String: AttributeValue]
  var children: [Spec]
  var data = JSONValue.null
  var position = 0.0
  var bound: Set<StringID> = []

  init(_ kind: ComponentKind, _ attributes: [String: AttributeValue] = [:], _ children: [Spec] = []) {
    self.kind = kind
    self.attributes = attributes
    self.children = children
  }

  func with(data: JSONValue) -> Spec { change { $0.data = data } }
  func with(position: Double) -> Spec { change { $0.position = position } }
  func binding(_ name: String) -> Spec { change { $0.bound.insert(StringID(name)) } }

  private func change(_ body: (inout Spec) -> Void) -> Spec {
    var copy = self
    body(&copy)
    return copy
  }

  /// The components in tree order.
  var tree: ComponentTree {
    var tree = ComponentTree()
    var open: [(Spec, Int?)] = [(self, nil)]
    while let (spec, parent) = open.popLast() {
      let index = tree.components.count
      var component = Component(
        kind: spec.kind, componentID: spec.kind == .custom ? 1010 : spec.kind.rawValue, node: index,
        parent: parent)
      for (name, value) in spec.attributes { component.attributes[StringID(name)] = value }
      component.data = spec.data
      component.position = spec.position
      component.bound = spec.bound
      tree.append(component)
      for child in spec.children.reversed() { open.append((child, index)) }
    }
    return tree
  }

  /// The frames in tree order on a screen of 375 × 667 points; `-` for what takes no part.
  func frames(_ platform: TemplatePlatform, scale: Double = 2) -> [String] {
    var tree = tree
    tree.layOut(device(platform, scale: scale))
    return tree.components.map { $0.isPlaced ? $0.frame.description : "-" }
  }

  func view(_ platform: TemplatePlatform) -> ViewTree {
    let screen = device(platform)
    var tree = tree
    tree.layOut(screen)
    return tree.viewTree(screen, tags: [1010: "TotalContainer"], places: [])
  }
}

extension AttributeValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral {
  /// As XML has it.
  public init(integerLiteral value: Int32) { self = .int(value) }
  /// As XML has it.
  public init(floatLiteral value: Float) { self = .float(value) }
  /// As XML has it.
  public init(stringLiteral value: String) { self = .text(value) }
}

typealias Attributes = [String: AttributeValue]

/// A box of a fixed size.
func box(_ width: Int32, _ height: Int32, _ more: Attributes = [:]) -> Spec {
  Spec(.nLine, ["layoutWidth": .int(width), "layoutHeight": .int(height)].merging(more) { $1 })
}

/// A layout of a fixed size.
func layout(_ kind: ComponentKind, _ width: Int32, _ height: Int32, _ more: Attributes, _ children: [Spec])
  -> Spec
{
  Spec(
    kind, ["layoutWidth": .int(width), "layoutHeight": .int(height)].merging(more) { $1 }, children)
}

/// A layout whose root fills the screen, so that what is tested is a child.
func screen(_ children: Spec...) -> Spec { layout(.frameLayout, -1, -1, [:], children) }

/// Gravity by its bits.
enum Bits {
  static let left: AttributeValue = 1
  static let right: AttributeValue = 2
  static let center: AttributeValue = 4
  static let top: AttributeValue = 8
  static let bottom: AttributeValue = 16
  static let middle: AttributeValue = 32
  static let rightBottom: AttributeValue = 18
  static let both: AttributeValue = 36
}

/// One template and the frames of its components in tree order on both platforms.
struct Row: CustomTestStringConvertible, Sendable {
  var name: String
  var spec: Spec
  var ios: [String]
  var android: [String]

  init(_ name: String, _ spec: Spec, ios: [String], android: [String]? = nil) {
    self.name = name
    self.spec = spec
    self.ios = ios
    self.android = android ?? ios
  }

  var testDescription: String { name }
}

extension Spec: Sendable {}

/// A screen of 375 × 667 points.
func device(_ platform: TemplatePlatform, scale: Double = 2, isRightToLeft: Bool = false) -> TemplateScreen {
  var screen = TemplateScreen()
  screen.platform = platform
  screen.scale = scale
  screen.isRightToLeft = isRightToLeft
  return screen
}
