import HybridBrowser
import HybridBrowserDriver
import HybridTestSupport
import Testing

/// Tests the page's modules that are pure functions, in JavaScript.
@Suite(
  .drivesABrowser, .suiteTimeLimit,
  .enabled(if: Browser.isInstalled, "chromium is not installed: apt-get install chromium-headless-shell"))
struct PreviewModuleTests {
  /// JavaScript expressions and their expected results, for each module.
  static let facts: [(module: String, expression: String, expected: String)] = [
    ("state", "encodeState(decodeState('#/home'))", "#/home"),
    ("state", "encodeState(decodeState(''))", "#/"),
    (
      "state", "encodeState(decodeState('#/a/b%20c%3F?screen=phone&zoom=75'))",
      "#/a/b%20c%3F?screen=phone&zoom=75"
    ),
    ("state", "encodeState(decodeState('#/?zoom=9999&zoom=5&screen='))", "#/"),
    ("state", "decodeState('#/x?zoom=999').zoom", "400"),
    ("state", "decodeState('#CODE.secret').unit", "null"),
    ("devices", "encodeScreen(decodeScreen('phone,dark,130%25'))", "phone,dark,130%25"),
    (
      "devices", "encodeScreen(decodeScreen('320x568,rtl,landscape,ios,data:a%2Cb'))",
      "320x568,landscape,rtl,ios,data:a%2Cb"
    ),
    ("devices", "encodeScreen(decodeScreen('My+phone%2C+new,nonsense,data:'))", "My+phone%2C+new"),
    ("devices", "JSON.stringify(decodeScreen('0x9,900%25').device)", "{}"),
    ("devices", "JSON.stringify(decodeScreen('%E0%A4%A').device)", "{\"name\":\"%E0%A4%A\"}"),
    (
      "devices",
      "JSON.stringify(plainDevice({name: 7, width: 1e9, height: 2, dark: 1, fontScale: 1, platform: 'x'}))",
      "{}"
    ),
    (
      "devices",
      "JSON.stringify([wireForm({}), wireForm({name: 'phone'}), wireForm({name: 'phone', dark: true})])",
      "[null,\"phone\",{\"name\":\"phone\",\"dark\":true}]"
    ),
    (
      "devices", "JSON.stringify(sizeOf({name: 'tablet', landscape: true}, usualDevices))",
      "{\"width\":1024,\"height\":768}"
    ),
    (
      "devices", "JSON.stringify(sizeOf({name: 'landscape', landscape: true}, usualDevices))",
      "{\"width\":667,\"height\":375}"
    ),
    (
      "devices",
      """
      presets.map(p => p.screens({device: {name: 'phone'}, data: null}, usualDevices, ['data', \
      'empty']).length).join()
      """,
      "3,2,2,2,2,2"
    ),
    (
      "problems", "JSON.stringify(parted({text: 'a👩‍👩‍👧é pxx;', start: 4, length: 3}))",
      "[\"a👩‍👩‍👧é \",\"pxx\",\";\"]"
    ),
    ("problems", "JSON.stringify(parted({text: 'ab', start: 9, length: 9}))", "[\"ab\",\"\",\"\"]"),
    ("problems", "JSON.stringify(parted({text: '', start: 0, length: 1}))", "[\"\",\"\",\"\"]"),
    (
      "units",
      """
      ['cart', 'orders', 'shop-cart', 'scarto'].sort((a, b) => fit(a, 'cart') - fit(b, 'cart')).slice(0, \
      1).join()
      """,
      "cart"
    ),
    (
      "units",
      "[fit('shop-cart', 'cart') < fit('scarto', 'cart'), fit('orders', 'odr'), fit('orders', 'xyz')].join()",
      "true,3006,"
    ),
    ("screens", "fittingScale([{width: 375, height: 667}], {width: 1000, height: 900})", "1"),
    ("screens", "fittingScale([{width: 1000, height: 1000}], {width: 518, height: 2000})", "0.5"),
    ("screens", "fittingScale([{width: 9000, height: 9000}], {width: 100, height: 100})", "0.2"),
    ("header", "[duration(1.26), duration(12.6), duration(1260)].join()", "1.3 ms,13 ms,1.3 s"),
    ("dom", "[counted(1, 'error'), counted(0, 'error')].join()", "1 error,0 errors"),
  ]

  @Test func theFunctionsOfThePageDoWhatTheySay() async throws {
    let rig = try await ServerRig(PreviewRig.shop)
    // Modules imported by a test have no nonce.
    let page = try await Browser.shared().open(rig.server.ready.url + "hybrid/units")
    for (module, expression, expected) in Self.facts {
      let value = try await page.evaluate(
        """
        import('/hybrid/preview/app/\(module).js').then(module =>
          String(new Function(...Object.keys(module), \
        `return ${\(expression.debugDescription)}`)(...Object.values(module))))
        """)
      #expect(value.string == expected, "\(module): \(expression)")
    }
  }

  /// Each file is a module that loads with all its imports.
  @Test func everyModuleLoads() async throws {
    let rig = try await ServerRig(PreviewRig.shop)
    let page = try await Browser.shared().open(rig.server.ready.url + "hybrid/units")
    let modules = BrowserFiles().names.filter { $0.hasSuffix(".js") && $0 != "app/main.js" }
    #expect(modules.count > 10)
    for module in modules {
      let word = try await page.evaluate(
        "import('/hybrid/preview/\(module)').then(() => 'loaded', error => String(error))")
      #expect(word.string == "loaded", "\(module)")
    }
  }
}
