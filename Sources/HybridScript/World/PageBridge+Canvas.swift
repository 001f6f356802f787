import HybridEncoding
import HybridJSON

extension PageBridge {
  /// Canvases: ``PageCanvasHost``.
  static let canvases: [(String, Function)] = [
    ("canvasReady", { bridge, _ in .bool(try bridge.page().canvases?.isReady == true) }),
    (
      "canvasResize",
      { bridge, given in
        try bridge.page().canvases?.resize(
          given.node(0), width: given.node(1), height: given.node(2), isOpaque: given.flag(3))
        bridge.reportMemory(min(given.node(1), 16_384) * min(given.node(2), 16_384) * 4)
        return .undefined
      }
    ),
    (
      "canvasShow",
      { bridge, given in
        try bridge.page().canvases?.show(given.node(0), in: given.node(1))
        return .undefined
      }
    ),
    (
      "canvasFrame",
      { bridge, given in
        try bridge.page().canvases?.awaitFrame(given.flag(0))
        return .undefined
      }
    ),
    (
      "canvasRelease",
      { bridge, given in
        try bridge.page().canvases?.release(given.node(0), isCanvas: given.flag(1))
        return .undefined
      }
    ),
    (
      "canvasPaint",
      { bridge, given in
        guard given.count > 1, let list = given[1].object else { return .undefined }
        try bridge.page().canvases?.paint(
          given.node(0), list.numbers(given.node(2)),
          texts: given.text(3).split(separator: "\0", omittingEmptySubsequences: false))
        return .undefined
      }
    ),
    (
      "canvasContains",
      { bridge, given in
        let path = given.count > 1 ? given[1].object?.numbers(given.node(2)) : nil
        return .bool(
          try bridge.page().canvases?.contains(
            given.node(0), path: path, x: given.number(3), y: given.number(4), rule: given.node(5)) == true)
      }
    ),
    (
      "canvasRead",
      { bridge, given in
        guard given.count > 5, let array = given[5].object,
          let pixels = try bridge.page().canvases?.pixels(
            of: given.node(0), x: given.node(1), y: given.node(2), width: given.node(3), height: given.node(4)
          )
        else { return .undefined }
        array.setBytes(pixels)
        return .undefined
      }
    ),
    (
      "canvasWrite",
      { bridge, given in
        guard given.count > 8, let array = given[1].object else { return .undefined }
        let (left, top) = (given.node(5), given.node(6))
        try bridge.page().canvases?.setPixels(
          of: given.node(0), to: array.bytes, width: given.node(2), x: given.node(3), y: given.node(4),
          columns: left..<left + max(given.node(7), 0), rows: top..<top + max(given.node(8), 0))
        return .undefined
      }
    ),
    (
      "canvasEncode",
      { bridge, given in
        .string(try bridge.page().canvases?.file(of: given.node(0))?.base64 ?? "")
      }
    ),
    (
      "canvasImage",
      { bridge, given in
        guard let image = try bridge.page().canvases?.image(at: given.text(0), of: given.node(1)) else {
          return .string("null")
        }
        return ScriptValue(nodes: [image.number, image.width, image.height])
      }
    ),
    (
      "canvasHolds",
      { bridge, given in .bool(try bridge.page().canvases?.holds(image: given.node(0)) == true) }
    ),
    (
      "canvasKeep",
      { bridge, given in
        ScriptValue(node: try bridge.page().canvases?.keep(given.node(0), isCanvas: given.flag(1)))
      }
    ),
    (
      "canvasPath",
      { bridge, given in
        ScriptValue(numbers: try bridge.page().canvases?.steps(ofPath: given.text(0)) ?? [])
      }
    ),
    (
      "canvasColor",
      { bridge, given in
        let color = try bridge.page().canvases?.color(given.text(0), of: given.node(1))
        return .number(color.map(Double.init) ?? -1)
      }
    ),
    (
      "canvasFont",
      { bridge, given in
        guard let font = try bridge.page().canvases?.font(given.text(0), of: given.node(1)) else {
          return .string("null")
        }
        var writer = JSONWriter()
        writer.array { writer in
          writer.value(font.text)
          writer.value(font.size)
          writer.value(font.weight)
          writer.value(font.isItalic)
          writer.value(font.families)
        }
        return .string(writer.text)
      }
    ),
    (
      "canvasLength",
      { bridge, given in
        guard let length = try bridge.page().canvases?.length(given.text(0), fontSize: given.number(1)) else {
          return .string("null")
        }
        return .string("\(length)")
      }
    ),
    (
      "canvasFilter",
      { bridge, given in
        try bridge.page().canvases?.filters(given.text(0), of: given.node(1)).map { ScriptValue(numbers: $0) }
          ?? .string("null")
      }
    ),
    (
      "canvasMeasure",
      { bridge, given in
        var font = PageCanvasFont()
        (font.families, font.size, font.weight) = (given.text(1), given.number(2), given.node(3))
        font.isItalic = given.flag(4)
        var place = PageCanvasTextPlace()
        (place.letterSpacing, place.wordSpacing) = (given.number(5), given.number(6))
        (place.isRightToLeft, place.anchor) = (given.flag(7), given.number(8))
        place.baseline = given.node(9)
        return ScriptValue(
          numbers: try bridge.page().canvases?.measures(given.text(0), font, place)
            ?? Array(repeating: 0, count: 12))
      }
    ),
  ]
}
