import Testing

@testable import HybridServer

@Suite struct QueryFieldsTests {
  @Test(
    arguments: [
      (nil, []), ("", []), ("&&", []), ("a", ["a="]), ("a=1&b=", ["a=1", "b="]), ("a=1=2", ["a=1=2"]),
      ("s=%23buy%20%2B+b", ["s=#buy + b"]), ("%61=%C3%B6", ["a=ö"]), ("=x", ["=x"]),
    ] as [(String?, [String])])
  func fieldsAreDecodedOnce(_ query: String?, _ expected: [String]) throws {
    #expect(try QueryFields(query).pairs.map { "\($0.name)=\($0.value)" } == expected)
  }

  @Test(arguments: [
    ("a=%", "percent-encoded"), ("a=%4", "percent-encoded"), ("a=%zz", "percent-encoded"),
    ("%ff=1", "percent-encoded"),
    ("devcie=tablet", "did you mean 'device'?"), ("x=1", "there is device, platform"),
    ("device=a&device=b", "twice"),
  ])
  func whatIsWrongIsSaid(_ query: String, _ words: String) throws {
    let fault = try #require(throws: QueryFields.Fault.self) {
      try QueryFields(query, known: ["device", "platform"])
    }
    #expect(fault.words.contains(words), "\(fault.words)")
  }
}
