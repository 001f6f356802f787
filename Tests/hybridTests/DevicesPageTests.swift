import Foundation
import HybridUnits
import Testing

/// `Documentation/devices.md` lists the devices that there are.
@Test func devicesPageListsTheKnownDevices() throws {
  let page = DocumentationTests.repository.appendingPathComponent("Documentation/devices.md")
  let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").compactMap { line in
    line.wholeMatch(of: /\| `([^`]+)` \| (\d+) × (\d+) \| .+ \|/).map { "\($0.1) \($0.2) \($0.3)" }
  }
  #expect(rows == KnownScreen.all.map { "\($0.name) \(Int($0.width)) \(Int($0.height))" })
}
