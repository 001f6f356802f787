import HybridSource

/// Custom properties that nothing sets: each misspelt one is reported, and the others once in a file. Sheets
/// of libraries use many that a page may set.
struct UnknownVariables {
  private struct Place {
    var name: String
    var range: Range<Int>
    var source: Source
  }

  /// The maximum number of reports of one file, each of which looks for a similar name.
  private static let limit = 50

  /// The custom properties with values.
  let names: [String]
  private(set) var diagnostics: [Diagnostic] = []
  private var seen: Set<String> = []
  private var counts: [String: Int] = [:]
  /// By file: the place of its first report without a similar name in ``diagnostics``, and the names.
  private var others: [String: (index: Int, names: [String])] = [:]

  init(names: [String]) { self.names = names }

  mutating func add(_ name: String, at range: Range<Int>, in source: Source) {
    guard seen.insert("\(source.path) \(name)").inserted else { return }
    let count = counts[source.path, default: 0]
    counts[source.path] = count + 1
    if count < Self.limit, let near = nearest(to: name, in: names.lazy.filter { Self.isNear($0, name) }) {
      diagnostics.append(
        .warning(
          "css.unknown-variable", "no style sheet or script sets '\(name)'", at: range, in: source,
          hint: "did you mean '\(near)'?"))
      return
    }
    guard var group = others[source.path] else {
      others[source.path] = (diagnostics.count, [name])
      diagnostics.append(
        .warning(
          "css.unknown-variable", "no style sheet or script sets '\(name)'", at: range, in: source,
          hint: "set it on ':root', or write a fallback: var(\(name), …)"))
      return
    }
    group.names.append(name)
    others[source.path] = group
    let rest = group.names.dropFirst()
    let list = rest.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
    diagnostics[group.index].message =
      "no style sheet or script sets '\(group.names[0])', nor \(rest.count) more of this file: \(list)"
      + (rest.count > 5 ? ", …" : "")
  }

  /// Whether two names differ in at most two letters in one place.
  private static func isNear(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    guard abs(a.count - b.count) <= 2 else { return false }
    let start = zip(a, b).prefix { $0 == $1 }.count
    let end = zip(a.dropFirst(start).reversed(), b.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    return max(a.count, b.count) - start - end <= 2
  }
}
