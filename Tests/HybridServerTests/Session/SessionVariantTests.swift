import HybridGeometry
import HybridReload
import HybridRuntime
import HybridTestSupport
import HybridViewTree
import Testing

@testable import HybridServer

private let shop = [
  "pages/home/index.html": "<h1 id=a>{{ title }}</h1><p>{{ note }}</p>",
  "pages/home/data.json": #"{"title": "Own", "note": "n"}"#,
  "pages/home/data.long.json": #"{"title": "Long", "note": "long"}"#,
  "pages/home/data.empty.json": #"{"title": "", "note": ""}"#,
  "pages/cart.html": "<p>Cart</p>",
]

@Suite struct SessionVariantTests {
  private func person(_ device: DeviceRequest?, _ data: String?, _ rig: SessionRig) async -> TestClient {
    let person = TestClient(ReloadClient(name: "test", device: device, unit: "home", data: data))
    await person.connect(to: rig.session)
    await person.take(from: rig.session)
    return person
  }

  @Test func eachGetsThePatchesOfItsOwnDataAndDevice() async {
    let rig = await SessionRig(shop)
    let own = await person(nil, nil, rig)
    let long = await person(.named("tablet dark"), "long", rig)
    let empty = await person(.named("phone 200% rtl"), "empty", rig)
    #expect(own.client.tree?.text("a") == "Own" && own.client.dataName == nil)
    #expect(long.client.tree?.text("a") == "Long" && long.client.deviceName == "tablet dark")
    #expect(empty.client.deviceName == "phone 200% rtl" && empty.client.dataName == "empty")
    await rig.save("pages/home/data.long.json", #"{"title": "Longer", "note": "long"}"#)
    for person in [own, long, empty] { await person.take(from: rig.session) }
    #expect(long.client.tree?.text("a") == "Longer" && long.steps == ["1"])
    #expect(own.steps == ["0"] && empty.steps == ["0"])
    // Common content is patched for all variants.
    await rig.save("pages/home/index.html", "<h1 id=a>{{ title }}!</h1><p>{{ note }}</p>")
    for person in [own, long, empty] { await person.take(from: rig.session) }
    #expect([own, long, empty].map { $0.client.tree?.text("a") } == ["Own!", "Longer!", "!"])
    #expect([own, long, empty].allSatisfy { $0.count("snapshot") == 1 })
  }

  @Test func aDataSetThatIsGoneLeavesTheUnitsOwnData() async {
    let rig = await SessionRig(shop)
    let long = await person(nil, "long", rig)
    await rig.save("pages/home/data.long.json", nil)
    await long.take(from: rig.session)
    #expect(long.client.tree?.text("a") == "Own" && long.count("snapshot") == 1)
    #expect(long.words.count == 1 && long.words[0].contains("no data set 'long'"))
    await rig.save("pages/home/data.json", #"{"title": "Mine"}"#)
    await long.take(from: rig.session)
    #expect(long.client.tree?.text("a") == "Mine" && long.words.count == 1)
    await rig.save("pages/home/data.long.json", #"{"title": "Again"}"#)
    await long.take(from: rig.session)
    #expect(long.client.tree?.text("a") == "Again" && long.words.count == 1)
  }

  @Test func aBrokenDataSetIsToldAndKeepsItsLook() async {
    let rig = await SessionRig(shop)
    let long = await person(nil, "long", rig)
    await rig.save("pages/home/data.long.json", "{")
    await long.take(from: rig.session)
    #expect(long.client.tree?.text("a") == "Long")
    #expect(long.client.diagnostics.map { $0.location?.path } == ["pages/home/data.long.json"])
    await rig.save("pages/home/data.long.json", "{}")
    await long.take(from: rig.session)
    #expect(long.client.diagnostics.isEmpty && long.count("fixed") == 1)
  }

  @Test(arguments: [
    ("lng", "did you mean 'long'?"), ("nothing", "there is empty, long"),
    (String(repeating: "x", count: 9999), "own data"),
  ])
  func anUnknownDataSetIsSaid(_ name: String, _ words: String) async {
    let rig = await SessionRig(shop)
    let person = await person(nil, name, rig)
    #expect(person.client.tree?.text("a") == "Own" && person.words.count == 1)
    #expect(person.words[0].contains(words) && person.words[0].utf8.count < 600)
    await person.show("cart", on: nil, data: nil, of: rig.session)
    await person.take(from: rig.session)
    #expect(person.words.count == 1 && person.client.dataName == nil)
  }

  @Test(arguments: ["", "data"]) func ownDataHasANameToo(_ name: String) async {
    let rig = await SessionRig(shop)
    let person = await person(nil, name, rig)
    #expect(person.words.isEmpty && person.client.tree?.text("a") == "Own" && person.client.dataName == nil)
  }

  @Test func devicesOfTheProjectAreGreetedAndFollowTheirSettings() async {
    var files = shop
    files["hybrid.json"] = #"{"devices": [{"name": "narrow", "width": 300, "height": 500}]}"#
    let rig = await SessionRig(files)
    let narrow = await person(.named("narrow"), nil, rig)
    #expect(narrow.client.devices.first == DeviceRequest(name: "narrow", width: 300, height: 500))
    #expect(narrow.client.devices.count == Device.known.count + 1)
    #expect(narrow.client.tree?.viewport == Size(width: 300, height: 500))
    await rig.save(
      "hybrid.json", #"{"devices": [{"name": "narrow", "width": 280, "height": 500, "dark": true}]}"#)
    await narrow.take(from: rig.session)
    #expect(narrow.client.tree?.viewport == Size(width: 280, height: 500))
    #expect(narrow.client.deviceName == "narrow dark" && narrow.client.devices.first?.prefersDark == true)
    // Removed from the settings, the device stays available to clients that use it.
    await rig.save("hybrid.json", "{}")
    await narrow.take(from: rig.session)
    #expect(narrow.client.tree?.viewport.width == 280)
    await narrow.show(nil, on: .named("narow"), of: rig.session)
    await narrow.take(from: rig.session)
    #expect(narrow.words.last?.contains("there is no device 'narow'") == true)
  }

  @Test func aRunningPageGoesOnWithOtherDataAndAnotherDevice() async throws {
    let rig = await SessionRig([
      "pages/home/index.html":
        """
      <h1 id=a>{{ title }}</h1><p id=n>0</p><script>const n = document.getElementById('n'); \
      n.onclick = () => { n.textContent = Number(n.textContent) + 1 }</script>
      """,
      "pages/home/data.json": #"{"title": "Own"}"#, "pages/home/data.long.json": #"{"title": "Long"}"#,
    ])
    let person = await person(nil, nil, rig)
    func shows(_ title: String, _ number: String, _ device: String) async -> Bool {
      await poll {
        await person.take(from: rig.session)
        return person.client.tree?.text("a") == title && person.client.tree?.text("n") == number
          && person.client.deviceName == device
      }
    }
    #expect(await shows("Own", "0", "phone"))
    let handle = try #require(person.client.tree?.nodes.first { $0.id == "n" }?.handle)
    let line = try #require(person.line)
    await rig.session.receive(person.client.tell(ClientEvent(.tap, on: handle)), from: line.id)
    #expect(await shows("Own", "1", "phone"))
    await person.show(nil, on: .named("phone landscape rtl"), data: "long", of: rig.session)
    #expect(await shows("Long", "1", "phone landscape rtl"))
    #expect(person.client.dataName == "long")
    await rig.save("pages/home/data.long.json", #"{"title": "Longer"}"#)
    #expect(await shows("Longer", "1", "phone landscape rtl"))
  }
}

extension ViewTree {
  fileprivate func text(_ id: String) -> String? { nodes.first { $0.id == id }?.text }
}
