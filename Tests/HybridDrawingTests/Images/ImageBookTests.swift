import Foundation
import HybridTestSupport
import Synchronization
import Testing

@testable import HybridDrawing

private func fixture(_ name: String) throws -> [UInt8] {
  Array(try Data(contentsOf: URL(filePath: folderOfTests() + "/../Fixtures/" + name)))
}

@Test func bookShowsWhatAFileHasNow() throws {
  let (png, alpha) = (try fixture("corners.png"), try fixture("alpha.png"))
  let shared = Box(png)
  let book = ImageBook { path in path == "a.png" ? shared.value : nil }
  #expect(book.image("a.png", near: (48, 32))?.width == 48)
  shared.value = alpha
  #expect(book.image("a.png", near: (48, 32))?.width == 20)
  shared.value = Array("no picture".utf8)
  #expect(book.image("a.png", near: (48, 32)) == nil)
  #expect(book.faults["a.png"] == .unknownFormat)
  shared.value = png
  #expect(book.image("a.png", near: (48, 32))?.width == 48)
  #expect(book.faults.isEmpty)
  #expect(book.image("b.png", near: (48, 32)) == nil)
}

/// Bytes that a test can change without the book's knowledge.
private final class Box: Sendable {
  private let bytes = Mutex<[UInt8]?>(nil)
  init(_ value: [UInt8]?) { self.value = value }
  var value: [UInt8]? {
    get { bytes.withLock { $0 } }
    set { bytes.withLock { $0 = newValue } }
  }
}

@Test func bookKeepsNoMoreThanItsLimit() throws {
  let svg = Array("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>".utf8)
  let book = ImageBook(limit: 50_000) { _ in svg }
  for side in 1...100 {
    #expect(book.image("a.svg", near: (side, side))?.width == side)
    #expect(book.bytes <= 50_000)
  }
}
