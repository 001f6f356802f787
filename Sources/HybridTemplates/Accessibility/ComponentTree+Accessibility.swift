import HybridEncoding
import HybridViewTree

extension ComponentTree {
  /// The accessibility properties of a template component. The format has no accessibility attributes:
  /// pictures have no names, and a clickable component is named by the texts in it.
  func accessibility(of index: Int, isHidden: Bool) -> ViewAccessibility? {
    let component = components[index]
    if isHidden {
      var told = ViewAccessibility()
      told.hidden = .itself
      return told
    }
    if component.parent != nil,
      (component.choice(TemplateKey.flag) ?? 0) & TemplateFlag.clickable.rawValue != 0
    {
      let name = texts(in: index)
      return ViewAccessibility(role: "button", label: name.isEmpty ? nil : name)
    }
    switch component.kind {
    case .nImage, .vImage, .tmNImage, .tmVirtualImage: return ViewAccessibility(role: "img")
    case .progress: return ViewAccessibility(role: "progressbar")
    default: return nil
    }
  }

  /// The maximum number of components read for one name.
  private static let reach = 200

  /// The texts of a component and its descendants, in order.
  private func texts(in top: Int) -> String {
    var texts: [String] = []
    var open = [top]
    var steps = 0
    while let index = open.popLast(), steps < Self.reach {
      steps += 1
      let component = components[index]
      guard component.isPlaced, component.choice(AttributeKey.visibility) != 0 else { continue }
      if component.kind == .nText || component.kind == .vText {
        let text = component.words(AttributeKey.text).collapsingWhitespace
        if !text.isEmpty { texts.append(text) }
      }
      open += component.children.reversed()
    }
    return texts.joined(separator: " ").cutForNames
  }
}
