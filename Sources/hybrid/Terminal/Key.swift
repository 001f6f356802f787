/// One input event of the terminal.
enum Key: Hashable, Sendable {
  /// Typed text: one Unicode scalar, which may combine with the character before it.
  case text(String)
  /// Pasted text of any length. Line ends are `\n`.
  case paste(String)
  case tab, backTab, enter, escape, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// Ctrl with a letter, in lower case.
  case control(Character)
  /// A button or the wheel of the mouse.
  case mouse(Mouse)

  /// A mouse event and its cell, counted from 0.
  struct Mouse: Hashable, Sendable {
    enum Action: Hashable, Sendable {
      /// The left button; the others are reported as ``other``.
      case press, release
      /// Moved with the left button down.
      case drag
      /// The wheel, in notches: down and right are positive.
      case wheel(x: Int, y: Int)
      case other
    }

    var action: Action
    var column: Int
    var row: Int
  }
}
