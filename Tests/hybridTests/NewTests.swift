import HybridJSON
import HybridSource
import Testing

@testable import hybrid

@Suite struct NewTests {
  @Test(arguments: [
    ("corner-shop", "Corner shop"), ("a/b/my_app/", "My app"), ("/", "Hybrid"), ("--", "Hybrid"),
    ("élan", "Élan"),
    ("x\"y", "X\"y"),
  ])
  func titleComesFromTheFolder(_ folder: String, _ title: String) {
    #expect(projectTitle(folder: folder) == title)
  }

  @Test(arguments: ["Shop", "</title><script>", "\"quoted\" \\ {{ x }}\n"])
  func anyTitleIsSafeInATemplate(_ title: String) throws {
    for file in pageTemplate(title: title) {
      guard file.path.hasSuffix(".json") else {
        #expect(!file.text.contains(title) || title == "Shop")
        continue
      }
      let json = readJSON(Source(path: file.path, text: file.text)).value
      #expect(json?["title"]?.string == title)
    }
  }
}
