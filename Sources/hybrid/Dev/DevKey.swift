import HybridSource

/// A key of `hybrid dev`: a row of ``all``, from which the key list (`?`), the `key` lines of `--json`, their
/// schema and the table of `Documentation/command-line.md` follow. Every key works whenever there is a
/// terminal.
struct DevKey: Sendable {
  /// The key to press.
  let letter: String
  /// The key's action in `--json`.
  let action: String
  /// The action of the key, as the key list prints it.
  let summary: String
  /// The addition to the summary in `Documentation/command-line.md`, in Markdown with its punctuation.
  let details: String
  /// The members of a line of `--json` about the key, as an example, without those of a failure.
  let example: [DevKeyMember]
  /// Performs the action. It runs on the loop, so nothing else is processed until it returns.
  let perform: @Sendable (isolated DevLoop) async -> DevKeyResult

  init(
    _ letter: String, _ action: String, _ summary: String, details: String = "",
    example: [DevKeyMember] = [],
    perform: @escaping @Sendable (isolated DevLoop) async -> DevKeyResult
  ) {
    self.letter = letter
    self.action = action
    self.summary = summary
    self.details = details
    self.example = example
    self.perform = perform
  }

  /// All keys, in the order of the key list.
  static let all: [DevKey] = [
    .init(
      "r", "reload", "reload every page on all clients; field values and scroll offsets are lost",
      example: [.clients(1)]
    ) { await $0.reload() },
    .init(
      "p", "next", "show the next page or template", details: "; clients without a chosen unit follow",
      example: shown
    ) { await $0.showNextUnit(by: 1) },
    .init("P", "previous", "show the previous page or template", example: shown) {
      await $0.showNextUnit(by: -1)
    },
    .init(
      "d", "device", "show the next device",
      details: """
        : those of `--device`, of [`devices`](project-files.md#hybridjson), then all known devices; \
        clients on \
        the terminal's device follow, and running pages keep their state
        """, example: shown
    ) { await $0.showNextDevice() },
    .init("w", "tree", "print the tree, now and after each save", example: shown) { $0.print(.tree) },
    .init("t", "text", "print the picture, now and after each save", example: shown) { $0.print(.text) },
    .init(
      "s", "screenshot", "save the picture as PNG",
      details: " in `.hybrid/screenshots/UNIT-DEVICE-REVISION.png`", example: [.path("home-phone-1.png")]
    ) { $0.screenshot() },
    .init(
      "e", "edit", "open the first error in your editor; without errors, the file of the shown page",
      example: [.path("/shop/pages/home.html"), .line(1), .column(1), .editor("vi")]
    ) { await $0.edit() },
    .init("o", "browser", "open the preview in a browser", example: [.url("http://127.0.0.1:7788/")]) {
      $0.openPreview()
    },
    .init("c", "clear", "clear the screen") { _ in DevKeyResult { $0.clear() } },
    .init(
      "l", "clients", "list connected clients",
      details: ": name, address, device, unit, revision, and the time from a save to the screen",
      example: [.list([])]
    ) { await $0.listClients() },
    .init("?", "help", "list the keys", example: [.keys([])]) { _ in
      DevKeyResult([.keys(all)]) { $0.show(all) }
    },
    .init("q", "quit", "quit, like Ctrl-C") { $0.quit() },
  ]

  private static let shown: [DevKeyMember] = [.unit("home"), .device("phone"), .revision(1)]

  /// The action of a key that does nothing.
  static let unknownAction = "unknown"

  /// The result of a key without an action.
  static func unknown(_ key: String) -> DevKeyResult {
    .line("'\(key)' does nothing; ? lists the keys")
  }

  /// The members of all `key` lines other than `event`, `key` and `action`, each once.
  static var members: [DevKeyMember] {
    var members: [DevKeyMember] = []
    for member in all.flatMap(\.example) + [.diagnostics([])]
    where !members.contains(where: { $0.name == member.name }) {
      members.append(member)
    }
    return members
  }

  /// The row of a pressed key; nil for a key without an action.
  static func pressed(_ key: Key) -> DevKey? {
    guard case .text(let text) = key else { return nil }
    return all.first { $0.letter == text }
  }

  /// The table of `Documentation/command-line.md`.
  static var documentation: [String] {
    ["| key | action |", "| --- | --- |"] + all.map { "| `\($0.letter)` | \($0.summary)\($0.details) |" }
  }
}
