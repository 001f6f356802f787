import HybridJSON
import HybridScript
import Testing

@testable import HybridRuntime

/// The native modules of a simulated device, called by scripts as `NativeModules.NAME.method(…)`.
struct SimulatedModulesTests {
  private let page: LivePage
  private let device = SimulatedDevice()
  private let scripts: Scripts

  /// A context with a page's modules, whose answers are delivered when requested.
  private final class Scripts {
    let context: ScriptContext
    var bridge: ModuleBridge?
    let answers = Answers()

    init(_ page: LivePage, _ device: SimulatedDevice) throws {
      context = try ScriptContext()
      let answers = answers
      bridge = try ModuleBridge(device.modules(for: page), in: context) { answers.list.append($0) }
      try context.evaluate("const {token, document, window: w} = NativeModules, told = []", path: "test.js")
    }

    func run(_ text: String) throws -> String {
      try context.evaluate(text, path: "test.js")
      while !answers.list.isEmpty { bridge?.accept(answers.list.removeFirst()) }
      let value = try context.evaluate("JSON.stringify(told.splice(0))", path: "test.js")
      return value.string ?? ""
    }
  }

  /// Unchecked: a test has one thread, and all queues are inline.
  private final class Answers: @unchecked Sendable {
    var list: [ModuleAnswer] = []
  }

  init() throws {
    page = try makePage("<p>Hello</p>", device: device)
    scripts = try Scripts(page, device)
  }

  /// The script's calls after each answer: those of the specification, §4.5.
  @Test(arguments: [
    ("token.alert('t', 'm')", "OK", "[]"),
    ("token.alertTitles({actionTitles: ['a', 'b']}, i => told.push(i))", "b", "[1]"),
    ("token.alertTitles({actionTitles: ['a', 'b']}, i => told.push(i))", "cancel", "[-1]"),
    ("token.showSheetView({actionTitles: ['a', 'b']}, i => told.push(i))", "0", "[0]"),
    (
      "token.alertInput({textFields: [{}, {secureText: true}]}, (...all) => told.push(all))", "x",
      #"[[["x",""]]]"#
    ),
    ("token.alertInput({textFields: [{}]}, (...all) => told.push(all))", "cancel", "[]"),
    (
      "token.pickData({deepth: [2, 2], data: [['a', 'b'], ['c', 'd']]}, r => told.push(r))", "1 d",
      #"[{"0":"1","1":"1"}]"#
    ),
    ("token.requestTouchID('pay', (...all) => told.push(all))", "1", #"[[1,"the finger was recognised"]]"#),
    (
      "token.requestTouchID('pay', (...all) => told.push(all))", "no",
      #"[[0,"the finger was not recognised"]]"#
    ),
  ])
  func answersReachScripts(_ call: String, _ answer: String, _ told: String) throws {
    #expect(try scripts.run(call) == "[]")
    #expect(page.isCovered)
    #expect(page.answer(answer) == nil)
    #expect(try scripts.run("") == told)
    #expect(page.answer(answer) == .nothingOpen)
  }

  /// Calls without an answer.
  @Test(arguments: [
    (
      "token.getLocation(l => told.push(l))", #"[{"longitude":-122.009,"latitude":37.3349}]"#
    ),
    (
      "token.saveImage({url: 'a.png'}, e => told.push('failed'), m => told.push(m))",
      #"["the picture is saved"]"#
    ),
    (
      "token.saveImage({}, e => told.push(e.code, e.message), m => told.push(m))",
      #"["ESAVE","there is no url"]"#
    ),
    ("told.push(token.screenWidth(), token.screenHeight())", "[320,480]"),
    (
      """
      token.setStorage({key: 'k', value: {a: [1]}}); \
      told.push(token.getStorage('k'), token.getStorage('z') === undefined)
      """,
      #"[{"a":[1]},true]"#
    ),
    (
      """
      token.setStorage({key: 'k', value: 1}); token.clearAllStorage(); told.push(typeof token.getStorage('k'))
      """,
      #"["undefined"]"#
    ),
    (
      """
      told.push(token.getGlobleStorage('k')); token.setGlobleStorage({key: 'k', value: 'v'}); \
      told.push(token.getGlobleStorage('k'))
      """,
      #"["","v"]"#
    ),
  ])
  func theDeviceAnswersScripts(_ call: String, _ told: String) throws {
    let before = try scripts.run(call)
    page.advance(to: 0)
    let after = try scripts.run("")
    #expect((before == "[]" ? after : before) == told)
  }

  @Test func callsWithTooLittleOrTooMuchDoNotStopAPage() throws {
    let told = try scripts.run(
      """
      token.alert(); token.alert(1, null, {}); token.alertTitles(); token.alertInput(null); \
      token.pickData('x', () => {});
      token.getLocation(); token.getLocation(null); token.requestTouchID(() => {}); token.makePhoneCall(112);
      token.showHUDWithStatus(); token.hideHUD(1); token.log(undefined); token.navigateTo(); \
      token.saveImage();
      document.pushNavigatorWithURL(); document.popNavigator({}); w.setPriviousPageExtension();
      told.push('done');
      """)
    #expect(told == #"["done"]"#)
    #expect(page.overlay.count == 6)
    #expect(device.phoneCalls == ["112"])
  }

  @Test func scriptsNavigate() throws {
    _ = try scripts.run(
      """
      document.pushNavigatorWithURL('b.html', {id: 1}); document.pushNavigatorWithURL('c.html'); \
      document.popNavigator();
      document.reload(); token.navigateTo({url: 'd', extra: 2}); token.navigateTo('e'); \
      token.navigateToRoot({});
      token.navigateBack({}); token.exitApp(); w.setPriviousPageExtension({n: 3}); document.setTitle('New');
      """)
    #expect(
      device.takeNavigations().map(\.navigation) == [
        .push("b.html", data: ["id": 1]), .push("c.html", data: nil), .pop, .reload,
        .push("d", data: ["url": "d", "extra": 2]), .push("e", data: nil), .popToRoot, .pop, .exit,
        .extendPrevious(["n": 3]),
      ])
    #expect(page.title == "New")
  }

  @Test func theHUDAndTheLogAreTheDevices() throws {
    _ = try scripts.run("token.showHUDWithStatus('Loading'); token.log('line')")
    #expect(page.hud == "Loading")
    #expect(device.logLines == ["line"])
    _ = try scripts.run("token.hideHUD()")
    #expect(page.hud == nil)
  }

  @Test func aFullStoreIsAnError() throws {
    let most = String(repeating: "x", count: DeviceStores.quota - 1)
    #expect(device.store(most, for: "a", in: .page, of: page.environment.address))
    let told = try scripts.run(
      "try { token.setStorage({key: 'k', value: 1}) } catch (error) { told.push(error.message) }")
    #expect(told == #"["there is no room for 'k'"]"#)
  }

  // MARK: Modules of the app

  private struct Extra: NativeModule {
    let name: String
    var methods: [NativeMethod] = []
    var constants: JSONObject = [:]
  }

  @Test func anAppAddsModulesAndMethods() throws {
    device.extraModules = [
      Extra(name: "Recruit", methods: [.sync("version") { 7 }], constants: ["name": "recruit"]),
      Extra(
        name: "token",
        methods: [
          .sync("screenWidth") { 1 },
          .callback("login") { (reply, user: String) in reply.resolve(.string("hi \(user)")) },
        ]),
    ]
    let scripts = try Scripts(page, device)
    let told = try scripts.run(
      """
      told.push(NativeModules.Recruit.version(), NativeModules.Recruit.name, token.screenWidth(), \
      token.screenHeight());
      token.login('ada', t => told.push(t)); token.alert('still', 'here');
      """)
    #expect(told == #"[7,"recruit",1,480,"hi ada"]"#)
    #expect(page.overlay.dialog?.title == "still")
  }

  @Test func aModuleThatCannotBeUsedIsLeftOut() throws {
    device.extraModules = [
      Extra(name: ""), Extra(name: "Twice", methods: [.sync("a") { nil }, .sync("a") { nil }]),
      Extra(name: "Fine"),
    ]
    let registry = device.modules(for: page)
    #expect(registry.names == ["token", "document", "window", "Fine"])
    let texts = page.takeLog().compactMap { entry -> String? in
      if case .console("error", let text) = entry { text } else { nil }
    }
    #expect(
      texts == [
        "a native module needs a name", "the native module 'Twice' has two methods called 'a'",
      ])
  }
}
