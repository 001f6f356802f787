/// A name with `*` for any letters, also none, and `?` for one: what `--filter` and `test.units` take.
struct NamePattern: Sendable {
  let text: String
  private let pattern: [Character]

  init(_ text: String) {
    self.text = text
    pattern = Array(text)
  }

  /// Whether the whole of `name` fits.
  ///
  /// - Complexity: O(*n·m*): only the last `*` is ever gone back to.
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
