/// The roles of WAI-ARIA 1.2 §5.4, *Definition of Roles*, with their properties.
package enum AriaRole {
  /// Roles that pages may use; abstract ones are excluded (§5.3.1).
  package static let all: Set<String> = [
    "alert", "alertdialog", "application", "article", "banner", "blockquote", "button", "caption", "cell",
    "checkbox", "code", "columnheader", "combobox", "comment", "complementary", "contentinfo", "definition",
    "deletion", "dialog", "directory", "document", "emphasis", "feed", "figure", "form", "generic", "grid",
    "gridcell", "group", "heading", "img", "image", "insertion", "link", "list", "listbox", "listitem", "log",
    "main", "mark", "marquee", "math", "menu", "menubar", "menuitem", "menuitemcheckbox", "menuitemradio",
    "meter", "navigation", "none", "note", "option", "paragraph", "presentation", "progressbar", "radio",
    "radiogroup", "region", "row", "rowgroup", "rowheader", "scrollbar", "search", "searchbox", "separator",
    "slider", "spinbutton", "status", "strong", "subscript", "suggestion", "superscript", "switch", "tab",
    "table", "tablist", "tabpanel", "term", "textbox", "time", "timer", "toolbar", "tooltip", "tree",
    "treegrid", "treeitem",
  ]

  /// §5.2.8.4, *Roles Supporting Name from Content*.
  ///
  /// Differs: `row` is excluded here, so that the text of its cells is announced once.
  package static let namedByContent: Set<String> = [
    "button", "cell", "checkbox", "columnheader", "gridcell", "heading", "link", "menuitem",
    "menuitemcheckbox", "menuitemradio", "option", "radio", "rowheader", "switch", "tab", "tooltip",
    "treeitem",
  ]

  /// §5.2.8.6, *Roles which cannot be named*.
  package static let nameless: Set<String> = [
    "caption", "code", "definition", "deletion", "emphasis", "generic", "insertion", "mark", "none",
    "paragraph", "presentation", "strong", "subscript", "suggestion", "superscript", "term", "time",
  ]

  /// §5.2.9, *Presentational Children*: their descendants are not exposed.
  package static let leaves: Set<String> = [
    "button", "checkbox", "img", "image", "menuitemcheckbox", "menuitemradio", "meter", "option",
    "progressbar", "radio", "scrollbar", "separator", "slider", "switch", "tab",
  ]

  /// Roles of controls: without a name their purpose is unknown.
  package static let controls: Set<String> = [
    "button", "checkbox", "combobox", "link", "listbox", "menuitem", "menuitemcheckbox", "menuitemradio",
    "radio", "searchbox", "slider", "spinbutton", "switch", "tab", "textbox", "treeitem",
  ]

  /// The first known role of a `role` attribute (§8.1); nil for none.
  package static func first(in attribute: String) -> String? {
    attribute.split(whereSeparator: \.isWhitespace).lazy.map { $0.lowercased() }.first { all.contains($0) }
  }
}

/// The states and properties of WAI-ARIA 1.2 §6, with the values that they take.
package enum AriaAttribute {
  /// The type of a value (§6.2.4).
  package enum Kind: Hashable, Sendable {
    /// Any text.
    case text
    /// `true` or `false`.
    case boolean
    /// One of these.
    case token([String])
    /// A number.
    case number
    /// Ids of elements, separated by spaces.
    case ids
  }

  private static let switches: Kind = .token(["true", "false", "undefined"])
  private static let tristate: Kind = .token(["true", "false", "mixed", "undefined"])

  /// The types by name, `aria-` included.
  package static let all: [String: Kind] = [
    "aria-activedescendant": .ids, "aria-atomic": .boolean,
    "aria-autocomplete": .token(["inline", "list", "both", "none"]), "aria-braillelabel": .text,
    "aria-brailleroledescription": .text, "aria-busy": .boolean, "aria-checked": tristate,
    "aria-colcount": .number, "aria-colindex": .number, "aria-colindextext": .text, "aria-colspan": .number,
    "aria-controls": .ids,
    "aria-current": .token(["page", "step", "location", "date", "time", "true", "false"]),
    "aria-describedby": .ids, "aria-description": .text, "aria-details": .ids, "aria-disabled": .boolean,
    "aria-dropeffect": .text, "aria-errormessage": .ids, "aria-expanded": switches, "aria-flowto": .ids,
    "aria-grabbed": switches,
    "aria-haspopup": .token(["true", "false", "menu", "listbox", "tree", "grid", "dialog"]),
    "aria-hidden": switches, "aria-invalid": .token(["true", "false", "grammar", "spelling"]),
    "aria-keyshortcuts": .text, "aria-label": .text, "aria-labelledby": .ids, "aria-level": .number,
    "aria-live": .token(["off", "polite", "assertive"]), "aria-modal": .boolean, "aria-multiline": .boolean,
    "aria-multiselectable": .boolean,
    "aria-orientation": .token(["horizontal", "vertical", "undefined"]), "aria-owns": .ids,
    "aria-placeholder": .text, "aria-posinset": .number, "aria-pressed": tristate,
    "aria-readonly": .boolean, "aria-relevant": .text, "aria-required": .boolean,
    "aria-roledescription": .text, "aria-rowcount": .number, "aria-rowindex": .number,
    "aria-rowindextext": .text, "aria-rowspan": .number, "aria-selected": switches, "aria-setsize": .number,
    "aria-sort": .token(["ascending", "descending", "none", "other"]), "aria-valuemax": .number,
    "aria-valuemin": .number, "aria-valuenow": .number, "aria-valuetext": .text,
  ]

  /// Whether an attribute takes that value; an empty value counts as absent.
  package static func takes(_ value: String, _ kind: Kind) -> Bool {
    let value = value.lowercased()
    if value.isEmpty { return true }
    return switch kind {
    case .text, .ids: true
    case .boolean: value == "true" || value == "false"
    case .token(let tokens): tokens.contains(value)
    case .number: Double(value)?.isFinite == true
    }
  }
}
