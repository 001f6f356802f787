package import HybridCompiler
import HybridEncoding
package import HybridRelease
package import HybridSource

/// The release settings of `hybrid.json`, checked, with defaults for missing ones.
package struct PackageSettings: Hashable, Sendable {
  /// The project's identifier.
  package var project: String
  /// The channel, such as `production` or `beta`.
  package var channel = "production"
  /// The runtime versions that can show the project.
  package var runtime = RuntimeRange.any
  /// The files to include besides the images that units name.
  package var files = [FilePattern("assets/**")!]
  /// The number of earlier releases for which deltas are created.
  package var deltas = 3
  /// The folder of public key sets, relative to the project's.
  package var keys = "keys"

  /// The defaults without a `release` member.
  ///
  /// - Parameter folder: The name of the project's folder, from which the identifier is derived.
  package init(folder: String) { project = releaseIdentifier(of: folder) }

  /// Checks the settings; each fault has its location in `hybrid.json`.
  package static func checked(
    _ written: ReleaseSettings, folder: String, in source: Source
  ) -> (settings: PackageSettings, diagnostics: [Diagnostic]) {
    var settings = PackageSettings(folder: folder)
    var report = DiagnosticCollector(source)
    func identifier(_ text: ReleaseSettings.Text?, _ what: String) -> String? {
      guard let text else { return nil }
      if isReleaseIdentifier(text.value) { return text.value }
      report.error(
        "release.bad-identifier", "'\(text.value)' is not a valid name of a \(what)", at: text.range,
        hint: "1 to 100 letters, digits, '.', '-' and '_', the first a letter or a digit")
      return nil
    }
    settings.project = identifier(written.project, "project") ?? settings.project
    settings.channel = identifier(written.channel, "channel") ?? settings.channel
    if let text = written.runtime {
      if let range = RuntimeRange(text.value) {
        settings.runtime = range
      } else {
        report.error(
          "release.bad-runtime", "'\(text.value)' is not a range of versions", at: text.range,
          hint: "write \">=1 <2\", or \"*\" for any")
      }
    }
    if let files = written.files {
      settings.files = files.compactMap { text in
        if let pattern = FilePattern(text.value) {
          if let reason = pattern.exclusion {
            report.warning(
              "release.excluded-pattern", "'\(text.value)' finds nothing that goes along: \(reason)",
              at: text.range)
          }
          return pattern
        }
        report.error(
          "release.bad-pattern", "'\(text.value)' is not a pattern of files in the project", at: text.range,
          hint: "'*' and '?' stand for anything but '/', '**' for folders: \"assets/**\"")
        return nil
      }
    }
    settings.deltas = written.deltas ?? settings.deltas
    if let text = written.keys {
      if let path = ProjectPath.normalized(text.value), !path.isEmpty, !text.value.hasPrefix("/") {
        settings.keys = path
      } else {
        report.error("config.wrong-path", "'\(text.value)' is not a folder of the project", at: text.range)
      }
    }
    return (settings, report.diagnostics)
  }
}

/// A pattern of files to include: `assets/**`, `fonts/*.ttf`.
package struct FilePattern: Hashable, Sendable {
  private let parts: [[UInt8]]

  /// `*` and `?` match anything but `/`; a component `**` matches any number of folders, and as the last one
  /// everything below. Nil for a pattern that leaves the project.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard !text.isEmpty, parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else { return nil }
    self.parts = parts.map { Array($0.utf8) }
  }

  /// The folder that contains all possible matches.
  var base: String {
    let plain = parts.dropLast().prefix { part in !part.contains { "*?".utf8.contains($0) } }
    return plain.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
  }

  /// Why all its matches are excluded from releases; nil when some may be included.
  var exclusion: String? {
    // Wildcards are replaced by a letter, because they may stand for one.
    let path = parts.map { part in part.map { "*?".utf8.contains($0) ? UInt8(ascii: "x") : $0 } }
    return ProjectPackage.exclusion(
      of: path.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/"))
  }

  /// Whether a file matches.
  package func matches(_ path: String) -> Bool {
    let words = path.split(separator: "/").map { Array($0.utf8) }
    // As the last component, `**` needs at least one more: `a/**` does not match a file `a`.
    let pattern = parts.last == Self.anyFolders ? parts + [Array("*".utf8)] : parts
    return matchesWildcards(
      pattern, words[...], isStar: { $0 == Self.anyFolders },
      matchesOne: { part, word in
        matchesWildcards(
          part, word[...], isStar: { $0 == UInt8(ascii: "*") },
          matchesOne: { $0 == UInt8(ascii: "?") || $0 == $1 })
      })
  }

  private static let anyFolders = Array("**".utf8)
}
