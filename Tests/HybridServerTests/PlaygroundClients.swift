import Foundation
import HybridJSON
import HybridRuntime
import HybridSocket
import HybridSource
import HybridTemplates
import HybridTestSupport
import HybridUnits
import HybridViewTree
import Testing

/// The Playground apps as the server sees them (`Documentation/compatibility.md`): they send requests only
/// when the user acts.
enum Playground {
  /// What `/.dir` lists, which must be an array of strings.
  static func list(_ base: String) async throws -> [String] {
    let answer = try await httpGet(base + ".dir")
    try #require(answer.status == 200)
    let names = try #require(readJSON(Source(path: ".dir", bytes: answer.body)).value?.array)
    return try names.map { try #require($0.string) }
  }

  /// A bundle: its data as it stands there, and the bytes of its templates.
  static func bundle(_ url: String) async throws -> (data: JSONValue?, outs: [[UInt8]]) {
    let answer = try await httpGet(url)
    try #require(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
    let json = try #require(readJSON(Source(path: "data.json", bytes: answer.body)).value)
    let outs = try #require(json["templates"]?.array).map { entry in
      let text = try #require(entry.string)
      return Array(try #require(Data(base64Encoded: text)))
    }
    return (json["data"], outs)
  }

  static func url(_ base: String, _ name: String) -> String {
    base + name.addingPercentEncoding(withAllowedCharacters: .alphanumerics)! + "/data.json"
  }

  /// The texts that a phone shows of a template it has loaded.
  static func show(
    _ main: [UInt8], items: [[UInt8]], data: JSONValue, on platform: TemplatePlatform
  ) throws -> [String] {
    let unit = TemplateUnit(
      name: "shown", main: try TemplateFile(path: "main.out", out: main),
      items: try items.map { try TemplateFile(path: "item.out", out: $0) }, tags: [:], previews: [:],
      data: data,
      dataPath: nil, files: [], hash: ContentHash([]))
    var device = Device.standard
    device.platform = platform
    return TemplateScene(unit, on: device).rendering.tree.nodes.compactMap(\.text)
  }
}

/// Loads every entry in order, under its own name and under the page's; a reload replaces existing ones.
struct IOSPlayground {
  let base: String
  private(set) var templates: [String: [UInt8]] = [:]

  init(base: String) { self.base = base }

  mutating func open(_ name: String) async throws -> [String] {
    try await scan(Playground.url(base, name))
  }

  /// The title is the last part of the address's folder.
  mutating func scan(_ url: String) async throws -> [String] {
    let title = try #require(url.split(separator: "/").dropLast().last?.removingPercentEncoding)
    let (data, outs) = try await Playground.bundle(url)
    for out in outs {
      templates[try Template(decoding: out).name] = out
      templates[title] = out
    }
    let shown = try #require(templates[title])
    return try Playground.show(
      shown, items: Array(templates.values), data: data ?? .object(JSONObject()), on: .ios)
  }
}

/// Loads templates that are missing or have a lower version, a signed 16-bit number; shows the template named
/// by the first component of the address's path.
struct AndroidPlayground {
  let base: String
  private(set) var templates: [String: (version: Int16, out: [UInt8])] = [:]

  init(base: String) { self.base = base }

  mutating func open(_ name: String) async throws -> [String] {
    try await scan(Playground.url(base, name))
  }

  mutating func scan(_ url: String) async throws -> [String] {
    let name = try #require(url.split(separator: "/").dropFirst(2).first?.removingPercentEncoding)
    let (data, outs) = try await Playground.bundle(url)
    try #require(data?.object != nil)
    for out in outs {
      let inner = try Template(decoding: out).name
      let version = Int16(bitPattern: UInt16(out[9]) << 8 | UInt16(out[10]))
      #expect(version > 0)
      if let known = templates[inner], version <= known.version { continue }
      templates[inner] = (version, out)
    }
    let shown = try #require(templates[name])
    return try Playground.show(
      shown.out, items: templates.values.map(\.out), data: try #require(data), on: .android)
  }
}

extension ServerRig {
  static let templates = [
    "components/card.xml": card("${title}"),
    "components/card.json": "{\"title\": \"Hello\"}\n",
    "components/plain.xml": card("Plain"),
    "components/shop/price.xml": card("9.99"),
    "pages/home.html": "<body><p>Home</p></body>\n",
  ]

  /// A template that shows a text.
  static func card(_ text: String) -> String {
    """
    <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">
      <NText text="\(text)" textSize="12" layoutWidth="match_parent" layoutHeight="20"/>
    </VHLayout>

    """
  }

  /// Saves a file and waits until the server has processed it.
  func save(_ path: String, _ text: String) async throws {
    let revision = await server.session.revision
    try project.replace(path, text)
    let session = server.session
    #expect(await poll { await session.revision > revision })
  }
}
