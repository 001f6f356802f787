import HybridJSON
import Synchronization
import Testing

@testable import HybridScript

/// Keeps the answers of modules until the page takes them.
private final class Mailbox: Sendable {
  let answers = Mutex<[ModuleAnswer]>([])
  func take() -> [ModuleAnswer] {
    answers.withLock { all in
      defer { all = [] }
      return all
    }
  }
}

private struct TokenModule: NativeModule {
  let name = "token"
  let queue = ModuleQueue.script
  var methods: [NativeMethod] {
    [
      .callback("alertTitles") { (reply: ModuleReply, settings: JSONValue) in
        reply.resolve(settings["actionTitles"]?[0] ?? .null)
      },
      .callback("shake") { (reply: ModuleReply, times: Int) in reply.resolve(.number(Double(times))) },
      .sync("double") { (value: Double) in .number(value * 2) },
    ]
  }
}

@Test func tokenIsMadeOfNativeModules() throws {
  let box = Mailbox()
  let host = WorldHost()
  let world = try PageWorld(
    host: host, modules: ModuleRegistry([TokenModule()]), options: PageWorld.Options(elementClasses: [:]),
    deliver: { answer in box.answers.withLock { $0.append(answer) } })
  world.run(
    """
    token.alertTitles({ title: 't', actionTitles: ['OK'], feedBack: (a) => console.log('answer', a) });
    token.shake(3, (n) => console.log('shaken', n));
    console.log(token.double(4), NativeModules.token.double(5));
    try { token.double('x'); } catch (e) { console.log(e.name, e.message); }
    """, path: "page.js")
  for answer in box.take() { world.accept(answer) }
  #expect(
    host.take() == [
      "token.alertTitles[{\"title\":\"t\",\"actionTitles\":[\"OK\"]}]", "token.shake[3]", "token.double[4]",
      "token.double[5]", "8 10", "token.double[\"x\"]",
      "TypeError token.double: argument 1 must be a number, not a string", "answer OK", "shaken 3",
    ])
}
