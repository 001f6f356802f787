extension ComputedStyle {
  /// Takes back what does not apply to `::first-letter`. CSS Pseudo-Elements 4 §2.2.1.
  mutating func restrictToFirstLetter(initial: ComputedStyle) {
    var box = initial.box
    box.float = self.box.float
    box.display = box.float == .none ? .inline : .block
    box.margin = self.box.margin
    box.padding = self.box.padding
    box.verticalAlign = self.box.verticalAlign
    self.box = box
    flex = initial.flex
    grid = initial.grid
    visual.transform = initial.visual.transform
    for property in [\PropertyTable.translate, \.rotate, \.scale] {
      self[PropertyTable.shared[keyPath: property].key] = []
    }
    visual.opacity = initial.visual.opacity
  }

  /// An element shows its own content unless a picture is in its place (CSS Content 3 §1). As in browsers a
  /// `::before` inherits nothing else either.
  mutating func settleContentOfElement() {
    guard case .values = self[\.content] else { return }
    let items = self[\.content].items.shown
    guard items.count == 1, case .image = items[0] else {
      self[PropertyTable.shared.content.key] = .normal
      return
    }
  }
}
