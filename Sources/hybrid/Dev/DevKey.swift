/// What a key of `hybrid dev` does. A row here is all that help and documentation need to know.
enum DevKey: String, CaseIterable, Sendable {
  case reload, next, previous, device, tree, text, screenshot, edit, browser, clear, clients, help, quit

  /// The letter to press.
  var letter: String {
    switch self {
    case .reload: "r"
    case .next: "p"
    case .previous: "P"
    case .device: "d"
    case .tree: "w"
    case .text: "t"
    case .screenshot: "s"
    case .edit: "e"
    case .browser: "o"
    case .clear: "c"
    case .clients: "l"
    case .help: "?"
    case .quit: "q"
    }
  }

  /// What help says.
  var summary: String {
    switch self {
    case .reload: "reload every page everywhere; what was typed in them is lost"
    case .next: "next page"
    case .previous: "previous page"
    case .device: "next device"
    case .tree: "show the tree, now and after each save"
    case .text: "show the picture, now and after each save"
    case .screenshot: "save the picture as a PNG"
    case .edit: "open the first mistake, or the shown page, in your editor"
    case .browser: "open the preview in a browser"
    case .clear: "clear the screen"
    case .clients: "list connected clients"
    case .help: "this list"
    case .quit: "quit, as Ctrl-C does"
    }
  }

  /// The key that a person pressed; nil for one that does nothing.
  init?(_ key: Key) {
    guard case .text(let text) = key, let found = Self.allCases.first(where: { $0.letter == text }) else {
      return nil
    }
    self = found
  }
}
