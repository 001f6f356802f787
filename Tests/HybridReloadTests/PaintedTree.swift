import HybridGeometry

@testable import HybridReload
@testable import HybridViewTree

/// A tree in which every member of every type has a distinct value.
var paintedTree: ViewTree {
  var paint = ViewPaint()
  paint.background = RGBA(packed: 0x1122_33FF)
  paint.borders = [0.0, 1, 2, 3].map { ViewBorder(width: $0, style: .solid, color: .black) }
  paint.radii = [1, 2, 3, 4]
  paint.opacity = 0.5
  paint.clips = true
  paint.image = ViewImage(
    source: "a.png", label: "A", frame: Rect(x: 1, y: 2, width: 3, height: 4))
  var piece = ViewText(
    text: "Héllo \"you\"", x: 1, width: 20.25, size: 16, weight: 700, family: "serif,sans-serif",
    color: .black,
    link: "next.html")
  piece.isItalic = true
  piece.isUnderlined = true
  piece.isStruckThrough = true
  (piece.letterSpacing, piece.wordSpacing, piece.rise, piece.isRightToLeft) = (0.5, -1, 4, true)
  piece.stroke = TextStroke(width: 2, color: RGBA(1, 2, 3))
  paint.lines = [
    ViewLine(
      frame: Rect(x: 1, y: 2, width: 20.25, height: 19), baseline: 14, align: "center",
      room: ViewSpan(start: 0, width: 100), pieces: [piece])
  ]
  paint.image?.fit = "cover"
  paint.image?.natural = Size(width: 30, height: 40)
  paint.image?.path = "assets/a.png"
  paint.image?.hash = "0123"
  let tile = Rect(x: 0, y: 0, width: 8, height: 8)
  paint.pictures = [
    ViewPicture(source: "data:image/png,", frame: tile, area: tile),
    ViewPicture(
      source: "b.png", path: "assets/b.png", hash: "4567", frame: tile,
      area: Rect(x: 0, y: 0, width: 80, height: 8),
      step: (10, nil), depth: 2),
  ]
  paint.image?.position = [0.5, 0, 0, 4]
  paint.isPixelated = true
  paint.transform = [1, 0, 0.5, 1, 12, -3]
  paint.shadows = [
    Shadow(offset: Point(x: 1, y: 2), blur: 3, spread: 4, color: RGBA(0, 0, 0, 0x80)),
    Shadow(offset: Point(x: 0, y: 1), color: .black, isInset: true),
  ]
  let stops = [
    Gradient.Stop(position: 0, color: RGBA(packed: 0xFF00_00FF)),
    Gradient.Stop(position: 0.75, color: RGBA(packed: 0x00FF_0000)),
  ]
  let area = Rect(x: 0, y: 1, width: 10, height: 20)
  let middle = Point(x: 5, y: 10)
  paint.gradients = [
    Gradient(frame: area, shape: .linear(from: .zero, to: Point(x: 0, y: 20)), stops: stops),
    Gradient(
      frame: area, shape: .radial(center: middle, radii: Size(width: 5, height: 10)), stops: stops,
      isRepeating: true),
    Gradient(frame: area, shape: .conic(center: middle, angle: 90), stops: stops, tiles: true),
  ]
  paint.gradients?[2].steps = Size(width: 12, height: 0)
  var fragment = ViewFragment(frame: area)
  (fragment.background, fragment.borders, fragment.radii) = (paint.background, paint.borders, paint.radii)
  (fragment.shadows, fragment.gradients, fragment.pictures) = (paint.shadows, paint.gradients, paint.pictures)
  fragment.radii = [1, 2, 3, 4, 5, 6, 7, 8]
  paint.fragments = [fragment, ViewFragment(frame: tile)]
  paint.zOrder = -2
  paint.isolates = true
  paint.phase = .float
  var child = ViewNode(
    key: "#t", parent: 0, tag: "h1", id: "t", classes: "a b",
    frame: Rect(x: 1, y: 2, width: 3, height: 4.5),
    text: "Héllo", source: "a.html:1:2", paint: paint)
  child.handle = 2
  child.scroll = ViewScroll(x: 1, y: 20.5, width: 300, height: 4000)
  child.taps = true
  var control = ViewControl(.segment)
  (control.value, control.placeholder, control.isOn, control.selected) = ("Two", "None", true, 1)
  (control.isDisabled, control.isFocused, control.caret, control.options) = (true, true, 3, ["One", "Two"])
  child.control = control
  var told = ViewAccessibility(role: "heading", label: "Hello, \"you\"")
  (told.value, told.description, told.level, told.hidden) = ("half", "a title", 2, .subtree)
  for (index, name) in ViewAccessibility.State.Name.allCases.reversed().enumerated() {
    told[name] = "\(index)"
  }
  child.accessibility = told
  var root = ViewNode(
    key: "body", parent: nil, tag: "body", frame: Rect(x: 0, y: 0, width: 9, height: 9))
  root.handle = 1
  root.accessibility = ViewAccessibility()
  root.accessibility?.hidden = .itself
  return ViewTree(nodes: [root, child], viewport: Size(width: 375, height: 667))
}

/// A tree with animations that the client plays.
var movingTree: ViewTree {
  var tree = paintedTree
  let frames = [
    ViewMotion.Frame(offset: 0, value: "none", easing: "ease"),
    ViewMotion.Frame(offset: 1, value: "10px 5%", easing: "linear"),
  ]
  var motion = ViewMotion(tracks: [
    ViewMotion.Track(
      property: "translate", frames: frames, delay: -5, duration: 200, iterations: .infinity,
      direction: "alternate", fill: "both", time: 12.5),
    ViewMotion.Track(property: "scale", frames: frames, duration: 200, iterations: 2, time: -3),
  ])
  motion.transforms = ViewMotion.Transforms(
    origin: Point(x: 1, y: 2), translate: "1px", rotate: "none", scale: "2", transform: "skew(1deg, 0deg)")
  tree.nodes[1].paint.setEffects { $0.motion = motion }
  return tree
}
