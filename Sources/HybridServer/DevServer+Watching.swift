import HybridSource
package import HybridWatch

extension DevServer {
  /// The watch options for a project: they exclude folders of generated files, and those that git ignores.
  package static func watchOptions(isPolling: Bool = false) -> WatchOptions {
    WatchOptions(isPolling: isPolling) { path, isFolder in
      isFolder && (ignoredFolders.contains(path) || path.hasSuffix("/node_modules"))
    }
  }

  private static let ignoredFolders: Set<String> = ["node_modules", "build", "dist"]
}

extension WatchBatch {
  /// Diagnostics about watching itself.
  var diagnostics: [Diagnostic] {
    var result = notes.map(\.diagnostic)
    if let overflow {
      let files = overflow.lookedAt == 1 ? "1 file was" : "\(overflow.lookedAt) files were"
      let differing =
        switch overflow.differing {
        case 0: "none differs"
        case 1: "1 differs, and is dealt with now"
        default: "\(overflow.differing) differ, and are dealt with now"
        }
      result.append(
        Diagnostic(
          .note, "watch.overflow",
          "so much was saved at once that the kernel lost events: \(files) looked at, \(differing)"))
    }
    return result
  }
}

extension WatchNote {
  /// The note as a diagnostic.
  var diagnostic: Diagnostic {
    switch self {
    case .rootGone:
      Diagnostic(
        .warning, "watch.root-gone", "the project's folder is gone; the last good pages stay",
        hint: "it is taken up again as soon as it is back")
    case .rootBack:
      Diagnostic(.note, "watch.root-back", "the project's folder is back, and was compared with before")
    case .remote(let path, let fileSystem):
      Diagnostic(
        .note, "watch.polling",
        (path.isEmpty ? "the project" : "'\(path)'")
          + " is on \(fileSystem), where saves of other machines are not told: it is looked at twice a second as well"
      )
    case .shortfall(let shortfall):
      Diagnostic(
        .warning, "watch.limit",
        "\(shortfall); "
          + (shortfall.missing == 1 ? "1 folder is" : "\(shortfall.missing) folders are")
          + " looked at twice a second instead", hint: shortfall.command)
    case .complete:
      Diagnostic(.note, "watch.complete", "there is room for all watches again")
    }
  }
}
