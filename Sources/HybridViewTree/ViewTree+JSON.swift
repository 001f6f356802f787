package import HybridGeometry
package import HybridJSON

extension ViewTree {
  /// How much of each node is written.
  package enum Detail: Sendable {
    /// The members that `render --format json` prints: tag, id, class, frame, text and source.
    case layout
    /// The members that a client needs in addition: number, key and look.
    case full
  }

  /// Writes the tree as nested objects. A node's `children` is left out when it has none.
  package func write(to json: inout JSONWriter, detail: Detail) {
    if nodes.isEmpty { json.null() } else { ViewTree.write(nodes[...], to: &json, detail: detail) }
  }

  /// Writes a subtree whose first node is its top, without recursion.
  static func write(_ nodes: ArraySlice<ViewNode>, to json: inout JSONWriter, detail: Detail) {
    var open: [Int] = []  // indices of the nodes whose children are being written
    for (index, node) in nodes.enumerated() {
      while let last = open.last, last != node.parent {
        open.removeLast()
        json.endArray()
        json.endObject()
      }
      json.beginObject()
      node.writeMembers(to: &json, detail: detail)
      let next = nodes.startIndex + index + 1
      if next < nodes.endIndex, nodes[next].parent == index {
        json.key("children")
        json.beginArray()
        open.append(index)
      } else {
        json.endObject()
      }
    }
    for _ in open {
      json.endArray()
      json.endObject()
    }
  }

  /// Reads what ``write(to:detail:)`` wrote with all detail.
  package init?(_ json: JSONValue, viewport: Size<Double>) {
    guard let nodes = ViewTree.nodes(json) else { return nil }
    self.init(nodes: nodes, viewport: viewport)
  }

  static func nodes(_ json: JSONValue) -> [ViewNode]? {
    var nodes: [ViewNode] = []
    var open: [(json: JSONValue, parent: Int?)] = [(json, nil)]
    while let (json, parent) = open.popLast() {
      guard let node = ViewNode(json, parent: parent) else { return nil }
      let index = nodes.count
      nodes.append(node)
      for child in (json["children"]?.array ?? []).reversed() { open.append((child, index)) }
    }
    return nodes
  }
}

extension ViewNode {
  func writeMembers(to json: inout JSONWriter, detail: ViewTree.Detail) {
    if detail == .full {
      json.member("n", handle)
      json.member("key", key)
    }
    json.member("tag", tag)
    if let id { json.member("id", id) }
    if let classes { json.member("class", classes) }
    json.key("frame")
    frame.write(to: &json)
    if let text { json.member("text", text) }
    if let source { json.member("source", source) }
    guard detail == .full else { return }
    if paint != ViewPaint() {
      json.key("paint")
      paint.write(to: &json)
    }
    if let scroll {
      json.key("scroll")
      scroll.write(to: &json)
    }
    if let control {
      json.key("control")
      control.write(to: &json)
    }
    if taps { json.member("taps", true) }
    if let accessibility {
      json.key("a11y")
      accessibility.write(to: &json)
    }
  }

  init?(_ json: JSONValue, parent: Int?) {
    guard let tag = json["tag"]?.string, let frame = json["frame"].flatMap(Rect.init) else { return nil }
    self.init(
      key: json["key"]?.string ?? "", parent: parent, tag: tag, id: json["id"]?.string,
      classes: json["class"]?.string, frame: frame, text: json["text"]?.string,
      source: json["source"]?.string,
      paint: json["paint"].flatMap(ViewPaint.init) ?? ViewPaint())
    handle = json["n"]?.int ?? 0
    scroll = json["scroll"].flatMap(ViewScroll.init)
    control = json["control"].flatMap(ViewControl.init)
    taps = json["taps"]?.bool ?? false
    accessibility = json["a11y"].flatMap(ViewAccessibility.init)
  }
}

extension Rect {
  func write(to json: inout JSONWriter) {
    json.array {
      $0.value(x)
      $0.value(y)
      $0.value(width)
      $0.value(height)
    }
  }

  init?(_ json: JSONValue) {
    guard let numbers = json.array?.compactMap(\.number), numbers.count == 4 else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

extension ViewPaint {
  func write(to json: inout JSONWriter) {
    json.beginObject()
    if let background { json.member("background", hexColor(background)) }
    if let borders { json.member("borders", borders: borders) }
    if let radii { json.member(radii: radii) }
    if let opacity { json.member("opacity", opacity) }
    if clips { json.member("clips", true) }
    if isInline { json.member("inline", true) }
    if let fragments {
      json.key("fragments")
      json.array { for fragment in fragments { fragment.write(to: &$0) } }
    }
    if let image {
      json.key("image")
      json.object {
        $0.member("src", image.source)
        if let path = image.path { $0.member("path", path) }
        if let hash = image.hash { $0.member("hash", hash) }
        $0.member("label", image.label)
        $0.key("frame")
        image.frame.write(to: &$0)
        if let natural = image.natural { $0.member("natural", [natural.width, natural.height]) }
        if image.fit != "fill" { $0.member("fit", image.fit) }
        if let position = image.position { $0.member("position", position) }
      }
    }
    if let pictures { json.member("pictures", pictures: pictures) }
    if isPixelated { json.member("pixelated", true) }
    if let lines {
      json.key("lines")
      json.array { for line in lines { line.write(to: &$0) } }
    }
    if let transform { json.member("transform", transform) }
    if let shadows { json.member("shadows", shadows: shadows) }
    if let gradients { json.member("gradients", gradients: gradients) }
    if let zOrder { json.member("zOrder", zOrder) }
    if isolates { json.member("isolates", true) }
    if let phase { json.member("phase", phase.rawValue) }
    if let effects {
      json.key("effects")
      effects.write(to: &json)
    }
    json.endObject()
  }

  init?(_ json: JSONValue) {
    guard json.object != nil else { return nil }
    self.init()
    background = json["background"]?.string.flatMap(color)
    borders = json.borders
    radii = json.radii
    opacity = json["opacity"]?.number
    clips = json["clips"]?.bool ?? false
    isInline = json["inline"]?.bool ?? false
    fragments = json["fragments"]?.array?.compactMap(ViewFragment.init)
    if let image = json["image"], let frame = image["frame"].flatMap(Rect.init) {
      self.image = ViewImage(
        source: image["src"]?.string ?? "", label: image["label"]?.string ?? "", frame: frame)
      if let width = image["natural"]?[0]?.number, let height = image["natural"]?[1]?.number {
        self.image?.natural = Size(width: width, height: height)
      }
      self.image?.path = image["path"]?.string
      self.image?.hash = image["hash"]?.string
      if let fit = image["fit"]?.string { self.image?.fit = fit }
      if let position = image["position"]?.array?.compactMap(\.number), position.count == 4 {
        self.image?.position = position
      }
    }
    pictures = json["pictures"]?.array?.compactMap(ViewPicture.init)
    isPixelated = json["pixelated"]?.bool ?? false
    lines = json["lines"]?.array?.compactMap(ViewLine.init)
    transform = json["transform"]?.array?.compactMap(\.number)
    if transform?.count != 6 { transform = nil }
    shadows = json["shadows"]?.array?.compactMap(Shadow.init)
    gradients = json["gradients"]?.array?.compactMap(Gradient.init)
    zOrder = json["zOrder"]?.int
    isolates = json["isolates"]?.bool ?? false
    phase = json["phase"]?.string.flatMap(ViewPhase.init)
    effects = json["effects"].flatMap(ViewEffects.init)
  }
}

extension ViewFragment {
  func write(to json: inout JSONWriter) {
    json.object {
      $0.key("frame")
      frame.write(to: &$0)
      if let background { $0.member("background", hexColor(background)) }
      if let borders { $0.member("borders", borders: borders) }
      if let radii { $0.member(radii: radii) }
      if let shadows { $0.member("shadows", shadows: shadows) }
      if let gradients { $0.member("gradients", gradients: gradients) }
      if let pictures { $0.member("pictures", pictures: pictures) }
    }
  }

  init?(_ json: JSONValue) {
    guard let frame = json["frame"].flatMap(Rect.init) else { return nil }
    self.init(frame: frame)
    background = json["background"]?.string.flatMap(color)
    borders = json.borders
    radii = json.radii
    shadows = json["shadows"]?.array?.compactMap(Shadow.init)
    gradients = json["gradients"]?.array?.compactMap(Gradient.init)
    pictures = json["pictures"]?.array?.compactMap(ViewPicture.init)
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, borders: [ViewBorder]) {
    key(name)
    array {
      for border in borders {
        $0.array {
          $0.value(border.width)
          $0.value(border.style.rawValue)
          $0.value(hexColor(border.color))
        }
      }
    }
  }

  fileprivate mutating func member(radii: [Double]) {
    member("radii", Array(radii.prefix(4)))
    if radii.count > 4 { member("verticalRadii", Array(radii.dropFirst(4))) }
  }

  fileprivate mutating func member(_ name: String, shadows: [Shadow]) {
    key(name)
    array { for shadow in shadows { shadow.write(to: &$0) } }
  }

  fileprivate mutating func member(_ name: String, gradients: [Gradient]) {
    key(name)
    array { for gradient in gradients { gradient.write(to: &$0) } }
  }

  fileprivate mutating func member(_ name: String, pictures: [ViewPicture]) {
    key(name)
    array { for picture in pictures { picture.write(to: &$0) } }
  }
}

extension JSONValue {
  /// The sides of a border, if there are four.
  fileprivate var borders: [ViewBorder]? {
    let sides = self["borders"]?.array?.compactMap { side -> ViewBorder? in
      guard let width = side[0]?.number, let style = side[1]?.string.map(LineStyle.init(name:)),
        let tint = side[2]?.string.flatMap(color)
      else { return nil }
      return ViewBorder(width: width, style: style, color: tint)
    }
    return sides?.count == 4 ? sides : nil
  }

  /// The radii of four corners.
  fileprivate var radii: [Double]? {
    guard let radii = self["radii"]?.array?.compactMap(\.number), radii.count == 4 else { return nil }
    let vertical = self["verticalRadii"]?.array?.compactMap(\.number) ?? []
    return vertical.count == 4 ? radii + vertical : radii
  }
}

extension ViewPicture {
  func write(to json: inout JSONWriter) {
    json.object {
      $0.member("src", source)
      if let path { $0.member("path", path) }
      if let hash { $0.member("hash", hash) }
      $0.key("frame")
      frame.write(to: &$0)
      $0.key("area")
      area.write(to: &$0)
      if step.x != nil || step.y != nil {
        $0.key("step")
        $0.array { array in
          for step in [step.x, step.y] { if let step { array.value(step) } else { array.null() } }
        }
      }
      if depth != 0 { $0.member("depth", depth) }
    }
  }

  init?(_ json: JSONValue) {
    guard let frame = json["frame"].flatMap(Rect.init), let area = json["area"].flatMap(Rect.init)
    else { return nil }
    self.init(
      source: json["src"]?.string ?? "", path: json["path"]?.string, hash: json["hash"]?.string, frame: frame,
      area: area, step: (json["step"]?[0]?.number, json["step"]?[1]?.number), depth: json["depth"]?.int ?? 0)
  }
}

extension ViewLine {
  func write(to json: inout JSONWriter) {
    json.object {
      $0.key("frame")
      frame.write(to: &$0)
      $0.member("baseline", baseline)
      $0.member("align", align)
      $0.key("room")
      $0.array {
        $0.value(room.start)
        $0.value(room.width)
      }
      $0.key("pieces")
      $0.array { for piece in pieces { piece.write(to: &$0) } }
    }
  }

  init?(_ json: JSONValue) {
    guard let frame = json["frame"].flatMap(Rect.init), let pieces = json["pieces"]?.array else {
      return nil
    }
    self.init(
      frame: frame, baseline: json["baseline"]?.number ?? 0, align: json["align"]?.string ?? "left",
      room: ViewSpan(
        start: json["room"]?[0]?.number ?? frame.x, width: json["room"]?[1]?.number ?? frame.width),
      pieces: pieces.compactMap(ViewText.init))
  }
}

extension ViewText {
  func write(to json: inout JSONWriter) {
    json.object {
      $0.member("text", text)
      $0.member("x", x)
      $0.member("width", width)
      $0.member("size", size)
      $0.member("weight", weight)
      $0.member("family", family)
      $0.member("color", hexColor(color))
      if isItalic { $0.member("italic", true) }
      if isUnderlined { $0.member("underline", true) }
      if isStruckThrough { $0.member("strike", true) }
      if letterSpacing != 0 { $0.member("letterSpacing", letterSpacing) }
      if wordSpacing != 0 { $0.member("wordSpacing", wordSpacing) }
      if rise != 0 { $0.member("rise", rise) }
      if stretch != 100 { $0.member("stretch", stretch) }
      $0.member("features", settings: features)
      $0.member("variations", settings: variations)
      if isRightToLeft { $0.member("rtl", true) }
      if let link { $0.member("link", link) }
      if !shadows.isEmpty {
        $0.key("shadows")
        $0.array { for shadow in shadows { shadow.write(to: &$0) } }
      }
      if !rules.isEmpty {
        $0.key("rules")
        $0.array { for rule in rules { rule.write(to: &$0) } }
      }
      if let stroke {
        $0.key("stroke")
        $0.array {
          $0.value(stroke.width)
          $0.value(hexColor(stroke.color))
        }
      }
    }
  }

  init?(_ json: JSONValue) {
    guard let text = json["text"]?.string, let x = json["x"]?.number, let width = json["width"]?.number else {
      return nil
    }
    self.init(
      text: text, x: x, width: width, size: json["size"]?.number ?? 16, weight: json["weight"]?.int ?? 400,
      family: json["family"]?.string ?? "",
      color: json["color"]?.string.flatMap(HybridViewTree.color) ?? .black,
      link: json["link"]?.string)
    isItalic = json["italic"]?.bool ?? false
    isUnderlined = json["underline"]?.bool ?? false
    isStruckThrough = json["strike"]?.bool ?? false
    letterSpacing = json["letterSpacing"]?.number ?? 0
    wordSpacing = json["wordSpacing"]?.number ?? 0
    rise = json["rise"]?.number ?? 0
    stretch = json["stretch"]?.number ?? 100
    features = json.settings("features")
    variations = json.settings("variations")
    isRightToLeft = json["rtl"]?.bool ?? false
    shadows = json["shadows"]?.array?.compactMap(Shadow.init) ?? []
    rules = json["rules"]?.array?.compactMap(TextRule.init) ?? []
    if let width = json["stroke"]?[0]?.number,
      let tint = json["stroke"]?[1]?.string.flatMap(HybridViewTree.color)
    {
      stroke = TextStroke(width: width, color: tint)
    }
  }
}
