import HybridCompiler
import HybridSource
import HybridUnits

/// The answer to a Playground app's request for a template.
enum PlaygroundAnswer: Sendable {
  /// Its `data.json`.
  case bundle([UInt8])
  /// No template, and the reason.
  case missing(String)
}

extension DevSession {
  /// The names of all templates, those in folders of folders included, sorted.
  package var templateNames: [String] { unitNames.filter(isTemplate) }

  /// Whether there is a template of this name, valid or not.
  func isTemplate(_ name: String) -> Bool { state.isTemplate(name) }

  /// `data.json` of a template, with the last valid version of each file.
  func playgroundBundle(of name: String) -> PlaygroundAnswer {
    guard isTemplate(name) else { return .missing(whyNoTemplate(name)) }
    guard let unit = state.latestTemplate(name) else {
      let errors = state.compiler.diagnostics(of: name).filter { $0.severity == .error }
      return .missing(
        "'\(name)' has had errors since it was first seen:\n"
          + errors.map(\.description).joined(separator: "\n"))
    }
    return .bundle(playgroundBundle(of: unit))
  }

  /// Why a name is not a template.
  func whyNoTemplate(_ name: String) -> String {
    if state.compiler.entry(of: name) != nil {
      return "'\(name)' is a page, and Playground apps show templates"
    }
    let hint = nearest(to: name, in: templateNames).map { "; did you mean '\($0)'?" } ?? ""
    return "there is no template '\(name)'\(hint)"
  }

  /// The URL from which a phone on the network loads the template shown in the terminal, or else the first
  /// one; nil without templates.
  package var urlForPhones: String? {
    guard let port else { return nil }
    if let shown, isTemplate(shown) { return playgroundURL(of: shown, port: port) }
    let names = templateNames
    return (names.first { !$0.contains("/") } ?? names.first).map { playgroundURL(of: $0, port: port) }
  }
}
