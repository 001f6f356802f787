import Testing

@testable import HybridSocket

@Suite struct OriginTests {
  @Test(arguments: [
    ("http://example.com", "http://example.com"),
    ("HTTP://Example.COM:80/a?b#c", "http://example.com"),
    ("https://example.com:443", "https://example.com"),
    ("https://example.com:8443/", "https://example.com:8443"),
    ("https://example.com?q", "https://example.com"),
    ("https://example.com#f", "https://example.com"),
    ("http://localhost:3000", "http://localhost:3000"),
    ("http://xn--bcher-kva.example/", "http://xn--bcher-kva.example"),
    ("http://127.0.0.1:9000/x", "http://127.0.0.1:9000"),
    ("http://[::1]:9000/x", "http://[::1]:9000"),
    ("http://[0:0:0:0:0:0:0:1]/", "http://[::1]"),
    ("http://[2001:DB8:0:0:1:0:0:1]/", "http://[2001:db8::1:0:0:1]"),
    ("http://[2001:db8:0:1:1:1:1:1]/", "http://[2001:db8:0:1:1:1:1:1]"),
    ("http://[::ffff:127.0.0.1]/", "http://[::ffff:127.0.0.1]"),
    ("http://[::ffff:7f00:1]/", "http://[::ffff:127.0.0.1]"),
    ("http://[::]/", "http://[::]"),
    ("http://[1::]/", "http://[1::]"),
    ("http://0x.example.com/", "http://0x.example.com"),
    ("http://_dmarc.example.com/", "http://_dmarc.example.com"),
  ])
  func originsAreReadInOneForm(_ url: String, _ origin: String) {
    #expect(Origin(url)?.description == origin)
  }

  @Test(arguments: [
    "", "http:", "http://", "http:///path", "https:/example.com", "//example.com", "example.com",
    "ftp://example.com", "file:///etc/passwd", "javascript:alert(1)", "ws://example.com",
    "http://user@example.com", "http://user:pass@example.com", "http://good.example@evil.example",
    "http://@example.com", "http://example.com\\@evil.example", "http:\\\\example.com", "http://a\\b.example",
    "http://example.com/\\..", " http://example.com", "http://example.com ", "http://exa mple.com",
    "http://example.com\t", "http://example.com/\n", "http://exam\u{0}ple.com", "http://ex%61mple.com",
    "http://bücher.example", "http://\u{212A}iwi.example", "http://example\u{3002}com",
    "http://example\u{FF0E}com",
    "http://exampl\u{212F}.com",
    "http://example.com.", "http://.example.com", "http://example..com", "http://-a.example",
    "http://a-.example",
    "http://example.com:", "http://example.com:0", "http://example.com:65536", "http://example.com:080080",
    "http://example.com:+80", "http://example.com:-1", "http://example.com:8 0", "http://example.com:80:80",
    "http://example.com:\u{0661}", "http://2130706433", "http://0x7f000001", "http://0x7f.1", "http://127.1",
    "http://127.0.0.01", "http://127.0.0.256", "http://0177.0.0.1", "http://1.2.3.4.5", "http://a.1",
    "http://[::1", "http://::1", "http://[::1]x", "http://[::1%25eth0]", "http://[:::1]", "http://[1::2::3]",
    "http://[12345::]", "http://[1:2:3:4:5:6:7]", "http://[1:2:3:4:5:6:7:8:9]", "http://[::1.2.3]",
    "http://[1.2.3.4::]", "http://[+1::]", "http://[]", "http://[1:2:3:4:5:6:7::8]x", "http://*.example.com",
    "http://a*b.example", "http://" + String(repeating: "a", count: 64) + ".example",
    "http://" + String(repeating: "a.", count: 130) + "example",
  ])
  func whatHasMoreThanOneReadingHasNone(_ url: String) { #expect(Origin(url) == nil) }

  @Test(arguments: [
    ("http://localhost", true), ("http://app.localhost:1", true), ("http://127.0.0.1", true),
    ("http://127.9.9.9", true), ("http://[::1]", true), ("http://[::ffff:127.0.0.1]", true),
    ("http://127.example.com", false), ("http://localhost.example.com", false), ("http://10.0.0.1", false),
    ("http://notlocalhost", false),
  ])
  func thisMachineIsKnownByItsNamesAndAddresses(_ url: String, _ isLoopback: Bool) throws {
    #expect(try #require(Origin(url)).isLoopback == isLoopback)
  }
}

@Suite struct OriginAllowListTests {
  private let list = OriginAllowList([
    "https://api.example.com", "http://localhost:8080", "https://*.example.org", "http://*.example.net:8000/",
    "http://[::1]:7000", "https://10.0.0.1", "HTTPS://Upper.Example.COM/",
  ])

  @Test(arguments: [
    "https://api.example.com", "https://api.example.com/", "https://API.example.COM:443/items?a=b#c",
    "https://api.example.com?x", "http://localhost:8080/x", "https://a.example.org",
    "https://a.b.example.org/",
    "http://x.example.net:8000", "http://[0::1]:7000/", "https://10.0.0.1/", "https://upper.example.com",
  ])
  func whatIsListedIsAllowed(_ url: String) {
    #expect(list.refused.isEmpty)
    #expect(list.allows(url))
  }

  @Test(arguments: [
    "http://api.example.com", "https://api.example.com:8443", "https://example.com",
    "https://x.api.example.com",
    "https://api.example.com.evil", "https://api.example.com.evil/",
    "https://evil.com/https://api.example.com",
    "https://api.example.com@evil.com/", "https://api.example.com:443@evil.com",
    "https://evil.com\\.api.example.com",
    "https://evil.com\\@api.example.com", "https://api.example.com.", "https://api.example.com%2eevil.com",
    "https://api\u{3002}example.com", "https://api.example.com\u{0}.evil",
    "https://evil.com#@api.example.com",
    "https://evil.com?api.example.com", "https:api.example.com", "https:///api.example.com",
    "//api.example.com", "/items", "", "http://localhost", "http://localhost:80", "https://localhost:8080",
    "http://127.0.0.1:8080", "http://[::1]:8080", "https://example.org", "https://evilexample.org",
    "https://.example.org", "https://a.example.org:444", "http://a.example.org", "https://a.example.org.evil",
    "http://x.example.net", "http://[::2]:7000", "http://10.0.0.1", "https://167772161/", "https://10.0.1",
    "https://0xa.0.0.1",
  ])
  func tricksAreNot(_ url: String) { #expect(!list.allows(url)) }

  @Test(arguments: [
    "", "*", "https://*", "https://*.", "https://*.com", "https://a.*.example.com", "https://*example.com",
    "https://*.*.example.com", "https://*.10.0.0.1", "https://*.[::1]", "api.example.com", "*.example.com",
    "ftp://example.com", "https://example.com/path", "https://example.com?q", "https://user@example.com",
    "https://bücher.example", "https://example.com.", "https://example.com:99999", "https://127.1",
    "https://*.localhost", "https://example.com//", "https://exa mple.com", "https://*.example.com\\",
  ])
  func entriesThatMeanNothingAreRefusedAndAllowNothing(_ entry: String) {
    let list = OriginAllowList([entry])
    #expect(list.refused.map(\.entry) == [entry])
    #expect(!list.allows("https://example.com") && !list.allows("https://a.example.com"))
  }

  /// A wildcard never matches a name that resolves to this machine.
  @Test func aStarIsNeverThisMachine() {
    #expect(!OriginAllowList(["http://*.app.localhost:80"]).allows("http://x.app.localhost"))
    #expect(OriginAllowList(["http://app.localhost"]).allows("http://app.localhost"))
  }
}
