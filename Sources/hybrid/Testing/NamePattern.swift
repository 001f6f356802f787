/// A name pattern of `--filter` and `test.units`: `*` matches any number of characters, `?` matches one.
struct NamePattern: Sendable {
  let text: String
  private let pattern: [Character]

  init(_ text: String) {
    self.text = text
    pattern = Array(text)
  }

  /// Whether the pattern matches the whole of `name`.
  ///
  /// - Complexity: O(*n·m*): matching backtracks only to the last `*`.
  func fits(_ name: String) -> Bool {
    let name = Array(name)
    var (place, at) = (0, 0)
    var last: (star: Int, place: Int)?
    while place < name.count {
      if at < pattern.count, pattern[at] == "*" {
        last = (at, place)
        at += 1
      } else if at < pattern.count, pattern[at] == "?" || pattern[at] == name[place] {
        (place, at) = (place + 1, at + 1)
      } else if let star = last {
        last = (star.star, star.place + 1)
        (place, at) = (star.place + 1, star.star + 1)
      } else {
        return false
      }
    }
    return pattern[at...].allSatisfy { $0 == "*" }
  }
}
