import HybridUnits
import Testing

@testable import HybridServer

private func file(_ type: String, _ text: String) throws -> TemplateFile {
  var template = Template(name: type, version: 1)
  template.nodes = [TemplateNode(component: 7, parent: -1, end: 1, attributes: 0..<0, variables: 0..<0)]
  template.strings = [TemplateString(id: StringID(text), text: text)]
  return try TemplateFile(path: "\(type).xml", template: template, places: [])
}

/// The versions in the bytes that come next.
private func next(_ versions: inout TemplateVersions, _ files: [TemplateFile]) -> [Int] {
  versions.stamp(files).map { Int($0[9]) << 8 | Int($0[10]) }
}

@Suite struct TemplateVersionsTests {
  @Test(arguments: [
    (nil, 0, 1), (nil, 16_383, 16_384), (nil, 16_384, 1), (nil, 29_000_000, 29_000_000 % 16_384 + 1),
    (7, 500, 8), (32_766, 500, 32_767), (32_767, 500, 1), (0, 500, 501), (-3, 500, 501), (40_000, 500, 501),
    (Int.max, 500, 501),
  ])
  func aSessionBeginsAboveTheLastOneOrByTheTime(_ last: Int?, _ minutes: Int, _ expected: Int) throws {
    var versions = TemplateVersions(after: last, minutes: minutes)
    #expect(try next(&versions, [file("a", "1")]) == [expected])
    #expect(versions.hasWrapped == (last == 32_767))
  }

  @Test func onlyWhatIsOtherThanGivenLastGetsANewOne() throws {
    var versions = TemplateVersions(after: 99, minutes: 0)
    let (a1, a2, b1, b2) = (try file("a", "1"), try file("a", "2"), try file("b", "1"), try file("b", "2"))
    #expect(next(&versions, [a1, b1]) == [100, 100])
    #expect(next(&versions, [a1, b1]) == [100, 100])
    #expect(next(&versions, [a2, b1]) == [101, 100])
    #expect(next(&versions, [a1, b2]) == [102, 102])
    #expect(next(&versions, [b1]) == [103])
    #expect(try next(&versions, [file("new", "1")]) == [103])
    #expect(versions.current == 103)
  }

  @Test func afterTheGreatestNumberAllBeginsAnewAndIsToldOnce() throws {
    var versions = TemplateVersions(after: 32_765, minutes: 0)
    #expect(try next(&versions, [file("a", "1"), file("b", "1")]) == [32_766, 32_766])
    #expect(try next(&versions, [file("a", "2")]) == [32_767])
    #expect(!versions.hasWrapped)
    #expect(try next(&versions, [file("a", "3")]) == [1])
    let told = (versions.takeWrap(), versions.takeWrap())
    #expect(told == (true, false))
    #expect(try next(&versions, [file("b", "1")]) == [1])
  }

  @Test func onlyTheVersionOfTheBytesIsAnother() throws {
    var versions = TemplateVersions(after: 0x1233, minutes: 0)
    let file = try file("a", "1")
    let out = versions.stamp([file])[0]
    #expect(out.count == file.out.count)
    #expect(out.indices.filter { out[$0] != file.out[$0] }.allSatisfy { (9...10).contains($0) })
    #expect(Array(out[9...10]) == [0x12, 0x34])
  }
}
