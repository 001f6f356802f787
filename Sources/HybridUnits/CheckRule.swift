/// A rule of `hybrid check` about valid projects: the result looks as written, but is bad for some users.
///
/// The raw value is the code of its diagnostics; projects and comments use it to switch the rule off.
package enum CheckRule: String, CaseIterable, Hashable, Sendable {
  case textCut = "layout.text-cut"
  case textOverlap = "layout.text-overlap"
  case overflow = "layout.overflow"
  case tapTarget = "a11y.tap-target"
  case contrast = "a11y.contrast"
  case missingAlt = "a11y.missing-alt"
  case missingName = "a11y.missing-name"
  case unusedRule = "css.unused-rule"
  case unusedComponent = "project.unused-component"

  /// One line.
  package var summary: String {
    switch self {
    case .textCut: "Text that its box, or one around it, cuts off."
    case .textOverlap: "Text that overlaps other text."
    case .overflow: "A page that is wider than its screen and scrolls sideways."
    case .tapTarget: "A touch target smaller than 44 by 44 points, or overlapping another one."
    case .contrast: "Text with too little contrast to its background: below WCAG 2 level AA."
    case .missingAlt: "A picture without 'alt'."
    case .missingName: "A control without an accessible name."
    case .unusedRule: "A style rule that no element of any page can match."
    case .unusedComponent: "A component that no page uses."
    }
  }

  /// Codes of diagnostics about the rules themselves.
  package static let unusedIgnore = "check.unused-ignore"
  package static let unknownRule = "check.unknown-rule"

  /// The level of a rule's findings in a project.
  package enum Level: String, CaseIterable, Hashable, Sendable {
    case off, warning, error
  }
}
