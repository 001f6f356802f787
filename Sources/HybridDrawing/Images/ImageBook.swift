import Synchronization

/// The images of a project, decoded on demand and cached.
///
///     let book = ImageBook { source in files.bytes(at: source) }
///     let bytes = try Picture.png(list, scale: 2, images: book)
///
/// A file is read for every picture but decoded again only when its bytes change, so a book may live as long
/// as its project. Safe to use from any thread.
package final class ImageBook: ImageSource {
  private let read: @Sendable (_ source: String) -> [UInt8]?
  private let limit: Int
  private let state = Mutex(State())

  fileprivate struct Key: Hashable {
    /// A hash of the bytes, valid in this process.
    var hash: Int
    var count: Int
    var width: Int
    var height: Int
  }

  /// The result of decoding.
  fileprivate struct Decoded {
    var bitmap: Bitmap?
    var fault: ImageDecodingFault?
    var lastUse: Int
  }

  fileprivate struct State {
    var images: [Key: Decoded] = [:]
    var bytes = 0
    var uses = 0
    var faults: [String: ImageDecodingFault] = [:]
  }

  /// - Parameters:
  ///   - limit: The maximum number of bytes of cached pixels.
  ///   - read: Returns the bytes of a picture by the name in a page, a file of the project or a `data:` URL;
  ///     nil for a missing one.
  package init(limit: Int = 96 << 20, read: @escaping @Sendable (_ source: String) -> [UInt8]?) {
    self.limit = limit
    self.read = read
  }

  /// The picture with that name in a page; nil when it cannot be shown, with the reason in ``faults``.
  package func image(_ source: String, near pixels: (width: Int, height: Int)) -> Bitmap? {
    guard let bytes = read(source) else { return nil }
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    let key = Key(hash: hasher.finalize(), count: bytes.count, width: pixels.width, height: pixels.height)
    let known = state.withLock { state -> Bitmap?? in
      state.uses += 1
      state.images[key]?.lastUse = state.uses
      guard let known = state.images[key] else { return nil }
      state.faults[String(source.prefix(200))] = known.fault
      return .some(known.bitmap)
    }
    if let known { return known }
    var bitmap: Bitmap?
    var fault: ImageDecodingFault?
    do throws(ImageDecodingFault) {
      bitmap = try ImageDecoder.bitmap(of: bytes, near: pixels)
    } catch { fault = error }
    return state.withLock { state in
      state.faults[String(source.prefix(200))] = fault
      state.images[key] = Decoded(bitmap: bitmap, fault: fault, lastUse: state.uses)
      state.bytes += bitmap?.pixels.count ?? 0
      state.makeRoom(limit)
      return bitmap
    }
  }

  /// The reasons why pictures could not be shown, by requested name.
  package var faults: [String: ImageDecodingFault] { state.withLock { $0.faults } }

  /// The number of bytes of cached pixels.
  package var bytes: Int { state.withLock { $0.bytes } }
}

extension ImageBook.State {
  /// The maximum number of cached pictures of any size; failures to decode are cached too.
  private static var countLimit: Int { 1024 }

  /// Evicts the least recently used pictures.
  fileprivate mutating func makeRoom(_ limit: Int) {
    while bytes > limit || images.count > Self.countLimit {
      guard images.count > 1, let oldest = images.min(by: { $0.value.lastUse < $1.value.lastUse }) else {
        return
      }
      bytes -= oldest.value.bitmap?.pixels.count ?? 0
      images[oldest.key] = nil
    }
  }
}
