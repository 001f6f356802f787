import HybridGeometry
import HybridJSON
import HybridUnits

// A face travels without the bytes of its font: clients ask for them by their hash.
extension DefinedFace {
  func write(to json: inout JSONWriter) {
    json.object {
      $0.member("family", family)
      $0.key("sources")
      $0.array { array in
        for source in sources {
          array.object {
            switch source {
            case .file(let data):
              $0.member("path", data.path)
              $0.member("hash", data.hash)
            case .local(let name): $0.member("local", name)
            }
          }
        }
      }
      if weights != 400...400 { $0.member("weights", [weights.lowerBound, weights.upperBound]) }
      if stretches != 100...100 { $0.member("stretches", [stretches.lowerBound, stretches.upperBound]) }
      switch style {
      case .normal: break
      case .italic: $0.member("style", "italic")
      case .oblique(let angles): $0.member("oblique", [angles.lowerBound, angles.upperBound])
      }
      if !ranges.isEmpty {
        $0.key("ranges")
        $0.array { array in
          for range in ranges {
            array.array {
              $0.value(Double(range.lowerBound))
              $0.value(Double(range.upperBound))
            }
          }
        }
      }
      if sizeAdjust != 1 { $0.member("size", sizeAdjust) }
      if let ascent { $0.member("ascent", ascent) }
      if let descent { $0.member("descent", descent) }
      if let lineGap { $0.member("lineGap", lineGap) }
      $0.member("features", settings: features)
      $0.member("variations", settings: variations)
    }
  }

  init?(_ json: JSONValue) {
    guard let family = json["family"]?.string else { return nil }
    self.init(family: family)
    sources = (json["sources"]?.array ?? []).compactMap { source in
      if let name = source["local"]?.string { return .local(name) }
      guard let path = source["path"]?.string, let hash = source["hash"]?.string else { return nil }
      return .file(FontData(hash: hash, path: path, bytes: []))
    }
    weights = json["weights"].flatMap(Self.range) ?? weights
    stretches = json["stretches"].flatMap(Self.range) ?? stretches
    if json["style"]?.string == "italic" { style = .italic }
    if let angles = json["oblique"].flatMap(Self.range) { style = .oblique(angles) }
    ranges = (json["ranges"]?.array ?? []).compactMap { range in
      guard let start = range[0]?.int.flatMap(UInt32.init(exactly:)),
        let end = range[1]?.int.flatMap(UInt32.init(exactly:)), start <= end
      else { return nil }
      return start...end
    }
    sizeAdjust = json["size"]?.number ?? 1
    ascent = json["ascent"]?.number
    descent = json["descent"]?.number
    lineGap = json["lineGap"]?.number
    features = json.settings("features")
    variations = json.settings("variations")
  }

  private static func range(_ json: JSONValue) -> ClosedRange<Double>? {
    guard let start = json[0]?.number, let end = json[1]?.number, start <= end else { return nil }
    return start...end
  }

  mutating func code(with coder: inout some TreeCoder) throws(UnitCodingError) {
    try coder.text(&family)
    try coder.list(&sources, .local("")) { coder, source throws(UnitCodingError) in
      var (isFile, hash, name) = (false, "", "")
      switch source {
      case .file(let data): (isFile, hash, name) = (true, data.hash, data.path)
      case .local(let local): name = local
      }
      try coder.flag(&isFile)
      try coder.text(&name)
      try coder.text(&hash)
      source = isFile ? .file(FontData(hash: hash, path: name, bytes: [])) : .local(name)
    }
    try coder.range(&weights)
    try coder.range(&stretches)
    var (leans, angles): (Int, ClosedRange<Double>) =
      switch style {
      case .normal: (0, 0...0)
      case .italic: (1, 0...0)
      case .oblique(let angles): (2, angles)
      }
    try coder.int(&leans)
    try coder.range(&angles)
    style = leans == 2 ? .oblique(angles) : leans == 1 ? .italic : .normal
    try coder.list(&ranges, 0...0) { coder, range throws(UnitCodingError) in
      var (start, end) = (range.lowerBound, range.upperBound)
      try coder.word(&start)
      try coder.word(&end)
      range = start...max(start, end)
    }
    try coder.number(&sizeAdjust)
    try coder.optional(&ascent)
    try coder.optional(&descent)
    try coder.optional(&lineGap)
    try coder.settings(&features)
    try coder.settings(&variations)
  }
}

extension TreeCoder {
  fileprivate mutating func range(_ range: inout ClosedRange<Double>) throws(UnitCodingError) {
    var (start, end) = (range.lowerBound, range.upperBound)
    try number(&start)
    try number(&end)
    range = start...max(start, end)
  }

  mutating func settings(_ settings: inout [FontSetting]) throws(UnitCodingError) {
    try list(&settings, FontSetting(tag: "", value: 0)) { coder, setting throws(UnitCodingError) in
      try coder.text(&setting.tag)
      try coder.number(&setting.value)
    }
  }
}

extension JSONWriter {
  /// Settings by their tags; nothing without any.
  mutating func member(_ name: String, settings: [FontSetting]) {
    guard !settings.isEmpty else { return }
    key(name)
    object { for setting in settings { $0.member(setting.tag, setting.value) } }
  }
}

extension JSONValue {
  func settings(_ name: String) -> [FontSetting] {
    self[name]?.object?.compactMap { entry in
      entry.value.number.map { FontSetting(tag: entry.key, value: $0) }
    } ?? []
  }
}
