import HybridTestSupport
import Testing

@testable import HybridSnapshots

@Suite struct TextDifferenceTests {
  @Test(
    arguments: [
      ("a\nb\nc\n", "a\nx\nc\n", ["  a", "- b", "+ x", "  c"], 2),
      ("a\n", "a\nb\n", ["  a", "+ b"], 2),
      ("a\nb\n", "b\n", ["- a", "  b"], 1),
      ("", "a\n", ["+ a"], 1),
      ("a\n", "", ["- a"], 1),
      (
        "1\n2\n3\n4\n5\n6\n", "1\n2\n3\n4\n5\n6\n7\n",
        ["  … 3 lines as before", "  4", "  5", "  6", "+ 7"], 7
      ),
      ("a\n", "a", ["  … 1 line as before"], 1),
    ] as [(String, String, [String], Int)])
  func linesAreTold(_ before: String, _ after: String, _ lines: [String], _ first: Int) throws {
    let difference = try #require(TextDifference(before, after))
    #expect(difference.text() == lines)
    #expect(difference.firstLine == first)
  }

  @Test func equalTextsDoNotDiffer() {
    #expect(TextDifference("a\nb\n", "a\nb\n") == nil)
    #expect(TextDifference("", "") == nil)
  }

  /// The removed and added lines turn one text into the other, and never exceed both texts together.
  @Test(arguments: 0..<40) func anyTwoListsAreTurnedIntoEachOther(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func list() -> [String] {
      (0..<Int.random(in: 0...60, using: &random)).map { _ in
        ["a", "b", "c", "d"].randomElement(using: &random)!
      }
    }
    let (before, after) = (list(), list())
    guard let difference = TextDifference(before, after, isSame: { before[$0] == after[$1] }) else {
      #expect(before == after)
      return
    }
    var (old, new): ([String], [String]) = ([], [])
    var (oldPlace, newPlace) = (0, 0)
    for line in difference.lines {
      switch line {
      case .kept(let text):
        old.append(text)
        new.append(text)
      case .removed(let text): old.append(text)
      case .added(let text): new.append(text)
      case .gap(let count):
        (oldPlace, newPlace) = (old.count, new.count)
        #expect(before[oldPlace..<oldPlace + count] == after[newPlace..<newPlace + count])
        old += before[oldPlace..<oldPlace + count]
        new += after[newPlace..<newPlace + count]
      }
    }
    #expect(old == before && new == after)
  }

  @Test func hugeDifferencesAreToldAsAWhole() throws {
    let before = (0..<3_000).map { "old \($0)" }
    let after = (0..<3_000).map { "new \($0)" }
    let difference = try #require(TextDifference(before, after, isSame: { before[$0] == after[$1] }))
    #expect(difference.removed == 3_000 && difference.added == 3_000)
    #expect(difference.text(limit: 5).count == 6)
  }
}
