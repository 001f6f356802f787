import Foundation
import HybridTestSupport
import HybridUnits

enum TemplateSamples {
  /// Every kind of attribute and variable, two roots, texts beyond ASCII, ids that are no hash, two
  /// expressions of one id.
  static let everything: Template = {
    var template = Template(name: "Ünïcode", version: 40_000)
    template.dependentPages = [7, 65_535]
    func attribute(_ name: String, _ kind: TemplateAttribute.Kind, _ bits: UInt32) -> TemplateAttribute {
      TemplateAttribute(key: StringID(name), kind: kind, bits: bits)
    }
    template.attributes = [
      attribute("layoutWidth", .int, UInt32(bitPattern: -1)), attribute("textColor", .int, 0xFFFF_0000),
      attribute("layoutHeight", .intRP, 20), attribute("alpha", .float, Float(0.5).bitPattern),
      attribute("lineHeight", .float, 0x7FC0_0001), attribute("borderWidth", .floatRP, Float(1.5).bitPattern),
      attribute("text", .string, UInt32(bitPattern: StringID("Grüße").rawValue)),
      attribute("onClick", .expression, 0x2B4F_DDC1), attribute("unknown", .string, 0x1A2B_3C4D),
    ]
    template.variables = [
      TemplateVariable(kind: .int, name: StringID("count"), bits: 3),
      TemplateVariable(kind: .float, name: StringID("ratio"), bits: Float(1.25).bitPattern),
      TemplateVariable(kind: .string, name: StringID("title"), bits: 0),
    ]
    template.nodes = [
      TemplateNode(component: 1, parent: -1, end: 4, attributes: 0..<8, variables: 0..<1),
      TemplateNode(component: 2, parent: 0, end: 3, attributes: 8..<8, variables: 1..<3),
      TemplateNode(component: 7, parent: 1, end: 3, attributes: 8..<9, variables: 3..<3),
      TemplateNode(component: 999, parent: 0, end: 4, attributes: 9..<9, variables: 3..<3),
      TemplateNode(component: 8, parent: -1, end: 5, attributes: 9..<9, variables: 3..<3),
    ]
    template.strings = [
      TemplateString(id: StringID("Grüße"), text: "Grüße"),
      TemplateString(id: StringID("count"), text: "count"),
      TemplateString(id: StringID("lineHeight"), text: "lineHeight"),
      TemplateString(id: StringID(rawValue: 12), text: "a?\u{1B}[31m\u{202E}"),
    ]
    template.expressions = [
      TemplateExpression(id: StringID("${this.a=1}"), code: scripts[0].code),
      TemplateExpression(id: StringID("${this.a=1}"), code: [99]),
    ]
    return template
  }()

  /// The code of `Documentation/template-format.md`, *Code*, and the source it came from.
  static let scripts: [(source: String, code: [UInt8])] = [
    ("this.a=1", "05 01 ffffffff 02 9e4e3600 61000000 01000000 00"),
    (
      "this.a=(b.x+1)*2",
      """
      00 01 ffffffff 02 62000000 78000000 01000000 00  02 0c 00000000 02000000
      05 04 ffffffff 02 9e4e3600 61000000 00000000
      """
    ),
    (
      "this.a=b.x?1:2",
      """
      06 4800 ffffffff 02 62000000 78000000 01000000 02000000 00
      05 04 ffffffff 02 9e4e3600 61000000 00000000
      """
    ),
    (
      "if(this.a>1){this.b=1}else{this.b=2}",
      """
      09 01 ffffffff 02 9e4e3600 61000000 01000000 00  16 37000000 04 00000000
      05 01 ffffffff 02 9e4e3600 62000000 01000000 01  15 4b000000
      05 01 ffffffff 02 9e4e3600 62000000 02000000 02
      """
    ),
    (
      "this.a=data.color[this.cur]",
      """
      19 ffffffff 02 aaef2e00 632fa705 00 ffffffff 02 9e4e3600 40820100 00
      05 04 ffffffff 02 9e4e3600 61000000 00000000
      """
    ),
    ("this.doIt(1,'s')", "0f ffffffff 02 9e4e3600 161f2f00 02 01 01000000 03 73000000 00"),
  ].map { ($0, bytes($1)) }

  /// Bytes written as hexadecimal digits, with blanks anywhere.
  static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// The compiled templates of the conformance cases, and the bundle of the older preview compiler, when they
  /// are at hand.
  static let conformance: [(name: String, bytes: [UInt8])] = {
    guard let folder = conformanceFolder?.appending(path: "virtualview") else { return [] }
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "out").path)) ?? []
    var files = names.sorted().compactMap { name in
      (try? Data(contentsOf: folder.appending(path: "out/\(name)"))).map { (name, [UInt8]($0)) }
    }
    let bundle = folder.appending(path: "realtimepreview/data.json.shipped")
    if let data = try? Data(contentsOf: bundle),
      let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let templates = json["templates"] as? [String]
    {
      for text in templates {
        if let data = Data(base64Encoded: text) { files.append(("data.json.shipped", [UInt8](data))) }
      }
    }
    return files
  }()
}
