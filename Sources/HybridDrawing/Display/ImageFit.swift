package import HybridGeometry

/// How a picture fits into a frame. CSS Images 3 §4.5, *object-fit*.
package enum ImageFit: String, Hashable, Sendable {
  /// Stretched to fill it.
  case fill
  /// As large as can be seen whole.
  case contain
  /// As small as covers the frame.
  case cover
  /// In its own size.
  case none
  /// In its own size, or smaller to be seen whole.
  case scaleDown = "scale-down"

  /// The size that a picture of a natural size, in points, has in a frame.
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

/// Where a picture lies in the room that it leaves. CSS Images 3 §4.6, *object-position*.
package struct ImagePosition: Hashable, Sendable {
  /// The share of the free room on its left; it may be negative or more than 1.
  package var shareX: Double
  /// The share of the free room above it.
  package var shareY: Double
  /// Points to add to the right.
  package var x: Double
  /// Points to add downwards.
  package var y: Double

  /// In the middle.
  package static let center = ImagePosition(shareX: 0.5, shareY: 0.5)

  /// A position.
  package init(shareX: Double, shareY: Double, x: Double = 0, y: Double = 0) {
    (self.shareX, self.shareY, self.x, self.y) = (shareX, shareY, x, y)
  }
}
