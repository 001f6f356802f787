/// Names that occur in sheets of TokenHybrid without any effect, in lower case.
let nativeNamesWithoutEffect: Set<String> = ["image", "imagemode", "highlight-color"]

/// Known CSS properties without effect here, so that the diagnostic does not call them misspelled.
let knownProperties = UnsupportedProperties.names.filter {
  PropertyID(name: $0) == nil && Shorthand(name: $0) == nil
}
