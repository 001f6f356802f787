import HybridEncoding
import HybridGeometry

// Path data of SVG for clips and for the marks of controls.
extension String {
  /// A rectangle with the radii of its four corners, from the upper left; without any it has none. Radii that
  /// overlap shrink (CSS Backgrounds 3 §4.5).
  static func rectangle(_ box: Rect, _ corners: [Size<Double>] = []) -> String {
    let (right, bottom) = (box.x + box.width, box.y + box.height)
    guard corners.count == 4, corners.contains(where: { $0.width > 0 && $0.height > 0 }) else {
      return "M\(box.x.short) \(box.y.short)H\(right.short)V\(bottom.short)H\(box.x.short)Z"
    }
    let sums = [
      (corners[0].width + corners[1].width, box.width), (corners[2].width + corners[3].width, box.width),
      (corners[1].height + corners[2].height, box.height),
      (corners[3].height + corners[0].height, box.height),
    ]
    let scale = sums.reduce(1.0) { $1.0 > $1.1 ? Swift.min($0, $1.1 / $1.0) : $0 }
    let c = corners.map { Size(width: $0.width * scale, height: $0.height * scale) }
    return "M\((box.x + c[0].width).short) \(box.y.short)H\((right - c[1].width).short)"
      + arc(c[1], right, box.y + c[1].height) + "V\((bottom - c[2].height).short)"
      + arc(c[2], right - c[2].width, bottom) + "H\((box.x + c[3].width).short)"
      + arc(c[3], box.x, bottom - c[3].height) + "V\((box.y + c[0].height).short)"
      + arc(c[0], box.x + c[0].width, box.y) + "Z"
  }

  /// A rectangle with four equal corners.
  static func round(_ box: Rect, _ radius: Double) -> String {
    rectangle(box, Array(repeating: Size(width: radius, height: radius), count: 4))
  }

  /// The filled start of a bar: round where the bar is.
  static func filled(_ box: Rect, _ radius: Double, of whole: Double) -> String {
    let r = Swift.min(radius, box.height / 2, whole / 2)
    guard box.width > r, box.width < whole - r else { return round(box, r) }
    let corner = Size(width: r, height: r)
    return rectangle(box, [corner, Size(width: 0, height: 0), Size(width: 0, height: 0), corner])
  }

  /// A line through points.
  static func line(_ spots: [Point]) -> String {
    spots.enumerated().map { ($0 == 0 ? "M" : "L") + "\($1.x.short) \($1.y.short)" }.joined()
  }

  /// A quarter of an ellipse to a point; nothing for a corner without a radius.
  private static func arc(_ radius: Size<Double>, _ x: Double, _ y: Double) -> String {
    guard radius.width > 0, radius.height > 0 else { return "" }
    return "A\(radius.width.short) \(radius.height.short) 0 0 1 \(x.short) \(y.short)"
  }
}

extension Double {
  /// With at most three digits behind the point.
  var short: String {
    let value = rounded(toDecimals: 3)
    return value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
  }
}
