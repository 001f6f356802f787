import HybridGeometry
import HybridJSON

extension ViewEffects {
  func write(to json: inout JSONWriter) {
    json.beginObject()
    if !shapes.isEmpty {
      json.key("shapes")
      json.array { for shape in shapes { shape.write(to: &$0) } }
    }
    if let outline {
      json.key("outline")
      json.array {
        $0.value(outline.width)
        $0.value(outline.style.rawValue)
        $0.value(hexColor(outline.color))
        $0.value(outline.offset)
      }
    }
    if let notch {
      json.key("notch")
      notch.write(to: &json)
    }
    if let ground {
      json.key("ground")
      ground.write(to: &json)
    }
    if coversText { json.member("coversText", true) }
    for (name, list) in [("filters", filters), ("backdrop", backdrop)] where !list.isEmpty {
      json.key(name)
      json.array { for filter in list { filter.write(to: &$0) } }
    }
    if let clip { json.member("clip", clip) }
    if clipIsEvenOdd { json.member("evenOdd", true) }
    if !masks.isEmpty {
      json.key("masks")
      json.array { for mask in masks { mask.write(to: &$0) } }
    }
    if let blend { json.member("blend", blend) }
    if let frame {
      json.key("frame")
      frame.write(to: &json)
    }
    if let motion {
      json.key("motion")
      motion.write(to: &json)
    }
    if let escapes { json.member("escapes", escapes) }
    if !fonts.isEmpty {
      json.key("fonts")
      json.array { for face in fonts { face.write(to: &$0) } }
    }
    json.endObject()
  }

  init?(_ json: JSONValue) {
    guard json.object != nil else { return nil }
    self.init()
    shapes = json["shapes"]?.array?.compactMap(ViewShape.init) ?? []
    if let line = json["outline"], let width = line[0]?.number,
      let style = line[1]?.string.map(LineStyle.init(name:)),
      let tint = line[2]?.string.flatMap(color), let offset = line[3]?.number
    {
      outline = ViewOutline(width: width, style: style, color: tint, offset: offset)
    }
    notch = json["notch"].flatMap(Rect.init)
    ground = json["ground"].flatMap(Rect.init)
    coversText = json["coversText"]?.bool ?? false
    filters = json["filters"]?.array?.compactMap(Filter.init) ?? []
    backdrop = json["backdrop"]?.array?.compactMap(Filter.init) ?? []
    clip = json["clip"]?.string
    clipIsEvenOdd = json["evenOdd"]?.bool ?? false
    masks = json["masks"]?.array?.compactMap(Gradient.init) ?? []
    blend = json["blend"]?.string
    frame = json["frame"].flatMap(ViewFrame.init)
    motion = json["motion"].flatMap(ViewMotion.init)
    escapes = json["escapes"]?.int.flatMap { $0 > 0 ? $0 : nil }
    fonts = json["fonts"]?.array?.compactMap(DefinedFace.init) ?? []
  }
}

extension ViewShape {
  func write(to json: inout JSONWriter) {
    json.object {
      $0.member("path", path)
      if !fill.isTransparent { $0.member("fill", hexColor(fill)) }
      if !stroke.isTransparent {
        $0.member("stroke", hexColor(stroke))
        $0.member("width", width)
      }
      if !sign.isEmpty { $0.member("sign", sign) }
      $0.key("frame")
      frame.write(to: &$0)
    }
  }

  init?(_ json: JSONValue) {
    guard let path = json["path"]?.string, let frame = json["frame"].flatMap(Rect.init) else { return nil }
    self.init(
      path: path, fill: json["fill"]?.string.flatMap(color) ?? .transparent,
      stroke: json["stroke"]?.string.flatMap(color) ?? .transparent, width: json["width"]?.number ?? 0,
      sign: json["sign"]?.string ?? "", frame: frame)
  }
}

extension Filter {
  func write(to json: inout JSONWriter) {
    json.array {
      switch self {
      case .color(let kind, let amount):
        $0.value(kind.rawValue)
        $0.value(amount)
      case .blur(let deviation):
        $0.value("blur")
        $0.value(deviation)
      case .shadow(let shadow):
        $0.value("drop-shadow")
        shadow.write(to: &$0)
      }
    }
  }

  init?(_ json: JSONValue) {
    guard let name = json[0]?.string else { return nil }
    if name == "drop-shadow" {
      guard let shadow = json[1].flatMap(Shadow.init) else { return nil }
      self = .shadow(shadow)
    } else {
      guard let amount = json[1]?.number else { return nil }
      if name == "blur" {
        self = .blur(amount)
      } else {
        guard let kind = Kind(rawValue: name) else { return nil }
        self = .color(kind, amount)
      }
    }
  }
}

extension ViewFrame {
  func write(to json: inout JSONWriter) {
    json.object {
      if let gradient {
        $0.key("gradient")
        gradient.write(to: &$0)
      } else {
        $0.member("src", source)
        if let path { $0.member("path", path) }
        if let hash { $0.member("hash", hash) }
      }
      $0.member("size", [size.width, size.height])
      $0.key("area")
      area.write(to: &$0)
      $0.member("slices", slices)
      $0.member("widths", widths)
      $0.key("repeat")
      $0.array { for word in repetition { $0.value(word) } }
      if fills { $0.member("fills", true) }
    }
  }

  init?(_ json: JSONValue) {
    guard let width = json["size"]?[0]?.number, let height = json["size"]?[1]?.number,
      let area = json["area"].flatMap(Rect.init), let slices = json["slices"]?.array?.compactMap(\.number),
      let widths = json["widths"]?.array?.compactMap(\.number), slices.count == 4, widths.count == 4,
      let repetition = json["repeat"]?.array?.compactMap(\.string), repetition.count == 2
    else { return nil }
    self.init(
      gradient: json["gradient"].flatMap(Gradient.init), source: json["src"]?.string ?? "",
      path: json["path"]?.string, hash: json["hash"]?.string, size: Size(width: width, height: height),
      area: area, slices: slices, widths: widths, repetition: repetition, fills: json["fills"]?.bool ?? false)
  }
}

extension TextRule {
  func write(to json: inout JSONWriter) {
    json.array {
      $0.value(place.rawValue)
      $0.value(style.rawValue)
      $0.value(hexColor(color))
      $0.value(thickness)
      $0.value(offset)
    }
  }

  init?(_ json: JSONValue) {
    guard let place = json[0]?.string.flatMap(Place.init), let style = json[1]?.string.flatMap(Style.init),
      let tint = json[2]?.string.flatMap(HybridViewTree.color), let thickness = json[3]?.number,
      let offset = json[4]?.number
    else { return nil }
    self.init(place, style: style, color: tint, thickness: thickness, offset: offset)
  }
}
