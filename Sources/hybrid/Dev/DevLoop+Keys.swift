import HybridDrawing
import HybridServer
import HybridSource
import HybridViewTree

/// The actions of keys.
extension DevLoop {
  /// Performs the action of a key and reports the result.
  func press(_ key: Key) async {
    if key == .enter { return terminal.space() }
    guard let known = DevKey.pressed(key) else {
      // Reported only once, so that a held key does not repeat it.
      guard !wasHinted, let name = key.name else { return }
      wasHinted = true
      return terminal.tell(DevOutcome(key: nil, pressed: name, result: .unknown))
    }
    terminal.tell(DevOutcome(key: known, pressed: known.letter, result: await known.perform(self)))
  }

  // MARK: What rows of DevKey do

  func showNextUnit(by step: Int) async -> DevOutcome.Result {
    guard let picture = await server.session.showNextUnit(by: step) else {
      return .failed(Diagnostic(.note, "dev.no-other-page", "there is no other page"))
    }
    return .shown(await note(picture), view)
  }

  func showNextDevice() async -> DevOutcome.Result {
    guard let picture = await nextDevice() else { return .failed(Self.nothingShown) }
    return .shown(await note(picture), view)
  }

  /// Prints this view now and after each save.
  func print(_ view: DevView) -> DevOutcome.Result {
    self.view = view
    guard let shown, shown.tree != nil else { return .failed(Self.nothingShown) }
    return .asked(shown, view)
  }

  func edit() async -> DevOutcome.Result {
    guard let place = await server.session.placeToEdit else { return .failed(Self.nothingShown) }
    return await open(place, mayUseTerminal: true)
  }

  func openPreview() -> DevOutcome.Result {
    let url = server.ready.url
    if let diagnostic = openBrowser(url, inbox) { return .failed(diagnostic) }
    return .browser(url: url)
  }

  func quit() -> DevOutcome.Result {
    control.finish(.quit)
    return .quit
  }

  private static let nothingShown = Diagnostic(.note, "dev.nothing-shown", "no page is shown yet")

  private func note(_ picture: DevSession.Picture) async -> DevPicture {
    let shown = DevPicture(
      unit: picture.unit, device: picture.device.name, tree: picture.tree,
      revision: await server.session.revision)
    self.shown = shown
    return shown
  }

  /// The device after the shown one; the first device when the shown one is not in the list.
  private func nextDevice() async -> DevSession.Picture? {
    let devices = await server.session.devices(asked: asked)
    let current = await server.session.standardDevice.base
    let index = devices.firstIndex { $0.base == current }
    isDeviceChosen = true
    return await server.session.use(devices[((index ?? -1) + 1) % devices.count])
  }

  func screenshot() -> DevOutcome.Result {
    guard let shown, let tree = shown.tree else { return .failed(Self.nothingShown) }
    do throws(DrawingError) {
      let picture = try Picture.png(tree.displayList, scale: 2, images: server.session.images)
      switch saveScreenshot(picture, of: shown, in: root) {
      case .success(let path): return .screenshot(path: path)
      case .failure(let fault): return .failed(fault.diagnostic)
      }
    } catch {
      return .failed(Diagnostic(.warning, error.code, error.message, hint: error.hint))
    }
  }

  /// Opens a location of the project in the user's editor. An editor that runs in the terminal gets the
  /// terminal, if `mayUseTerminal`; nothing is printed until it exits.
  func open(_ location: SourceLocation, mayUseTerminal: Bool) async -> DevOutcome.Result {
    let place = Editor.Place(
      path: absolutePath(of: location.path, in: root), line: location.line, column: location.column)
    guard let (variable, text) = Editor.chosen() else {
      return .failed(
        Diagnostic(
          .warning, "editor.unknown", "no editor is known that would open \(location)",
          hint: "set \(Editor.variables[0]), such as \(Editor.variables[0])=code"))
    }
    guard let editor = Editor(text) else {
      return .failed(
        Diagnostic(
          .warning, "editor.bad-command", "\(variable) is no command line: '\(text)'",
          hint: "quotes go in pairs, as in \(variable)=\"'/opt/My Editor/edit' --new\""))
    }
    guard !editor.hasWindow else {
      if let diagnostic = startBeside(editor.arguments(for: place), inbox) { return .failed(diagnostic) }
      return .opened(place, editor: editor.name)
    }
    guard mayUseTerminal, let keys = control.keys else {
      return .failed(
        Diagnostic(
          .note, "editor.needs-terminal", "\(editor.name) needs this terminal to open \(location)",
          hint: "an editor with a window opens by itself, such as \(Editor.variables[0])=code"))
    }
    keys.lend()
    defer { keys.takeBack() }
    switch ChildProcess.start(editor.arguments(for: place), .terminal) {
    case .failure(let error): return .failed(cannotStart(editor.name, error))
    case .success(let process):
      let code = await ChildProcess.end(of: process)
      guard code == 0 else { return .failed(ended(editor.name, code)) }
      return .opened(place, editor: editor.name)
    }
  }
}

extension Key {
  /// The key's name for people; nil for input that is no key, such as mouse movement.
  fileprivate var name: String? {
    switch self {
    case .text(let text): text
    case .control(let letter): "Ctrl-\(letter.uppercased())"
    case .paste: "a paste"
    case .tab, .backTab: "Tab"
    case .escape: "Esc"
    case .backspace, .delete: "Delete"
    case .up, .down, .left, .right, .home, .end, .pageUp, .pageDown: "an arrow key"
    case .enter: "Enter"
    case .mouse: nil
    }
  }
}
