import Foundation
import HybridCSS
import HybridCompiler
import HybridPackaging
import HybridSource
import HybridTestSupport
import Testing

@Test(arguments: [
  ("a { color : red ; }\n", "a{color : red;}"),
  ("/* x */ .a   .b ,\n.c { margin: 0 auto }", ".a .b,.c{margin: 0 auto}"),
  ("a{width:calc(1px  +  2px)}", "a{width:calc(1px + 2px)}"),
  (":root { --gap:  4px /* kept */ ; }", ":root{--gap:  4px /* kept */ ;}"),
  ("a::after { content: \"a  ;  b\" }", "a::after{content: \"a  ;  b\"}"),
  ("@media (width > 3px) and (color) { a { top: 0 } }", "@media (width > 3px) and (color){a{top: 0}}"),
  ("a/**/b { top: 0 }", "a/**/b{top: 0}"),
  ("a { top: 0 } /* open", "a { top: 0 } /* open"),  // an unclosed comment stays unchanged
])
func sheetsLoseWhatNobodyReads(_ css: String, _ expected: String) {
  #expect(String(decoding: smallCSS(Array(css.utf8), .standard), as: UTF8.self) == expected)
}

/// A packaged sheet.
private func smallCSS(_ bytes: [UInt8], _ dialect: Dialect) -> [UInt8] {
  minifiedCSS(bytes, dialect: dialect)?.bytes ?? bytes
}

@Test func minifiedSheetsHaveTheSameRules() throws {
  let folder = sampleFolder
  var count = 0
  for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".css") {
    let bytes = try Array(Data(contentsOf: folder.appending(path: path)))
    for dialect in [Dialect.standard, .native] {
      let small = smallCSS(bytes, dialect)
      #expect(small.count <= bytes.count)
      #expect(smallCSS(small, dialect) == small)
      let rules = { (bytes: [UInt8]) in
        StyleSheet.parse(Source(path: path, bytes: bytes), dialect: dialect).rules.count
      }
      #expect(rules(small) == rules(bytes), "\(path)")
    }
    count += 1
  }
  #expect(count > 3)
}
