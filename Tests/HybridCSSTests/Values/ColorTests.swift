import Foundation
import HybridSource
import Testing

@testable import HybridCSS

private func color(_ text: String, dialect: Dialect = .standard) -> ColorValue? {
  let values = parseComponentValues(Source(path: "", text: text))
  var reader = ValueReader(values, dialect: dialect)
  let color = reader.takeColor()
  return reader.isAtEnd ? color : nil
}

private let accepted: [(String, [Double])] = [
  ("#fff", [1, 1, 1, 1]), ("#f008", [1, 0, 0, 136.0 / 255]), ("#FFCC99", [1, 0.8, 0.6, 1]),
  ("#ffcc9900", [1, 0.8, 0.6, 0]), ("red", [1, 0, 0, 1]), ("RebeccaPurple", [0.4, 0.2, 0.6, 1]),
  ("transparent", [0, 0, 0, 0]), ("rgb(255, 0, 51)", [1, 0, 0.2, 1]), ("rgb(255 0 51)", [1, 0, 0.2, 1]),
  ("rgb(255 0 51 / 50%)", [1, 0, 0.2, 0.5]), ("rgba(255, 0, 51, .5)", [1, 0, 0.2, 0.5]),
  ("rgb(255, 0, 51, 50%)", [1, 0, 0.2, 0.5]), ("rgb(100% 0 none)", [1, 0, 0, 1]),
  ("rgb(calc(200 + 55) 0 0)", [1, 0, 0, 1]),
  ("hsl(120, 100%, 50%)", [0, 1, 0, 1]), ("hsl(120deg 100% 50% / .5)", [0, 1, 0, 0.5]),
  ("hsl(120 100 50)", [0, 1, 0, 1]),
  ("hsl(.5turn 100% 50%)", [0, 1, 1, 1]), ("hsla(-240, 100%, 50%, 1)", [0, 1, 0, 1]),
  ("hwb(0 0% 0%)", [1, 0, 0, 1]), ("hwb(120deg 20% 20% / 0)", [0.2, 0.8, 0.2, 0]),
  ("hwb(0 60% 60%)", [0.5, 0.5, 0.5, 1]),
]

@Test(arguments: accepted)
func colorsParse(_ text: String, _ expected: [Double]) throws {
  guard case .rgba(let color)? = color(text) else {
    Issue.record("not a color")
    return
  }
  for (part, wanted) in zip([color.red, color.green, color.blue, color.alpha], expected) {
    #expect(abs(part - wanted) < 1e-9)
  }
}

@Test(arguments: [
  "#ff", "#fffff", "#ggg", "rgb(1, 2)", "rgb(1 2 3, 4)", "rgb(1, 2 3)", "rgb(1, 2, 3 / 4)", "rgb(none, 1, 2)",
  "rgb(10%, 5, 5)", "hsl(0, 0, 0)", "hwb(0, 0%, 0%)", "redd", "rgb()", "hsl(10% 0% 0%)", "frob(1 2 3)",
])
func wrongColorsAreDropped(_ text: String) { #expect(color(text) == nil) }

/// The bytes that Chromium paints.
@Test(
  arguments: [
    ("oklch(70% .15 30)", [237, 118, 101, 255]),
    ("oklab(60% .1 -.1)", [159, 99, 186, 255]),
    ("lab(50% 40 -60)", [140, 94, 223, 255]),
    ("lch(60% 60 200)", [0, 170, 179, 255]),
    ("color(display-p3 1 .2 .2)", [255, 0, 32, 255]),
    ("color(a98-rgb .2 .6 .4)", [0, 154, 99, 255]),
    ("color(prophoto-rgb .2 .6 .4)", [0, 184, 112, 255]),
    ("color(rec2020 .2 .6 .4)", [0, 171, 110, 255]),
    ("color(xyz .2 .3 .4)", [0, 167, 164, 255]),
    ("color(xyz-d50 .2 .3 .4)", [0, 168, 189, 255]),
    ("color(srgb-linear .2 .3 .4)", [124, 149, 170, 255]),
    ("color-mix(in srgb,red,blue)", [128, 0, 128, 255]),
    ("color-mix(in oklch,red 30%,blue)", [136, 0, 236, 255]),
    ("color-mix(in hsl longer hue,red,lime 25%)", [255, 0, 255, 255]),
    ("color-mix(in lab,red 20%,transparent)", [255, 0, 0, 51]),
    ("color-mix(in oklab,white 20%,black 30%)", [72, 72, 72, 128]),
    ("color-mix(red,blue)", [140, 83, 162, 255]),
    ("rgb(from #4a90d9 r g 0)", [74, 144, 0, 255]),
    ("hsl(from #4a90d9 calc(h + 120) s l)", [217, 74, 144, 255]),
    ("oklch(from #4a90d9 calc(l - .2) c h)", [0, 84, 152, 255]),
    ("rgb(from red r g b / .4)", [255, 0, 0, 102]),
    ("color(from #4a90d9 srgb r calc(g * .5) b)", [74, 72, 217, 255]),
    ("hwb(from #4a90d9 h w calc(b + 20))", [74, 119, 166, 255]),
    ("lab(from #4a90d9 l a b)", [74, 144, 217, 255]),
    ("color-mix(in lch,white,blue)", [175, 137, 255, 255]),
    ("color-mix(in hwb,red,white)", [255, 128, 128, 255]),
    ("color-mix(in srgb,currentcolor 25%,transparent)", [0, 0, 0, 64]),
  ] as [(String, [Int])])
func colorsOfOtherSpacesAreThoseOfABrowser(_ text: String, _ expected: [Int]) throws {
  let bytes = try #require(color(text)).resolved(current: .black).bytes
  let parts = [bytes.red, bytes.green, bytes.blue, bytes.alpha].map { Int($0) }
  #expect(zip(parts, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(parts)")
}

@Test(arguments: [
  "color-mix(in srgb, red)", "color-mix(in frob, red, blue)", "color-mix(in srgb, red 0%, blue 0%)",
  "color-mix(in srgb, red 120%, blue)", "oklch(1 2)", "color(frob 1 1 1)", "color(1 1 1)", "lab(1 2 3 4)",
  "rgb(from frob r g b)", "rgb(from red h s l)", "light-dark(red)", "oklch(from red l c h / frob)",
])
func wrongColorFunctionsAreDropped(_ text: String) { #expect(color(text) == nil) }

@Test(arguments: [
  ("fff", SRGBColor.white), ("0xFF0000", SRGBColor(hex: 0xFF0000)), ("333333", SRGBColor(hex: 0x333333)),
  ("00ff00", SRGBColor(hex: 0x00FF00)),
  ("1e90ff", SRGBColor(hex: 0x1E90FF)), ("#fff", .white), ("red", SRGBColor(hex: 0xFF0000)),
  ("5a6", SRGBColor(hex: 0x55AA66)),
])
func nativeColorsNeedNoHash(_ text: String, _ expected: SRGBColor) {
  #expect(color(text, dialect: .native) == .rgba(expected))
}

@Test func nativeChanceIsTheSameEachTime() {
  #expect(color("color.randomThemColor", dialect: .native) == .rgba(SRGBColor(hex: 0x45C8DC)))
  #expect(color("color.randomColor", dialect: .native) == color("color.randomColor", dialect: .native))
  #expect(color("color.randomColor") == nil)
}

/// The folder with the colour cases, from the environment; without it these tests are skipped, which the
/// runner says.
private let folder = ProcessInfo.processInfo.environment["HYBRID_CONFORMANCE"].map { $0 + "/css/" }

/// The colour cases of the css-parsing-tests, which are of CSS Color 3; what CSS Color 4 changed is listed.
@Suite(.enabled(if: folder != nil, "HYBRID_CONFORMANCE names no folder"))
struct ColorConformanceTests {
  /// Inputs that were invalid colours in CSS Color 3, with the section of CSS Color 4 that makes them valid.
  static let knownDifferences: [String: String] = [
    // §5.1: `rgb()` and `rgba()` are one function, alpha is optional and may be a percentage.
    "rgb(0, 0, 0, 0)": "§5.1", "rgb(0%, 0%, 0%, 0%)": "§5.1", "rgb(0%, 0%, 0%, 0)": "§5.1",
    "rgba(255, 255, 255, 0%)": "§5.1", "rgba(0, 0, 0)": "§5.1", "rgba(0%, 0%, 0%)": "§5.1",
    "rgba(0%, 0%, 0%, 0%)": "§5.1",
    // §7: hues may be angles, alpha may be a percentage.
    "hsl(30deg, 100%, 100%)": "§7", "hsl(0, 0%, 0%, 0%)": "§7", "hsla(30deg, 100%, 100%, 1)": "§7",
    "hsla(0, 0%, 0%, 50%)": "§7",
  ]

  @Test(arguments: ["color3", "color3_hsl", "color3_keywords"])
  func casesPass(_ file: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: (folder ?? "") + file + ".json"))
    let items = try #require(JSONSerialization.jsonObject(with: data) as? [Any])
    let scale = file == "color3_keywords" ? 255.0 : 1
    for index in stride(from: 0, to: items.count - 1, by: 2) {
      let input = try #require(items[index] as? String)
      let result = color(input)
      if let section = Self.knownDifferences[input], !section.isEmpty {
        #expect(items[index + 1] is NSNull && result != nil, "no longer differs: \(input)")
        continue
      }
      switch items[index + 1] {
      case is NSNull: #expect(result == nil, "\(input)")
      case is String: #expect(result == .current, "\(input)")
      case let parts as [Double]:
        guard case .rgba(let color)? = result else {
          Issue.record("\(input) is no color")
          continue
        }
        let found = [color.red * scale, color.green * scale, color.blue * scale, color.alpha]
        #expect(zip(found, parts).allSatisfy { abs($0 - $1) < 1e-6 }, "\(input): \(found), not \(parts)")
      default: Issue.record("\(input): what is \(items[index + 1])")
      }
    }
  }
}

/// The computed values of Chromium, whose conversions between spaces are rounded.
@Test(arguments: [
  ("lab(50% 20 30 / .5)", "lab(50 20 30 / 0.5)"), ("lab(none 20 30)", "lab(none 20 30)"),
  ("lab(150 20 30)", "lab(100 20 30)"), ("lch(50% 20% 30deg)", "lch(50 30 30)"),
  ("lch(50 -20 400)", "lch(50 0 40)"), ("lch(50 20 none / none)", "lch(50 20 none / none)"),
  ("oklab(50% 10% -20%)", "oklab(0.5 0.04 -0.08)"), ("oklch(70% 0.2 30 / 40%)", "oklch(0.7 0.2 30 / 0.4)"),
  ("color(srgb 1.5 -0.2 50%)", "color(srgb 1.5 -0.2 0.5)"),
  ("color(xyz .1 .2 .3)", "color(xyz-d65 0.1 0.2 0.3)"),
  ("color(display-p3 1 0 0)", "color(display-p3 1 0 0)"),
  ("color-mix(in srgb, red, blue)", "color(srgb 0.5 0 0.5)"),
  ("color-mix(in srgb, red 20%, blue 20%)", "color(srgb 0.5 0 0.5 / 0.4)"),
  ("color-mix(in oklch, red, blue)", "oklch(0.539974 0.285457 326.643)"),
  ("color-mix(red, blue)", "oklab(0.539974 0.0962086 -0.0928316)"),
  ("color-mix(in hsl, red, blue)", "color(srgb 1 0 1)"),
  ("color-mix(in lab, lab(none 10 20), lab(40 20 20))", "lab(40 15 20)"),
  ("rgb(from red calc(r / 2) g b)", "color(srgb 0.5 0 0)"),
  ("hsl(from red h s l / .5)", "color(srgb 1 0 0 / 0.5)"),
  ("lch(from red l c h)", "lch(54.29 106.854 40.856)"),
  ("oklch(from red l c h)", "oklch(0.627966 0.257704 29.2346)"),
  ("color(from red xyz x y z)", "color(xyz-d65 0.412426 0.212648 0.0193173)"),
  ("light-dark(oklch(.5 .1 30), blue)", "oklch(0.5 0.1 30)"), ("contrast-color(red)", "rgb(0, 0, 0)"),
  ("contrast-color(navy)", "rgb(255, 255, 255)"), ("alpha(from red / .5)", "rgba(255, 0, 0, 0.5)"),
  ("alpha(from rgb(1 2 3 / .5) / calc(alpha / 2))", "rgba(1, 2, 3, 0.25)"),
  ("hsl(120 50% 50% / .5)", "rgba(64, 191, 64, 0.5)"), ("hwb(120 10% 20%)", "rgb(26, 204, 26)"),
  ("WindowText", "rgb(0, 0, 0)"), ("-webkit-link", "rgb(0, 0, 238)"),
])
func colorsAreWrittenInTheirSpace(_ text: String, _ expected: String) {
  guard case .rgba(let color)? = color(text) else {
    Issue.record("not a color")
    return
  }
  let words = color.cssText.split { " (),".contains($0) }
  let wanted = expected.split { " (),".contains($0) }
  #expect(words.count == wanted.count, "\(color.cssText)")
  for (word, wanted) in zip(words, wanted) {
    if let number = Double(word), let near = Double(wanted) {
      #expect(abs(number - near) <= max(abs(near) * 5e-4, 5e-5), "\(color.cssText)")
    } else {
      #expect(word == wanted, "\(color.cssText)")
    }
  }
}
