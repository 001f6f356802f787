import HybridUnits

/// How two compiled units of one name differ, in a few words each; empty where nothing that is counted
/// changed.
func wordsOfChange(from old: [UInt8], to new: [UInt8]) -> [String] {
  guard let one = try? Unit(decoding: old), let other = try? Unit(decoding: new) else { return [] }
  func names(_ verb: String, _ names: Set<String>) -> [String] {
    names.isEmpty ? [] : ["\(verb) \(names.sorted().prefix(5).joined(separator: ", "))"]
  }
  let (before, after) = (Set(one.files), Set(other.files))
  return names("uses", after.subtracting(before)) + names("no longer uses", before.subtracting(after))
    + zip(counts(of: one), counts(of: other)).compactMap { old, new in
      old.name != new.name || old.count == new.count ? nil : "\(old.count) → \(new.count) \(new.name)"
    }
}

/// What can be counted of a unit, by name: always the same names for units of one kind.
func counts(of unit: Unit) -> [(name: String, count: Int)] {
  switch unit {
  case .page(let page):
    [
      ("nodes", page.document.nodes.count), ("style sheets", page.sheets.count),
      ("rules", page.sheets.reduce(0) { $0 + $1.sheet.rules.count }), ("scripts", page.scripts.count),
      ("images", page.images.count), ("data sets", page.dataSets.count),
    ]
  case .template(let template):
    [("items", template.items.count), ("data sets", template.dataSets.count)]
  }
}
