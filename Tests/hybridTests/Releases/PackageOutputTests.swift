import Foundation
import HybridSpawning
import HybridTestSupport
import Testing

/// Files whose order, times and sorting would show if they had a part in a release.
private let shop = [
  "hybrid.json": #"{"release": {"project": "shop"}}"#,
  "pages/ä.html": "<!DOCTYPE html><html><head><title>Ä</title></head><body><p>1</p></body></html>",
  "pages/Z.html": "<!DOCTYPE html><html><head><title>Z</title></head><body><p>2</p></body></html>",
  "pages/i.html":
    """
  <!DOCTYPE html><html><head><title>I</title></head><body><p>3</p><script>let a = 1 // one\n</script>\
  </body></html>
  """,
  "assets/b.txt": "b", "assets/B.json": "{ \"b\" : 1 }", "assets/é.txt": "é",
]

private func bytes(_ folder: URL) throws -> [String: Data] {
  var files: [String: Data] = [:]
  for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
    let file = folder.appendingPathComponent(path)
    if try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
      files[path] = try Data(contentsOf: file)
    }
  }
  return files
}

@Test func aReleaseDependsOnNothingOfTheMachine() async throws {
  var releases: [[String: Data]] = []
  for (index, environment) in [
    [
      "TZ": "Pacific/Kiritimati", "LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8", "USER": "ada",
      "HOME": "/tmp",
    ],
    ["TZ": "America/St_Johns", "LANG": "C", "LC_ALL": "C", "USER": "", "HOME": "/nowhere"],
  ].enumerated() {
    let place = try TemporaryProject()
    let folder = ["shop", "Ein anderer Ordner"][index]
    for (path, text) in shop.sorted(by: { index == 0 ? $0.key < $1.key : $0.key > $1.key }) {
      try place.write("\(folder)/\(path)", text)
    }
    let result = try await HybridCommand.run(
      ["package", folder, "-o", "DIST", "--unsigned", "--jobs", "\(index + 1)"], in: place.folder,
      environment: environment)
    #expect(result.status == 0, "\(result.errors)")
    releases.append(try bytes(place.file("DIST")))
  }
  #expect(releases[0] == releases[1])
  #expect(releases[0].count > 8)
}

@Test(arguments: [["package", "-o", "DIST", "--unsigned"], ["--version"]])
func resultsThatAreLostAreAnError(_ words: [String]) async throws {
  let project = try TemporaryProject(shop)
  let full = try SpawnedProgram(
    ["/bin/sh", "-c", "\"$0\" \"$@\" > /dev/full 2> errors.txt", BuiltCommand.url.path] + words,
    in: project.path)
  let hasEnded = await poll { full.exitCode != nil }
  #expect(hasEnded)
  #expect(full.exitCode == 3)
  let told = try String(contentsOf: project.file("errors.txt"), encoding: .utf8)
  #expect(told.contains("environment.unwritable-output"))
}
