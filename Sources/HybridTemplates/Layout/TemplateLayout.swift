import HybridDrawing
import HybridGeometry
import HybridUnits
import HybridViewTree

extension ComponentTree {
  /// Deeper components are left out, so that no template exhausts the stack.
  static let depthLimit = 512

  /// Measures and places every component for a screen by the rules of its platform
  /// (`Documentation/template-components.md`).
  ///
  /// Only the first root is shown, as on phones. Its `match_parent` is the screen; `wrap_content` may be
  /// 1,000 points high, the room that the preview apps give. Writes ``Component/frame`` and
  /// ``Component/isPlaced``; the time is linear in the components.
  mutating func layOut(_ screen: TemplateScreen) {
    removeFrames()
    guard let root = roots.first else { return }
    let tooDeep = componentsBelowLimit(root)
    switch screen.platform {
    case .ios:
      var layout = IOSLayout(components, screen: screen, leavingOut: tooDeep)
      layout.run(root)
      layout.write(to: &self)
    case .android:
      var layout = AndroidLayout(components, screen: screen, leavingOut: tooDeep)
      layout.run(root)
      layout.write(to: &self)
    }
  }

  /// The maximum height of a root that wraps its content, in points.
  static func rootHeightLimit(_ screen: TemplateScreen) -> Double {
    max(1000, TemplateUnits.bounded(screen.size.height))
  }

  private func componentsBelowLimit(_ root: Int) -> [Int] {
    var result: [Int] = []
    var open = [(root, 1)]
    while let (node, depth) = open.popLast() {
      if depth > Self.depthLimit {
        result.append(node)
      } else {
        for child in components[node].children { open.append((child, depth + 1)) }
      }
    }
    return result
  }
}

extension ComponentKind {
  /// Whether it is a layout with a native view: its children are placed relative to its corner, not to the
  /// surface's.
  var isNativeLayout: Bool {
    switch self {
    case .nFrameLayout, .nGridLayout, .nRatioLayout, .nVH2Layout, .nVHLayout: true
    default: false
    }
  }

  /// Whether it is a layout, virtual or native.
  var isLayout: Bool {
    switch self {
    case .frameLayout, .vhLayout, .vh2Layout, .gridLayout, .flexLayout, .ratioLayout: true
    default: isNativeLayout
    }
  }

  /// Whether it shows items, made from templates that its data names.
  var isContainer: Bool {
    switch self {
    case .scroller, .slider, .page, .grid, .vh: true
    default: false
    }
  }

  /// Whether iOS supports it (`Documentation/template-components.md`); an unsupported component is a plain
  /// box there.
  var isKnownToIOS: Bool {
    switch self {
    case .flexLayout, .scroller, .vh, .slider, .virtualTime, .vGraph, .progress, .virtualContainer, .variable:
      false
    default: true
    }
  }
}

extension Component {
  /// Whether its `orientation` is horizontal; nil if unset.
  var isHorizontal: Bool? { choice(AttributeKey.orientation).map { $0 == 1 } }
}
