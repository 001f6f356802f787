package import HybridGeometry

/// The fitting of a picture into a frame. CSS Images 3 §4.5, *object-fit*.
package enum ImageFit: String, Hashable, Sendable {
  /// Stretched to fill it.
  case fill
  /// The largest size at which all of it is visible.
  case contain
  /// The smallest size that covers the frame.
  case cover
  /// Its natural size.
  case none
  /// Its natural size, or smaller so that all of it is visible.
  case scaleDown = "scale-down"

  /// The size in a frame of a picture with a natural size, in points.
  package func size(of natural: Size<Double>, in frame: Size<Double>) -> Size<Double> {
    guard natural.width > 0, natural.height > 0 else { return frame }
    let (x, y) = (frame.width / natural.width, frame.height / natural.height)
    let factor: Double
    switch self {
    case .fill: return frame
    case .contain: factor = min(x, y)
    case .cover: factor = max(x, y)
    case .none: factor = 1
    case .scaleDown: factor = min(x, y, 1)
    }
    return Size(width: natural.width * factor, height: natural.height * factor)
  }
}

/// The position of a picture in the free room of its frame. CSS Images 3 §4.6, *object-position*.
package struct ImagePosition: Hashable, Sendable {
  /// The share of the free room on its left; it may be negative or more than 1.
  package var shareX: Double
  /// The share of the free room above it.
  package var shareY: Double
  /// An offset to the right, in points.
  package var x: Double
  /// An offset downwards, in points.
  package var y: Double

  /// The centre.
  package static let center = ImagePosition(shareX: 0.5, shareY: 0.5)

  /// A position.
  package init(shareX: Double, shareY: Double, x: Double = 0, y: Double = 0) {
    (self.shareX, self.shareY, self.x, self.y) = (shareX, shareY, x, y)
  }
}
