import HybridDOM
import HybridEncoding
import HybridSource

extension DocumentBuilder {
  /// The attributes of a start tag: names and places from the file, values from libxml2, which resolves
  /// references.
  ///
  /// A name that comes again is dropped (HTML Standard §13.2.5.33); libxml2 does the same with the values.
  func attributes(of token: MarkupToken) -> [Attribute] {
    guard !token.attributes.isEmpty else { return [] }
    var result: [Attribute] = []
    result.reserveCapacity(token.attributes.count)
    var seen: Set<String> = []
    var next = 0
    for scanned in scan.attributes[token.attributes] {
      let nameRange = input.original(scanned.name)
      let written = source.text(in: nameRange)
      let name = written
      let isNew =
        token.attributes.count > 12 ? seen.insert(name).inserted : !result.contains { $0.name == name }
      guard isNew else { continue }
      let value = value(of: scanned, &next)
      result.append(
        Attribute(
          name: name, writtenName: written, value: value, nameRange: SourceRange(nameRange),
          valueRange: SourceRange(input.original(scanned.value))))
    }
    return result
  }

  /// The value libxml2 read for an attribute. It lists them in the order of the file, but namespaces first.
  private func value(of scanned: ScannedAttribute, _ next: inout Int) -> String {
    let written = input.bytes[scanned.name]
    var found: GivenAttribute?
    if next < given.count, given[next].name.matches(written) {
      found = given[next]
      next += 1
    } else if let index = given.firstIndex(where: { $0.name.matches(written) }) {
      found = given[index]
      next = index + 1
    }
    // libxml2 did not take it: two names that differ only in bytes it does not know, or one of over 100
    // bytes.
    guard let found else { return source.text(in: input.original(scanned.value)) }
    return String(decoding: found.value, as: UTF8.self)
  }
}
