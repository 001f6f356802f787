/// Damages bytes in the ways files get damaged, for tests that nothing crashes. The same seed gives the same damage.
package struct Mutator: Sendable {
  private var random: SeededGenerator
  private let pieces: [[UInt8]]

  /// - Parameter pieces: What is put in now and then: the delimiters and keywords of the language.
  package init(seed: UInt64, pieces: [String] = []) {
    random = SeededGenerator(seed: seed)
    self.pieces = pieces.map { Array($0.utf8) }
  }

  /// `bytes` with one to eight changes: bytes flipped, removed, doubled, cut off, or pieces put in.
  package mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...16, using: &random))
      switch Int.random(in: 0..<7, using: &random) {
      case 0 where place < bytes.count: bytes[place] = .random(in: 0...255, using: &random)
      case 1 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 4 where Int.random(in: 0..<8, using: &random) == 0: bytes.removeSubrange(place...)
      default: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [0], at: place)
      }
    }
    return bytes
  }
}
