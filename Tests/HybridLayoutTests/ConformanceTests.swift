import Testing

/// Cases with numbers from a browser. They lie outside the repository: without HYBRID_CONFORMANCE, which names their folder,
/// these tests are skipped.
@Suite(.enabled(if: caseFolder != nil, "HYBRID_CONFORMANCE names no folder"))
struct ConformanceTests {
  /// Cases that are wrong, by name, and why. The list only ever shrinks: a case that is wrong and not in it fails the
  /// tests, and so does one that is in it and right.
  private static let knownFailures: [(reason: String, cases: [String])] = []

  private static let families = [
    "block", "block-mixed", "contain", "flexbox-absolute", "flexbox-align", "flexbox-aspect-ratio",
    "flexbox-box-sizing", "flexbox-display", "flexbox-flex", "flexbox-gap", "flexbox-intrinsic",
    "flexbox-justify", "flexbox-margin", "flexbox-min-max", "flexbox-overflow", "flexbox-padding-border",
    "flexbox-percentages", "flexbox-rounding", "flexbox-size", "flexbox-text-leaf", "flexbox-wrap", "float",
    "fuzz", "fuzz-block", "fuzz-float", "fuzz-grid", "fuzz-mixed", "fuzz-text", "grid", "grid-mixed",
  ]

  @Test(arguments: families)
  func casesAreLikeTheBrowser(_ family: String) throws {
    let cases = try CaseFile(family: family).cases
    #expect(!cases.isEmpty)
    let known = Set(Self.knownFailures.flatMap(\.cases))
    let wrong = Set(cases.filter { !$0.isRight() }.map(\.name))
    let new = wrong.subtracting(known).sorted()
    #expect(new.isEmpty, "\(family): wrong: \(new.prefix(8).joined(separator: " "))")
    let mended = known.intersection(cases.map(\.name)).subtracting(wrong).sorted()
    #expect(mended.isEmpty, "\(family): right now, to be taken out of the list: \(mended)")
  }

  @Test func everyKnownFailureIsACase() throws {
    let known = Self.knownFailures.flatMap(\.cases)
    #expect(Set(known).count == known.count)
    guard !known.isEmpty else { return }
    let names = Set(try Self.families.flatMap { try CaseFile(family: $0).cases.map(\.name) })
    #expect(names.isSuperset(of: known))
  }
}
