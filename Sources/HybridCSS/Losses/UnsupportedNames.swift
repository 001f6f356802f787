/// The at-rules, pseudo-elements and pseudo-classes of browsers without effect here, each with what an author
/// can write instead.
enum UnsupportedNames {
  /// At-rules, without the `@`.
  static let atRules: [String: String] = [
    "color-profile": "use 'rgb()' or '#rrggbb'",
    "custom-media": "write the media query in full",
    "custom-selector": "use ':is()'",
    "font-feature-values": "a font has the glyphs that its family, weight and style select",
    "font-palette-values": "a font has the colors that it comes with",
    "function": "use 'calc()' and custom properties",
    "page": "a screen has no pages of paper",
    "position-try": "set 'top' and 'left' to a place in the containing block",
    "scope": "begin the selectors with the element that contains the others, or use a component",
    "view-transition": "pages change at once",
  ]

  /// Pseudo-elements, with `()` if they have arguments.
  static func advice(pseudoElement name: String) -> String? {
    switch name {
    case "before", "after": "put an element into the page, such as <span>, and style it"
    case "first-letter", "first-line": "put the text into a <span> and style it"
    case "marker": "set 'list-style-type', or put the marker into the item"
    case "placeholder": "the placeholder is gray; style the field with ':placeholder-shown'"
    case "selection", "target-text", "search-text", "highlight()": "put the text into a <mark> and style it"
    case "backdrop": "put a box that covers the screen behind the dialog"
    case "file-selector-button": "style the <input>"
    case "details-content": "put the content into a <div> and style it"
    case "cue", "cue()": "a video is a box here"
    case _ where name.hasPrefix("view-transition"): "pages change at once"
    case _ where name.hasPrefix("scroll-"): "a script can set 'scrollTop'"
    case "grammar-error", "spelling-error": "fields are not checked for spelling"
    case "column": "lay columns out with 'display: grid'"
    case "checkmark", "picker()", "picker-icon", "permission-icon": "style the control itself"
    default: nil
    }
  }

  /// Pseudo-classes that no element here matches.
  ///
  /// Nil for those whose meaning makes that right without a word: here as in a browser without a history no
  /// link is `:visited`.
  static func advice(pseudoClass name: String) -> String? {
    switch name {
    case "visited": nil
    case _ where name.isVendorName: nil
    case "hover": "a finger does not hover: use ':active', or '@media (hover: hover)' around the rule"
    case "target-current", "target-before", "target-after", "target-within":
      "no scroll marker is current: set a class when the page is scrolled"
    case "autofill": "fields are not filled by the device"
    case "fullscreen", "picture-in-picture", "xr-overlay": "a page has the whole screen always"
    case "active-view-transition", "active-view-transition-type": "pages change at once"
    case "current", "past", "future": "the page is not spoken"
    case "interest-source", "interest-target": "a touch opens nothing: use 'click'"
    case "corner-present", "decrement", "double-button", "end", "horizontal", "increment", "no-button",
      "single-button", "start", "vertical", "window-inactive":
      "scroll bars lie over the content, as on phones"
    default: "use a class that a script sets"
    }
  }

  /// Words of values that browsers know, in lower case.
  static func advice(word: String) -> String? {
    switch word {
    case "masonry": "give the rows a height, or use one column of flex items for each column"
    default: nil
    }
  }

  /// Functions of values that browsers know, by their names in lower case.
  static func advice(function name: String) -> String? {
    switch name {
    case "device-cmyk":
      "use 'rgb()', 'hsl()' or '#rrggbb', or put such a declaration before this one"
    case "calc-size": "use 'calc()'"
    case "anchor", "anchor-size": "use a length or a percentage of the containing block"
    case "counter", "counters": "write the value itself"
    case "random", "random-item", "toggle", "inherit":
      "write the value itself, or set a custom property"
    case "image-set", "cross-fade", "element", "paint", "-webkit-image-set", "-webkit-cross-fade":
      "use 'url()' with one picture"
    case "perspective", "matrix3d": "a turn in space is shown without perspective: use 'scale()'"
    default: nil
    }
  }
}
