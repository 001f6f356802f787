import HybridUnits
import Testing

@testable import HybridReload
@testable import HybridViewTree

@Suite struct ViewTreeCodingTests {
  @Test func aTreeComesBackWithAllThatItHas() throws {
    let bytes = paintedTree.encoded()
    #expect(try ViewTree(decoding: bytes) == paintedTree)
    #expect(try ViewTree(decoding: bytes).encoded() == bytes)
  }

  @Test func bytesThatEndTooEarlyOrTooLateAreNoTree() throws {
    let bytes = paintedTree.encoded()
    for end in bytes.indices {
      #expect(throws: UnitCodingError.self) { try ViewTree(decoding: Array(bytes[..<end])) }
    }
    #expect(throws: UnitCodingError.self) { try ViewTree(decoding: bytes + [0]) }
  }

  @Test func bytesThatWereChangedNeverTrap() throws {
    let bytes = paintedTree.encoded()
    var (taken, refused) = (0, 0)
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << bit
        if let tree = try? ViewTree(decoding: changed) {
          taken += 1
          // Readers rely on parents preceding children.
          for (index, node) in tree.nodes.enumerated() { #expect((node.parent ?? -1) < index) }
        } else {
          refused += 1
        }
      }
    }
    #expect(taken > 0 && refused > 0)
  }

  @Test func aTreeOfAnotherVersionIsToldFromDamage() {
    var bytes = paintedTree.encoded()
    bytes[4] += 1
    #expect(throws: UnitCodingError(reason: .version(bytes[4]), offset: 4)) { try ViewTree(decoding: bytes) }
  }
}
