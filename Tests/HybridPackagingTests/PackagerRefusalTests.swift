import Foundation
import HybridCompiler
import HybridPackaging
import HybridRelease
import HybridSource
import HybridTestSupport
import Testing

@Test func errorsOfTheProjectLeaveDistUntouched() throws {
  let project = try TemporaryProject(sampleProject())
  let dist = try TemporaryProject()
  try makeRelease(project.path, to: dist.path)
  let before = try tree(dist.path)
  try project.replace("pages/home/data.json", "{")
  #expect(!refusals(project.path, to: dist.path).isEmpty)
  #expect(try tree(dist.path) == before)
  try FileManager.default.removeItem(at: dist.folder)
  #expect(!refusals(project.path, to: dist.path).isEmpty)
  #expect(!FileManager.default.fileExists(atPath: dist.path))
}

@Test(arguments: [
  ("assets/.env", "TOKEN=1"), ("assets/.DS_Store", "x"), ("assets/node_modules/a.js", "1"),
  ("assets/.hybrid/build.cache", "x"), ("assets/id_rsa", "x"), ("assets/release.key", "x"),
  ("assets/x.pem", "x"),
])
func secretsAndToolsAreNeverListed(_ path: String, _ text: String) throws {
  let project = try TemporaryProject(sampleProject())
  let dist = try TemporaryProject()
  try project.write(path, text)
  let report = try makeRelease(project.path, to: dist.path)
  #expect(report.release.assets.count == 3)
}

@Test func privateKeysAreRefusedWhereverTheyLie() throws {
  // A complete key as OpenSSL writes Ed25519 keys; text about such files is not a key.
  let body = "MC4CAQAwBQYDK2VwBCIEIBCwLuYmh8z0NvhdGk5YdN2TP5Y1nE6m0m5Gk5bF3o1W"
  let pem = "-----BEGIN PRIVATE KEY-----\n\(body)\n-----END PRIVATE KEY-----\n"
  let ours = #"{"kind":"hybrid-private-key","sealed":"\#(String(repeating: "0f", count: 48))"}"#
  for (path, text) in [
    ("assets/notes.txt", pem), ("assets/deep/notes.txt", ours), ("keys/1.json", ours),
    ("pages/about/data.json", #"{"key": "\#(pem.replacing("\n", with: "\\n"))"}"#),
  ] {
    let project = try TemporaryProject(sampleProject())
    let dist = try TemporaryProject()
    try project.write(path, text)
    #expect(refusals(project.path, to: dist.path) == ["file.private-key"], "\(path)")
    #expect(try tree(dist.path).isEmpty)
  }
}

@Test func symbolicLinksAreNotPackaged() throws {
  let project = try TemporaryProject(sampleProject())
  let dist = try TemporaryProject()
  try FileManager.default.createSymbolicLink(
    at: project.file("assets/link.svg"), withDestinationURL: project.file("assets/logo.svg"))
  #expect(refusals(project.path, to: dist.path) == ["package.symbolic-link"])
}

@Test(arguments: ["files", "releases", "embedded", "embedded/rexxar", "release.json"])
func aReleaseIsNotWrittenThroughLinks(_ path: String) throws {
  let project = try TemporaryProject(sampleProject())
  let (dist, other) = (try TemporaryProject(), try TemporaryProject())
  try makeRelease(project.path, to: dist.path)
  try? FileManager.default.removeItem(at: dist.file(path))
  try FileManager.default.createSymbolicLink(at: dist.file(path), withDestinationURL: other.folder)
  try project.replace("pages/home/data.json", #"{"title": "oolong"}"#)
  #expect(refusals(project.path, to: dist.path) == ["usage.output-is-link"])
  #expect(try tree(other.path).isEmpty)
}

@Test(arguments: [
  ("assets/caf\u{E9}.png", true), ("assets/caf\u{E9}", true), ("pages/caf\u{E9}.html", true),
  ("components/caf\u{E9}.xml", true), ("caf\u{E9}.txt", false),
])
func namesThatAreNotUTF8AreToldInsteadOfLeftOut(_ path: String, _ isRefused: Bool) throws {
  let project = try TemporaryProject(sampleProject())
  let dist = try TemporaryProject()
  try makeRelease(project.path, to: dist.path)
  // A name in Latin-1, as in old archives.
  let name = "\(project.path)/\(path)".unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } + [0]
  let descriptor = name.withUnsafeBytes {
    open($0.baseAddress!.assumingMemoryBound(to: CChar.self), O_CREAT | O_WRONLY, 0o644)
  }
  try #require(descriptor >= 0)
  close(descriptor)
  let expected = isRefused ? ["package.name-not-utf8"] : []
  // Also when everything else is known from the last run.
  for usesCache in [true, false] {
    #expect(refusals(project.path, to: dist.path) { $0.usesCache = usesCache } == expected)
  }
}

@Test(arguments: [
  ("assets/.well-known/**", true), ("assets/.*", true), ("assets/*.pem", true), ("node_modules/**", true),
  ("assets/**", false), ("assets/snapshots/**", false),
])
func patternsOfWhatNeverGoesAlongSaySo(_ pattern: String, _ isTold: Bool) throws {
  var files = sampleProject()
  files["hybrid.json"] = #"{"release": {"files": ["\#(pattern)"]}}"#
  let project = try TemporaryProject(files)
  let told = try makeRelease(project.path, to: project.path + "/dist").warnings.filter {
    $0.code == "release.excluded-pattern"
  }
  #expect(told.map { $0.location?.column } == (isTold ? [24] : []))
}

@Test(arguments: [
  (#"{"release": {"project": "a b"}}"#, "release.bad-identifier", 25),
  (#"{"release": {"runtime": "1.x"}}"#, "release.bad-runtime", 25),
  (#"{"release": {"files": ["../x"]}}"#, "release.bad-pattern", 24),
  (#"{"release": {"proyect": "a"}}"#, "config.unknown-key", 14),
  (#"{"release": {"deltas": 99}}"#, "config.wrong-kind", 24),
])
func settingsAreToldAtTheirCharacter(_ text: String, _ code: String, _ column: Int) throws {
  var files = sampleProject()
  files["hybrid.json"] = text
  let project = try TemporaryProject(files)
  do {
    try makeRelease(project.path, to: project.path + "/dist")
    Issue.record("packaged")
  } catch let fault as PackageFault {
    #expect(fault.diagnostics.map(\.code) == [code])
    #expect(fault.diagnostics.first?.location?.column == column)
  }
}

@Test(arguments: [
  ("assets/**", "assets/a.png", true), ("assets/**", "assets/deep/a.png", true),
  ("assets/**", "assets", false),
  ("assets/*", "assets/deep/a.png", false), ("fonts/*.ttf", "fonts/a.ttf", true),
  ("**/*.ttf", "a/b/c.ttf", true),
  ("**/*.ttf", "c.ttf", true), ("a?c", "abc", true), ("a?c", "a/c", false), ("*a*b*c", "xxaxxbxxc", true),
  ("*a*b*c", "xxaxxbxx", false),
])
func patternsOfFiles(_ pattern: String, _ path: String, _ matches: Bool) throws {
  #expect(try #require(FilePattern(pattern)).matches(path) == matches)
}

@Test(arguments: ["assets", "pages", "keys", "other"])
func aReleaseGoesToAFolderOfItsOwn(_ folder: String) throws {
  var files = sampleProject()
  files["keys/1.sig"] = "x"
  files["other/notes.txt"] = "mine"
  let project = try TemporaryProject(files)
  #expect(refusals(project.path, to: "\(project.path)/\(folder)") == ["usage.output-has-other-files"])
  #expect(refusals(project.path, to: "/") == ["usage.output-is-project"])
  // An empty folder, and one with a release in it, are accepted.
  try FileManager.default.createDirectory(at: project.file("dist"), withIntermediateDirectories: true)
  try FileManager.default.removeItem(at: project.file("keys"))
  #expect(refusals(project.path, to: project.path + "/dist") == [])
  #expect(refusals(project.path, to: project.path + "/dist") == [])
}
