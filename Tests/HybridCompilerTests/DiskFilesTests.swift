import Foundation
import HybridCompiler
import Testing

/// A folder on disk for one test.
private final class Folder {
  let url: URL

  init(_ files: [String: String]) throws {
    url = FileManager.default.temporaryDirectory.appending(path: "hybrid-disk-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (path, text) in files {
      let file = url.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: url.appending(path: path).path, withDestinationPath: target)
  }
}

@Test func filesAreReadAndListed() throws {
  let folder = try Folder(["a.css": "text", "empty": "", "sub/b.css": "x"])
  let disk = try DiskFiles(root: folder.url.path)
  #expect(disk.reader.read("a.css") == .success(Array("text".utf8)))
  #expect(disk.reader.read("empty") == .success([]))
  #expect(disk.reader.read("sub/b.css") == .success(Array("x".utf8)))
  let entries = try disk.reader.list("").get()
  #expect(
    Set(entries) == [
      FolderEntry(name: "a.css", kind: .file), FolderEntry(name: "empty", kind: .file),
      FolderEntry(name: "sub", kind: .folder),
    ])
}

@Test func failuresAreToldApart() throws {
  let folder = try Folder(["a.css": "text", "sub/b.css": "x"])
  let disk = try DiskFiles(root: folder.url.path)
  #expect(disk.reader.read("none") == .failure(.missing))
  #expect(disk.reader.read("a.css/b") == .failure(.missing))
  #expect(disk.reader.read("sub") == .failure(.isFolder))
  #expect(disk.reader.list("none") == .failure(.missing))
  #expect(disk.reader.list("a.css") == .failure(.notFolder))
  try folder.link("loop", to: "loop")
  #expect(disk.reader.read("loop") == .failure(.linkLoop))
  try Data(count: 20 << 20).write(to: folder.url.appending(path: "large"))
  #expect(disk.reader.read("large") == .failure(.tooLarge(bytes: 20 << 20)))
  #expect(mkfifo(folder.url.appending(path: "pipe").path, 0o600) == 0)
  #expect(disk.reader.read("pipe") == .failure(.notRegular))
  #expect(throws: FileFailure.missing) { try DiskFiles(root: folder.url.appending(path: "none").path) }
  #expect(throws: FileFailure.notFolder) { try DiskFiles(root: folder.url.appending(path: "a.css").path) }
}

@Test(arguments: [
  ".env", ".ENV", ".env.local", "pages/.env", ".git/config", "sub/.git/HEAD", ".npmrc", "keys/signing.pem",
  "a.KEY",
  "id_rsa", "id_ed25519.pub", ".hybrid/dev.json", ".ssh/config",
])
func secretsAreNotReadByAnyName(_ path: String) throws {
  let folder = try Folder([path: "secret", "a.css": ""])
  let disk = try DiskFiles(root: folder.url.path)
  #expect(isDenied(disk.reader.read(path)))
  try folder.link("innocent.css", to: path)
  #expect(isDenied(disk.reader.read("innocent.css")))
}

private func isDenied(_ result: Result<[UInt8], FileFailure>) -> Bool {
  if case .failure(.denied) = result { true } else { false }
}

@Test(arguments: [
  "env.css", ".gitignore", "monkey.css", "key", "keys/a.css", "git/config", "a.keys",
])
func whatOnlySoundsLikeASecretIsRead(_ path: String) throws {
  let folder = try Folder([path: "text"])
  #expect(try DiskFiles(root: folder.url.path).reader.read(path) == .success(Array("text".utf8)))
}

/// The superuser can read everything, so the test would prove nothing.
@Test(.enabled(if: geteuid() != 0)) func fileWithoutPermissionIsUnreadable() throws {
  let folder = try Folder(["a.css": "text"])
  #expect(chmod(folder.url.appending(path: "a.css").path, 0) == 0)
  let disk = try DiskFiles(root: folder.url.path)
  #expect(disk.reader.read("a.css") == .failure(.unreadable(reason: "Permission denied")))
}

@Test func linksStayInsideTheRoot() throws {
  let outside = try Folder(["secret.css": "secret", "folder/x.css": "secret"])
  let folder = try Folder(["a.css": "text", "sub/b.css": "x"])
  try folder.link("inside.css", to: "sub/b.css")
  try folder.link("outside.css", to: outside.url.appending(path: "secret.css").path)
  try folder.link("folder", to: outside.url.path)
  try folder.link("sub/up", to: "..")
  let disk = try DiskFiles(root: folder.url.path)
  #expect(disk.reader.read("inside.css") == .success(Array("x".utf8)))
  #expect(disk.reader.read("outside.css") == .failure(.outside))
  #expect(disk.reader.read("folder/secret.css") == .failure(.outside))
  #expect(disk.reader.list("folder") == .failure(.outside))
  #expect(disk.reader.read("sub/up/sub/up/a.css") == .success(Array("text".utf8)))
  // A link to a folder is never followed, so a link to a parent folder causes no loop.
  #expect(try disk.reader.list("sub").get().contains(FolderEntry(name: "up", kind: .linkedFolder)))
}

@Test func siblingFolderWithTheSamePrefixIsOutside() throws {
  let folder = try Folder(["root/a.css": "a", "root2/b.css": "b"])
  try FileManager.default.createSymbolicLink(
    atPath: folder.url.appending(path: "root/b.css").path, withDestinationPath: "../root2/b.css")
  let disk = try DiskFiles(root: folder.url.appending(path: "root").path)
  #expect(disk.reader.read("b.css") == .failure(.outside))
}

@Test(arguments: [
  ("", "", "project", String?.none), ("pages/home/index.html", "", "project", "pages/home/index.html"),
  ("pages/home", "", "project", "pages/home/index.html"), ("pages", "", "project", nil),
  ("other/page.html", "", "project", "other/page.html"),
  ("loose/x.html", "loose", "loose", "x.html"), ("loose", "loose", "loose", nil),
])
func projectIsFoundAroundAPath(_ path: String, _ root: String, _ name: String, _ page: String?) throws {
  let folder = try Folder([
    "project/pages/home/index.html": "", "project/hybrid.json": "{}", "project/other/page.html": "",
    "loose/x.html": "",
  ])
  let isLoose = path.hasPrefix("loose")
  let base = isLoose ? folder.url : folder.url.appending(path: "project")
  let found = try ProjectLocation(of: path.isEmpty ? base.path : base.appending(path: path).path)
  #expect(found.files.root == DiskFiles.realPath(isLoose ? base.appending(path: root).path : base.path))
  #expect(found.name == name)
  #expect(found.page == page)
}

@Test(arguments: [
  // The nearest folder with a hybrid.json, however far up.
  ("full/components/a.xml", "full", "components/a.xml"),
  ("full/other/deep/b.xml", "full", "other/deep/b.xml"),
  ("full/build/out/a.out", "full", "build/out/a.out"),
  // The parent of a folder that holds templates.
  ("plain/components/shop/a.xml", "plain", "components/shop/a.xml"),
  ("plain/templates/PLAY/PLAY.xml", "plain", "templates/PLAY/PLAY.xml"),
  ("plain/pages/home/a.xml", "plain", "pages/home/a.xml"),
  ("tools/template/card.xml", "tools", "template/card.xml"),
  // A folder of that name without a list has no special meaning.
  ("loose/template/card.xml", "loose/template", "card.xml"),
  ("config/deep/a.xml", "config", "deep/a.xml"), ("config/build/out/a.out", "config", "build/out/a.out"),
  ("loose/a.xml", "loose", "a.xml"),
])
func projectIsFoundAroundATemplate(_ path: String, _ root: String, _ file: String) throws {
  let folder = try Folder([
    "full/hybrid.json": "{}", "full/components/a.xml": "", "full/other/deep/b.xml": "",
    "full/build/out/a.out": "",
    "full/other/config.properties": "", "plain/components/shop/a.xml": "",
    "plain/components/config.properties": "", "plain/templates/PLAY/PLAY.xml": "",
    "plain/pages/home/a.xml": "",
    "tools/templatelist.properties": "", "tools/template/card.xml": "", "loose/template/card.xml": "",
    "config/config.properties": "", "config/deep/a.xml": "", "config/build/out/a.out": "", "loose/a.xml": "",
  ])
  let found = try ProjectLocation(of: folder.url.appending(path: path).path)
  #expect(found.files.root == DiskFiles.realPath(folder.url.appending(path: root).path))
  #expect(found.page == file)
}
