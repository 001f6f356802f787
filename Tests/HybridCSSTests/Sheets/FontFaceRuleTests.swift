import HybridGeometry
import HybridSource
import Testing

@testable import HybridCSS

/// `@font-face`: CSS Fonts 4 §4.
@Suite struct FontFaceRuleTests {
  private static func rules(_ css: String) -> (rules: [FontFaceRule], codes: [String]) {
    let sheet = StyleSheet.parse(Source(path: "css/a.css", text: css), rebasesURLs: true)
    return (sheet.fontFaces, sheet.diagnostics.map(\.code))
  }

  private static func face(_ descriptors: String) throws -> DefinedFace {
    let (rules, codes) = Self.rules("@font-face { font-family: A; src: url(a.ttf); \(descriptors) }")
    #expect(codes.isEmpty)
    return try #require(rules.first).face
  }

  @Test(arguments: [
    ("url(a.woff2)", ["/css/a.woff2"]), ("url('../f/a.ttf?v=4#iefix')", ["/css/../f/a.ttf?v=4#iefix"]),
    ("url(a.woff2) format('woff2'), url(a.woff) format(woff)", ["/css/a.woff2", "/css/a.woff"]),
    // Formats and technologies that are not read are left out, and so is an item that is not valid.
    ("url(a.eot), url(a.svg) format('svg'), url(a.ttf) format('truetype')", ["/css/a.eot", "/css/a.ttf"]),
    ("url(a.ttf) format(opentype) tech(variations), url(b.ttf) tech(color-COLRv1)", ["/css/a.ttf"]),
    ("url(a.ttf) frob(x), local(Lato Bold), 5px, url(b.ttf)", ["local lato bold", "/css/b.ttf"]),
    (
      "local('DejaVu Sans'), url(https://example.com/a.ttf)",
      ["local dejavu sans", "https://example.com/a.ttf"]
    ),
    ("url(a.ttf) format('woff2-variations')", ["/css/a.ttf"]), ("src('a.ttf')", ["/css/a.ttf"]),
  ])
  func sources(_ src: String, _ expected: [String]) {
    let (rules, codes) = Self.rules("@font-face { font-family: A; src: \(src) }")
    let sources = rules.first?.sources.map { source in
      switch source {
      case .url(let url, _): url
      case .local(let name): "local \(name)"
      }
    }
    #expect(sources == expected)
    #expect(codes.isEmpty)
  }

  @Test func descriptorsHaveTheirInitialValues() throws {
    #expect(try Self.face("") == DefinedFace(family: "A"))
    #expect(try Self.face("font-display: swap; -moz-x: 1; font-style: normal") == DefinedFace(family: "A"))
  }

  @Test(
    arguments: [
      ("font-weight: bold", 700.0...700.0), ("font-weight: 100 900", 100...900),
      ("font-weight: 900 100", 100...900),
      ("font-weight: normal", 400...400), ("font-weight: auto", 1...1000),
    ] as [(String, ClosedRange<Double>)])
  func weights(_ descriptor: String, _ expected: ClosedRange<Double>) throws {
    #expect(try Self.face(descriptor).weights == expected)
  }

  @Test(
    arguments: [
      ("font-stretch: condensed", 75.0...75.0), ("font-stretch: 75% 125%", 75...125),
      ("font-width: ultra-condensed expanded", 50...125),
    ] as [(String, ClosedRange<Double>)])
  func stretches(_ descriptor: String, _ expected: ClosedRange<Double>) throws {
    #expect(try Self.face(descriptor).stretches == expected)
  }

  @Test(arguments: [
    ("font-style: italic", DefinedFace.Style.italic), ("font-style: oblique", .oblique(14...14)),
    ("font-style: oblique 0deg 20deg", .oblique(0...20)), ("font-style: oblique 10deg", .oblique(10...10)),
  ])
  func styles(_ descriptor: String, _ expected: DefinedFace.Style) throws {
    #expect(try Self.face(descriptor).style == expected)
  }

  @Test(
    arguments: [
      ("U+26", [0x26...0x26]), ("u+0025-00FF, u+4??", [0x25...0xFF, 0x400...0x4FF]), ("U+0-7F", [0...0x7F]),
      ("U+??????", [0...0x10FFFF]), ("U+1E00-1E9F,U+10FFFF", [0x1E00...0x1E9F, 0x10FFFF...0x10FFFF]),
    ] as [(String, [ClosedRange<UInt32>])])
  func ranges(_ value: String, _ expected: [ClosedRange<UInt32>]) throws {
    #expect(try Self.face("unicode-range: \(value)").ranges == expected)
  }

  @Test func metricsAreOverridden() throws {
    let face = try Self.face(
      "size-adjust: 90%; ascent-override: 120%; descent-override: normal; line-gap-override: 0%")
    #expect(face.sizeAdjust == 0.9 && face.ascent == 1.2 && face.descent == nil && face.lineGap == 0)
    let settings = try Self.face(
      "font-feature-settings: 'tnum', 'liga' off, 'ss01' 2; font-variation-settings: 'wght' 250.5")
    #expect(settings.features.map { "\($0.tag) \($0.value)" } == ["liga 0.0", "ss01 2.0", "tnum 1.0"])
    #expect(settings.variations == [FontSetting(tag: "wght", value: 250.5)])
  }

  @Test(arguments: [
    "src: url(a.ttf)", "font-family: A", "font-family: A; src: url(a.svg) format(svg)",
    "font-family: A; src: 5px",
    "font-family: A, B; src: url(a.ttf)", "font-family: A; src: url(a.ttf); font-weight: 0",
    "font-family: A; src: url(a.ttf); unicode-range: U+30-20",
    "font-family: A; src: url(a.ttf); size-adjust: -1%",
    "font-family: A; src: url(a.ttf); unicode-range: U+1234567",
    "font-family: A; src: url(a.ttf); color: red",
    "font-family: A; src: url(a.ttf); font-style: oblique 91deg",
    "font-family: A; src: url(a.ttf); font-feature-settings: 'toolong' 1",
  ])
  func whatIsNotValidIsTold(_ descriptors: String) {
    let codes = Self.rules("@font-face { \(descriptors) }").codes
    #expect(!codes.isEmpty && codes.allSatisfy { $0 == "css.invalid-font-face" })
  }

  /// The families of the faces that a page has.
  @Test(arguments: [
    ("@font-face", "A"), ("@media screen { @font-face", "A"), ("@media print { @font-face", ""),
    ("@supports (color: red) { @font-face", "A"), ("@layer x { @font-face", "A"),
    ("@supports (color: frob) { @font-face", ""),
  ])
  func facesOfRulesThatApplyAreInherited(_ start: String, _ expected: String) {
    let sheet = StyleSheet.parse(Source(path: "a.css", text: start + "{ font-family: A; src: local(x)"))
    let stylist = Stylist(sheets: [sheet], environment: MediaEnvironment(width: 400, height: 300))
    #expect(stylist.initial.text.fonts.faces.map(\.family).joined() == expected)
  }

  @Test func anURLWithoutAFontIsLeftOut() throws {
    let sheet = StyleSheet.parse(
      Source(
        path: "css/a.css", text: "@font-face { font-family: A; src: url(no.ttf), url(a.ttf), local(b) }"),
      rebasesURLs: true)
    let font = FontData(hash: "1", path: "css/a.ttf", bytes: [1])
    let stylist = Stylist(
      author: [RuleSet(sheet)], fonts: FontFiles([font]), environment: MediaEnvironment(width: 1, height: 1))
    #expect(stylist.initial.text.fonts.faces.first?.sources == [.file(font), .local("b")])
  }
}
