import HybridEncoding

/// Whether a script may have calls of `import()`: the word with a bracket behind it, or with a comment. A
/// script without need not be parsed to know that it has none.
package func mayCallImport(_ bytes: [UInt8]) -> Bool {
  let word = Array("import".utf8)
  var index = 0
  while index + word.count < bytes.count {
    guard bytes[index] == word[0], bytes[index + 3] == word[3],
      bytes[index..<index + word.count].elementsEqual(word)
    else {
      index += 1
      continue
    }
    index += word.count
    while index < bytes.count, bytes[index].isASCIISpace { index += 1 }
    if index < bytes.count, bytes[index] == UInt8(ascii: "(") || bytes[index] == UInt8(ascii: "/") {
      return true
    }
  }
  return false
}
