import Testing

@testable import hybrid

@Suite struct NamePatternTests {
  @Test(
    arguments: [
      ("home", "home", true), ("home", "homes", false), ("*", "", true), ("shop/*", "shop/a/b", true),
      ("*.buy*", "cart/phone.data.buy.bag", true), ("h?me", "home", true), ("h?me", "hme", false),
      ("*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false), ("", "", true), ("", "a", false),
      ("a*", "a", true),
      ("ä*", "äh", true),
    ])
  func wholeNamesFit(_ pattern: String, _ name: String, _ fits: Bool) {
    #expect(NamePattern(pattern).fits(name) == fits)
  }

  @Test(
    arguments: [(nil, false), ("", false), ("0", false), ("False", false), ("1", true), ("true", true)]
      as [(String?, Bool)])
  func ciServersSayThatTheyAre(_ value: String?, _ isCI: Bool) { #expect(TestCommand.isCI(value) == isCI) }
}
