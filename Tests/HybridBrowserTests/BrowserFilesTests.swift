import Foundation
import HybridBrowser
import HybridTestSupport
import Testing

@Suite struct BrowserFilesTests {
  /// The folder of the embedded files.
  static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/HybridBrowser/Page")

  /// Fails if `Tools/embed-page` was not run after a file was added or removed, or a file was edited without
  /// a build.
  @Test func theProgramHasTheFilesOfTheFolder() throws {
    let (embedded, folder) = (BrowserFiles(), BrowserFiles(folder: Self.page.path))
    #expect(embedded.names == folder.names, "run Tools/embed-page")
    for name in folder.names {
      #expect(embedded.file(named: name)?.bytes == folder.file(named: name)?.bytes, "\(name)")
    }
  }

  @Test(arguments: [
    ("index.html", "text/html; charset=utf-8"), ("app/main.js", "text/javascript; charset=utf-8"),
    ("style/tokens.css", "text/css; charset=utf-8"),
  ])
  func aFileHasItsType(_ name: String, _ type: String) {
    #expect(BrowserFiles().file(named: name)?.contentType == type)
  }

  @Test(arguments: [
    "", "/", "main.js", "app", "app/", "app/../index.html", "../Page/index.html", "./index.html",
    "/index.html",
    "app//main.js", ".hidden.js", "app/.main.js", "app\\main.js", "app/main.js\0", "app/main.swift",
    "secret.txt",
    "linked%2f.js", "app/ma in.js",
  ])
  func nothingElseIsAFile(_ name: String) throws {
    let folder = try TemporaryProject([
      "page/index.html": "", "page/app/main.js": "", "page/app/main.swift": "", "page/.hidden.js": "",
      "page/app/.main.js": "", "page/secret.txt": "", "Page/index.html": "",
    ])
    #expect(BrowserFiles().file(named: name) == nil)
    #expect(BrowserFiles(folder: folder.file("page").path).file(named: name) == nil)
  }

  @Test func anEditedFolderIsReadAtOnce() throws {
    let folder = try TemporaryProject(["app/main.js": "let a = 1"])
    let files = BrowserFiles(folder: folder.path)
    #expect(files.names == ["app/main.js"])
    #expect(files.file(named: "app/main.js")?.bytes == Array("let a = 1".utf8))
    try folder.write("app/main.js", "let a = 2")
    try folder.write("app/new.js", "let b = 1")
    #expect(files.names == ["app/main.js", "app/new.js"])
    #expect(files.file(named: "app/main.js")?.bytes == Array("let a = 2".utf8))
    #expect(BrowserFiles(folder: folder.file("gone").path).names.isEmpty)
  }
}
