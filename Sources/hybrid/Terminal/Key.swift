/// One thing that a person does at the terminal.
enum Key: Hashable, Sendable {
  /// Text as it is typed: one Unicode scalar, which may join the character before it.
  case text(String)
  /// Text that was pasted, of any length. Line ends are `\n`.
  case paste(String)
  case tab, backTab, enter, escape, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// Ctrl with a letter, in lower case.
  case control(Character)
  /// A button or the wheel of the mouse.
  case mouse(Mouse)

  /// What the mouse did, and in which cell, from 0.
  struct Mouse: Hashable, Sendable {
    enum Action: Hashable, Sendable {
      /// The left button; the others are reported as ``other``.
      case press, release
      /// Moved with the left button down.
      case drag
      /// Turned by notches: down and right are positive.
      case wheel(x: Int, y: Int)
      case other
    }

    var action: Action
    var column: Int
    var row: Int
  }
}
