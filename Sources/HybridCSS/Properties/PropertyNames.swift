/// Names that occur in sheets of TokenHybrid without any effect, in lower case.
let nativeNamesWithoutEffect: Set<String> = ["image", "imagemode", "highlight-color"]
