import Testing

@testable import HybridCSS

/// `width`, in the context of `computed(_:)`; nil when the declaration is dropped.
private func width(_ value: String, dialect: Dialect = .standard) -> LengthPercentage? {
  if case .length(let length) = computed("width: \(value)", dialect: dialect).box.width {
    length
  } else {
    nil
  }
}

@Test(arguments: [
  ("12px", 12), ("12PX", 12), ("+1.5px", 1.5), ("1e2px", 100), ("3pt", 4), ("1in", 96), ("2.54cm", 96),
  ("25.4mm", 96), ("101.6q", 96), ("2pc", 32), ("2em", 40), ("2rem", 20), ("2ex", 22), ("2cap", 30),
  ("2ch", 40 * 1303.0 / 2048),
  ("10vw", 40),
  ("10vh", 30), ("10vmin", 30), ("10vmax", 40), ("10svw", 40), ("10dvh", 30), ("10lvmin", 30), ("0", 0),
  ("-0", 0),
  ("0.0", 0), ("0e3", 0),
])
func lengthsBecomePoints(_ text: String, _ expected: Double) throws {
  #expect(abs(try #require(width(text)?.points) - expected) < 1e-9)
}

@Test(arguments: [
  ("calc(1px + 2px)", 3), ("calc(10px - 2em)", 0), ("calc(2 * 3px)", 6), ("calc(3px*2)", 6),
  ("calc(9px / 2)", 4.5),
  ("calc((1px + 2px) * 3 - 1px)", 8), ("CALC(1px + 1PX)", 2), ("min(3px, 1em)", 3),
  ("MAX(3px, 1em, 5px)", 20),
  ("clamp(5px, 1px, 9px)", 5), ("clamp(5px, 20px, 9px)", 9), ("clamp(9px, 1px, 5px)", 9), ("min(1px)", 1),
  ("clamp(none, 20px, 9px)", 9), ("calc(min(4px, 5px) + max(1px, 2px))", 6), ("calc(-5px)", 0),
  ("min(-1px, 2em)", 0),
  ("calc(8px * (1em / 10px))", 16), ("calc(9px * 2px / 3px)", 6), ("calc(-1 * -7px)", 7),
  ("calc(1px * pi)", Double.pi),
  ("calc(7px /**/+/**/ 1px)", 8), ("calc(1px / 0)", LengthPercentage.limit), ("calc(1px * NaN)", 0),
  ("abs(-4px)", 4), ("round(7px, 5px)", 5), ("mod(7px, 5px)", 2), ("calc(sign(-3px) * -2px)", 2),
  ("calc(8px * sin(30deg))", 4), ("calc(8px * cos(pi / 3))", 4), ("calc(8px * tan(0.125turn))", 8),
  ("calc(1px * sin(180deg) + 1px)", 1), ("calc(1px * asin(1) / 1deg)", 90),
  ("calc(1px * acos(0.5) / 1deg)", 60), ("calc(1px * atan(1) / 1deg)", 45),
  ("calc(1px * atan2(2em, 40px) / 1deg)", 45), ("calc(1px * tan(90deg))", LengthPercentage.limit),
  ("calc(1px * pow(2, 5))", 32), ("calc(1px * log(8, 2))", 3), ("calc(1px * log(e))", 1),
  ("calc(1px * exp(0))", 1), ("hypot(3px, 4px)", 5),
])
func calculationsBecomePoints(_ text: String, _ expected: Double) throws {
  #expect(abs(try #require(width(text)?.points) - expected) < 1e-9)
}

@Test(arguments: [
  "10 px", "calc(1px+2px)", "calc(9px * 2px)", "calc(9px + 5)", "5", "1e3", "#10px", "19pxx",
  "calc(1px, 2px)", "min()",
  "max(1px, 2)", "clamp(1px, 2px)", "calc(0)", "15px 20px", "+ 5px", "5..5px", "calc()", "frob(3px)",
  "17px !imp",
  "calc(7px +2px)", "calc(7px- 2px)", "red", "'9px'", "9px,", "px", "--9px", "5.px", "(9px)", "9px / 2",
  "calc(9px ** 2)", "1e px", "12\\px px", "-7px", "calc(-(1px))", "calc(1px + )", "calc(1px 2px)",
  "calc(2 / 1px)", "calc(7px/**/+/**/1px)",
  "calc(10% * 10%)", "calc(1px + 1deg)", "1deg", "1s", "calc(1px * sin(1px))", "calc(1px * sin(1, 2))",
  "sin(1deg)", "calc(1px * asin(1deg))", "calc(1px * atan2(1px, 1))", "calc(1px * pow(2px, 2))",
  "calc(1px * exp(1%))",
])
func wrongLengthsAreDropped(_ text: String) {
  #expect(read("width: \(text)").declarations.isEmpty)
  #expect(read("width: \(text)").fault != nil)
  #expect(width(text) == nil)
}

@Test(arguments: [
  ("50%", LengthPercentage.percent(50)),
  ("calc(10% + 20%)", .percent(30)),
  ("calc(100% - 1em)", .max([.points(0), .sum([.percent(100), .points(-20)])])),
  ("calc((100% - 10px) / 2)", .max([.points(0), .sum([.percent(50), .points(-5)])])),
  ("min(50%, 10px)", .max([.points(0), .min([.percent(50), .points(10)])])),
  ("max(0px, 50% - 10px)", .max([.points(0), .sum([.percent(50), .points(-10)])])),
])
func percentagesStay(_ text: String, _ expected: LengthPercentage) {
  #expect(width(text) == expected)
}

@Test(arguments: [
  ("calc(100% - 30px)", 70), ("calc(10% - 30px)", 0), ("min(50%, 10px)", 10), ("clamp(10px, 50%, 30px)", 30),
  ("calc(2 * max(10%, 7px))", 20), ("calc(-1 * min(10%, 7px))", 0),
])
func mixturesResolveAgainstTheirBasis(_ text: String, _ expected: Double) throws {
  #expect(try #require(width(text)).resolved(against: 100) == expected)
}

@Test func calculationsMayNestSoDeepOnly() {
  func nested(_ depth: Int) -> String {
    String(repeating: "calc(", count: depth) + "1px" + String(repeating: ")", count: depth)
  }
  #expect(width(nested(60))?.points == 1)
  #expect(width(nested(100)) == nil)
  let chain = "calc(1px" + String(repeating: " * 1", count: 50_000) + ")"
  #expect(width(chain)?.points == 1)
}

@Test func nativeDialectTakesItsOwnUnits() {
  #expect(width("12", dialect: .native) == .points(12))
  #expect(width("calc(50%H - 10%V)", dialect: .native) == .points(170))
  #expect(width("calc(50% - 10%V)", dialect: .native)?.resolved(against: 100) == 20)
  #expect(width("calc(50%H)") == nil)
}

@Test(arguments: [
  ("order: calc(2.5)", 3), ("order: calc(-2.5)", -2), ("z-index: calc(1 + 1)", 2),
  ("z-index: calc(1em / 1px)", 16),
])
func integersAreRounded(_ text: String, _ expected: Double) {
  #expect(read(text).declarations.first?.value == .number(expected))
}
