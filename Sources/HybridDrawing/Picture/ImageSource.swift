/// The source of a picture's images.
package protocol ImageSource: Sendable {
  /// The image with a name in a display list; nil for a missing one, for which a labelled box is drawn.
  ///
  /// - Parameter pixels: The approximate number of pixels needed. The result may be larger or smaller.
  func image(_ source: String, near pixels: (width: Int, height: Int)) -> Bitmap?
}

/// An image source without images.
package struct NoImages: ImageSource {
  /// No images.
  package init() {}

  package func image(_ source: String, near pixels: (width: Int, height: Int)) -> Bitmap? { nil }
}
