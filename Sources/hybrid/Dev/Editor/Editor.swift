import Glibc
import HybridEncoding

/// The user's editor, as the environment names it.
struct Editor: Hashable {
  /// A location in a file. The path is absolute, so it never looks like an option; line and column start at
  /// 1.
  struct Place: Hashable, Sendable {
    var path: String
    var line: Int
    var column: Int
  }

  /// The argument vector, without a file.
  let words: [String]
  /// Whether the editor has its own window; otherwise it needs the terminal.
  let hasWindow: Bool

  /// The form in which it receives the location.
  private let form: Form

  private enum Form: Hashable {
    /// `+LINE FILE`, which POSIX specifies for `ex` and `vi`.
    case plusLine
    /// `+LINE,COLUMN FILE`
    case plusLineComma
    /// `+LINE:COLUMN FILE`
    case plusLineColon
    /// `+call cursor(LINE,COLUMN) FILE`, as for vim.
    case cursorCall
    /// `FILE:LINE:COLUMN`
    case colons
    /// `--goto FILE:LINE:COLUMN`
    case goTo
    /// `--line LINE FILE`
    case line
    /// `--line LINE --column COLUMN FILE`
    case lineAndColumn
    /// `{file}`, `{line}` and `{column}` are replaced in the words.
    case placeholders
    /// `FILE`
    case file
  }

  /// The editors that are recognised by program name.
  private static let known: [(names: [String], form: Form, hasWindow: Bool)] = [
    (
      ["vi", "ex", "nvi", "elvis", "vile", "joe", "jmacs", "jpico", "pico", "mg", "mcedit", "jove"],
      .plusLine, false
    ),
    (["vim", "nvim", "view", "vimx"], .cursorCall, false),
    (["gvim", "mvim", "neovide", "nvim-qt"], .cursorCall, true),
    (["nano", "rnano", "ne"], .plusLineComma, false),
    (["micro", "kak"], .plusLineColon, false),
    (["emacs", "emacsclient"], .plusLineColon, true),
    (["hx", "helix"], .colons, false),
    (
      ["code", "code-insiders", "code-oss", "codium", "vscodium", "cursor", "windsurf", "positron"], .goTo,
      true
    ),
    (["subl", "sublime_text", "zed", "zeditor", "zedit", "atom", "pulsar", "lapce"], .colons, true),
    (
      [
        "idea", "webstorm", "phpstorm", "pycharm", "clion", "goland", "rubymine", "rider", "rustrover",
        "fleet",
        "studio", "appcode",
      ], .line, true
    ),
    (["kate", "kwrite", "geany", "mousepad", "textadept"], .lineAndColumn, true),
    (["gedit", "xed", "pluma", "gnome-text-editor"], .plusLineColon, true),
  ]

  /// Parses an editor command line. An unknown program gets only the file, and runs in the terminal; if its
  /// words contain `{file}`, the placeholders give it the location, and a last word `&` means that it has its
  /// own window.
  /// - Returns: nil when the text is not a valid command line.
  init?(_ text: String, environment: (String) -> String? = hybrid.environment) {
    guard var words = commandWords(text) else { return nil }
    let isDetached = words.count > 1 && words.last == "&"
    if isDetached { words.removeLast() }
    self.words = words
    var name = words[0].lastPathComponent?.lowercased() ?? ""
    for ending in [".exe", ".sh"] where name.hasSuffix(ending) { name.removeLast(ending.count) }
    let entry = Self.known.first { $0.names.contains(name) }
    var window = entry?.hasWindow ?? false
    if name == "emacs" || name == "emacsclient" {
      let isInTerminal = words.dropFirst().contains {
        ["-nw", "-t", "--no-window-system", "--tty"].contains($0)
      }
      window = !isInTerminal && (environment("DISPLAY") ?? environment("WAYLAND_DISPLAY")) != nil
    }
    hasWindow = window || isDetached
    let hasPlaceholder = words.dropFirst().contains { $0.contains("{file}") }
    form = hasPlaceholder ? .placeholders : entry?.form ?? .file
  }

  /// The environment variables that name an editor; the first one that is set wins.
  static let variables = ["HYBRID_EDITOR", "VISUAL", "EDITOR"]

  /// The editor that the environment names; nil when no variable is set.
  static func chosen(environment: (String) -> String? = hybrid.environment) -> (
    variable: String, text: String
  )? {
    for name in variables {
      guard let text = environment(name), text.contains(where: { !$0.isWhitespace }) else { continue }
      return (name, text)
    }
    return nil
  }

  /// The program's name, for people.
  var name: String { words[0].lastPathComponent ?? words[0] }

  /// The argument vector that opens a place.
  func arguments(for place: Place) -> [String] {
    let (file, line, column) = (place.path, place.line, place.column)
    switch form {
    case .plusLine: return words + ["+\(line)", file]
    case .plusLineComma: return words + ["+\(line),\(column)", file]
    case .plusLineColon: return words + ["+\(line):\(column)", file]
    case .cursorCall: return words + ["+call cursor(\(line),\(column))", file]
    case .colons: return words + ["\(file):\(line):\(column)"]
    case .goTo: return words + ["--goto", "\(file):\(line):\(column)"]
    case .line: return words + ["--line", "\(line)", file]
    case .lineAndColumn: return words + ["--line", "\(line)", "--column", "\(column)", file]
    case .placeholders:
      return words.map { word in
        // The path is replaced last, so that placeholders inside it are left alone.
        word.replacing("{line}", with: "\(line)").replacing("{column}", with: "\(column)")
          .replacing("{file}", with: file)
      }
    case .file: return words + [file]
    }
  }
}
