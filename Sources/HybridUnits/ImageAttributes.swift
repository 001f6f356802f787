package import HybridDOM

/// The attributes whose values are URLs of pictures.
package enum ImageAttributes {
  /// The attributes of an element; most elements have none.
  package static func names(of element: Element, _ dialect: PageDialect) -> [String] {
    switch element.elementName {
    case .img, .image: ["src"]
    case .video: ["poster"]
    case _ where dialect == .native && element.control == .button:
      ["image", "highlightimage", "selectedimage"]
    default: []
    }
  }
}
