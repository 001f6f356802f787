import Foundation
import HybridCSS
import HybridCompiler
import HybridCompression
import HybridCrypto
import HybridPackaging
import HybridRelease
import HybridSource
import HybridTestSupport
import HybridUnits
import Testing

/// The project that comes with the sources.
let sampleFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appending(path: "Sample").resolvingSymlinksInPath()

/// A configuration names every component and attribute, so the sample's configuration is enough for all.
let componentIDs =
  (try? String(contentsOf: sampleFolder.appending(path: "config.properties"), encoding: .utf8)) ?? ""

/// A project with one of everything that a unit may read.
func sampleProject() -> [String: String] {
  [
    "hybrid.json": #"{"title": "Shop", "release": {"project": "shop", "runtime": ">=1 <2"}}"#,
    "config.properties": componentIDs,
    "shared/base.css": "@import \"tokens.css\";\n/* of all pages */\nbody { color: red; }\n",
    "shared/tokens.css": ":root { --gap: 4px; }\n",
    "partials/foot.html": "<footer>of the shop</footer>\n",
    "components/badge-x.html": "<template><b><slot></slot></b></template>\n",
    "components/card.xml": #"<VHLayout layoutWidth="100" layoutHeight="40"><NText text="tea"/></VHLayout>"#,
    "assets/logo.svg": #"<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>"#,
    "assets/more/notes.txt": "notes",
    "pages/home/index.html": """
    <!DOCTYPE html><html><head><title>Home</title><link rel="stylesheet" href="/shared/base.css"></head>
    <body><include src="/partials/foot.html"></include><badge-x>{{ title }}</badge-x>
    <img src="photo.svg" alt="x"><script>token.log(NativeModules.Clipboard.limit);</script></body></html>
    """,
    "pages/home/data.json": #"{"title": "tea"}"#,
    "pages/home/photo.svg": #"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>"#,
    "pages/about/index.html":
      "<!DOCTYPE html><html><head><title>About</title></head><body><p>Us</p></body></html>",
  ]
}

/// Packages a folder, with a cache unless told otherwise.
@discardableResult
func makeRelease(
  _ project: String, to dist: String, _ change: (inout PackageOptions) -> Void = { _ in }
) throws -> PackageReport {
  var options = PackageOptions()
  options.tool = "tests"
  options.jobs = 2
  change(&options)
  return try Packager(
    files: DiskFiles(root: project), dist: dist, options: options, sodium: .shared()
  ).run()
}

/// Every file below a folder with its bytes.
func tree(_ folder: String) throws -> [String: [UInt8]] {
  var files: [String: [UInt8]] = [:]
  for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder),
      !isFolder.boolValue
    else { continue }
    files[path] = try Array(Data(contentsOf: URL(filePath: "\(folder)/\(path)")))
  }
  return files
}

/// The codes of the reasons why a project is not packaged.
func refusals(_ project: String, to dist: String, _ change: (inout PackageOptions) -> Void = { _ in })
  -> [String]
{
  do {
    try makeRelease(project, to: dist, change)
    return []
  } catch let fault as PackageFault {
    return fault.diagnostics.map(\.code)
  } catch { return ["\(error)"] }
}

@Test func aReleaseNamesEveryUnitAndAsset() throws {
  let project = try TemporaryProject(sampleProject())
  let dist = try TemporaryProject()
  let report = try makeRelease(project.path, to: dist.path)
  let files = try tree(dist.path)
  let statement = try Statement(
    decoding: try #require(files["releases/1.json"]), as: "releases/1.json", kinds: [.release])
  guard case .release(let release) = statement else {
    Issue.record("not a release")
    return
  }
  #expect(release == report.release)
  #expect(release.project == "shop")
  #expect(release.channel == "production")
  #expect(release.runtime.description == ">=1 <2")
  #expect(release.units.map(\.name) == ["about", "card", "home"])
  #expect(release.units.map(\.file.path) == ["units/about.unit", "units/card.out", "units/home.unit"])
  #expect(release.assets.map(\.path) == ["assets/logo.svg", "assets/more/notes.txt", "pages/home/photo.svg"])
  #expect(release.requirements.modules == ["Clipboard", "token"])
  #expect(release.requirements.elements.contains("NText"))
  #expect(release.requirements.elements.contains("footer"))
  #expect(!release.requirements.elements.contains("badge-x"))
  #expect(release.requirements.attributes.contains("layoutWidth"))
  #expect(files["release.json"] == files["releases/1.json"])
  for file in release.files {
    let bytes = try #require(files["files/\(file.digest.sha256)"])
    #expect(FileDigest(of: bytes, sodium: try .shared()) == file.digest)
  }
  // The archive equals the output of the archive writer for the same files, and so does the preset.
  var writer = ArchiveWriter()
  writer.add("release.json", try #require(files["release.json"]))
  for digest in Set(release.files.map(\.digest.sha256)) {
    writer.add("files/\(digest)", try #require(files["files/\(digest)"]))
  }
  #expect(try writer.finish() == files["release.hybrid"])
  #expect(files["release.hybrid"] == files["embedded/release.hybrid"])
  let plist = String(decoding: try #require(files["embedded/templates.plist"]), as: UTF8.self)
  #expect(plist.contains("<key>element</key>\n\t\t<string>card</string>"))
  let out = try #require(files["files/\(release.units[1].file.digest.sha256)"])
  #expect(plist.contains(Data(out).base64EncodedString()))
  #expect(try Template(decoding: out).name == "card")
  // `verify` creates it again from the release.
  let content = { (digest: FileDigest) in files["files/\(digest.sha256)"] }
  #expect(EmbeddedTemplates.plist(of: release, content: content) == files["embedded/templates.plist"])
  #expect(EmbeddedTemplates.plist(of: release) { _ in nil } == nil)
}

@Test func filesOfWorkersAreAssets() throws {
  var files = sampleProject()
  files["pages/about/index.html"] =
    "<!DOCTYPE html><title>A</title><p>Us</p><script>new Worker('w.js')</script>"
  files["pages/about/w.js"] = "importScripts('/lib/part.js')"
  files["lib/part.js"] = "postMessage(1)"
  let project = try TemporaryProject(files)
  let dist = try TemporaryProject()
  func assets() throws -> [String] { try makeRelease(project.path, to: dist.path).release.assets.map(\.path) }
  let others = ["assets/logo.svg", "assets/more/notes.txt", "pages/home/photo.svg"]
  #expect(try assets() == (others + ["lib/part.js", "pages/about/w.js"]).sorted())
  // A release with a cache sees that the worker names another file.
  try project.write("pages/about/w.js", "")
  #expect(try assets() == (others + ["pages/about/w.js"]).sorted())
}

@Test func fontsOfPagesAreAssets() throws {
  var files = sampleProject()
  files["shared/base.css"] = """
    @font-face { font-family: A; src: url(/fonts/a.woff2), url(/fonts/b.ttf) }
    @font-face { font-family: B; src: url(/fonts/b.ttf); unicode-range: U+41 , U+0050-0060 }
    """
  let project = try TemporaryProject(files)
  let fonts = sampleFolder.deletingLastPathComponent()
    .appending(path: "Tests/HybridDrawingTests/Fixtures/Fonts")
  for (path, name) in [("a.woff2", "blocks.woff2"), ("b.ttf", "blocks.ttf"), ("c.ttf", "blocks.ttf")] {
    try project.write("fonts/\(path)", bytes: [UInt8](try Data(contentsOf: fonts.appending(path: name))))
  }
  let dist = try TemporaryProject()
  let release = try makeRelease(project.path, to: dist.path).release
  let others = ["assets/logo.svg", "assets/more/notes.txt", "pages/home/photo.svg"]
  #expect(release.assets.map(\.path) == (others + ["fonts/a.woff2", "fonts/b.ttf"]).sorted())
  // The unit names them; its minified sheet means the same faces.
  let home = try #require(release.units.first { $0.name == "home" })
  let bytes = try Data(contentsOf: dist.file("files/\(home.file.digest.sha256)"))
  guard case .page(let page) = try HybridUnits.Unit(decoding: [UInt8](bytes)) else {
    Issue.record("no page")
    return
  }
  #expect(page.fonts.map(\.path) == ["fonts/a.woff2", "fonts/b.ttf"])
  #expect(page.sheets.first?.sheet.fontFaces.map(\.face.ranges) == [[], [0x41...0x41, 0x50...0x60]])
}

@Test func theSameProjectGivesTheSameTreeOnAnyMachine() throws {
  let files = sampleProject()
  let one = try TemporaryProject(files)
  let other = try TemporaryProject()
  let mask = umask(0o077)
  for (path, text) in files.sorted(by: { $0.key > $1.key }) {
    try other.write(path, text)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: other.file(path).path)
  }
  let (left, right) = (try TemporaryProject(), try TemporaryProject())
  try makeRelease(other.path, to: right.path) { $0.jobs = 1 }
  umask(mask)
  try makeRelease(one.path, to: left.path) { $0.jobs = 4 }
  #expect(try tree(left.path) == tree(right.path))
  func modes(_ folder: String) throws -> Set<Int> {
    Set(
      try FileManager.default.subpathsOfDirectory(atPath: folder).map {
        try FileManager.default.attributesOfItem(atPath: "\(folder)/\($0)")[.posixPermissions] as? Int ?? 0
      })
  }
  #expect(try modes(left.path) == modes(right.path))
}

@Test func jsonLosesItsBlanksAndScriptsAndSheetsHaveMaps() throws {
  var files = sampleProject()
  files["assets/table.json"] = "{ \"a\" : [ 1.0 , \" b \" ] }\n"
  files["assets/broken.json"] = "{ \"a\" : }\n"
  files["shared/tokens.css"] = ":root {\n  --gap: 4px;\n}\n"
  files["pages/about/index.html"] =
    """
    <!DOCTYPE html><html><head><title>A</title></head><body><p>Us</p><script>let a = 1 // one\n</script>\
    </body></html>
    """
  let project = try TemporaryProject(files)
  let dist = try TemporaryProject()
  func asset(_ report: PackageReport, _ path: String) throws -> String {
    let file = try #require(report.release.assets.first { $0.path == path })
    return try String(contentsOf: dist.file("files/\(file.digest.sha256)"), encoding: .utf8)
  }
  let report = try makeRelease(project.path, to: dist.path)
  #expect(try asset(report, "assets/table.json") == #"{"a":[1.0," b "]}"#)
  #expect(try asset(report, "assets/broken.json") == files["assets/broken.json"])
  func maps() throws -> [String] {
    try tree(dist.path).filter { $0.key.hasPrefix("maps/") }.map { String(decoding: $0.value, as: UTF8.self) }
      .sorted()
  }
  let before = try maps()
  // Maps for two sheets and two scripts; the third script is already minimal.
  for source in ["pages/about/index.html", "shared/base.css", "shared/tokens.css"] {
    #expect(before.count { $0.contains("\"sources\":[\"\(source)\"]") } == 1, "\(source)")
  }
  // No file of the release references them.
  for (path, bytes) in try tree(dist.path) where !path.hasPrefix("maps/") {
    #expect(!String(decoding: bytes, as: UTF8.self).contains("mappings"), "\(path)")
  }
  // An added comment changes the map of the same tokens; maps of removed earlier releases are removed with
  // them.
  try project.replace("shared/tokens.css", "/* more */\n\n:root {\n  --gap: 4px;\n}\n")
  try makeRelease(project.path, to: dist.path)
  #expect(try maps().count == before.count && maps() != before)
  try project.replace("shared/tokens.css", ":root {\n  --gap: 5px;\n}\n")
  try makeRelease(project.path, to: dist.path)
  #expect(try maps().count == before.count + 1)
  try makeRelease(project.path, to: dist.path) { $0.keep = 1 }
  #expect(try maps().count == before.count)
  // A sheet of one line has no map.
  try project.replace("shared/tokens.css", ":root { --gap: 6px; }\n")
  try makeRelease(project.path, to: dist.path) { $0.keep = 1 }
  #expect(try maps().count == before.count - 1)
  let plain = try makeRelease(project.path, to: dist.path) { $0.minifies = false }
  #expect(try asset(plain, "assets/table.json") == files["assets/table.json"])
}

@Test func nothingNewKeepsTheNumberAndEveryByte() throws {
  let project = try TemporaryProject(sampleProject())
  let dist = try TemporaryProject()
  try makeRelease(project.path, to: dist.path)
  let before = try tree(dist.path)
  for usesCache in [true, false] {
    let again = try makeRelease(project.path, to: dist.path) {
      $0.usesCache = usesCache
      $0.created = ReleaseTime(seconds: 1_700_000_000)
    }
    #expect(again.isUnchanged)
    #expect(again.release.number == 1)
    // Without a cache the contents of the archive are unknown: it and the preset are written again.
    #expect(again.writtenFiles == (usesCache ? 0 : 2))
    if !usesCache { #expect(again.madeUnits == 3) }
    #expect(try tree(dist.path) == before)
  }
}

@Test(arguments: [
  (
    "pages/about/index.html",
    "<!DOCTYPE html><html><head><title>About</title></head><body><p>Them</p></body></html>"
  ),
  ("shared/base.css", "@import \"tokens.css\";\nbody { color: blue; }\n"),
  ("shared/tokens.css", ":root { --gap: 9px; }\n"),
  ("partials/foot.html", "<footer>of a shop</footer>\n"),
  ("components/badge-x.html", "<template><i><slot></slot></i></template>\n"),
  ("components/card.xml", #"<VHLayout layoutWidth="100" layoutHeight="60"><NText text="tea"/></VHLayout>"#),
  ("pages/home/data.json", #"{"title": "oolong"}"#),
  ("pages/home/data.empty.json", #"{"title": ""}"#),
  ("pages/home/photo.svg", #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="8"/>"#),
  ("assets/logo.svg", #"<svg xmlns="http://www.w3.org/2000/svg" width="5" height="4"/>"#),
  ("assets/more/notes.txt", "others"),
  ("assets/new.txt", "new"),
  ("pages/new.html", "<!DOCTYPE html><html><head><title>N</title></head><body><p>new</p></body></html>"),
  ("hybrid.json", #"{"title": "Shop", "release": {"project": "shop", "runtime": ">=1 <3"}}"#),
  ("config.properties", componentIDs.replacing("VIEW_ID_NText=7", with: "VIEW_ID_NText=777")),
])
func whatChangedIsMadeAnewAndNothingElseIs(_ path: String, _ text: String) throws {
  let project = try TemporaryProject(sampleProject())
  let dist = try TemporaryProject()
  try makeRelease(project.path, to: dist.path)
  try project.replace(path, text)
  let report = try makeRelease(project.path, to: dist.path) { $0.number = 7 }
  let warm = try tree(dist.path)
  #expect(report.release.number == (path == "config.properties" && report.isUnchanged ? 1 : 7))

  // The same from an empty DIST, in the same two steps.
  let plain = try TemporaryProject(sampleProject())
  let cold = try TemporaryProject()
  try makeRelease(plain.path, to: cold.path) { $0.usesCache = false }
  try plain.replace(path, text)
  try makeRelease(plain.path, to: cold.path) {
    $0.usesCache = false
    $0.number = 7
  }
  #expect(try tree(cold.path) == warm)
}

@Test func oneEditMakesOneUnit() async throws {
  let project = try TemporaryProject(sampleProject())
  let dist = try TemporaryProject()
  try makeRelease(project.path, to: dist.path)
  try project.replace("pages/home/data.json", #"{"title": "oolong"}"#)
  // Files written just before the first run could have changed without a trace, so repeat until they are old
  // enough.
  var report = try makeRelease(project.path, to: dist.path)
  #expect(report.release.number == 2)
  let isOld = try await poll {
    try makeRelease(project.path, to: dist.path).madeUnits == 0
  }
  #expect(isOld)
  try project.write(
    "pages/about/index.html", "<!DOCTYPE html><html><head><title>A</title></head><body><p>!</p></body></html>"
  )
  report = try makeRelease(project.path, to: dist.path)
  #expect(report.release.number == 3)
  #expect(report.madeUnits == 1)
}

@Test func filesGoneFromDistAreWrittenAgain() throws {
  let project = try TemporaryProject(sampleProject())
  let dist = try TemporaryProject()
  try makeRelease(project.path, to: dist.path)
  let before = try tree(dist.path)
  for path in before.keys.sorted() where path != "releases/1.json" {
    try FileManager.default.removeItem(at: dist.file(path))
    try makeRelease(project.path, to: dist.path)
    #expect(try tree(dist.path) == before, "\(path)")
  }
}

@Test func aProjectThatWasJustWrittenIsMadeOnce() throws {
  // Its files are too young for the file system's clock, and DIST and the cache are new entries in the
  // project.
  let project = try TemporaryProject(sampleProject())
  let dist = project.path + "/dist"
  #expect(try makeRelease(project.path, to: dist).madeUnits == 3)
  let again = try makeRelease(project.path, to: dist)
  #expect(again.madeUnits == 0 && again.writtenFiles == 0 && again.isUnchanged)
  // A change to other bytes of the same length is still detected.
  try project.replace("pages/home/data.json", #"{"title": "sea"}"#)
  let changed = try makeRelease(project.path, to: dist)
  #expect(changed.release.number == 2 && changed.madeUnits == 1)
}

@Test func numbersCountUpAndMandatoryIsInherited() throws {
  let project = try TemporaryProject(sampleProject())
  let dist = try TemporaryProject()
  #expect(try makeRelease(project.path, to: dist.path) { $0.number = 5 }.release.number == 5)
  try project.replace("pages/home/data.json", #"{"title": "a"}"#)
  #expect(refusals(project.path, to: dist.path) { $0.number = 5 } == ["usage.number-too-low"])
  #expect(try makeRelease(project.path, to: dist.path) { $0.isMandatory = true }.release.mandatory == 6)
  try project.replace("pages/home/data.json", #"{"title": "b"}"#)
  let report = try makeRelease(project.path, to: dist.path)
  #expect(report.release.number == 7)
  #expect(report.release.mandatory == 6)
  #expect(refusals(project.path, to: dist.path) { $0.channel = "beta" } == ["package.other-project"])
}

@Test func deltasMakeTheNewFilesOfTheOldOnes() throws {
  var files = sampleProject()
  let rows = (0..<400).map { "<p>row \($0 * 7919 % 1000) of many</p>" }.joined(separator: "\n")
  func page(_ word: String) -> String {
    "<!DOCTYPE html><html><head><title>About</title></head><body>\(rows)<p>\(word)</p></body></html>"
  }
  files["pages/about/index.html"] = page("one")
  let project = try TemporaryProject(files)
  let dist = try TemporaryProject()
  var archives: [SHA256Digest] = []
  for word in ["one", "two", "three", "four", "five"] {
    try project.replace("pages/about/index.html", page(word))
    try makeRelease(project.path, to: dist.path)
    archives.append(
      try Sodium.shared().sha256(Array(Data(contentsOf: dist.file("release.hybrid")))))
  }
  let tree = try tree(dist.path)
  // Deltas to earlier archives are gone; every existing delta is in the index, or leads to an earlier
  // statement or file.
  #expect(!tree.keys.contains { name in archives[1...3].contains { name.hasSuffix("-\($0).zst") } })
  let index = try DeltaIndex(decoding: try #require(tree["deltas/index.json"]))
  let newest = try #require(tree["release.json"])
  let (sodium, zstd) = (try Sodium.shared(), try Zstd.shared())
  // One file, the statement and the archive, from each of the last three releases.
  #expect(index.entries.count == 9)
  let archive = sodium.sha256(try #require(tree["release.hybrid"]))
  let ofArchives = index.entries.filter { $0.to == archive }
  #expect(ofArchives.count == 3)
  // The bases of archive deltas are the earlier archives of DIST.
  #expect(Set(ofArchives.map(\.from)) == Set(archives[1...3]))
  for entry in index.entries where entry.to != archive {
    let delta = try #require(tree[DistPaths.delta(from: entry.from, to: entry.to)])
    #expect(delta.count == entry.size)
    let old =
      try tree["files/\(entry.from)"]
      ?? #require(
        (1...5).compactMap { tree["releases/\($0).json"] }.first { sodium.sha256($0) == entry.from })
    let new = tree["files/\(entry.to)"] ?? newest
    #expect(
      try Delta.apply(
        delta, to: old, expecting: FileDigest(of: new, sodium: sodium), as: "delta", zstd: zstd,
        sodium: sodium)
        == new)
    if tree["files/\(entry.to)"] != nil { #expect(delta.count * 20 < new.count) }
  }
  // The last two are kept; files needed only by others are removed.
  try makeRelease(project.path, to: dist.path) { $0.keep = 2 }
  let after = try HybridPackagingTests.tree(dist.path)
  #expect(after.keys.filter { $0.hasPrefix("releases/") }.sorted() == ["releases/4.json", "releases/5.json"])
  #expect(try DeltaIndex(decoding: try #require(after["deltas/index.json"])).entries.count == 3)
  #expect(after.keys.filter { $0.hasPrefix("files/") }.count == 7)
}
