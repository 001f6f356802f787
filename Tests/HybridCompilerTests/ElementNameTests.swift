import HybridCSS
import HybridCompiler
import HybridUnits
import Testing

/// The compiler knows every element that is documented, and every one of TokenHybrid's is.
@Test func elementNamesAreThoseOfTheReference() {
  let native = Set(ElementReference.all(in: .native).map { $0.name.lowercased() })
  #expect(Set(ElementNames.native.map { $0.lowercased() }).subtracting(native) == [])
  for dialect in [Dialect.native, .standard] {
    for element in ElementReference.all(in: dialect) {
      #expect(ElementNames.isKnown(element.name.lowercased()), "\(element.name)")
    }
  }
}
