import HybridMinification
import Testing

@Test(arguments: [
  ("{ \"a\" : [ 1.50 , -0 , 1E+2 ] }\n", "{\"a\":[1.50,-0,1E+2]}"),
  ("\t\"  \\\"  \\\\\" \r\n", "\"  \\\"  \\\\\""),
  ("{\"a\": \"\\u0020 \\/ b\"}", "{\"a\":\"\\u0020 \\/ b\"}"),
  ("[ ]", "[]"),
])
func whiteSpaceOutsideOfStringsGoes(_ json: String, _ expected: String) {
  #expect(minifiedJSON(Array(json.utf8)).map { String(decoding: $0, as: UTF8.self) } == expected)
}

@Test(arguments: [
  "{\"a\": 1, }", "{ // c\n}", "{\"a\": 1, \"a\": 2}", "[1 2]", "  ", "{\"a\":1}", "\"a b\"", "[1] [2]",
])
func whatIsNoJSONOrSmallAlreadyStaysAsItIs(_ text: String) {
  #expect(minifiedJSON(Array(text.utf8)) == nil)
}
