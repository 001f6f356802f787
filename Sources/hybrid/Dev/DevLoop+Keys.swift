import HybridDrawing
import HybridServer
import HybridSource
import HybridViewTree

/// The actions of rows of ``DevKey``.
extension DevLoop {
  func showNextUnit(by step: Int) async -> DevKeyResult {
    guard let picture = await server.session.showNextUnit(by: step) else {
      return .failed(Diagnostic(.note, "dev.no-other-page", "there is no other page"))
    }
    return .shown(await note(picture), display.view)
  }

  func showNextDevice() async -> DevKeyResult {
    guard let picture = await nextDevice() else { return .failed(Self.nothingShown) }
    return .shown(await note(picture), display.view)
  }

  func reload() async -> DevKeyResult {
    let clients = await server.session.reloadAll()
    return .line(
      clients == 0 ? "reloaded" : "reloaded, with \(counted(clients, "client"))", [.clients(clients)])
  }

  func listClients() async -> DevKeyResult {
    let clients = await server.session.clientList
    return DevKeyResult([.list(clients)]) { $0.show(clients) }
  }

  /// Prints this view now and after each save.
  func print(_ view: DevView) -> DevKeyResult {
    display.print(as: view)
    guard let shown = display.picture, shown.tree != nil else { return .failed(Self.nothingShown) }
    return .shown(shown, view)
  }

  func edit() async -> DevKeyResult {
    guard let place = await server.session.placeToEdit else { return .failed(Self.nothingShown) }
    return await open(place, mayUseTerminal: true)
  }

  func openPreview() -> DevKeyResult {
    let url = server.ready.url
    if let diagnostic = openBrowser(url, inbox) { return .failed(diagnostic) }
    return .line("opened \(url)", [.url(url)])
  }

  func quit() -> DevKeyResult {
    control.finish(.quit)
    return DevKeyResult { _ in }
  }

  private static let nothingShown = Diagnostic(.note, "dev.nothing-shown", "no page is shown yet")

  private func note(_ picture: DevSession.Picture) async -> DevPicture {
    let shown = DevPicture(
      unit: picture.unit, device: picture.device.name, tree: picture.tree,
      revision: await server.session.revision)
    display.show(shown)
    return shown
  }

  /// The device after the shown one; the first device when the shown one is not in the list.
  private func nextDevice() async -> DevSession.Picture? {
    let devices = await server.session.devices(asked: asked)
    let current = await server.session.standardDevice.base
    let index = devices.firstIndex { $0.base == current }
    display.chooseDevice()
    return await server.session.use(devices[((index ?? -1) + 1) % devices.count])
  }

  func screenshot() -> DevKeyResult {
    guard let shown = display.picture, let tree = shown.tree else { return .failed(Self.nothingShown) }
    do throws(DrawingError) {
      let picture = try Picture.png(tree.displayList, scale: 2, images: server.session.images)
      switch saveScreenshot(picture, of: shown, in: root) {
      case .success(let path): return .line("saved \(path)", [.path(path)])
      case .failure(let fault): return .failed(fault.diagnostic)
      }
    } catch {
      return .failed(Diagnostic(.warning, error.code, error.message, hint: error.hint))
    }
  }

  private func opened(_ place: Editor.Place, by editor: String) -> DevKeyResult {
    .line(
      "\(editor) opened \(place.path):\(place.line):\(place.column)",
      [.editor(editor), .path(place.path), .line(place.line), .column(place.column)])
  }

  /// Opens a location of the project in the user's editor. An editor that runs in the terminal gets the
  /// terminal, if `mayUseTerminal`; nothing is printed until it exits.
  func open(_ location: SourceLocation, mayUseTerminal: Bool) async -> DevKeyResult {
    let place = Editor.Place(
      path: absolutePath(of: location.path, in: root), line: location.line, column: location.column)
    guard let (variable, text) = Editor.chosen() else {
      return .failed(
        Diagnostic(
          .warning, "editor.unknown", "no editor is set that can open \(location)",
          hint: "set \(Editor.variables[0]), such as \(Editor.variables[0])=code"))
    }
    guard let editor = Editor(text) else {
      return .failed(
        Diagnostic(
          .warning, "editor.bad-command", "\(variable) is not a valid command line: '\(text)'",
          hint: "close each quote, as in \(variable)=\"'/opt/My Editor/edit' --new\""))
    }
    guard !editor.hasWindow else {
      if let diagnostic = startBeside(editor.arguments(for: place), inbox) { return .failed(diagnostic) }
      return opened(place, by: editor.name)
    }
    guard mayUseTerminal, let keys = control.keys else {
      return .failed(
        Diagnostic(
          .note, "editor.needs-terminal", "\(editor.name) needs this terminal to open \(location)",
          hint: "an editor with its own window needs no terminal, such as \(Editor.variables[0])=code"))
    }
    keys.lend()
    defer { keys.takeBack() }
    switch ChildProcess.start(editor.arguments(for: place), .terminal) {
    case .failure(let error): return .failed(cannotStart(editor.name, error))
    case .success(let process):
      let code = await ChildProcess.end(of: process)
      guard code == 0 else { return .failed(ended(editor.name, code)) }
      return opened(place, by: editor.name)
    }
  }
}
