import Dispatch
import HybridDrawing
import HybridRuntime
import HybridViewTree
import Synchronization

/// Draws pictures for clients, one at a time and concurrently with other work, so that none of them delays a
/// save.
struct PictureQueue: Sendable {
  /// Why there is no picture.
  enum Failure: Error, Hashable, Sendable {
    /// Too many requests are waiting.
    case tooMany
    case drawing(DrawingError)
  }

  /// The shared queue of the process, since it limits the use of the processor.
  static let shared = PictureQueue()

  private final class Waiting: Sendable { let count = Mutex(0) }

  private let queue = DispatchQueue(label: "hybrid.pictures", qos: .utility)
  private let waiting = Waiting()
  private let limit: Int

  /// A queue with a maximum number of waiting pictures.
  init(limit: Int = 32) { self.limit = limit }

  /// A tree as a PNG file.
  ///
  /// - Parameter images: The source of its images.
  func png(of tree: ViewTree, scale: Double, images: any ImageSource) async -> Result<[UInt8], Failure> {
    let isTaken = waiting.count.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
    guard isTaken else { return .failure(.tooMany) }
    return await withCheckedContinuation { continuation in
      queue.async {
        let result: Result<[UInt8], Failure>
        do throws(DrawingError) {
          result = .success(try Picture.png(tree.displayList, scale: scale, images: images))
        } catch {
          result = .failure(.drawing(error))
        }
        waiting.count.withLock { $0 -= 1 }
        continuation.resume(returning: result)
      }
    }
  }
}
