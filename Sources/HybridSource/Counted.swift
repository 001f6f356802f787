/// A number with its noun, as messages have it: `1 page`, `2 pages`.
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
