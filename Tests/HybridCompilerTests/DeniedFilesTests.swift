import Foundation
import HybridCompiler
import HybridTestSupport
import Testing

@Test(arguments: [
  (".env", ".env*"), (".env.local", ".env*"), (".ENV", ".env*"), ("a/b/.EnV.production", ".env*"),
  ("server.pem", "*.pem"), ("certs/Server.PEM", "*.pem"), ("a.key", "*.key"), ("id_rsa", "id_rsa*"),
  ("keys/ID_RSA.pub", "id_rsa*"), ("id_ed25519", "id_ed25519*"), (".git", ".git/"), (".git/config", ".git/"),
  (".Git/HEAD", ".git/"), ("sub/.git/config", ".git/"), (".npmrc", ".npmrc"), (".netrc", ".netrc"),
  (".ssh/known_hosts", ".ssh/"), (".hybrid/dev.json", ".hybrid/"), (".hybrid/keys/a", ".hybrid/"),
  (".aws/credentials", ".aws/"), ("app.p12", "*.p12"), ("a.ſsh/x.\u{212A}ey", "*.key"),
])
func secretsAreDenied(_ path: String, _ pattern: String) {
  #expect(DeniedFiles.rule(for: path)?.pattern == pattern)
}

@Test(arguments: [
  "", "index.html", "env", "a.env.css", "environment.css", "keys.css", ".key", "monkey", "a.keys",
  "git/config",
  ".github/a.css", ".gitignore", "pem", "rsa_id", "pages/.ssh.html", "a/b.pem/c.css", "my.env",
])
func otherFilesAreNot(_ path: String) { #expect(DeniedFiles.rule(for: path) == nil) }

/// A file by its own name, through links, and in the list of its folder.
@Test func deniedFilesAreNeitherReadNorListed() throws {
  let project = try TemporaryProject([
    ".env": "x", "a/server.pem": "x", ".git/config": "x", "a/good.css": "x", "plain": "x",
  ])
  func link(_ name: String, _ target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: project.file(name).path, withDestinationPath: target)
  }
  try link("a/linked.css", project.file(".env").path)
  try link("a/relative.css", "server.pem")
  try link("a/twice.css", "linked.css")
  try link("a/folder", "../.git")
  try link("a/fine.css", "good.css")
  try link("a/hidden.key", "good.css")
  let files = try DiskFiles(root: project.path).reader
  func denied(_ path: String) -> String? {
    if case .failure(.denied(let pattern)) = files.read(path) { pattern } else { nil }
  }
  #expect(denied(".env") == ".env*" && denied("a/server.pem") == "*.pem" && denied(".git/config") == ".git/")
  #expect(denied("a/linked.css") == ".env*" && denied("a/twice.css") == ".env*")
  #expect(denied("a/relative.css") == "*.pem" && denied("a/folder/config") == ".git/")
  #expect(denied("a/hidden.key") == "*.key")  // by the name that was asked for, too
  #expect(denied("a/../.env") == ".env*" && denied("a/./server.pem") == "*.pem")
  #expect(try files.read("a/fine.css").get() == Array("x".utf8))
  #expect(try files.read("plain").get() == Array("x".utf8))
  #expect(files.list(".git") == .failure(.denied(by: ".git/")))
  #expect(files.list("a/folder") == .failure(.denied(by: ".git/")))
  #expect(try Set(files.list("").get().map(\.name)) == ["a", "plain"])
  #expect(try !files.list("a").get().map(\.name).contains("server.pem"))
}

@Test func aDeniedFileIsSaidWhereItIsAskedFor() throws {
  let project = try TemporaryProject([
    "pages/home.html": "<link rel=stylesheet href='/.env'><p>x</p>\n", ".env": "p { width: 1px }",
  ])
  var compiler = ProjectCompiler(files: try DiskFiles(root: project.path).reader, name: "test")
  let result = compiler.build()
  #expect(result.diagnostics.places == ["pages/home.html:1:28 file.denied"])
  #expect(result.diagnostics.first?.message == "'.env': it may hold secrets ('.env*') and is never read")
}
