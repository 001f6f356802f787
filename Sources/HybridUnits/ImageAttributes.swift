package import HybridDOM

/// The attributes whose values are URLs of pictures.
package enum ImageAttributes {
  /// The attributes of an element, by its name in lower case; most elements have none.
  package static func names(of element: String, _ dialect: PageDialect) -> [String] {
    switch element {
    case "img", "image": ["src"]
    case "video": ["poster"]
    case _ where dialect == .native && ElementReference.controls(in: .native)[element] == .button:
      ["image", "highlightimage", "selectedimage"]
    default: []
    }
  }

  /// The attributes of an element of a document.
  package static func names(of element: Element, _ dialect: PageDialect) -> [String] {
    names(of: element.name, dialect)
  }
}
