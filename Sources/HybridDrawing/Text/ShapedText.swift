/// The distance of tab stops: so many spaces of the block container (CSS Text 3 §4.2, `tab-size`).
struct TabStops: Hashable, Sendable {
  var count: Double
  /// The font of the spaces, its size, and the letter and word spacing that belongs to each.
  var stack: FontStack
  var fontSize: Double
  var spacing: Double

  init(_ text: RichText) {
    count = text.tabSize
    stack = FontStack(text.style.font)
    fontSize = text.style.font.usedSize
    spacing = text.style.letterSpacing + text.style.wordSpacing
  }
}

/// The values that determine the widths of a text: text whose colour changes is not shaped again.
struct ShapingKey: Hashable, Sendable {
  /// One run, without its visual style.
  enum Piece: Hashable, Sendable {
    case text(String, stack: FontStack, size: Double, letterSpacing: Double, wordSpacing: Double)
    case object(width: Double)
    case opening(Double)
    case closing(Double)
    case anchor(isFloat: Bool)
    case ordering(String)
  }

  /// The runs.
  var pieces: [Piece]
  /// The direction of the paragraphs.
  var direction: RichText.Direction
  /// The faces whose metrics are needed, one bit each by raw value: those of the runs and of the strut.
  var faces: UInt16
  /// The other fonts whose metrics or letters are needed.
  var selections: Set<FontSelection> = []
  /// The distance of tab stops.
  var tabs: TabStops

  init(_ text: RichText) {
    direction = text.direction
    tabs = TabStops(text)
    var needed: UInt16 = 0
    var selections: Set<FontSelection> = []
    func need(_ font: Font) {
      let stack = FontStack(font)
      needed |= 1 << stack.pinned.rawValue
      if let selection = stack.selection { selections.insert(selection) }
    }
    func need(_ struts: [InlineStrut]) { for strut in struts { need(strut.font) } }
    need(text.style.font)
    for run in text.runs {
      switch run {
      case .text(_, let style):
        need(style.struts)
        if let font = style.boxFont { need(font) }
      case .object(let object): need(object.struts)
      case .anchor(let anchor): need(anchor.struts)
      case .opening, .closing, .ordering: break
      }
    }
    faces = needed
    pieces = text.runs.map { run in
      switch run {
      case .text(let string, let style):
        .text(
          string, stack: FontStack(style.font), size: style.font.usedSize, letterSpacing: style.letterSpacing,
          wordSpacing: style.wordSpacing)
      case .object(let object): .object(width: object.size.width)
      case .opening(let width): .opening(width)
      case .closing(let width): .closing(width)
      case .anchor(let anchor): .anchor(isFloat: anchor.kind == .float)
      case .ordering(let characters): .ordering(characters)
      }
    }
    for piece in pieces {
      guard case .text(_, let stack, _, _, _) = piece else { continue }
      faces |= 1 << stack.pinned.rawValue
      if let selection = stack.selection { selections.insert(selection) }
    }
    self.selections = selections
  }

  /// Whether letters may come from faces of the page.
  var hasDefinedFaces: Bool { selections.contains { !$0.faces.isEmpty } }

  /// The pieces whose letters are shaped together: text in one font without an edge of a box in it (CSS Text
  /// 3 §7.3, *Shaping Across Element Boundaries*).
  var shapingGroups: [Range<Int>] {
    var groups: [Range<Int>] = []
    for (index, piece) in pieces.enumerated() {
      guard case .text(_, let stack, let size, let letterSpacing, let wordSpacing) = piece else { continue }
      if let last = groups.last, last.upperBound == index,
        case .text(_, stack, size, letterSpacing, wordSpacing) = pieces[index - 1]
      {
        groups[groups.count - 1] = last.lowerBound..<index + 1
      } else {
        groups.append(index..<index + 1)
      }
    }
    return groups
  }

  /// The approximate memory of the cached result, in bytes.
  var cost: Int {
    pieces.reduce(64) { sum, piece in
      if case .text(let string, _, _, _, _) = piece { sum + 64 + string.utf8.count * 26 } else { sum + 64 }
    }
  }
}

/// One scalar of a text with its advance, or the edge of an inline box.
struct Letter: Sendable {
  /// The properties of a letter and of the position before it.
  struct Flags: OptionSet, Sendable {
    var rawValue: UInt16
    /// A line may be broken before it (UAX 14).
    static let lineBreak = Flags(rawValue: 1 << 0)
    /// A grapheme starts with it (UAX 29).
    static let grapheme = Flags(rawValue: 1 << 1)
    /// It is a forced line break.
    static let newline = Flags(rawValue: 1 << 2)
    /// It is a space that hangs at the end of a line (CSS Text 3 §4.1.3).
    static let hangs = Flags(rawValue: 1 << 3)
    /// It is a space that justification stretches.
    static let stretches = Flags(rawValue: 1 << 4)
    /// It represents a box.
    static let box = Flags(rawValue: 1 << 5)
    /// It shows a hyphen when a line ends with it.
    static let softHyphen = Flags(rawValue: 1 << 6)
    /// It is a tab.
    static let tab = Flags(rawValue: 1 << 7)
    /// It is the opening edge of an inline box.
    static let opens = Flags(rawValue: 1 << 8)
    /// It is a place without room.
    static let anchor = Flags(rawValue: 1 << 9)
    /// It is the place of a float.
    static let float = Flags(rawValue: 1 << 10)
    /// Its font is a face of the page.
    static let defined = Flags(rawValue: 1 << 11)
    /// Its font is a fallback.
    static let emoji = Flags(rawValue: 1 << 12)
    static let cjk = Flags(rawValue: 1 << 13)
    static let cjkBold = Flags(rawValue: 1 << 14)
    /// It is a zero-width space.
    static let zeroWidthSpace = Flags(rawValue: 1 << 15)
  }

  /// Its width in points.
  var advance: Double
  /// Its start in ``ShapedText/bytes``.
  var offset: Int32
  /// The run it belongs to.
  var run: Int32
  /// Its properties.
  var flags: Flags
  /// Its bidi level (UAX 9): odd is right to left.
  var level: UInt8
}

/// A text with the advance of every letter, which can be broken into lines of any width.
///
/// Shaping is expensive but does not depend on the width: it happens once, and a layout that needs the
/// min-content width, the max-content width and three other widths only walks the letters again.
struct ShapedText: Sendable {
  /// The letters in logical order.
  var letters: [Letter]
  /// The shaped text, in UTF-8, with one scalar for each letter that is not a box edge.
  var bytes: [UInt8]
  /// The metrics of the faces.
  var faces: FaceTable
  /// Whether the first paragraph runs from right to left.
  var isRightToLeft: Bool
  /// Whether there are letters of both directions, so that lines have to be reordered.
  var isMixed: Bool

  /// Adds parts of a width to the edges of inline boxes, by their runs.
  mutating func widenEdges(_ ratios: [Int: Double], of width: Double) {
    for index in letters.indices where letters[index].flags.contains(.box) {
      guard let ratio = ratios[Int(letters[index].run)] else { continue }
      letters[index].advance += ratio * width
    }
  }

  /// The text of some letters.
  func string(_ range: Range<Int>) -> String {
    guard !range.isEmpty else { return "" }
    let start = Int(letters[range.lowerBound].offset)
    let end = range.upperBound < letters.count ? Int(letters[range.upperBound].offset) : bytes.count
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}

/// The text of all runs as one string of sanitized scalars, with their properties before shaping.
struct UnshapedText {
  var letters: [Letter] = []
  var bytes: [UInt8] = []
  /// The bytes of each run.
  var runs: [Range<Int>] = []
  /// The characters that began another order of text and are not ended yet, with their runs.
  private var orders: [(scalar: Unicode.Scalar, run: Int32)] = []

  init(_ key: ShapingKey) {
    var opening: [Letter] = []
    for (index, piece) in key.pieces.enumerated() {
      let start = bytes.count
      let run = Int32(truncatingIfNeeded: index)
      switch piece {
      case .text(let string, _, _, _, _):
        for scalar in string.unicodeScalars {
          letters += opening
          opening.removeAll()
          append(scalar, run: run)
        }
      case .object(let width):
        letters += opening
        opening.removeAll()
        append("\u{FFFC}", run: run)
        letters[letters.count - 1].flags.insert(.box)
        letters[letters.count - 1].advance = width
      case .opening(let width):
        opening.append(
          Letter(advance: width, offset: Int32(bytes.count), run: run, flags: [.box, .opens], level: 0))
      case .closing(let width):
        letters += opening
        opening.removeAll()
        letters.append(Letter(advance: width, offset: Int32(bytes.count), run: run, flags: .box, level: 0))
      case .anchor(let isFloat):
        letters += opening
        opening.removeAll()
        letters.append(
          Letter(
            advance: 0, offset: Int32(bytes.count), run: run,
            flags: isFloat ? [.box, .anchor, .float] : [.box, .anchor], level: 0))
      case .ordering(let characters):
        letters += opening
        opening.removeAll()
        for scalar in characters.unicodeScalars { appendOrder(scalar, run: run) }
      }
      runs.append(start..<bytes.count)
    }
    letters += opening
  }

  /// Adds a character that only changes the order of text.
  private mutating func appendOrder(_ scalar: Unicode.Scalar, run: Int32) {
    letters.append(
      Letter(advance: 0, offset: Int32(bytes.count), run: run, flags: [.box, .anchor], level: 0))
    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    switch scalar {
    case "\u{2069}", "\u{202C}": _ = orders.popLast()
    default: orders.append((scalar, run))
    }
  }

  /// Adds one scalar. Control characters have no shape of their own; every line separator becomes one `\n`.
  private mutating func append(_ scalar: Unicode.Scalar, run: Int32) {
    var flags: Letter.Flags = []
    var shown = scalar
    switch scalar.value {
    case 0x0A, 0x2028, 0x2029:
      shown = "\n"
      flags = .newline
    case 0x09: flags = [.hangs, .tab]
    case 0x0D: shown = " "
    case 0x00...0x1F, 0x7F...0x9F: shown = "\u{FFFD}"
    case 0x20: flags = [.hangs, .stretches]
    case 0xA0: flags = .stretches
    case 0xAD: flags = .softHyphen
    case 0x200B: flags = .zeroWidthSpace
    case 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: flags = .hangs
    default: break
    }
    letters.append(Letter(advance: 0, offset: Int32(bytes.count), run: run, flags: flags, level: 0))
    bytes.append(contentsOf: UTF8.encode(shown) ?? UTF8.encodedReplacementCharacter)
    guard flags == .newline, !orders.isEmpty else { return }
    // A paragraph ends the orders of its text (UAX 9 §3.3.2); a box goes on in the next line.
    let open = orders
    orders.removeAll()
    for order in open { appendOrder(order.scalar, run: order.run) }
  }
}
