import Foundation
import HybridSource
import HybridTestSupport
import HybridUnits
import Testing

@testable import HybridTemplateCompiler

/// Needs the conformance cases, which are not part of the repository: `HYBRID_CONFORMANCE` names their
/// folder.
@Test(.enabled(if: conformanceFolder != nil, "HYBRID_CONFORMANCE names no folder with the cases"))
func conformanceTemplatesCompileToTheSameBytes() throws {
  let folder = try #require(conformanceFolder).appendingPathComponent("virtualview")
  func source(_ path: String) throws -> Source {
    Source(path: path, bytes: Array(try Data(contentsOf: folder.appendingPathComponent(path))))
  }
  let manifest = try JSONSerialization.jsonObject(with: Data(try source("manifest.json").bytes))
  let entries = try #require((manifest as? [String: Any])?["entries"] as? [[String: Any]])
  var configs: [String: TemplateConfig] = [:]
  var same = 0
  for entry in entries {
    let path = try #require(entry["config"] as? String)
    if configs[path] == nil {
      let (config, diagnostics) = TemplateConfig.read(try source(path))
      #expect(!diagnostics.contains { $0.severity == .error }, "\(path)")
      configs[path] = config
    }
    let result = compileTemplate(
      try source(try #require(entry["xml"] as? String)),
      name: try #require(entry["template_name"] as? String),
      version: try #require(entry["version"] as? Int), config: try #require(configs[path]))
    let expected = try source(try #require(entry["out"] as? String)).bytes
    #expect(try result.template?.encoded() == expected, "\(entry["id"] ?? "")")
    #expect(result.places.count == result.template?.nodes.count)
    same += 1
  }
  #expect(same > 0)
}

/// `Documentation/template-format.md`, *File*.
@Test func wholeElementIsEncodedAsTheFormatShowsIt() throws {
  let template = try #require(
    compiled(
      #"""
      <NText textSize="12" text="t" lineHeight="1.5" layoutWidth="1rp" borderWidth="1rp"
        layoutHeight="1.5rp" borderRadius="2"/>
      """#
    ).template)
  let bytes = try template.encoded()
  let code =
    "00000701c42d3ace0000000c017770acbc0000000102506afbde40000000e141663b3fc00000"
    + "025cd5f0f13fc000002c2c84fa3f800000010036452d00000074000001"
  let hex = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  #expect(hex.contains(code))
}
