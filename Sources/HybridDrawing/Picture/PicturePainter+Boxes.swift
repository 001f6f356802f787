import HybridGeometry

extension PicturePainter {
  /// A background with its gradients, and borders: CSS Backgrounds 3.
  mutating func paint(_ box: DisplayList.Box) {
    guard box.isDrawable else { return }
    let frame = space.snapped(box.frame)
    let outer = RoundedCorners(box.radii, in: frame)
    let widths = borderWidths(of: box, in: frame)
    let padding = frame.inset(by: widths)
    let inner = outer.inset(by: widths)
    for shadow in box.shadows.reversed() where !shadow.isInset {
      paintOuter(shadow, of: frame, outer, hidesInside: box.background.alpha < 255)
    }
    // Under an opaque border a round background ends in the middle of the border, so that it does not show at
    // the edge.
    let sides = [box.borders.top, box.borders.right, box.borders.bottom, box.borders.left]
    let isCovered =
      !outer.areSharp && sides.allSatisfy { $0.style == .solid && $0.width > 0 && $0.color.alpha == 255 }
    let half = Edges(
      top: widths.top / 2, right: widths.right / 2, bottom: widths.bottom / 2, left: widths.left / 2)
    let border = isCovered ? Path(frame.inset(by: half), outer.inset(by: half)) : Path(frame, outer)
    var ground = border
    if let coverage = box.coverage {
      let area = space.snapped(coverage)
      let sides = Edges(
        top: area.y - frame.y, right: frame.maxX - area.maxX, bottom: frame.maxY - area.maxY,
        left: area.x - frame.x)
      ground = Path(area, outer.inset(by: sides))
    }
    if let letters = box.letters, !frame.isEmpty {
      canvas.save()
      canvas.clip(to: Path(frame))
      ground = outline(of: letters)
    }
    if !frame.isEmpty, !ground.isEmpty {
      canvas.fill(ground, box.background)
      if !box.gradients.isEmpty {
        canvas.save()
        canvas.clip(to: ground)
        for gradient in box.gradients.reversed() { paint(gradient, in: frame) }
        canvas.restore()
      }
    }
    if box.letters != nil, !frame.isEmpty { canvas.restore() }
    for shadow in box.shadows.reversed() where shadow.isInset { paintInset(shadow, of: padding, inner) }
    guard let notch = box.notch else { return paintBorders(of: box, frame, outer, widths) }
    // The legend of a field set interrupts its border.
    canvas.save()
    canvas.clip(to: Path(frame.union(notch).grown(by: 2)) + Path(notch).reversed)
    paintBorders(of: box, frame, outer, widths)
    canvas.restore()
  }

  /// The widths of the four borders in whole pixels, limited to the available room.
  private func borderWidths(of box: DisplayList.Box, in frame: Rect) -> Edges<Double> {
    func width(_ border: DisplayList.Border) -> Double {
      border.style == .none || !border.width.isFinite ? 0 : space.snappedWidth(border.width)
    }
    var widths = Edges(
      top: width(box.borders.top), right: width(box.borders.right), bottom: width(box.borders.bottom),
      left: width(box.borders.left))
    let across = widths.left + widths.right
    if across > frame.width, across > 0 {
      widths.left *= frame.width / across
      widths.right *= frame.width / across
    }
    let down = widths.top + widths.bottom
    if down > frame.height, down > 0 {
      widths.top *= frame.height / down
      widths.bottom *= frame.height / down
    }
    return widths
  }
}

extension DisplayList.Box {
  /// Whether its coordinates can be computed with.
  fileprivate var isDrawable: Bool {
    [frame.x, frame.y, frame.width, frame.height].allSatisfy { $0.isFinite && abs($0) < 1e7 }
      && frame.width >= 0 && frame.height >= 0
  }
}
