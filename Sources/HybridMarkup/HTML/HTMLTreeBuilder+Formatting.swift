import HybridDOM

/// Elements that are opened again where the author closed others around them.
extension HTMLTreeBuilder {
  mutating func startFormatting() {
    let tag = token.tag
    if tag == .a, let index = formatting.last(.a), let link = formatting[index] {
      notes.note(.nestedLink, token.range)
      beforeStartTag { $0.runAdoptionAgency() }
      if let index = formatting.index(of: link.node) { formatting.remove(at: index) }
      if let index = open.index(of: link.node) { open.remove(at: index) }
    }
    reconstructFormatting()
    if tag == .nobr, open.has(.nobr) {
      beforeStartTag { $0.runAdoptionAgency() }
      reconstructFormatting()
    }
    if let element = insertElement() { formatting.push(element, document) }
  }

  /// §13.2.4.3, *reconstruct the active formatting elements*.
  mutating func reconstructFormatting() {
    guard let last = formatting.indices.last, let element = formatting[last],
      open.index(of: element.node) == nil
    else { return }
    var first = last
    while first > 0, let before = formatting[first - 1], open.index(of: before.node) == nil { first -= 1 }
    for index in first...last {
      guard let element = formatting[index], let copy = insertCopy(of: element) else { return }
      formatting.replace(at: index, with: copy)
    }
  }

  /// §13.2.6.4.7, *adoption agency algorithm*, for the tag of ``token``.
  mutating func runAdoptionAgency() {
    let tag = token.tag
    if let current = open.current, current.isHTML(tag), formatting.index(of: current.node) == nil {
      return pop(by: token.range.upperBound)
    }
    for _ in 0..<8 {
      guard !isStopped else { return }
      guard let index = formatting.last(tag), let element = formatting[index] else { return endOther() }
      guard let depth = open.index(of: element.node) else {
        noteStray()
        return formatting.remove(at: index)
      }
      guard open.has(element.node) else { return noteStray() }
      guard let furthest = (depth + 1..<open.count).first(where: { open[$0].isSpecial }) else {
        while open.count > depth + 1 { pop() }
        pop(by: token.range.upperBound)
        return formatting.remove(at: index)
      }
      if depth + 1 < open.count { notes.noteUnclosed(open[furthest], document, before: token) }
      adopt(element, at: depth, furthest: furthest)
    }
  }

  /// Steps 4.9 to 4.19: moves what is inside of `element` and the furthest block out of it.
  private mutating func adopt(_ element: HTMLOpenElement, at depth: Int, furthest: Int) {
    let block = open[furthest]
    let ancestor = open[depth - 1]
    // Steps 12 and 13: a bookmark in the list, and a walk up from the block.
    var bookmark = element.node
    var isBehindBookmark = false
    var last = block.node
    var index = furthest
    for step in 1... {
      index -= 1
      var node = open[index]
      if node.node == element.node { break }
      let place = formatting.index(of: node.node)
      guard let place, step <= 3 else {
        if let place { formatting.remove(at: place) }
        open.remove(at: index)
        continue
      }
      guard let copy = copy(node) else { return }
      formatting.replace(at: place, with: copy)
      open[index] = copy
      node = copy
      if last == block.node {
        bookmark = copy.node
        isBehindBookmark = true
      }
      writer.append(last, to: node.node)
      last = node.node
    }
    // Step 14: wherever the formatting element's parent would take it.
    let place = place(in: ancestor)
    writer.insert(last, at: place)
    // Steps 15 to 17.
    guard let copy = copy(element) else { return }
    for child in Array(document.children(of: block.node)) { writer.append(child, to: copy.node) }
    writer.append(copy.node, to: block.node)
    // Step 18.
    if let old = formatting.index(of: element.node), bookmark == element.node {
      formatting.replace(at: old, with: copy)
    } else {
      if let old = formatting.index(of: element.node) { formatting.remove(at: old) }
      let place = formatting.index(of: bookmark) ?? formatting.indices.upperBound
      formatting.insert(copy, at: min(place + (isBehindBookmark ? 1 : 0), formatting.indices.upperBound))
    }
    // Step 19.
    if let old = open.index(of: element.node) { open.remove(at: old) }
    if let place = open.index(of: block.node) { open.insert(copy, at: place + 1) }
    writer.end(element.node, at: token.range.upperBound)
  }
}
