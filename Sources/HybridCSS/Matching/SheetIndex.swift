/// The sheets of a document by the names that their rules ask for.
///
/// A page with hundreds of small sheets, as scripts and components make them, asks for each element only
/// those that have a rule for one of its names.
struct SheetIndex: Sendable {
  /// From how many sheets on an index is faster than asking each.
  static let worthwhile = 8

  /// By name: the sheets with rules for it, in ascending order.
  private var byName: [AtomName: [Int32]] = [:]
  /// The sheets with rules for any element.
  private var universal: [Int32] = []

  init(_ sheets: [(buckets: RuleBuckets?, selectors: CompiledSelectors)]) {
    for (number, sheet) in sheets.enumerated() {
      guard let buckets = sheet.buckets else { continue }
      if !buckets.universal.isEmpty { universal.append(Int32(number)) }
      for (name, index) in sheet.selectors.names where buckets.hasRules(for: index) {
        byName[name, default: []].append(Int32(number))
      }
    }
  }

  /// The sheets that may have rules for an element, in ascending order; one may occur several times.
  func candidates(for element: Int, in tree: StyleTree) -> [Int32] {
    let record = tree.records[element]
    var found = universal
    func add(_ name: Int32, lowercased: Bool = false) {
      guard name >= 0 else { return }
      var key = tree.names[Int(name)]
      if lowercased, !tree.isHTML { key = AtomName(key.text.asciiLowercased) }
      if let sheets = byName[key] { found += sheets }
    }
    add(record.id)
    for place in tree.classes(of: element) { add(tree.classPool[place]) }
    for place in tree.attributes(of: element) { add(tree.attributeNames[place], lowercased: true) }
    add(record.lowerTag)
    if found.count > universal.count { found.sort() }
    return found
  }
}
