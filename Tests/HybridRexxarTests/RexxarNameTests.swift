import HybridRexxar
import Testing

/// The names that contain a hash of their bytes (`Documentation/rexxar.md`).
@Test(
  arguments: [
    ("rexxar/demo-c775298867.html", "c775298867"), ("vendor-b5a42da096.js", "b5a42da096"),
    ("demo-c775298867217b9c07156d00bce7da76.html", "c775298867217b9c07156d00bce7da76"),
    ("rexxar/news-20261122.html", nil), ("shop-facade.html", nil), ("plain.html", nil), ("a-c775298867", nil),
  ] as [(String, String?)])
func onlyTenHexadecimalDigitsAreAHash(_ path: String, _ hash: String?) {
  #expect(RexxarFileCheck.hash(in: path) == hash)
}

@Test func aDateInAPagesNameIsNoHash() {
  #expect(RexxarFileCheck.fault(of: Array("<html></html>".utf8), named: "rexxar/news-20261122.html") == nil)
}
