import HybridGeometry

extension DisplayList {
  /// The list as cells show it: where a background covers letters only (`background-clip: text`), transparent
  /// letters have its colour.
  var withColoredLetters: DisplayList {
    guard items.contains(where: { $0.content.hasLetters }) else { return self }
    var list = self
    var covers: [(frame: Rect, color: RGBA)] = []
    for index in list.items.indices {
      switch list.items[index].content {
      case .box(var box) where box.letters != nil:
        covers.append((box.frame, box.ground))
        box.letters = nil
        (box.background, box.gradients) = (.transparent, [])
        list.items[index].content = .box(box)
      case .text(var text):
        text.color(by: covers)
        list.items[index].content = .text(text)
      default: break
      }
    }
    return list
  }
}

extension DisplayList {
  /// The list with the borders that cells show.
  var withCellBorders: DisplayList {
    func borders(_ item: Item) -> Edges<Border>? {
      if case .box(let box) = item.content { box.cellBorders } else { nil }
    }
    guard items.contains(where: { borders($0) != nil }) else { return self }
    var list = self
    for index in list.items.indices {
      guard case .box(var box) = list.items[index].content, let borders = box.cellBorders else { continue }
      box.borders = borders
      list.items[index].content = .box(box)
    }
    return list
  }
}

extension DisplayList.Content {
  fileprivate var hasLetters: Bool { if case .box(let box) = self { box.letters != nil } else { false } }
}

extension DisplayList.Text {
  /// Gives transparent letters the colour of the last background whose box their middle is in.
  fileprivate mutating func color(by covers: [(frame: Rect, color: RGBA)]) {
    for line in layout.lines {
      for fragment in line.fragments {
        guard case .text(let string, var style) = text.runs[fragment.run], style.color.isTransparent else {
          continue
        }
        let middle = Point(
          x: frame.x + fragment.x + fragment.width / 2, y: frame.y + line.y + line.height / 2)
        guard let cover = covers.last(where: { $0.frame.contains(middle) }) else { continue }
        style.color = cover.color
        text.runs[fragment.run] = .text(string, style)
      }
    }
  }
}
