import HybridDOM

/// The changes of scripts to style sheets, and the sheets that they made (CSSOM 1 §6).
struct SheetEdits {
  /// The elements whose content or `media` is not that of the template any more.
  private(set) var touched: Set<NodeID> = []
  /// How often the content of an element changed: each time it has another sheet object.
  private(set) var versions: [NodeID: Int] = [:]
  /// The texts that rules of scripts make of the sheets of elements.
  private(set) var texts: [NodeID: String] = [:]
  private(set) var disabled: Set<NodeID> = []
  /// The links whose address or kind scripts changed.
  private(set) var relinked: Set<NodeID> = []
  /// The texts of constructed sheets, by their numbers.
  private(set) var constructed: [Int: String] = [:]
  /// The constructed sheets of the document or of the root of a shadow tree (*adoptedStyleSheets*).
  private(set) var adopted: [NodeID: [Int]] = [:]

  /// Whether nothing was changed or made.
  var isEmpty: Bool { touched.isEmpty && texts.isEmpty && disabled.isEmpty && adopted.isEmpty }

  /// The content of an element changed.
  mutating func touch(_ node: NodeID) {
    touched.insert(node)
    texts[node] = nil
    versions[node, default: 0] += 1
  }

  /// The `media` or the place of an element changed.
  mutating func note(_ node: NodeID) { touched.insert(node) }

  /// The address or the kind of a link changed.
  mutating func noteLink(_ node: NodeID) { relinked.insert(node) }

  mutating func setText(_ text: String, of node: NodeID) { texts[node] = text }

  mutating func setDisabled(_ isDisabled: Bool, _ node: NodeID) {
    if isDisabled { disabled.insert(node) } else { disabled.remove(node) }
  }

  mutating func setConstructed(_ number: Int, _ text: String) { constructed[number] = text }

  mutating func adopt(_ numbers: [Int], in root: NodeID) { adopted[root] = numbers.isEmpty ? nil : numbers }

  /// The template was saved: its sheets count again.
  mutating func forgetTouched() { (touched, texts) = ([], [:]) }
}

extension LiveDocument {
  /// The style sheets of the page in the order of the cascade; nil while they are those of the unit.
  func sheetList(of unit: SheetPlaces) -> LiveSheetList? {
    if document.shadowRoots.isEmpty, sheetEdits.isEmpty, hasSheetsOfUnit(unit) { return nil }
    var list = LiveSheetList()
    list.document = unit.inOrder(sheets(in: document.root, unit)) + adoptedSheets(of: document.root)
    for host in document.hosts {
      guard let root = document.shadowRoots[host] else { continue }
      let sheets = sheets(in: root, unit) + adoptedSheets(of: root)
      if !sheets.isEmpty, isAttached(root) { list.shadowTrees.append(.init(root: root, sheets: sheets)) }
    }
    return list
  }

  /// Whether each sheet of the unit is in the document, and no other.
  private func hasSheetsOfUnit(_ unit: SheetPlaces) -> Bool {
    var count = 0
    for node in sheetElements where isAttached(node) && document.templates(above: node).isEmpty {
      guard let element = document[node].element, let name = element.elementName else { continue }
      if origin(of: node).flatMap({ unit.byNode[$0] }) != nil {
        guard name.isStyle || element["disabled"] == nil else { return false }
        count += 1
      } else if name.isStyle, document[node].firstChild != nil,
        !unit.hasOnlyLooseSheets || origin(of: node) == nil
      {
        return false
      }
    }
    return count == unit.byNode.count
  }

  private func adoptedSheets(of root: NodeID) -> [LiveSheet] {
    (sheetEdits.adopted[root] ?? []).map { LiveSheet(text: sheetEdits.constructed[$0] ?? "") }
  }

  /// The sheets of the elements of one tree, in tree order.
  private func sheets(in top: NodeID, _ unit: SheetPlaces) -> [LiveSheet] {
    guard !sheetElements.isEmpty else { return [] }
    var result: [LiveSheet] = []
    for node in document.nodes(in: top) {
      guard case .element(let element) = document[node].content, let name = element.elementName,
        name.isStyle || name == .link, !sheetEdits.disabled.contains(node),
        document.templates(above: node).isEmpty
      else { continue }
      let media = element["media"] ?? ""
      let known = origin(of: node).flatMap { unit.byNode[$0] }
      if name == .link, element["disabled"] != nil { continue }
      if let text = sheetEdits.texts[node] {
        result.append(LiveSheet(unit: known, text: text, media: media))
      } else if name == .link {
        // A link to another file: its text comes with ``SheetEdits/texts``.
        if known != nil { result.append(LiveSheet(unit: known, media: media)) }
      } else if let known, !isContentTouched(node) {
        result.append(LiveSheet(unit: known, media: media))
      } else if Self.isCSS(element["type"]), !unit.hasOnlyLooseSheets || origin(of: node) == nil {
        result.append(LiveSheet(unit: known, text: textContent(of: node), media: media))
      }
    }
    return result
  }

  private func isContentTouched(_ node: NodeID) -> Bool { sheetEdits.versions[node] != nil }

  /// HTML Standard §4.2.6, *update a style block*, step 4.
  static func isCSS(_ type: String?) -> Bool {
    type.map { $0.isEmpty || $0.lowercased() == "text/css" } ?? true
  }
}

/// The elements of a unit's sheets in its template.
struct SheetPlaces {
  /// The index of the sheet of each `style` and `link`.
  private(set) var byNode: [NodeID: Int] = [:]
  /// The sheets without an element, by index.
  private var loose: [Int] = []

  init(_ sheets: some Sequence<(node: NodeID?, isInShadowTree: Bool)>) {
    for (index, sheet) in sheets.enumerated() {
      if let node = sheet.node { byNode[node] = index } else if !sheet.isInShadowTree { loose.append(index) }
    }
  }

  /// Whether no sheet has an element, as in units that do not tell.
  var hasOnlyLooseSheets: Bool { byNode.isEmpty && !loose.isEmpty }

  /// Sheets of elements in tree order, with those without an element before the next one of the unit.
  func inOrder(_ sheets: [LiveSheet]) -> [LiveSheet] {
    guard !loose.isEmpty else { return sheets }
    var result: [LiveSheet] = []
    var waiting = loose[...]
    let last = sheets.lastIndex { $0.unit != nil }
    for (place, sheet) in sheets.enumerated() {
      let end = last.map { place <= $0 } == true ? sheet.unit ?? 0 : Int.max
      while let next = waiting.first, next < end {
        result.append(LiveSheet(unit: next))
        waiting.removeFirst()
      }
      result.append(sheet)
    }
    return result + waiting.map { LiveSheet(unit: $0) }
  }
}
