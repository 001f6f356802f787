import HybridGeometry

// The marks of controls, and images around boxes.
extension PicturePainter {
  /// An area or a line.
  func paint(_ shape: DisplayList.Shape) {
    let path = Path(data: shape.path, at: shape.origin)
    guard !path.isEmpty else { return }
    canvas.fill(path, shape.fill)
    if shape.width > 0 { canvas.stroke(path, width: shape.width, shape.stroke) }
  }

  /// An image cut into nine parts: CSS Backgrounds 3 §5.2, *drawing the border image*.
  mutating func paint(_ frame: DisplayList.Frame) {
    guard let raster = raster(of: frame), !frame.area.isEmpty, frame.size.width > 0, frame.size.height > 0,
      frame.slices.count == 4, frame.widths.count == 4, frame.repetition.count == 2
    else { return }
    let area = space.snapped(frame.area)
    let (sx, sy) = (Double(raster.width) / frame.size.width, Double(raster.height) / frame.size.height)
    // The edges of the parts, in the picture's pixels and in points.
    let cutX = edges(frame.slices[3] * sx, frame.slices[1] * sx, Double(raster.width)).map {
      Int($0.rounded())
    }
    let cutY = edges(frame.slices[0] * sy, frame.slices[2] * sy, Double(raster.height)).map {
      Int($0.rounded())
    }
    let columns = edges(frame.widths[3], frame.widths[1], area.width).map { area.x + $0 }
    let rows = edges(frame.widths[0], frame.widths[2], area.height).map { area.y + $0 }
    for row in 0..<3 {
      for column in 0..<3 where row != 1 || column != 1 || frame.fills {
        let place = space.snapped(
          Rect(
            x: columns[column], y: rows[row], width: columns[column + 1] - columns[column],
            height: rows[row + 1] - rows[row]))
        let (wide, high) = (cutX[column + 1] - cutX[column], cutY[row + 1] - cutY[row])
        guard wide > 0, high > 0, columns[column + 1] > columns[column], rows[row + 1] > rows[row] else {
          continue
        }
        let part = raster.cropped(cutX[column], cutY[row], wide, high)
        // A part keeps its shape where it is repeated: its other side gives the scale.
        let factor =
          column == 1 && row != 1
          ? place.height / Double(high) : row == 1 && column != 1 ? place.width / Double(wide) : 1 / sx
        let x = column == 1 ? frame.repetition[0] : "stretch"
        let y = row == 1 ? frame.repetition[1] : "stretch"
        let across = tiles(place.x, place.width, Double(wide) * factor, x)
        let down = tiles(place.y, place.height, Double(high) * factor, y)
        canvas.save()
        canvas.clip(to: Path(place))
        for top in down.starts {
          for left in across.starts {
            draw(part, in: Rect(x: left, y: top, width: across.length, height: down.length))
          }
        }
        canvas.restore()
      }
    }
  }

  /// Four edges of three parts; those of the two sides shrink where they would overlap.
  private func edges(_ near: Double, _ far: Double, _ whole: Double) -> [Double] {
    let excess = near + far > whole && near + far > 0 ? whole / (near + far) : 1
    return [0, near * excess, whole - far * excess, whole]
  }

  /// Where the copies of a part begin along a side, and how long each is.
  private func tiles(
    _ start: Double, _ room: Double, _ length: Double, _ mode: String
  ) -> (starts: [Double], length: Double) {
    guard mode != "stretch", length > 0.5, room / length < 2_000 else { return ([start], room) }
    switch mode {
    case "round":
      let count = max((room / length).rounded(), 1)
      return ((0..<Int(count)).map { start + Double($0) * room / count }, room / count)
    case "space":
      let count = (room / length).rounded(.down)
      guard count > 0 else { return ([], length) }
      let gap = (room - count * length) / (count + 1)
      return ((0..<Int(count)).map { start + gap + Double($0) * (length + gap) }, length)
    default:
      // One copy is in the middle.
      let first = start + (room - length) / 2
      let before = ((first - start) / length).rounded(.up)
      let count = Int(before) * 2 + 1
      return ((0..<count).map { first + (Double($0) - before) * length }, length)
    }
  }

  /// The pixels of the image; nil for a missing picture.
  private mutating func raster(of frame: DisplayList.Frame) -> Raster? {
    let scale = space.isVector ? space.pixelsPerPoint * 2 : space.pixelsPerPoint
    guard var gradient = frame.gradient else {
      var image = DisplayList.Image(
        frame: Rect(x: 0, y: 0, width: frame.size.width, height: frame.size.height), source: frame.source)
      image.path = frame.path
      return bitmap(of: image, in: image.frame).map { Raster($0) }
    }
    let (wide, high) = (Int((frame.size.width * scale).rounded()), Int((frame.size.height * scale).rounded()))
    guard wide > 0, high > 0, wide <= Picture.maximumSide, high <= Picture.maximumSide,
      wide * high <= Picture.maximumPixels
    else { return nil }
    gradient.frame = Rect(x: 0, y: 0, width: .infinity, height: .infinity)
    let (x, y) = (frame.size.width / Double(wide), frame.size.height / Double(high))
    return Raster(width: wide, height: high) { column, row in
      gradient.color(around: Point(x: (Double(column) + 0.5) * x, y: (Double(row) + 0.5) * y))
    }
  }
}
