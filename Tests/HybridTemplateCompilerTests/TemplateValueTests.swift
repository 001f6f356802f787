import HybridSource
import HybridUnits
import Testing

@testable import HybridTemplateCompiler

private func encoded(_ text: String, _ type: AttributeType) -> EncodedValue {
  let bytes = Array("<\(text)>".utf8)
  return ValueEncoder.encode(1..<bytes.count - 1, in: bytes, as: type)
}

private func int(_ value: Int32, rp: Bool = false) -> EncodedValue { .int(value, isRP: rp) }
private func float(_ value: Float, rp: Bool = false) -> EncodedValue { .float(value.bitPattern, isRP: rp) }

/// `Documentation/template-format.md`, *Values*, row by row.
private let values: [(AttributeType, String, EncodedValue)] = [
  (.string, "", .string), (.string, "${a.b}", .string),
  (.int, "", .fault), (.int, " 12\t", int(12)), (.int, "true", int(1)), (.int, "false", int(0)),
  (.int, "12rp", int(12, rp: true)), (.int, "12 rp", .fault), (.int, "007", int(7)), (.int, "+7", int(7)),
  (.int, "-2147483648", int(.min)), (.int, "2147483648", .fault), (.int, "1.0", .fault), (.int, "٣", int(3)),
  (.int, "${a}", .string), (.int, " @{a?b:c} ", .string), (.int, "${a}rp", .string), (.int, "${}", .fault),
  (.int, "truerp", .fault), (.int, "-", .fault),
  (.float, "1", float(1)), (.float, "1.5rp", float(1.5, rp: true)), (.float, "1.5 rp", float(1.5, rp: true)),
  (.float, ".5", float(0.5)), (.float, "5.", float(5)), (.float, "1e3", float(1000)),
  (.float, "1.5f", float(1.5)), (.float, "2D", float(2)), (.float, "0x1.8p1", float(3)),
  (.float, "NaN", .float(0x7FC0_0000, isRP: false)), (.float, "-Infinity", float(-.infinity)),
  (.float, "inf", .fault), (.float, "nan", .fault), (.float, "0x1", .fault), (.float, ".", .fault),
  (.float, "true", .fault), (.float, "1e", .fault), (.float, "0.1", float(0.1)),
  (.float, "16777217.5", float(16777217.5)), (.float, "1e999", float(.infinity)),
  (.float, "123456789.123456789", float(123456789.123456789)), (.float, "-0", float(-0.0)),
  (.number, "1.0", float(1)), (.number, "-.5", float(-0.5)), (.number, ".5", .fault),
  (.number, "1e3", .fault),
  (.number, "12", int(12)), (.number, "${a.b}", .string), (.number, "", .fault), (.number, "true", int(1)),
  (.layoutSize, "match_parent", int(-1)), (.layoutSize, "wrap_content", int(-2)),
  (.layoutSize, " match_parent", .fault), (.layoutSize, "50%", .fault),
  (.layoutSize, "1.5rp", float(1.5, rp: true)),
  (.bool, "TRUE", int(1)), (.bool, "1", int(0)), (.bool, "${a}", int(0)), (.bool, "", int(0)),
  (.color, "red", int(Int32(bitPattern: 0xFFFF_0000))),
  (.color, "#010203", int(Int32(bitPattern: 0xFF01_0203))),
  (.color, "#80010203", int(Int32(bitPattern: 0x8001_0203))), (.color, "transparent", int(0)),
  (.color, "dkgray", int(Int32(bitPattern: 0xFF44_4444))),
  (.color, "Teal", int(Int32(bitPattern: 0xFF00_8080))),
  (.color, "Dkgray", .fault), (.color, "#fff", .fault), (.color, "", .fault), (.color, " red", .fault),
  (.color, "#-00001", int(-1)), (.color, "${a}", .string), (.color, " ${a}", .fault),
  (.flag, "flag_draw| flag_touchable ", int(129)), (.flag, "flag_draw|", int(1)),
  (.flag, "|flag_draw", .fault),
  (.flag, "", .fault), (.flag, "|", int(0)), (.flag, "${a}", .fault),
  (.type, "oval", int(3)), (.type, "string", int(3)), (.type, "normal", .fault), (.type, " int", .fault),
  (.align, "left|v_center", int(33)), (.align, "center", .fault), (.align, "${a}", .string),
  (.textStyle, "bold|strike", int(9)), (.textStyle, "normal", .fault), (.textStyle, "@{a?b:c}", .string),
  (.dataMode, "append", int(2)), (.dataMode, "1", int(1)), (.dataMode, "3", .fault),
  (.dataMode, "1.0", .fault),
  (.dataMode, "${a}", .fault), (.dataMode, "2rp", int(2, rp: true)),
  (.visibility, "gone", int(2)), (.visibility, "0", int(0)), (.visibility, "3", .fault),
  (.visibility, "9.5", float(9.5)), (.visibility, "${a}", .string),
  (.expression, "${a}", .script), (.expression, " ${a}", .fault), (.expression, "@{a}", .fault),
  (.expression, "a", .fault),
  (
    .enumeration([EnumValue(name: "fit_xy", value: 1), EnumValue(name: "none", value: -1)]), "FIT_xy", int(1)
  ),
  (.enumeration([EnumValue(name: "none", value: -1)]), "none", int(-1)),
  (.enumeration([EnumValue(name: "none", value: -1)]), "none ", .fault),
  (.enumeration([EnumValue(name: "straße", value: 4)]), "STRASSE", int(4)),
]

@Test(arguments: values.indices)
func valueIsEncodedByItsType(_ index: Int) {
  let (type, text, expected) = values[index]
  #expect(encoded(text, type) == expected, "\(text) as \(type)")
}

@Test(
  arguments: [
    (0, "0.000000"), (1.5, "1.500000"), (-0.1, "-0.100000"), (0.0078125, "0.007813"),
    (1e10, "10000000000.000000"),
    (0.9999999, "1.000000"), (123.456, "123.456001"), (1e-9, "0.000000"),
  ] as [(Float, String)])
func floatIsPrintedWithSixDecimals(_ number: Float, _ text: String) {
  #expect(JavaNumbers.sixDecimals(number) == text)
}

@Test(arguments: [
  ("textColor", "#fff", "write #ffffff"), ("textColor", "#1234", "write #44112233"),
  ("textStyle", "normal", "leave the attribute out"), ("gravity", "center", "write h_center|v_center"),
  ("layoutWidth", "10px", "write 10 or 10rp"), ("textSize", "12sp", "write 12"),
  ("textSize", ".5", "write 0.5"),
  ("flag", "flag_draw|flag_clikable", "did you mean 'flag_click"),
  ("visibility", "shown", "write invisible, visible, gone"),
  ("scaleType", "fit-xy", "did you mean 'fit_xy'?"), ("orientation", "${a}", "write H, V"),
  ("id", "1.5", "write a whole number"), ("layoutWidth", "50%", "there are no percentages"),
])
func badValueSaysWhatToWrite(_ name: String, _ value: String, _ hint: String) throws {
  let result = compiled("<NText\n \(name)=\"\(value)\"/>")
  #expect(result.template == nil)
  #expect(result.reports == ["2:\(name.count + 4) error template.bad-value"])
  #expect(try #require(result.diagnostics.first?.hint).hasPrefix(hint), "\(result.diagnostics[0])")
}
