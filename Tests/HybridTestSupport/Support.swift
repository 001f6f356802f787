package import Foundation
import HybridSpawning
package import Testing

/// The folder of conformance cases in `HYBRID_CONFORMANCE`; nil without it, and then tests report that they
/// were skipped.
package let conformanceFolder: URL? = ProcessInfo.processInfo.environment["HYBRID_CONFORMANCE"].map {
  URL(filePath: $0)
}

/// Whether `HYBRID_THOROUGH=1` requests all cases instead of a fixed sample.
package let isThorough = ProcessInfo.processInfo.environment["HYBRID_THOROUGH"] == "1"

/// Waits until `condition` holds, checking every few milliseconds; false after ``suiteDeadline``, but not
/// before 1,000 checks: on a machine so busy that fewer were possible, the condition had too little time as
/// well.
package func poll(_ condition: () async throws -> Bool) async rethrows -> Bool {
  let end = ContinuousClock.now + suiteDeadline
  var looks = 0
  while try await !condition() {
    looks += 1
    if ContinuousClock.now > end, looks > 1_000 { return false }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return true
}

/// Random numbers that are the same in every run, so that a seed identifies a failed case.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator that starts at `seed`.
  package init(seed: UInt64) { state = seed }

  /// The next number (SplitMix64).
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number from 0, below `limit`.
  package mutating func next(below limit: Int) -> Int { Int(next() % UInt64(limit)) }
}

/// `text` with a few bytes changed, dropped, duplicated, moved, or replaced by `morsels`, as a fuzzer would
/// do.
package func mutated(
  _ text: [UInt8], morsels: [String], using random: inout SeededGenerator
) -> [UInt8] {
  var bytes = text
  for _ in 0..<Int.random(in: 1...6, using: &random) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes.removeSubrange(place..<end)
    case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
    case 3: bytes.insert(contentsOf: Array((morsels.randomElement(using: &random) ?? "").utf8), at: place)
    case 4: bytes.removeSubrange(place...)
    default: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
    }
  }
  return bytes
}

/// Compares `text` with the golden file `name` beside the calling test, in `folder`.
///
/// With `HYBRID_UPDATE_GOLDENS=1` the file is written instead; the difference is then reviewed like code.
package func expectGolden(
  _ text: String, _ name: String, in folder: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = URL(filePath: folder).appending(path: name)
  if ProcessInfo.processInfo.environment["HYBRID_UPDATE_GOLDENS"] == "1" {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return
  }
  let golden = try? String(contentsOf: file, encoding: .utf8)
  guard golden != text else { return }
  let before = (golden ?? "").split(separator: "\n", omittingEmptySubsequences: false)
  let after = text.split(separator: "\n", omittingEmptySubsequences: false)
  let line = zip(before, after).enumerated().first { $0.element.0 != $0.element.1 }?.offset
  let place = line ?? min(before.count, after.count)
  func shown(_ lines: [Substring]) -> String {
    lines.indices.contains(place) ? String(lines[place]) : "(nothing)"
  }
  Issue.record(
    """
    \(name) differs at line \(place + 1)
      golden: \(shown(before))
      now:    \(shown(after))
    """, sourceLocation: sourceLocation)
}

/// The folder of the calling test file.
package func folderOfTests(_ file: String = #filePath) -> String {
  URL(filePath: file).deletingLastPathComponent().path
}
