/// The candidate that `word` most likely means; nil when no candidate is close enough to be certain.
///
/// Close means at most a third of the longer word is inserted, deleted, replaced or swapped with its
/// neighbour (optimal string alignment). Upper and lower case count as equal; the earlier candidate wins a
/// tie.
///
///     nearest(to: "colr", in: ["color", "column-gap"])  // "color"
///
/// - Complexity: O(*length²*) for each candidate of about the same length.
public func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
  let wanted = Array(word.lowercased().utf8)
  guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
  var best: (distance: Int, candidate: String)?
  for candidate in candidates {
    let other = Array(candidate.lowercased().utf8)
    let limit = max(wanted.count, other.count) / 3 + (max(wanted.count, other.count) == 2 ? 1 : 0)
    guard abs(wanted.count - other.count) <= limit else { continue }
    let distance = editDistance(wanted, other)
    if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
  }
  return best?.candidate
}

/// Optimal string alignment: the minimum number of insertions, deletions, replacements and swaps of
/// neighbours.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    row.reserveCapacity(b.count + 1)
    for j in b.indices {
      let replaced = last[j] + (a[i] == b[j] ? 0 : 1)
      var least = min(replaced, min(last[j + 1], row[j]) + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, beforeLast[j - 1] + 1) }
      row.append(least)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}

/// The hint of a diagnostic about an unknown word: the nearest known word; nil when no known word is near.
///
///     nearestHint(to: "colr", in: ["color", "column-gap"])  // "did you mean 'color'?"
package func nearestHint(to word: String, in candidates: some Sequence<String>) -> String? {
  nearest(to: word, in: candidates).map { "did you mean '\($0)'?" }
}
