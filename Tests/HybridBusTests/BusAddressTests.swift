import HybridBus
import Testing

struct BusAddressTests {
  @Test(
    arguments: [
      ("redis://localhost", "redis://localhost:6379/0", nil, nil),
      ("redis://10.0.0.5:6380/3", "redis://10.0.0.5:6380/3", nil, nil),
      ("redis://[::1]:7000", "redis://[::1]:7000/0", nil, nil),
      ("redis://:secret@cache/1?project=shop", "redis://cache:6379/1", "secret", "shop"),
      ("redis://anna:p%40ss%3A@cache", "redis://cache:6379/0", "p@ss:", nil),
      ("redis://h/?project=a.b-c_1", "redis://h:6379/0", nil, "a.b-c_1"),
    ] as [(String, String, String?, String?)])
  func `an address is read, and printed without its password`(
    text: String, printed: String, password: String?, project: String?
  ) throws {
    let address = try BusAddress(text)
    #expect(address.description == printed)
    #expect(address.password == password)
    #expect(address.project == project)
  }

  @Test(arguments: [
    "", "localhost:6379", "http://localhost", "rediss://localhost", "redis://", "redis://:6379",
    "redis://h:0",
    "redis://h:65536", "redis://h:x", "redis://h/one", "redis://h/-1", "redis://h/+1", "redis://user@h",
    "redis://a:%zz@h", "redis://a:%00@h", "redis://[::1", "redis://h?name=x", "redis://h?project=",
    "redis://h?project=a%20b", "redis://h h",
  ])
  func `a malformed address is refused with its reason`(text: String) {
    #expect {
      try BusAddress(text)
    } throws: { error in
      guard case .badAddress(let reason)? = error as? BusError else { return false }
      return !reason.isEmpty
    }
  }
}
