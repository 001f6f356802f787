import Foundation
import HybridFuzzing
import HybridTestSupport
import Testing

/// Reads everything in the corpus of `Tools/fuzz` in every test run.
@Suite struct CorpusTests {
  private static let corpus = URL(filePath: folderOfTests()).deletingLastPathComponent().appending(
    path: "Corpus")

  private func files(of subject: FuzzSubject) throws -> [(name: String, bytes: [UInt8])] {
    let folder = Self.corpus.appending(path: subject.rawValue)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      ($0, try Array(Data(contentsOf: folder.appending(path: $0))))
    }
  }

  @Test(arguments: FuzzSubject.allCases)
  func whatIsTakenIsWrittenAgainAndSeedsAreTaken(_ subject: FuzzSubject) throws {
    let files = try files(of: subject)
    #expect(files.contains { $0.name.hasPrefix("seed-") })
    for (name, bytes) in files {
      let outcome = subject.read(bytes)
      #expect(outcome != .rewritten, "\(subject) takes \(name) and writes other bytes")
      if name.hasPrefix("seed-") { #expect(outcome == .taken, "\(subject) refuses \(name)") }
    }
  }

  @Test(arguments: FuzzSubject.allCases) func seedsCutAndChangedAreSurvived(_ subject: FuzzSubject) throws {
    var random = SeededGenerator(seed: 5)
    for (name, bytes) in try files(of: subject) where name.hasPrefix("seed-") {
      for turn in 0..<200 {
        let other = mutated(
          bytes, morsels: ["{", "\"", "PK\u{3}\u{4}", "\u{0}", "99999999999", "(", "{2,900}", "[^"],
          using: &random)
        #expect(subject.read(other) != .rewritten, "turn \(turn) of \(name)")
      }
    }
  }

  @Test func theCorpusStaysSmall() throws {
    var (count, size) = (0, 0)
    for subject in FuzzSubject.allCases {
      for file in try files(of: subject) { (count, size) = (count + 1, size + file.bytes.count) }
    }
    #expect(count <= 1_000 && size <= 300 << 10, "\(count) files of \(size) bytes: Tools/fuzz --minimize")
  }
}
