import HybridCSS
import HybridDOM
import HybridDrawing

/// Finds the styles of first lines. CSS Pseudo-Elements 4 §2.1, *The ::first-line pseudo-element*.
struct FirstLines {
  let document: Document
  let styles: StyledDocument

  /// The styles of `::first-line` that apply to the first line of a block's own content, outermost first:
  /// those of the block, and of the blocks whose content begins with it.
  func styles(of block: NodeID) -> [ComputedStyle] {
    guard styles.hasPseudoElements else { return [] }
    var result: [ComputedStyle] = []
    var current: NodeID? = block
    while let node = current, styles[node].box.display.hasFirstLine {
      if let style = styles.style(of: .firstLine, at: node) { result.append(style) }
      current = beginsParent(node) ? document[node].parent : nil
    }
    return result.reversed()
  }

  /// Gives the first line of a run, with which the content of a block begins, its styles.
  ///
  /// What text on the line has in common with its block comes from `::first-line`, as if the line were an
  /// inline element around it.
  func apply(to run: inout FinishedRun, of block: NodeID) {
    let first = styles(of: block)
    guard !first.isEmpty else { return }
    var line = run.text
    var fonts = run.boxes.reduce(into: [:]) { $0[$1.key] = styles[$1.key].font }
    for style in first {
      let (around, own) = (line.style, TextStyle(onFirstLine: style))
      line = line.mapStyles { $0.onFirstLine(own, of: around) }
      fonts = fonts.mapValues { $0.onFirstLine(own.font, of: around.font) }
    }
    run.text.firstLine = line
    for (element, font) in fonts {
      guard var box = run.boxes[element], font != styles[element].font else { continue }
      let (before, after) = (TextMetrics.extents(of: styles[element].font), TextMetrics.extents(of: font))
      box.ascent += after.ascent - before.ascent
      box.descent += after.descent - before.descent
      run.firstLineBoxes[element] = box
    }
  }

  /// The blocks in an element whose first lines may be that of the element, now or after a change.
  func blocks(below node: NodeID) -> [NodeID] {
    var result: [NodeID] = []
    var open = [node]
    while let element = open.popLast() {
      var child = document.firstShown(in: element)
      while let current = child {
        if document[current].isElement, styles[current].box.display.continuesInParent {
          result.append(current)
          open.append(current)
        }
        child = document.shown(after: current)
      }
    }
    return result
  }

  /// Whether the content of its parent begins with a block.
  private func beginsParent(_ node: NodeID) -> Bool {
    let style = styles[node]
    guard style.isInFlow, style.box.display.continuesInParent else { return false }
    var sibling = document.shown(before: node)
    while let current = sibling {
      if let text = document[current].text {
        guard styles[node].text.whiteSpaceCollapse == .collapse, text.utf8.allSatisfy(\.isASCIIWhitespace)
        else { return false }
      } else if document[current].isElement {
        let own = styles[current]
        guard own.box.display == .none || !own.isInFlow else { return false }
      }
      sibling = document.shown(before: current)
    }
    return true
  }
}

extension TextStyle {
  fileprivate func onFirstLine(_ first: TextStyle, of block: TextStyle) -> TextStyle {
    var result = self
    result.font = font.onFirstLine(first.font, of: block.font)
    result.boxFont = boxFont.map { $0.onFirstLine(first.font, of: block.font) }
    if color == block.color { result.color = first.color }
    if letterSpacing == block.letterSpacing { result.letterSpacing = first.letterSpacing }
    if wordSpacing == block.wordSpacing { result.wordSpacing = first.wordSpacing }
    if lineHeight == block.lineHeight { result.lineHeight = first.lineHeight }
    if shadows == block.shadows { result.shadows = first.shadows }
    if background.isTransparent { result.background = first.background }
    result.isUnderlined = isUnderlined || first.isUnderlined
    result.isStruckThrough = isStruckThrough || first.isStruckThrough
    // Rules hold all lines of the text if they hold any.
    if !rules.isEmpty || !first.rules.isEmpty { result.rules = first.rules + rules }
    for index in struts.indices {
      let strut = struts[index]
      result.struts[index].font = strut.font.onFirstLine(first.font, of: block.font)
      if strut.lineHeight == block.lineHeight { result.struts[index].lineHeight = first.lineHeight }
    }
    return result
  }
}

extension Font {
  fileprivate func onFirstLine(_ first: Font, of block: Font) -> Font {
    var result = extras == block.extras ? with(first.extras) : self
    if families == block.families { result.families = first.families }
    if size == block.size { result.size = first.size }
    if weight == block.weight { result.weight = first.weight }
    if isItalic == block.isItalic { result.isItalic = first.isItalic }
    return result
  }
}

extension HybridCSS.Display {
  /// Whether the first line of a block may be that of its parent.
  fileprivate var continuesInParent: Bool { self == .block || self == .listItem }
}
