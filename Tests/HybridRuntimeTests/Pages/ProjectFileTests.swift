import HybridScript
import HybridSource
import Testing

@testable import HybridRuntime

/// Files of the project, as scripts of a page without a network read them.
@Suite struct ProjectFileTests {
  private static func page(_ script: String, responses: String = "{}") throws -> [String] {
    try PageRig("<html><body><script>\(script)</script></body></html>", responses: responses) {
      $0.file = { path in
        switch path {
        case "data/tea list.json": .bytes(Array("[1,2]".utf8))
        case "a.txt": .bytes(Array("file".utf8))
        case ".env": .denied
        default: .missing
        }
      }
    }.said
  }

  @Test(
    arguments: [
      ("hybrid://project/a.txt", "a.txt"), ("hybrid://project/a%20b/c.json?x=1#y", "a b/c.json"),
      ("hybrid://project/100%", "100%"), ("hybrid://project/%2e%2e/etc/passwd", nil),
      ("hybrid://project/..%2f..%2fetc/passwd", nil), ("hybrid://project/a//b", nil),
      ("hybrid://project//etc/passwd", nil), ("hybrid://project/a%00.txt", nil), ("hybrid://project/", nil),
      ("hybrid://project/./a", nil), ("https://project/a.txt", nil), ("", nil),
    ] as [(String, String?)])
  func anAddressLeadsToAPathInTheProject(_ address: String, _ path: String?) {
    #expect(ProjectAddress.path(of: address) == path)
  }

  @Test func fetchReadsAFile() throws {
    let said = try Self.page(
      """
      (async () => {
        const list = await fetch("data/tea list.json");
        console.log(list.status, list.headers.get("content-type"), JSON.stringify(await list.json()));
        for (const path of ["no.txt", ".env", "/%2e%2e/x"]) console.log((await fetch(path)).status);
        console.log((await fetch("a.txt", { method: "HEAD" })).status);
        await fetch("https://example.com/").catch((error) => console.log(error.message));
      })();
      """)
    #expect(
      said == [
        "200 application/json [1,2]", "404", "403", "404", "200",
        "https://example.com/: offline: there is no response for https://example.com/",
      ])
  }

  @Test func xmlHttpRequestReadsAFile() throws {
    let said = try Self.page(
      """
      const request = new XMLHttpRequest();
      request.onload = () => console.log(request.status, request.responseText);
      request.open("GET", "a.txt");
      request.send();
      """)
    #expect(said == ["200 file"])
  }

  @Test func aResponseComesBeforeTheFile() throws {
    let said = try Self.page(
      "fetch('a.txt').then((answer) => answer.text()).then((text) => console.log(text))",
      responses: #"{"hybrid://project/a.txt": "response"}"#)
    #expect(said == ["response"])
  }

  @Test func aBeaconIsSent() throws {
    let said = try Self.page(
      """
      console.log(navigator.sendBeacon("https://log.example/", "x"), navigator.sendBeacon("/", \
      "x".repeat(70000)));
      try { navigator.sendBeacon("http://[", "") } catch (error) { console.log(error.name); }
      requestIdleCallback((deadline) => console.log(deadline.timeRemaining() <= 50, deadline.didTimeout));
      """)
    #expect(said == ["true false", "TypeError", "true false"])
  }
}
