import HybridGeometry
import HybridReload
import HybridRuntime
import HybridTestSupport
import HybridUnits
import Testing

private var night: DeviceRequest {
  var night = DeviceRequest(name: "Night", width: 320, height: 500)
  (night.prefersDark, night.fontScale, night.platform) = (true, 1.3, .android)
  return night
}

/// A project's devices: one with settings, one with the name of a built-in device, one whose name ends like
/// settings.
private let list = DeviceList(
  own: [
    night, DeviceRequest(name: "small", width: 300, height: 400),
    DeviceRequest(name: "phone dark", width: 400, height: 500),
  ])

private func request(_ name: String? = nil, _ change: (inout DeviceRequest) -> Void) -> DeviceRequest {
  var request = DeviceRequest(name: name)
  change(&request)
  return request
}

@Suite struct DeviceListTests {
  @Test(arguments: [
    (DeviceRequest.named("phone"), "phone", 375.0, 667.0), (.named("PHONE"), "phone", 375, 667),
    (.named("tablet landscape"), "tablet landscape", 1024, 768),
    (.named("320x568"), "320×568", 320, 568), (.named("320.5×568 rtl"), "320.5×568 rtl", 320.5, 568),
    // The project's devices come first, and their settings apply unless overridden.
    (.named("small"), "small", 300, 400), (.named("night"), "Night dark 130% android", 320, 500),
    (.named("phone dark"), "phone dark", 400, 500),
    (request("night") { $0.fontScale = 2 }, "Night dark 200% android", 320, 500),
    // A device's name always refers to that device.
    (request("night") { $0.prefersDark = false }, "320×500 130% android", 320, 500),
    (request("phone") { $0.prefersDark = true }, "375×667 dark", 375, 667),
    (request("phone") { $0.width = 400 }, "400×667", 400, 667),
    (.size(Size(width: 400, height: 300)), "phone", 400, 300),
    // A device that is already wide is not rotated.
    (.named("desktop landscape"), "desktop", 1280, 800), (.named("landscape"), "landscape", 667, 375),
    (.named("landscape rtl 50%"), "landscape 50% rtl", 667, 375),
    (request("nobody") { ($0.width, $0.height) = (200, 100) }, "200×100", 200, 100),
    (request { $0.isRightToLeft = true }, "phone rtl", 375, 667),
    (request { ($0.isLandscape, $0.fontScale) = (true, 1.2345) }, "phone landscape 123.5%", 667, 375),
  ])
  func aWishLeadsToADevice(_ wish: DeviceRequest, _ name: String, _ width: Double, _ height: Double) throws {
    let device = try list.device(wish)
    let expected = wish.name == nil && wish.width != nil ? Device(width: width, height: height).name : name
    #expect(device.name == expected)
    #expect(device.viewport == Size(width: width, height: height))
  }

  @Test(arguments: [
    (DeviceRequest.named("phon"), "there is no device 'phon'; did you mean 'phone'?"),
    (.named("phone landscap"), "there is no device 'phone landscap'; did you mean 'phone landscape'?"),
    (.named("nigt"), "there is no device 'nigt'; did you mean 'Night'?"),
    (.named(""), "there is no device ''; there are "),
    (.named("   "), "there is no device '   '; there are "),
    (.named("0x100"), "there is no device '0x100'"), (.named("1e999x5"), "there is no device"),
    (.named("phone 900%"), "text is shown at 0.5 to 4 times its size, not 9"),
    (.named("phone nan%"), "text is shown at 0.5 to 4 times its size, not nan"),
    (request { $0.fontScale = 0.4 }, "text is shown at 0.5 to 4 times its size, not 0.4"),
    (request { $0.width = 0 }, "a screen is 1 to 20000 points wide and high, not 0"),
    (request { $0.height = .nan }, "a screen is 1 to 20000 points wide and high, not nan"),
  ])
  func whatNoDeviceCanBeIsSaid(_ wish: DeviceRequest, _ words: String) {
    #expect {
      try list.device(wish)
    } throws: { error in
      guard let fault = error as? DeviceFault else { return false }
      let text = fault.message + (fault.hint(list.names).map { "; " + $0 } ?? "")
      return text.hasPrefix(words)
    }
  }

  @Test func aNameMayBeVeryLong() {
    whatNoDeviceCanBeIsSaid(.named(String(repeating: "phone ", count: 10_000)), "there is no device")
  }

  @Test func allAreListedOnceWithTheirSizes() {
    let names = list.names.map { $0.lowercased() }
    #expect(names.prefix(3) == ["night", "small", "phone dark"] && Set(names).count == names.count)
    #expect(list.all.allSatisfy { $0.width != nil && $0.height != nil })
    #expect(Device.known.first == .standard && Device.known.allSatisfy { Device(named: $0.name) == $0 })
  }

  /// Trees are stored by name: the name contains all settings, and parsing it gives the device.
  @Test(arguments: 0..<4) func aNameStandsForOneDevice(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var devices: [String: Device] = [:]
    for _ in 0..<500 {
      var wish = DeviceRequest(name: (list.names + [nil, "300x300"]).randomElement(using: &random) ?? nil)
      if Int.random(in: 0..<4, using: &random) == 0 {
        wish.width = Double(Int.random(in: 1...9, using: &random))
      }
      wish.isLandscape = [nil, true, false].randomElement(using: &random) ?? nil
      wish.prefersDark = [nil, true, false].randomElement(using: &random) ?? nil
      wish.isRightToLeft = [nil, true, false].randomElement(using: &random) ?? nil
      wish.fontScale =
        [nil, 1, 0.5, .random(in: 0.5...4, using: &random)].randomElement(using: &random) ?? nil
      wish.platform = [nil, .ios, .android].randomElement(using: &random) ?? nil
      let device = try list.device(wish)
      #expect(devices[device.name] ?? device == device)
      devices[device.name] = device
      var again = DeviceRequest.named(device.name)
      // The platform is part of the name unless it is the default; a device with its own platform keeps that.
      again.platform = device.platform
      #expect(try list.device(again) == device)
    }
  }
}
