import Foundation
import HybridCompiler
import HybridDrawing
import HybridGeometry
import HybridRuntime
import HybridUnits
import HybridViewTree
import Testing

@testable import HybridSnapshots

/// Text, picture and frames of a unit agree: pixels and cells are where the tree of `Sample/` has the nodes.
@Suite struct AgreementTests {
  static let sample = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sample").path

  /// Every unit of the sample on two devices, rendered once for all tests.
  static let trees = Result { try makeTrees() }

  private static func makeTrees() throws -> [(name: String, tree: ViewTree)] {
    var compiler = ProjectCompiler(files: try DiskFiles(root: sample).reader, name: "Sample")
    _ = compiler.build()
    let renderer = Renderer()
    var trees: [(String, ViewTree)] = []
    for name in compiler.unitNames {
      guard let unit = compiler.unit(named: name) else { continue }
      for device in [Device.standard, try #require(Device(named: "small dark"))] {
        trees.append(("\(name) on \(device.name)", renderer.render(unit, on: device).tree))
      }
    }
    return trees
  }

  /// The expected appearance of a position, from the frames alone: a plain background, or a position that is
  /// not checked.
  private struct Ground {
    var color: RGBA?

    /// The last painted box at a position counts. Frames come from the tree and not from the display list.
    init(_ list: DisplayList, _ frames: [Rect], x: Double, y: Double) {
      color = list.background.isTransparent ? .white : list.background
      var depth = 0  // of elements with several layers, where positions are skipped
      var clips: [Rect] = []
      for item in list.items {
        switch item.content {
        case .pushClip(let bounds, _): clips.append(bounds)
        case .popClip: _ = clips.popLast()
        case .box(let box):
          let frame = item.node.map { frames[Int($0)] } ?? box.frame
          guard clips.allSatisfy({ $0.holds(x, y, within: -1) }), frame.holds(x, y, within: 40) else {
            continue
          }
          if depth > 0 || !box.isPlain {
            color = nil
          } else if frame.holds(x, y, within: 0) {
            let isInner = frame.holds(x, y, within: -0.75 - box.edge)
            if !isInner {
              color = nil
            } else if box.background.alpha == 255 {
              color = box.background
            } else if !box.background.isTransparent {
              color = nil
            }
          } else if frame.holds(x, y, within: 0.75) {
            color = nil
          }
        case .text(let text): if text.frame.holds(x, y, within: 6) { color = nil }
        case .image(let image): if image.frame.holds(x, y, within: 2) { color = nil }
        case .shape(let shape): if shape.frame.holds(x, y, within: 6) { color = nil }
        case .frame(let image): if image.area.holds(x, y, within: 2) { color = nil }
        case .backdrop(let frame, _, _): if frame.holds(x, y, within: 2) { color = nil }
        case .pushOpacity, .pushTransform, .pushEffect: depth += 1
        case .popOpacity, .popTransform, .popEffect: depth -= 1
        }
      }
    }
  }

  @Test(arguments: [1.0, 2.0]) func pixelsAreWhereTheFramesSay(_ scale: Double) throws {
    var looked = 0
    for (name, tree) in try Self.trees.get() {
      let frames = tree.absoluteFrames
      let list = tree.displayList
      guard list.size.height > 0 else { continue }
      let picture = try Picture.bitmap(list, scale: scale, images: NoImages())
      for item in list.items {
        guard case .box = item.content, let node = item.node else { continue }
        let frame = frames[Int(node)]
        let (middleX, middleY) = (frame.x + frame.width / 2, frame.y + frame.height / 2)
        // Checked on both sides of each edge, which reveals any displacement.
        let places = [-1.5, 1.5].flatMap { step in
          [
            (frame.x - step, middleY), (frame.x + frame.width + step, middleY), (middleX, frame.y - step),
            (middleX, frame.y + frame.height + step),
          ]
        }
        for (x, y) in places where x > 1 && y > 1 && x < list.size.width - 1 && y < list.size.height - 1 {
          guard let color = Ground(list, frames, x: x, y: y).color else { continue }
          looked += 1
          let found = picture[Int(x * scale), Int(y * scale)]
          #expect(found == color, "\(name): \(tree.nodes[Int(node)].label) at \(x),\(y)")
        }
      }
    }
    #expect(looked > 300, "only \(looked) places were looked at")
  }

  @Test func lettersAreWhereTheFramesSay() throws {
    var looked = 0
    for (name, tree) in try Self.trees.get() {
      let list = tree.displayList
      guard list.size.height > 0 else { continue }
      let picture = try Picture.bitmap(list, scale: 1, images: NoImages())
      for (index, frame) in tree.absoluteFrames.enumerated() where tree.isPlain(index) {
        for line in tree.nodes[index].paint.lines ?? [] {
          for piece in line.pieces where piece.text.contains(where: { $0.isLetter || $0.isNumber }) {
            let color = piece.color
            guard color.alpha == 255, piece.size >= 11 else { continue }
            let left = Int(frame.x + piece.x), top = Int(frame.y + line.frame.y)
            let columns = max(0, left)..<max(0, min(left + Int(piece.width) + 1, picture.width))
            let rows = max(0, top)..<max(0, min(top + Int(line.frame.height) + 1, picture.height))
            guard columns.count > 4, rows.count > 4 else { continue }
            looked += 1
            let ink = rows.contains { y in columns.contains { x in picture[x, y].isNear(color) } }
            #expect(ink, "\(name): no letter of '\(piece.text)' in \(columns) × \(rows)")
          }
        }
      }
    }
    #expect(looked > 200, "only \(looked) texts were looked at")
  }

  @Test func cellsAreWhereTheFramesSay() throws {
    var looked = 0
    for (name, tree) in try Self.trees.get() {
      let rows = TerminalDrawing(colors: .none).text(tree.displayList)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      for (index, frame) in tree.absoluteFrames.enumerated() where tree.isPlain(index) {
        guard let lines = tree.nodes[index].paint.lines, lines.count == 1, let line = lines.first,
          line.pieces.count == 1, let piece = line.pieces.first
        else { continue }
        let word = piece.text.split(separator: " ").first.map(String.init) ?? ""
        guard word.count > 2, word.allSatisfy({ $0.isLetter && $0.isASCII }) else { continue }
        looked += 1
        // A row is 16 points high, a column 8 wide; what lies between two goes into either. Small letters
        // that take a column each make a line longer, to both sides of its middle.
        let row = (frame.y + line.frame.y + line.frame.height / 2) / 16 - 0.5
        let near = rows.enumerated().filter { abs(Double($0.offset) - row) <= 1 }
        let columns = near.flatMap { $0.element.columns(of: word) }
        let wanted = (frame.x + piece.x) / 8
        #expect(
          columns.contains { abs(Double($0) - wanted) <= 6 },
          "\(name): '\(word)' is not near row \(row), column \(wanted): \(near.map(\.element))")
      }
    }
    #expect(looked > 100, "only \(looked) words were looked at")
  }
}

extension ViewTree {
  /// The border box of each node, from the corner of the page.
  fileprivate var absoluteFrames: [Rect] {
    var frames: [Rect] = []
    for node in nodes {
      let origin = node.parent.map { parent in
        (
          x: frames[parent].x - (nodes[parent].scroll?.x ?? 0),
          y: frames[parent].y - (nodes[parent].scroll?.y ?? 0)
        )
      }
      frames.append(
        Rect(
          x: (origin?.x ?? 0) + node.frame.x, y: (origin?.y ?? 0) + node.frame.y, width: node.frame.width,
          height: node.frame.height))
    }
    return frames
  }

  /// Whether no ancestor moves, fades or clips a node, and nothing covers it.
  fileprivate func isPlain(_ index: Int) -> Bool {
    guard !nodes.contains(where: { $0.paint.zOrder ?? 0 > 0 }) else { return false }
    var current: Int? = index
    while let node = current {
      let paint = nodes[node].paint
      if paint.transform != nil || paint.opacity != nil || (paint.clips && node != 0) { return false }
      current = nodes[node].parent
    }
    return true
  }
}

extension Rect {
  fileprivate func holds(_ x: Double, _ y: Double, within edge: Double) -> Bool {
    x >= self.x - edge && x <= self.x + width + edge && y >= self.y - edge && y <= self.y + height + edge
  }
}

extension DisplayList.Box {
  /// Whether it is a plain colour with square corners.
  fileprivate var isPlain: Bool {
    gradients.isEmpty && shadows.isEmpty && radii == .zero && coverage == nil && notch == nil && !isOutline
  }

  /// The widest border.
  fileprivate var edge: Double {
    [borders.top, borders.right, borders.bottom, borders.left].map(\.width).max() ?? 0
  }
}

extension RGBA {
  fileprivate func isNear(_ other: RGBA) -> Bool {
    [(red, other.red), (green, other.green), (blue, other.blue)].allSatisfy { abs(Int($0) - Int($1)) < 90 }
  }
}

extension String {
  /// The column at which a word begins.
  fileprivate func columns(of word: String) -> [Int] {
    var result: [Int] = []
    var start = startIndex
    while let range = self[start...].range(of: word) {
      result.append(distance(from: startIndex, to: range.lowerBound))
      start = index(after: range.lowerBound)
    }
    return result
  }
}
