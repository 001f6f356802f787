import Testing
@testable import HybridDrawing
@Test func tmpShow() {
  print(TerminalDrawing().text(ShopPage.list))
  print(TerminalDrawing(colors: .trueColor).text(ShopPage.list))
}
