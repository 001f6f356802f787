package import Foundation
package import HybridSource
package import Testing

/// An input file with its expected output beside it: `unit.css` and `unit.css.expected`.
package struct GoldenFile: Sendable, CustomTestStringConvertible {
  /// The input.
  package var url: URL
  /// The input's name.
  package var name: String { url.lastPathComponent }
  /// The output that is expected.
  package var expected: URL { url.appendingPathExtension("expected") }
  /// The input's content, under its name.
  package var source: Source {
    get throws { Source(path: name, bytes: Array(try Data(contentsOf: url))) }
  }
  /// The input's name.
  package var testDescription: String { name }
}

/// The input files of a folder beside the test that asks: adding a case is adding a file.
///
///     @Test(arguments: goldens("Diagnostics", ext: "css"))
package func goldens(_ folder: String, ext: String, beside test: StaticString = #filePath) -> [GoldenFile] {
  let folder = URL(fileURLWithPath: "\(test)").deletingLastPathComponent().appendingPathComponent(folder)
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  return names.filter { $0.hasSuffix("." + ext) }.sorted().map { GoldenFile(url: folder.appendingPathComponent($0)) }
}

/// Expects `actual` to be what the file beside the input holds. `HYBRID_UPDATE_GOLDENS=1 swift test` writes it instead.
package func expectGolden(
  _ actual: String, for file: GoldenFile, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  let actual = actual.hasSuffix("\n") ? actual : actual + "\n"
  if ProcessInfo.processInfo.environment["HYBRID_UPDATE_GOLDENS"] == "1" {
    try Data(actual.utf8).write(to: file.expected)
    return
  }
  let expected = (try? String(contentsOf: file.expected, encoding: .utf8)) ?? ""
  guard actual != expected else { return }
  let line = zip(actual.split(separator: "\n", omittingEmptySubsequences: false),
    expected.split(separator: "\n", omittingEmptySubsequences: false)
  ).enumerated().first { $0.element.0 != $0.element.1 }
  let place = line.map { "line \($0.offset + 1): '\($0.element.0)' instead of '\($0.element.1)'" } ?? "the length"
  Issue.record(
    "\(file.expected.lastPathComponent) differs in \(place); HYBRID_UPDATE_GOLDENS=1 rewrites it",
    sourceLocation: sourceLocation)
}

/// The folder of the conformance cases, which are not part of the repository; nil when `HYBRID_CONFORMANCE` is not set.
///
///     @Test(.enabled(if: conformanceFolder != nil, "HYBRID_CONFORMANCE names no folder with the cases"))
package let conformanceFolder: URL? = ProcessInfo.processInfo.environment["HYBRID_CONFORMANCE"].flatMap {
  $0.isEmpty ? nil : URL(fileURLWithPath: $0, isDirectory: true)
}
