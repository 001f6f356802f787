/// HTML Standard §13.2.4.1. Since 2025 a `select` has no modes of its own.
enum HTMLInsertionMode {
  case initial, beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead, inBody, text
  case inTable, inTableText, inCaption, inColumnGroup, inTableBody, inRow, inCell, inTemplate
  case afterBody, inFrameset, afterFrameset, afterAfterBody, afterAfterFrameset
  /// Behind the `html` tag of a native page.
  case native
}

/// The insertion mode, and the modes to which text and templates go back (HTML Standard §13.2.4.1).
struct HTMLInsertionModes {
  /// The insertion mode.
  private(set) var current = HTMLInsertionMode.initial
  /// The original insertion mode.
  private var original = HTMLInsertionMode.initial
  /// The stack of template insertion modes.
  private var templates: [HTMLInsertionMode] = []

  mutating func enter(_ mode: HTMLInsertionMode) { current = mode }

  /// Enters a mode for text, until ``leaveText()``.
  mutating func enterText(_ mode: HTMLInsertionMode) {
    original = current
    current = mode
  }

  mutating func leaveText() { current = original }

  // MARK: Templates

  /// The current template insertion mode; nil outside of templates.
  var template: HTMLInsertionMode? { templates.last }

  /// Enters the content of a template.
  mutating func openTemplate() {
    current = .inTemplate
    templates.append(.inTemplate)
  }

  /// Enters the mode of what a template turns out to hold.
  mutating func changeTemplate(to mode: HTMLInsertionMode) {
    closeTemplate()
    templates.append(mode)
    current = mode
  }

  mutating func closeTemplate() { _ = templates.popLast() }
}
