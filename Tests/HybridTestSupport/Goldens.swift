package import Foundation
package import HybridSource
package import Testing

/// An input file with its expected output beside it: `unit.css` and `unit.css.expected`.
package struct GoldenFile: Sendable, CustomTestStringConvertible {
  /// The input.
  package var url: URL
  /// The input's name.
  package var name: String { url.lastPathComponent }
  /// The expected output.
  package var expected: URL { url.appendingPathExtension("expected") }
  /// The input's contents, under its name.
  package var source: Source {
    get throws { Source(path: name, bytes: Array(try Data(contentsOf: url))) }
  }
  /// The input's name.
  package var testDescription: String { name }
}

/// The input files of a folder beside the calling test: adding a case is adding a file.
///
///     @Test(arguments: goldens("Diagnostics", ext: "css"))
package func goldens(_ folder: String, ext: String, beside test: StaticString = #filePath) -> [GoldenFile] {
  let folder = URL(fileURLWithPath: "\(test)").deletingLastPathComponent().appendingPathComponent(folder)
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  return names.filter { $0.hasSuffix("." + ext) }.sorted().map {
    GoldenFile(url: folder.appendingPathComponent($0))
  }
}

/// Compares `actual` with the file beside the input. `HYBRID_UPDATE_GOLDENS=1 swift test` writes that file
/// instead.
package func expectGolden(
  _ actual: String, for file: GoldenFile, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  try expectGolden(
    actual.hasSuffix("\n") ? actual : actual + "\n", file.expected.lastPathComponent,
    in: file.url.deletingLastPathComponent().path, sourceLocation: sourceLocation)
}
