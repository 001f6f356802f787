import HybridGeometry
import HybridJSON
import HybridSource
import Testing

@testable import HybridReload
@testable import HybridViewTree

private var everything: DeviceRequest {
  var device = DeviceRequest(name: "night", width: 320, height: 568.5)
  (device.isLandscape, device.prefersDark, device.fontScale) = (true, false, 1.3)
  (device.isRightToLeft, device.platform) = (true, .android)
  return device
}

private var typed: [NodeState] {
  var (field, box) = (NodeState(path: ["form:0", "#name"]), NodeState(path: []))
  (field.text, field.isFocused, field.caret, field.selected) = ("Ada\n\"", true, 2, -1)
  (box.isOn, box.x, box.y) = (false, 0, 12.5)
  return [field, box]
}

@Test(arguments: [
  ServerMessage.welcome(
    .init(session: "s", revision: 3, version: "0.1.0", title: "Shop", units: ["home", "cart"], unit: "home")),
  .welcome(
    .init(
      session: "s", revision: 3, version: "0.1.0", title: "", units: [], unit: nil,
      devices: [DeviceRequest(name: "phone", width: 375, height: 667), everything])),
  .update(
    .init(
      revision: 4, from: 3,
      changes: [
        UnitChange(unit: "home", hash: "ab", kind: .reload(device: "phone", paintedTree), reason: "new root"),
        UnitChange(unit: "cart", hash: "cd", kind: .changed, reason: "shared.css"),
        UnitChange(unit: "new", hash: "ef", kind: .added, reason: "new.html"),
        UnitChange(unit: "old", hash: "", kind: .removed, reason: "old.html"),
        UnitChange(
          unit: "home", hash: "ab", kind: .patch(device: "tablet", Patch([.remove(handle: 3)])), reason: ""),
      ])),
  .failed(
    revision: 5,
    diagnostics: [.error("css.x", "bad", at: 2..<4, in: Source(path: "a.css", text: "a{}\nb"), hint: "try")]),
  .fixed(revision: 6),
  .snapshot(.init(revision: 7, unit: "home", device: "phone", tree: paintedTree)),
  .snapshot(.init(revision: 7, unit: "home", device: "phone", tree: paintedTree, page: "p1")),
  .snapshot(.init(revision: 7, unit: "home", device: "phone", tree: movingTree, page: "p1")),
  .page(
    .init(unit: "home", device: "phone", patch: Patch([.remove(handle: 3), .move(handle: 2, index: 0)]))),
  .page(.init(unit: "home", device: "", patch: Patch())),
  .page(.init(unit: "home", device: "phone", patch: Patch(), page: "p1")),
  .same(.init(revision: 3, unit: "home", device: "phone")),
  .same(.init(revision: 3, unit: "home", device: "phone", page: "p1")),
  .log(.warning, text: "line\nline"),
  .snapshot(.init(revision: 7, unit: "home", device: "phone dark", data: "long", tree: paintedTree)),
  .same(.init(revision: 3, unit: "home", device: "phone", data: "empty", page: "p1")),
  .page(.init(unit: "home", device: "phone", data: "empty", patch: Patch())),
  .update(
    .init(
      revision: 4, from: 3,
      changes: [
        UnitChange(
          unit: "home", hash: "ab", kind: .reload(device: "phone", data: "long", paintedTree), reason: "new"),
        UnitChange(unit: "home", hash: "ab", kind: .patch(device: "p", data: "a b", Patch()), reason: ""),
      ])),
])
func serverMessagesSurviveTheWire(_ message: ServerMessage) {
  #expect(ServerMessage(message.encoded) == message)
}

@Test(arguments: [
  ClientMessage.hello(.init(client: "test")),
  .hello(
    .init(
      client: "test", device: .size(Size(width: 320, height: 480)), revision: 4, session: "s",
      unit: "home",
      token: "t")),
  .hello(.init(client: "test", device: .named("tablet"))),
  .ack(revision: 3, painted: 1.5), .ack(revision: 3, painted: nil),
  .hello(.init(client: "test", session: "s", page: "p1")),
  .hello(.init(client: "test", shows: .init(unit: "home", device: "phone"))),
  .hello(
    .init(
      client: "test", shows: .init(unit: "home", device: "phone", tree: TreeHash(paintedTree), states: typed))
  ),
  .show(unit: "home", device: nil), .log(.info, text: "hi"),
  .show(unit: nil, device: everything, data: "long"),
  .show(unit: nil, device: DeviceRequest(), data: nil),
  .hello(.init(client: "test", device: DeviceRequest(width: 320), data: "empty")),
  .hello(.init(client: "test", motion: true)),
  .hello(.init(client: "test", shows: .init(unit: "home", device: "phone", data: "empty"))),
])
func clientMessagesSurviveTheWire(_ message: ClientMessage) {
  #expect(ClientMessage(message.encoded) == message)
}

@Test(arguments: [
  (#""tablet""#, DeviceRequest.named("tablet")),
  (#"{"width":320,"height":568}"#, .size(Size(width: 320, height: 568))),
  ("{}", DeviceRequest()),
  (#"{"dark":"yes","width":"9","name":7,"platform":"tv","more":1}"#, DeviceRequest()),
  ("7", nil), ("null", nil), ("[]", nil),
])
func aDeviceIsANameOrAnObject(_ json: String, _ device: DeviceRequest?) throws {
  let value = try JSONValue(parsing: Array(json.utf8))
  #expect(DeviceRequest(value) == device)
  // A name that is not the only member goes into the object.
  guard var device else { return }
  device.name = "a"
  device.isRightToLeft = false
  var writer = JSONWriter()
  device.write(to: &writer)
  #expect(DeviceRequest(try JSONValue(parsing: writer.bytes)) == device)
}

@Test(arguments: [
  "", "[", "[]", "{}", "null", "{\"type\":\"hello\",\"device\":7}x", "{\"type\":\"dance\"}", "\u{0}",
])
func whatIsNoMessageIsNil(_ text: String) {
  #expect(ClientMessage(Array(text.utf8)) == nil)
  #expect(ServerMessage(Array(text.utf8)) == nil)
}

@Test func renderJSONHasTheFieldsOfTheContractOnly() {
  var json = JSONWriter()
  paintedTree.write(to: &json, detail: .layout)
  #expect(
    json.text == #"{"tag":"body","frame":[0,0,9,9],"children":[{"tag":"h1","id":"t","class":"a b","#
      + #""frame":[1,2,3,4.5],"text":"Héllo","source":"a.html:1:2"}]}"#)
}

@Test(arguments: [
  (0.0, "0"), (-0.0, "0"), (1.005, "1"), (2.5, "2.5"), (-3.25, "-3.25"), (1.0 / 3, "0.33"),
  (.infinity, "inf"),
])
func numbersHaveAtMostTwoDecimals(_ number: Double, _ text: String) {
  #expect(shortNumber(number) == text)
}
