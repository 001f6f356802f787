import HybridJSON
import HybridRuntime
import HybridScript
import Testing

/// The storage of pages on a device.
struct DeviceStoresTests {
  /// The stores that another page can see.
  @Test(arguments: [
    (PageStorageArea.local, true), (.global, true), (.session, false), (.page, false),
  ])
  func storesAreSharedOrAPagesOwn(_ area: PageStorageArea, _ isShared: Bool) {
    let device = SimulatedDevice()
    #expect(device.store("1", for: "k", in: area, of: "a.html"))
    #expect(device.stored("k", in: area, of: "a.html") == "1")
    #expect(device.stored("k", in: area, of: "b.html") == (isShared ? "1" : nil))
    for other in [PageStorageArea.local, .global, .session, .page] where other != area {
      #expect(device.stored("k", in: other, of: "a.html") == nil)
    }
  }

  @Test func keysKeepTheirOrder() {
    let device = SimulatedDevice()
    for key in ["b", "a", "c", "b", ""] { #expect(device.store("x", for: key, in: .local, of: "")) }
    #expect(device.storedKeys(in: .local, of: "") == ["b", "a", "c", ""])
    #expect(device.store(nil, for: "b", in: .local, of: ""))
    #expect(device.store(nil, for: "never", in: .local, of: ""))
    #expect(device.store("y", for: "b", in: .local, of: ""))
    #expect(device.storedKeys(in: .local, of: "") == ["a", "c", "", "b"])
    #expect(device.storedKeys(in: .page, of: "") == [])
  }

  @Test func aStoreHoldsFiveMegabytes() {
    let device = SimulatedDevice()
    let quota = DeviceStores.quota
    let half = String(repeating: "x", count: quota / 2)
    #expect(device.store(half, for: "", in: .page, of: "a"))
    #expect(!device.store(half + "x", for: "b", in: .page, of: "a"))
    #expect(device.stored("b", in: .page, of: "a") == nil)
    #expect(!device.store(half, for: "b", in: .page, of: "a"))  // the key counts as well
    #expect(device.store(String(half.dropLast()), for: "b", in: .page, of: "a"))
    #expect(!device.store("", for: "c", in: .page, of: "a"))
    #expect(device.store("", for: "c", in: .page, of: "other"))
    // A smaller value, or one that replaces a value of the same size, fits into a full store.
    #expect(device.store(half, for: "", in: .page, of: "a"))
    #expect(!device.store(half + "x", for: "", in: .page, of: "a"))
    #expect(device.stored("", in: .page, of: "a") == half)
    #expect(device.store(nil, for: "", in: .page, of: "a"))
    #expect(device.store("y", for: "c", in: .page, of: "a"))
  }

  @Test func storesOutliveTheDeviceAsAValue() throws {
    let device = SimulatedDevice()
    #expect(device.stores.json == [:])
    let entries: [(PageStorageArea, String, String, String)] = [
      (.local, "a", "z", "1"), (.local, "b", "a", "2"), (.global, "a", "k", "\u{0}\"é😀"),
      (.page, "b", "k", ""),
      (.page, "a", "k", "3"), (.session, "a", "s", "4"),
    ]
    for (area, address, key, value) in entries {
      #expect(device.store(value, for: key, in: area, of: address))
    }
    #expect(
      device.stores.json == [
        "local": ["z": "1", "a": "2"], "global": ["k": "\u{0}\"é😀"], "session": ["a": ["s": "4"]],
        "page": ["a": ["k": "3"], "b": ["k": ""]],
      ])
    let again = SimulatedDevice(stores: DeviceStores(try JSONValue(parsing: device.stores.json.text())))
    #expect(again.stores.json == device.stores.json)
    #expect(again.storedKeys(in: .local, of: "c") == ["z", "a"])
  }

  @Test(arguments: [
    "null", "[]", "1", #"{"local": 3, "page": []}"#,
    #"{"local": {"k": 1}, "page": {"a": {"k": {}}, "b": 2}}"#,
    #"{"unknown": {"k": "v"}}"#,
  ])
  func whatIsNoStoreIsLeftOut(_ text: String) throws {
    #expect(DeviceStores(try JSONValue(parsing: text)).json == [:])
  }

  @Test func aFullStoreIsReadUpToItsQuota() {
    let large = JSONValue.string(String(repeating: "x", count: 3 << 20))
    let device = SimulatedDevice(stores: DeviceStores(["local": ["a": large, "b": large, "c": "small"]]))
    #expect(device.storedKeys(in: .local, of: "") == ["a", "c"])
  }

  /// A loop over `localStorage.key(i)` requests the keys once for each of them.
  @Test func manyKeysAreCleared() {
    let device = SimulatedDevice()
    for key in 0..<20_000 { #expect(device.store("", for: "k\(key)", in: .local, of: "")) }
    var count = 0
    for _ in 0..<2000 { count = max(count, device.storedKeys(in: .local, of: "").count) }
    for key in device.storedKeys(in: .local, of: "") {
      #expect(device.store(nil, for: key, in: .local, of: ""))
    }
    #expect(count == 20_000)
    #expect(device.stores.json == [:])
  }
}
