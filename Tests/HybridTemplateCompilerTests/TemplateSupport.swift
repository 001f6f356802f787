import HybridSource
import HybridUnits

@testable import HybridTemplateCompiler

/// Compiles a template with the config of virtualview_tools, or with that and `more` lines.
func compiled(_ xml: String, _ more: String = "") -> CompiledTemplate {
  compiled(bytes: Array(xml.utf8), more)
}

func compiled(bytes: [UInt8], _ more: String = "") -> CompiledTemplate {
  let config =
    more.isEmpty
    ? TemplateConfig.standard
    : TemplateConfig.read(Source(path: "c", text: TemplateConfig.standardText + "\n" + more)).config
  return compileTemplate(Source(path: "t.xml", bytes: bytes), name: "T", version: 1, config: config)
}

extension CompiledTemplate {
  /// `line:column severity code` of each report.
  var reports: [String] {
    diagnostics.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.severity) \($0.code)" }
  }

  /// The string table.
  var strings: [String] { template?.strings.map(\.text) ?? ["no template"] }

  /// The attributes of an element in their order: `textSize i 12`, lists by the letters i I f F s e.
  func attributes(_ node: Int = 0) -> [String] {
    guard let template else { return ["no template"] }
    let range = template.nodes[node].attributes
    return template.attributes[Int(range.lowerBound)..<Int(range.upperBound)].map {
      let letter = ["i", "I", "f", "F", "s", "e"][Int($0.kind.rawValue)]
      let value: String
      switch $0.kind {
      case .int, .intRP: value = "\(Int32(bitPattern: $0.bits))"
      case .float, .floatRP: value = "\(Float(bitPattern: $0.bits))"
      case .string: value = template.text(of: StringID(rawValue: Int32(bitPattern: $0.bits))) ?? "?"
      case .expression: value = String($0.bits, radix: 16)
      }
      return "\(template.text(of: $0.key) ?? "?") \(letter) \(value)"
    }
  }
}

extension String {
  /// The text with what XML needs in attributes.
  var escapedForXML: String {
    var result = ""
    for character in self {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      default: result.append(character)
      }
    }
    return result
  }
}
