import Testing

/// Cases with a browser's measurements. They are outside the repository: without HYBRID_CONFORMANCE, which
/// names their folder, these tests are skipped.
@Suite(.enabled(if: caseFolder != nil, "HYBRID_CONFORMANCE names no folder"))
struct ConformanceTests {
  /// The names of failing cases, with reasons. The list only shrinks: an unlisted case that fails fails the
  /// tests, and so does a listed case that passes.
  private static let knownFailures: [(reason: String, cases: [String])] = []

  /// Cases with a scrollable area that is wrong, by name, and why; a list of the same kind.
  private static let knownScrollFailures: [(reason: String, cases: [String])] = [
    (
      """
      overflow on one axis brings a scroll bar that takes room on the other; here bars come by `scroll` only
      """,
      [
        "leaf_overflow_scrollbars_affect_available_space_y_axis__border_box_ltr",
        "leaf_overflow_scrollbars_affect_available_space_y_axis__border_box_rtl",
      ]
    )
  ]

  private static let families = [
    "block", "block-mixed", "contain", "flexbox-absolute", "flexbox-align", "flexbox-aspect-ratio",
    "flexbox-box-sizing", "flexbox-display", "flexbox-flex", "flexbox-gap", "flexbox-intrinsic",
    "flexbox-justify", "flexbox-margin", "flexbox-min-max", "flexbox-overflow", "flexbox-padding-border",
    "flexbox-percentages", "flexbox-rounding", "flexbox-size", "flexbox-text-leaf", "flexbox-wrap", "float",
    "fuzz", "fuzz-block", "fuzz-float", "fuzz-grid", "fuzz-mixed", "fuzz-text", "grid", "grid-mixed",
  ]

  /// Positions and scrollable areas, of one layout of each case.
  @Test(arguments: families)
  func casesAreLikeTheBrowser(_ family: String) throws {
    let cases = try CaseFile(family: family).cases
    #expect(!cases.isEmpty)
    var (wrong, wrongScrolls): (Set<String>, Set<String>) = ([], [])
    for test in cases {
      let built = test.laidOut()
      if built.map({ test.isRight($0) }) != true { wrong.insert(test.name) }
      if built.map({ test.hasRightScrollSizes($0) }) != true { wrongScrolls.insert(test.name) }
    }
    let names = Set(cases.map(\.name))
    expectKnown(wrong, among: names, Self.knownFailures, "\(family)")
    expectKnown(wrongScrolls, among: names, Self.knownScrollFailures, "scrolling in \(family)")
  }

  /// Expects that exactly the known cases fail.
  private func expectKnown(
    _ wrong: Set<String>, among names: Set<String>, _ known: [(reason: String, cases: [String])],
    _ subject: String
  ) {
    let known = Set(known.flatMap(\.cases))
    let new = wrong.subtracting(known).sorted()
    #expect(new.isEmpty, "\(subject): wrong: \(new.prefix(8).joined(separator: " "))")
    let mended = known.intersection(names).subtracting(wrong).sorted()
    #expect(mended.isEmpty, "\(subject): right now, to be taken out of the list: \(mended)")
  }

  @Test(arguments: [knownFailures, knownScrollFailures])
  func everyKnownFailureIsACase(_ list: [(reason: String, cases: [String])]) throws {
    let known = list.flatMap(\.cases)
    #expect(Set(known).count == known.count)
    guard !known.isEmpty else { return }
    let names = Set(try Self.families.flatMap { try CaseFile(family: $0).cases.map(\.name) })
    #expect(names.isSuperset(of: known))
  }
}
