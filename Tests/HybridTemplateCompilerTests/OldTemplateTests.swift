import HybridUnits
import Testing

@testable import HybridTemplateCompiler

private let plain = "<FrameLayout var_int_count=\"0\"><NText text=\"a\"/></FrameLayout>"

/// Templates that the original compiler accepts: each has the bytes of `plain`, and a warning.
@Test(
  arguments: [
    ("\u{FEFF}<?xml version=\"1.0\"?>" + plain, "1:1 warning template.bad-declaration"),
    ("<!DOCTYPE FrameLayout SYSTEM \"a.dtd\">" + plain, "1:1 warning template.document-type"),
    ("<!DOCTYPE a [<!ENTITY b \"]>\">]>" + plain, "1:1 warning template.document-type"),
    (plain.replacing("\"0\"", with: "\"0x\""), "1:29 warning template.bad-variable"),
    (plain.replacing("\"0\"", with: "\" 0\""), "1:29 warning template.bad-variable"),
    (plain.replacing("\"0\"", with: "\"4294967296\""), "1:29 warning template.bad-variable"),
  ] as [(String, String)])
func whatTheOriginalAcceptsHasItsBytes(_ xml: String, _ report: String) throws {
  let result = compiled(xml)
  #expect(result.reports == [report])
  #expect(try #require(result.template).encoded() == compiled(plain).template?.encoded())
}

@Test func anUnreadableFloatIsZero() throws {
  let result = compiled("<NText var_float_a=\"1,5\" var_float_b=\"1.5\"/>")
  #expect(result.reports == ["1:21 warning template.bad-variable"])
  #expect(try #require(result.template).variables.map { Float(bitPattern: $0.bits) } == [0, 1.5])
}

@Test(arguments: [(70_000, 4_464), (-1, 65_535), (32_768, 32_768), (131_073, 1)])
func aComponentHasTheLowBitsOfItsID(_ id: Int, _ written: UInt16) throws {
  let template = try #require(compiled("<Own/>", "VIEW_ID_Own=\(id)").template)
  #expect(template.nodes.map(\.component) == [written])
}
