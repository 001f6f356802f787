import HybridJSON
import HybridSource
import HybridTestSupport
import HybridUnits
import Testing

@Suite struct TemplateCodingTests {
  @Test func templateComesBackAsItWas() throws {
    let bytes = try TemplateSamples.everything.encoded()
    let decoded = try Template(decoding: bytes)
    #expect(decoded == TemplateSamples.everything)
    #expect(try decoded.encoded() == bytes)
  }

  /// `Documentation/template-format.md`, *File*, byte for byte.
  @Test func headerAndCodeAreThoseOfTheFormat() throws {
    var template = Template(name: "T", version: 3)
    func add(_ name: String, _ kind: TemplateAttribute.Kind, _ bits: UInt32) {
      template.attributes.append(TemplateAttribute(key: StringID(name), kind: kind, bits: bits))
    }
    add("textSize", .int, 12)
    add("layoutWidth", .intRP, 1)
    add("borderRadius", .float, Float(2).bitPattern)
    add("lineHeight", .float, Float(1.5).bitPattern)
    add("layoutHeight", .floatRP, Float(1.5).bitPattern)
    add("borderWidth", .floatRP, Float(1).bitPattern)
    add("text", .string, UInt32(StringID("t").rawValue))
    template.nodes = [TemplateNode(component: 7, parent: -1, end: 1, attributes: 0..<7, variables: 0..<0)]
    template.strings = [TemplateString(id: StringID("t"), text: "t")]
    let code = TemplateSamples.bytes(
      """
      00 0007 01 c42d3ace 0000000c 01 7770acbc 00000001 02 506afbde 40000000 e141663b 3fc00000
      02 5cd5f0f1 3fc00000 2c2c84fa 3f800000 01 0036452d 00000074 00 00 01
      """)
    let expected = TemplateSamples.bytes(
      """
      414c495656 0001 0000 0003 0000002f 0000004c 0000007b 00000007 00000086 00000000 0000008a 00000000
      0001 0000 00000001 0001 54 0043
      """)
    let strings = TemplateSamples.bytes("00000001 00000074 0001 74 00000000")
    #expect(try template.encoded() == expected + code + strings)
  }

  @Test func bytesOfEachConformanceFileComeBack() throws {
    for (name, bytes) in TemplateSamples.conformance {
      let template = try Template(decoding: bytes)
      #expect(try template.encoded() == bytes, "\(name)")
      let names = TemplateNames(template)
      #expect(
        !template.listing(names: names, bytes: bytes.count).contains("which is not in the file"), "\(name)")
      for expression in template.expressions {
        let source = try Script(decoding: expression.code).source(names.text)
        #expect(source.map { StringID("${\($0)}") } == expression.id, "\(name): \(source ?? "none")")
      }
    }
  }

  @Test func filesOfFailedCompilersAreRead() throws {
    // `Documentation/template-format.md`, *Outputs*: the count of templates is 0, and the length 4, or 0
    // after an empty name.
    for length in [4, 0] {
      var template = Template(name: "", version: 1)
      template.hasTree = false
      template.lengthWithoutTree = length
      template.strings = [TemplateString(id: StringID("seen"), text: "seen")]
      let bytes = try template.encoded()
      #expect(bytes[18] == UInt8(length))
      #expect(try Template(decoding: bytes) == template)
    }
  }

  @Test func versionIsSetInPlace() throws {
    var bytes = try TemplateSamples.everything.encoded()
    Template.setVersion(513, in: &bytes)
    var expected = TemplateSamples.everything
    expected.version = 513
    #expect(try Template(decoding: bytes) == expected)
    var short: [UInt8] = [1, 2]
    Template.setVersion(513, in: &short)
    #expect(short == [1, 2])
  }

  @Test func idsAreHashesOverUTF16() {
    #expect(StringID("id").rawValue == 3355)
    #expect(StringID("layoutWidth").rawValue == 2_003_872_956)
    #expect(StringID("f5a5a608") == .none)
    #expect(StringID("😀") == StringID(rawValue: 31 * 0xD83D + 0xDE00))
    #expect(StringID("this").predefined == "this")
    #expect(StringID("thus").predefined == nil)
    for text in PredefinedStrings.texts { #expect(StringID(text).predefined == text) }
    #expect(PredefinedStrings.texts.count == PredefinedStrings.ids.count)
    #expect(zip(PredefinedStrings.ids, PredefinedStrings.ids.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func whatTheFormatCannotSayIsRefused() {
    func reason(_ change: (inout Template) -> Void) -> TemplateCodingError.Reason? {
      var template = TemplateSamples.everything
      change(&template)
      do throws(TemplateCodingError) {
        _ = try template.encoded()
        return nil
      } catch {
        return error.reason
      }
    }
    let long = String(repeating: "x", count: 65_536)
    #expect(reason { $0.name = long } == .tooLong("name", bytes: 65_536, limit: 65_535))
    #expect(reason { $0.strings[0].text = long } == .tooLong("string", bytes: 65_536, limit: 65_535))
    #expect(reason { $0.strings[0].text = String(long.dropLast()) } == nil)
    #expect(
      reason { $0.expressions[0].code = Array(long.utf8) }
        == .tooLong("expression", bytes: 65_536, limit: 65_535))
    #expect(reason { $0.nodes[1].parent = -1 } == .unbalanced)
    #expect(reason { $0.nodes[1].end = 9 } == .unbalanced)
    #expect(reason { $0.nodes[0].attributes = 0..<99 } == .count("attributes", 99))
    #expect(reason { $0.attributes.swapAt(0, 7) } == .badKind(0))
    #expect(
      reason {
        $0.attributes = Array(repeating: $0.attributes[0], count: 256)
        $0.nodes = [TemplateNode(component: 1, parent: -1, end: 1, attributes: 0..<256, variables: 0..<0)]
      } == .count("attributes", 256))
    #expect(
      reason {
        let node = TemplateNode(component: 1, parent: -1, end: 0, attributes: 0..<0, variables: 0..<0)
        $0.nodes = (0..<6_000).map { index in
          var node = node
          node.end = Int32(index + 1)
          return node
        }
      } == .tooLong("UI code", bytes: 66_000, limit: 65_535))
  }
}

@Suite struct TemplateListingTests {
  @Test func listingNamesEverything() throws {
    let template = TemplateSamples.everything
    let names = TemplateNames(template, tags: [999: "Badge"])
    let listing = template.listing(names: names, bytes: 123)
    let expected = """
      "Ünïcode"  version 40000, page 1, 123 bytes
      depends on pages 7, 65535

      FrameLayout
          layoutWidth = -1
          textColor = -65536  #ffff0000
          layoutHeight = 20rp
          alpha = 0.5
          lineHeight = nan(0x1)
          borderWidth = 1.5rp
          text = "Grüße"
          onClick = ${this.#00000061=1}
          var int count = 3
        VHLayout
            var float ratio = 1.25
            var string #06942258 = ""
          NText
              #ef05ac4a = #1a2b3c4d, which is not in the file
        Badge
      VText

      strings 4
        #04202477  "Grüße"
        #05a7510f  "count"
        #e141663b  "lineHeight"
        #0000000c  "a?\\u{1b}[31m\\u{202e}"

      expressions 2
        #2b4fddc1  20 bytes, written otherwise
          ${this.#00000061=1}
            0000  assign this.#00000061, 1 -> r0
        #2b4fddc1  1 bytes
            at byte 0: 99 is not an instruction

      """
    for (line, wanted) in zip(
      listing.split(separator: "\n", omittingEmptySubsequences: false),
      expected.split(separator: "\n", omittingEmptySubsequences: false))
    { #expect(line == wanted) }
    #expect(listing.count == expected.count)
  }

  @Test func jsonSaysTheSame() {
    let template = TemplateSamples.everything
    var json = JSONWriter()
    template.write(to: &json, names: TemplateNames(template), bytes: 123)
    let value = readJSON(Source(path: "x.json", text: json.text)).value
    #expect(value?["name"]?.string == "Ünïcode" && value?["version"]?.number == 40_000)
    let element = value?["elements"]?[0]
    #expect(element?["tag"]?.string == "FrameLayout" && element?["parent"]?.number == -1)
    #expect(element?["attributes"]?[6]?["value"]?.string == "Grüße")
    #expect(element?["attributes"]?[5]?["value"]?.number == 1.5)
    #expect(element?["attributes"]?[5]?["kind"]?.string == "float rp")
    #expect(element?["variables"]?[0]?["name"]?.string == "count")
    #expect(value?["expressions"]?[0]?["asWritten"]?.bool == false)
    #expect(value?["expressions"]?[0]?["instructions"]?[0]?.string?.hasPrefix("0000  assign") == true)
  }
}
