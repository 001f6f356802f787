import Foundation
import HybridMarkup
import HybridSource
import HybridTestSupport
import Testing

/// Needs the conformance cases, which are not part of the repository: `HYBRID_CONFORMANCE` names their
/// folder.
@Test(.enabled(if: conformanceFolder != nil, "HYBRID_CONFORMANCE names no folder with the cases"))
func rangesOfConformancePagesAreThoseOfTheirFiles() throws {
  let folder = try #require(conformanceFolder).appendingPathComponent("pages")
  let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
    $0.hasSuffix(".json")
  }
  var pages = 0
  for name in names.sorted() {
    let data = try Data(contentsOf: folder.appendingPathComponent(name))
    let family = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    for entry in try #require(family["cases"] as? [[String: Any]]) {
      let files = try #require(entry["files"] as? [String: String])
      let text = try #require(files["index.html"])
      let source = Source(path: "index.html", text: text)
      let document = readHTML(source).document
      #expect(faultsOfRanges(document, source) == [], "\(entry["name"] ?? "")")
      pages += 1
    }
  }
  #expect(pages > 0)
}
