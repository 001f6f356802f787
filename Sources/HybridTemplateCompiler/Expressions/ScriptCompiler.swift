import HybridMarkup
import HybridUnits

/// The result of compiling a script.
struct CompiledScript {
  /// The code; after a fault, the part written before it.
  var code: [UInt8]
  /// Strings for the table, in the order of their use.
  var strings: [ScriptLexer.Text]
  /// The faults, each with its range in the value.
  var faults: [(fault: ExpressionSyntaxFault, range: Range<Int>)]
}

/// Compiles the value of one attribute (`Documentation/template-format.md`, *Expressions*).
///
/// - Parameter value: UTF-8, `${` and `}` included.
func compileScript(_ value: [UInt8]) -> CompiledScript {
  var parser = ScriptParser(value)
  return parser.script()
}

extension TemplateBuilder {
  /// Compiles the script of an attribute into the expression table. Two attributes with equal texts get one
  /// entry each.
  mutating func compileScript(_ attribute: TemplateScanner.Attribute) {
    let script = HybridTemplateCompiler.compileScript(Array(scanner.text[attribute.value]))
    func place(_ range: Range<Int>) -> Range<Int> {
      let start = scanner.place(of: range.lowerBound, in: attribute)
      return start..<max(scanner.place(of: range.upperBound, in: attribute), min(start + 1, scanner.end))
    }
    for string in script.strings {
      let text = scanner.append(string.bytes)
      addString(string.id, text, at: place(string.range))
    }
    for fault in script.faults { report(.script(fault.fault), place(fault.range)) }
    let id = scanner.id(of: attribute.value)
    if script.code.count > TemplateLimits.bytesOnPhones {
      let fault = ExpressionSyntaxFault.tooLarge(
        "bytes of code", script.code.count, limit: TemplateLimits.bytesOnPhones)
      report(.script(fault), valueRange(attribute))
    }
    template.expressions.append(TemplateExpression(id: StringID(rawValue: id), code: script.code))
    set(UInt32(bitPattern: id), .expression, attribute)
  }
}
