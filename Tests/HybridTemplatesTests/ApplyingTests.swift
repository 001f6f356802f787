import HybridJSON
import HybridUnits
import Testing

@testable import HybridTemplates

@Suite struct ApplyingTests {
  /// The type, a value from data, and the resulting attribute on Android and on iOS; nil leaves it unchanged.
  @Test(
    arguments: [
      (.float, 12.5, .float(12.5), .float(12.5)),
      (.float, "12.5", .float(12.5), .float(12.5)),
      (.float, "10rp", .rpFloat(10), .float(10)),
      (.int, "10rp", .rpInt(10), .int(10)),
      (.int, 3.9, .int(3), .int(3)),
      (.float, "wide", nil, .float(0)),
      (.float, "nan", nil, .float(0)),
      (.float, "0x10", nil, .float(0)),
      (.float, true, nil, .float(1)),
      (.float, nil, nil, .float(0)),
      (.int, 1e300, .int(.max), .int(.max)),
      (.string, 3, .text("3"), .text("3")),
      (.string, 3.5, .text("3.5"), .text("3.5")),
      (.string, true, .text("true"), .text("true")),
      (.string, ["a": 1], .text(#"{"a":1}"#), .text(#"{"a":1}"#)),
      (.string, nil, nil, .text("")),
      (.color, "#FF0000", .int(-65536), .int(-65536)),
      (.color, "#80FF0000", .int(-2_130_771_968), .int(-2_130_771_968)),
      (.color, "FF0000", .int(0), .int(-65536)),
      (.color, "0xFF0000", .int(0), .int(-65536)),
      (.color, "red", .int(-65536), .int(0)),
      (.color, "RED", .int(-65536), .int(0)),
      (.color, "#FFF", .int(0), .int(0)),
      (.color, nil, nil, .int(0)),
      (.boolean, true, .int(1), .int(1)),
      (.boolean, "true", .int(1), .int(1)),
      (.boolean, 1, .int(0), .int(0)),
      (.boolean, nil, nil, .int(0)),
      (.visibility, "visible", .int(1), .int(1)),
      (.visibility, "invisible", .int(0), .int(0)),
      (.visibility, "gone", .int(2), .int(2)),
      (.visibility, "shown", .int(1), .int(2)),
      (.visibility, nil, nil, .int(2)),
      (.gravity, "left|top", .int(9), .int(9)),
      (.gravity, "right | v_center", .int(34), .int(34)),
      (.gravity, "center", .int(36), .int(36)),
      (.gravity, "right|middle|top", .int(2), .int(2)),
      (.gravity, nil, nil, .int(0)),
      (.textStyle, "bold|styleStrike", .int(9), .int(0)),
      (.textStyle, 3, .int(0), .int(3)),
      (.object, [1], .object([1]), .object([1])),
    ] as [(BindingType, JSONValue, AttributeValue?, AttributeValue?)])
  func valueIsApplied(
    _ type: BindingType, _ value: JSONValue, _ android: AttributeValue?, _ ios: AttributeValue?
  ) {
    #expect(AttributeValue(value, as: type, isDark: false, on: .android) == android)
    #expect(AttributeValue(value, as: type, isDark: false, on: .ios) == ios)
  }

  @Test func badColorOfTextIsBlackOnIOS() {
    #expect(AttributeValue("red", as: .color, isDark: true, on: .ios) == .int(-16_777_216))
  }

  @Test func missingDataKeepsTheOldValueOnAndroidAndResetsItOnIOS() {
    let card = element(
      7, ["name": "x", "text": "${none}", "visibility": "${none}", "layoutWidth": "${none}"])
    let android = TemplateScene(card, on: .android)
    #expect(android.value("text", of: "x") == nil)
    #expect(android.value("visibility", of: "x") == nil)
    #expect(android.named("x")?.bound.count == 3)
    let ios = TemplateScene(card, on: .ios)
    #expect(ios.value("text", of: "x") == .text(""))
    #expect(ios.value("visibility", of: "x") == .int(2))
    #expect(ios.value("layoutWidth", of: "x") == .float(0))
  }

  @Test func attributeWithoutBindingKeepsItsDefaultAndIsReportedOnce() {
    let card = element(
      1, [:], element(7, ["name": "x", "maxLines": "${n}"]), element(7, ["maxLines": "${n}"]))
    let scene = TemplateScene(card, data: ["n": 3])
    #expect(scene.value("maxLines", of: "x") == nil)
    #expect(scene.diagnostics.map(\.code) == ["template.unbindable"])
    #expect(scene.diagnostics.first?.message.contains("'maxLines' of NText") == true)
  }

  /// iOS readers lack such a text; messages include it.
  @Test func attributeThatIOSCannotNameIsNamed() {
    var template = element(7, ["lineHeight": "${n}"]).template()
    template.strings.removeAll { $0.text == "lineHeight" }
    let scene = TemplateScene(template: template, items: [:], data: ["n": 3], screen: .phone(.ios))
    #expect(scene.diagnostics.first?.message.contains("'lineHeight' of NText") == true)
  }

  @Test func literalOfAnotherTypeIsNotTakenWhereAndroidHasNoSetter() {
    let box = element(
      5, [:], element(7, ["name": "a", "flexGrow": 1.0]), element(7, ["name": "b", "flexGrow": 1]))
    let scene = TemplateScene(box)
    #expect(scene.value("flexGrow", of: "a") == nil)
    #expect(scene.value("flexGrow", of: "b") == .int(1))
  }

  @Test func namesThatIOSDoesNotKnowReadAsNothing() {
    var template = element(7, ["name": "x", "text": "padding"]).template()
    template.strings.removeAll { $0.text == "padding" }  // predefined strings are never stored
    for (platform, text) in [(TemplatePlatform.ios, ""), (.android, "padding")] {
      let scene = TemplateScene(template: template, items: [:], data: [:], screen: .phone(platform))
      #expect(scene.value("text", of: "x") == .text(text))
    }
  }
}
