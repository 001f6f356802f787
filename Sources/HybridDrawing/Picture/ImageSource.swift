/// Where a picture's images come from.
package protocol ImageSource: Sendable {
  /// An image, by the name that a display list has for it; nil where there is none, for which a labelled box
  /// is drawn.
  ///
  /// - Parameter pixels: About how many pixels it will take. What is returned may be larger or smaller.
  func image(_ source: String, near pixels: (width: Int, height: Int)) -> Bitmap?
}

/// Every image is missing.
package struct NoImages: ImageSource {
  /// No images.
  package init() {}

  package func image(_ source: String, near pixels: (width: Int, height: Int)) -> Bitmap? { nil }
}
