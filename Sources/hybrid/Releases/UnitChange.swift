import HybridUnits

/// The differences between two compiled units of one name, in a few words each; empty when no counted value
/// changed.
func wordsOfChange(from old: [UInt8], to new: [UInt8]) -> [String] {
  guard let one = try? Unit(decoding: old), let other = try? Unit(decoding: new) else { return [] }
  func names(_ verb: String, _ names: Set<String>) -> [String] {
    names.isEmpty ? [] : ["\(verb) \(names.sorted().prefix(5).joined(separator: ", "))"]
  }
  let (before, after) = (Set(one.files), Set(other.files))
  return names("uses", after.subtracting(before)) + names("no longer uses", before.subtracting(after))
    + zip(one.content.partCounts, other.content.partCounts).compactMap { old, new in
      old.name != new.name || old.count == new.count ? nil : "\(old.count) → \(new.count) \(new.name)"
    }
}
