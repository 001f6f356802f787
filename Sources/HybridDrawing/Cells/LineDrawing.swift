/// The lines that meet in one cell, and the box-drawing character (U+2500…) that shows them.
struct LineDrawing: Hashable {
  /// The directions in which lines leave the centre of the cell.
  struct Arms: OptionSet, Hashable {
    var rawValue: UInt8
    static let up = Arms(rawValue: 1)
    static let right = Arms(rawValue: 2)
    static let down = Arms(rawValue: 4)
    static let left = Arms(rawValue: 8)
    static let horizontal: Arms = [.left, .right]
    static let vertical: Arms = [.up, .down]
  }

  /// The style of a line. A cell shows one style; the strongest of those that meet wins.
  enum Stroke: UInt8, Hashable, Comparable {
    case dotted, dashed, light, heavyDotted, heavyDashed, heavy, double

    static func < (first: Stroke, second: Stroke) -> Bool { first.rawValue < second.rawValue }

    /// The stroke of a border. Round corners exist only in light lines, so a round frame becomes heavy later.
    init(_ border: DisplayList.Border, isRound: Bool) {
      let isHeavy = border.width >= (isRound ? 3 : 2)
      self =
        switch border.style {
        case .none, .hidden, .solid, .auto, .groove, .ridge, .inset, .outset: isHeavy ? .heavy : .light
        case .dashed: isHeavy ? .heavyDashed : .dashed
        case .dotted: isHeavy ? .heavyDotted : .dotted
        case .double: .double
        }
    }
  }

  var arms: Arms = []
  var stroke = Stroke.dotted
  /// Whether a corner of two arms is drawn round.
  var isRound = false

  var isEmpty: Bool { arms.isEmpty }

  /// Adds lines with a stroke.
  mutating func add(_ added: Arms, _ look: Stroke, isRound: Bool = false) {
    self.isRound = arms.isEmpty ? isRound : self.isRound || isRound
    arms.formUnion(added)
    stroke = max(stroke, look)
  }

  /// The box-drawing character.
  var character: Character {
    let index = Int(arms.rawValue)
    let isStraight = arms == .horizontal || arms == .vertical
    switch stroke {
    case .dotted where isStraight: return arms == .horizontal ? "┈" : "┊"
    case .dashed where isStraight: return arms == .horizontal ? "╌" : "╎"
    case .heavyDotted where isStraight: return arms == .horizontal ? "┉" : "┋"
    case .heavyDashed where isStraight: return arms == .horizontal ? "╍" : "╏"
    case .dotted, .dashed, .light:
      if isRound {
        switch arms {
        case [.right, .down]: return "╭"
        case [.left, .down]: return "╮"
        case [.left, .up]: return "╯"
        case [.right, .up]: return "╰"
        default: break
        }
      }
      return Self.light[index]
    case .heavyDotted, .heavyDashed, .heavy: return Self.heavy[index]
    case .double: return Self.double[index]
    }
  }

  /// By arms: up 1, right 2, down 4, left 8.
  private static let light: [Character] = Array(" ╵╶└╷│┌├╴┘─┴┐┤┬┼")
  private static let heavy: [Character] = Array(" ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋")
  private static let double: [Character] = Array(" ║═╚║║╔╠═╝═╩╗╣╦╬")
}
