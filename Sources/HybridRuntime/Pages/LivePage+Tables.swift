import HybridDOM
import HybridGeometry
import HybridJSON
import HybridUnits

/// Tables: visible rows, made from a template.
extension LivePage {
  /// The templates of a table's rows.
  struct TableTemplates {
    var row: NodeID?
    var section: NodeID?
  }

  /// Hides the templates in tables, which are not rows themselves, and fills tables whose rows are in the
  /// page's data.
  func prepareTables() {
    for node in Array(document.nodes(in: document.root)) where isTable(node) {
      hideTemplates(of: node)
      guard tables[node] == nil, let source = dataSource(of: node) else { continue }
      reloadTable(node.index, rows: [source.count])
    }
  }

  private func hideTemplates(of table: NodeID) {
    for child in Array(document.children(of: table)) where !dom.isMadeByTable(child) {
      guard nativeName(of: child)?.isNativeRow == true, document[child].element?["t:template"] == nil else {
        continue
      }
      set("t:template", to: "", of: child)
    }
  }

  func isTable(_ node: NodeID) -> Bool { unit.dialect == .native && nativeName(of: node) == .table }

  /// The rows that `t:data="(row, i) in path"` names; nil for a table that a script fills.
  private func dataSource(of table: NodeID) -> [JSONValue]? {
    guard let text = document[table].element?["t:data"], let clause = try? ForClause(parsing: text) else {
      return nil
    }
    return BindingScopes(data: bindingData).value(at: clause.path, in: .page)?.array
  }

  package func reloadTable(_ node: Int, rows: [Int]) {
    guard let node = self.node(node), isTable(node) else { return }
    hideTemplates(of: node)
    var table = tables[node] ?? PageTable()
    let templates = templates(of: node)
    let element = document[node].element
    let hasTemplate = templates.section != nil
    let hasFooterTitles = !hasTemplate || element?["displaystyle"] == "group"
    let margin = element?["sectionmargin"].flatMap(points)
    let rowHeight = element?["rowheight"].flatMap(points) ?? 44
    removeRows(of: &table)
    table.reload(
      rows, hasHeaders: hasTemplate || hasTitles(.header, node, rows),
      hasFooters: margin != nil || hasFooterTitles && hasTitles(.footer, node, rows), estimate: rowHeight)
    tables.put(table, at: node)
    dom.noteRows(of: node)
  }

  /// A title of a section, which is text in its data.
  private enum SectionTitle: String {
    case header = "sectionHeaderTitle"
    case footer = "sectionFooterTitle"
  }

  /// The number of sections that are asked for titles when a table is loaded.
  private static let askedSections = 1_000

  /// Whether any section has this title in its data.
  private func hasTitles(_ title: SectionTitle, _ node: NodeID, _ rows: [Int]) -> Bool {
    guard let world, !rows.isEmpty else { return false }
    return (0..<min(rows.count, Self.askedSections)).contains {
      world.section(of: node.index, section: $0)?[title.rawValue]?.string != nil
    }
  }

  /// The templates of a table; the one of sections only if the table shows it (`showSectionView`).
  func templates(of table: NodeID) -> TableTemplates {
    let showsSections = document[table].element?["showsectionview"].map { !["false", "0"].contains($0) }
    var found = TableTemplates()
    for child in document.children(of: table) where !dom.isMadeByTable(child) {
      switch nativeName(of: child) {
      case .tablerow where found.row == nil: found.row = child
      case .tablesection where found.section == nil && showsSections != false: found.section = child
      default: break
      }
    }
    return found
  }

  private func removeRows(of table: inout PageTable) {
    for element in table.takeElements() { drop(element) }
  }

  private func drop(_ node: NodeID) {
    tables.removeRow(node)
    dropFocus(in: node)
    dom.removeGenerated(node)
  }

  // MARK: Which rows exist

  /// Makes the visible rows and removes the others.
  func updateTables() {
    for node in tables.nodes where isAttached(node) { updateTable(node) }
  }

  private func updateTable(_ node: NodeID) {
    guard var table = tables[node] else { return }
    let frame = viewIndex(of: node).flatMap { stage?.tree.nodes[$0].frame }
    let height = frame?.height ?? device.viewport.height
    let head = headerHeight(of: node)
    let top = input.scroll(of: node).y - head
    let seen = min(height, device.viewport.height * 4)
    guard let wanted = table.nextSlots(from: top, height: seen) else { return }
    for element in table.takeElements(outside: wanted) { drop(element) }
    let spacers = table.spacers ?? makeSpacers(in: node)
    table.putSpacers(before: spacers.before, after: spacers.after)
    var next: NodeID = spacers.after
    for slot in wanted.reversed() {
      if let element = table.elements[slot] {
        next = element
        continue
      }
      guard let element = makeRow(slot, of: node, table) else { continue }
      dom.insert(element, before: next, in: node)
      table.put(element, in: slot)
      next = element
    }
    setHeight(table.offset(of: wanted.lowerBound), of: spacers.before)
    setHeight(table.offset(of: table.slotCount) - table.offset(of: wanted.upperBound), of: spacers.after)
    tables.put(table, at: node)
    dom.noteChildren(of: node)
  }

  /// Inserts spacers at the templates: after the header, before the footer.
  private func makeSpacers(in node: NodeID) -> (before: NodeID, after: NodeID) {
    let footer = document.children(of: node).first { nativeName(of: $0) == .tablefooter }
    let spacers = (before: dom.makeElement("t-spacer"), after: dom.makeElement("t-spacer"))
    for spacer in [spacers.before, spacers.after] {
      dom.hideFromScripts(spacer)
      dom.insert(spacer, before: footer, in: node)
    }
    return spacers
  }

  private func setHeight(_ height: Double, of spacer: NodeID) {
    set("style", to: height > 0 ? "height: \(height)px" : "display: none", of: spacer)
  }

  private func headerHeight(of node: NodeID) -> Double {
    var height = 0.0
    for child in document.children(of: node) where nativeName(of: child) == .tableheader {
      if let index = viewIndex(of: child) { height += stage?.tree.nodes[index].frame.height ?? 0 }
    }
    return height
  }

  /// Records the heights of the rows of large tables. Returns whether the visible rows changed.
  func measureTables() -> Bool {
    tables.measure(where: { isAttached($0) }) { element in
      viewIndex(of: element).flatMap { stage?.tree.nodes[$0].frame.height }
    }
  }

  // MARK: One row

  private func makeRow(_ slot: Int, of node: NodeID, _ table: PageTable) -> NodeID? {
    let position = table.position(of: slot)
    let element =
      switch position.row {
      case PageTable.Position.header: makeHeader(position, of: node)
      case PageTable.Position.footer: makeFooter(position, of: node)
      default: makeRow(position, of: node)
      }
    guard let element else { return nil }
    dom.hideFromScripts(element)
    tables.add(PageRow(table: node, section: position.section, row: position.row), as: element)
    return element
  }

  private func makeRow(_ position: PageTable.Position, of node: NodeID) -> NodeID? {
    guard let template = templates(of: node).row else { return nil }
    let item: JSONValue
    if let rows = dataSource(of: node) {
      item = rows.indices.contains(position.row) ? rows[position.row] : .null
    } else {
      item = world?.row(of: node.index, section: position.section, row: position.row) ?? .null
    }
    return instance(of: template, in: node, item: item, position)
  }

  private func makeHeader(_ position: PageTable.Position, of node: NodeID) -> NodeID? {
    let data = world?.section(of: node.index, section: position.section) ?? .null
    if let template = templates(of: node).section {
      return instance(of: template, in: node, item: data, position)
    }
    return makeTitle(data[SectionTitle.header.rawValue]?.string)
  }

  private func makeFooter(_ position: PageTable.Position, of node: NodeID) -> NodeID {
    let data = world?.section(of: node.index, section: position.section) ?? .null
    let element = makeTitle(data[SectionTitle.footer.rawValue]?.string)
    // The table's margin is its height.
    set("t:footer", to: "", of: element)
    return element
  }

  /// The element of a section's title; without a title it has the height that the table gives it, or none.
  private func makeTitle(_ title: String?) -> NodeID {
    let element = dom.makeElement("tableSection")
    guard let title else {
      set("style", to: "min-height: 0", of: element)
      return element
    }
    let label = dom.makeElement("label")
    dom.insert(dom.make(.text(title)), before: nil, in: label)
    dom.insert(label, before: nil, in: element)
    return element
  }

  private func instance(
    of template: NodeID, in table: NodeID, item: JSONValue, _ position: PageTable.Position
  ) -> NodeID? {
    guard let element = document[table].element else { return nil }
    var names = RowTemplate.Names(of: element)
    if let clause = element["t:data"].flatMap({ try? ForClause(parsing: $0) }) {
      (names.item, names.index) = (clause.item, clause.index)
    }
    let made = tables.template(
      template, in: document, version: dom.version, components: unit.components)
    let bound = made.bound(
      to: item, index: position.row, section: position.section, names: names, data: bindingData)
    guard let top = bound.document.rootElement else { return nil }
    let copy = dom.copy(top, of: bound.document, from: bound.origins)
    set("t:template", to: nil, of: copy)
    return copy
  }

  /// The row that a node is in.
  func row(of node: NodeID) -> PageRow? {
    tables.hasRows ? tables.row(in: ancestors(of: node)) : nil
  }

  /// Brings a row into view and taps it; rows count over all sections.
  func selectRow(_ index: Int, of node: NodeID) {
    refresh()
    guard let table = tables[node], let slot = table.slot(ofRow: index) else { return }
    if table.elements[slot] == nil {
      scrollElement(node, to: Point(x: 0, y: table.offset(of: slot) + headerHeight(of: node)))
      refresh()
    }
    if let element = tables[node]?.elements[slot] { performClick(element) }
  }

  private func points(_ text: String) -> Double? {
    let digits = text.prefix { $0.isNumber || $0 == "." }
    return Double(digits).flatMap { $0 > 0 && $0 <= 100_000 ? $0 : nil }
  }
}
