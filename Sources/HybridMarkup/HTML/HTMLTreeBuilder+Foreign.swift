import HybridDOM
import HybridEncoding
import HybridSource

/// SVG and MathML inside a page (HTML Standard §13.2.6.5), and the elements that tags make.
extension HTMLTreeBuilder {
  mutating func processForeign() {
    switch token.kind {
    case .comment: insertComment()
    case .documentType: notes.note(.lateDocumentType, token.range)
    case .startTag:
      guard !breaksOut else { return breakOut() }
      let namespace = adjustedCurrent?.namespace ?? .html
      if token.isSelfClosing { insertVoidElement(namespace) } else { insertElement(namespace) }
    case .endTag: endForeign()
    case .text, .reference, .null, .replacement, .end: break
    }
  }

  /// Whether ``token`` is HTML's and ends foreign content.
  private var breaksOut: Bool {
    if token.tag == .font {
      return token.attributes.contains {
        ["color", "face", "size"].contains(tokenizer.text($0.name, isLowercased: true))
      }
    }
    return token.tag.isOne(of: .breaksOut)
  }

  private mutating func breakOut() {
    notes.note(.ignoredTag, token.range)
    while let current = open.current, !current.isHTML, current.integration == .none { pop() }
    process(in: mode)
  }

  private mutating func endForeign() {
    if token.tag == .br || token.tag == .p { return breakOut() }
    for index in open.indices.reversed() {
      let element = open[index]
      if element.isHTML { return process(in: mode) }
      guard index > 0 else { return }
      if isNamedForeign(element) {
        while open.count > index + 1 { pop() }
        return pop(by: token.range.upperBound)
      }
    }
  }

  private func isNamedForeign(_ element: HTMLOpenElement) -> Bool {
    element.tag == token.tag
      && (element.tag != .other
        || document[element.node].element?.name.asciiLowercased == tokenizer.name(of: token))
  }

  static func integration(
    _ tag: HTMLTag, _ namespace: Namespace, encoding: String?
  ) -> HTMLOpenElement.Integration {
    switch (namespace, tag) {
    case (.mathML, .mi), (.mathML, .mo), (.mathML, .mn), (.mathML, .ms), (.mathML, .mtext): .mathMLText
    case (.mathML, .annotationXML):
      ["text/html", "application/xhtml+xml"].contains(encoding?.asciiLowercased) ? .html : .none
    case (.svg, .foreignObject), (.svg, .desc), (.svg, .title): .html
    default: .none
    }
  }

  // MARK: Elements of tags

  /// The element of ``token`` (§13.2.6.1, *create an element for a token*).
  mutating func makeElement(_ namespace: Namespace) -> Element {
    var name = tokenizer.name(of: token)
    if namespace == .svg, let written = ForeignNames.svgTags[name] { name = written }
    let isKnown = namespace == .html && token.tag != .other
    var element = Element(
      name: name, writtenName: tokenizer.text(token.content), startTag: place(token.range),
      namespace: namespace,
      elementName: isKnown ? token.tag.elementName : ElementName(name, in: namespace))
    guard !token.attributes.isEmpty else { return element }
    guard token.attributes.count <= limits.attributes else {
      stop(.tooManyAttributes, at: token.range.lowerBound..<token.content.upperBound)
      return element
    }
    element.attributes.reserveCapacity(token.attributes.count)
    var seen: Set<String> = []
    for attribute in token.attributes {
      let written =
        attribute.isNameRewritten
        ? tokenizer.text(attribute.name) : tokenizer.plainText(attribute.name)
      if attribute.hasQuote { notes.note(.quoteInName, attribute.name) }
      var name = attribute.isNameRewritten ? written.asciiLowercased : written
      if holdsTags(attribute.value), !["srcdoc", "content", "value"].contains(name), !name.contains("-") {
        notes.note(.tagsInValue, attribute.value)
      }
      let isNew =
        token.attributes.count > 12
        ? seen.insert(name).inserted : !element.attributes.contains { $0.name == name }
      guard isNew else {
        notes.note(.duplicateAttribute, attribute.name)
        continue
      }
      if namespace == .svg, let known = ForeignNames.svgAttributes[name] { name = known }
      if namespace == .mathML, name == "definitionurl" { name = "definitionURL" }
      let value =
        attribute.isValueRewritten
        ? tokenizer.text(attribute.value, hasReferences: true) : tokenizer.plainText(attribute.value)
      element.attributes.append(
        Attribute(
          name: name, writtenName: written, value: value, nameRange: place(attribute.name),
          valueRange: place(attribute.value)))
    }
    return element
  }
}

extension HTMLTreeBuilder {
  /// Whether a value has a line feed and a tag.
  fileprivate func holdsTags(_ value: Range<Int>) -> Bool {
    guard value.count > 8 else { return false }
    let bytes = tokenizer.bytes[value]
    guard bytes.contains(0x0A) else { return false }
    return zip(bytes, bytes.dropFirst()).contains {
      $0 == UInt8(ascii: "<") && ($1.isASCIILetter || $1 == UInt8(ascii: "/"))
    }
  }
}

extension HTMLTokenizer {
  /// The name of a tag in lower case.
  func name(of token: HTMLToken) -> String {
    token.tag == .other ? text(token.content, isLowercased: true) : token.tag.name
  }

  /// Bytes that stand for themselves.
  func plainText(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// The tables of HTML Standard §13.2.6.1, *adjust SVG attributes*, and §13.2.6.5: names in lower case as SVG
/// writes them.
enum ForeignNames {
  static let svgTags = table([
    "altGlyph", "altGlyphDef", "altGlyphItem", "animateColor", "animateMotion", "animateTransform",
    "clipPath",
    "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting",
    "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG",
    "feFuncR",
    "feGaussianBlur", "feImage", "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight",
    "feSpecularLighting", "feSpotLight", "feTile", "feTurbulence", "foreignObject", "glyphRef",
    "linearGradient",
    "radialGradient", "textPath",
  ])

  static let svgAttributes = table([
    "attributeName", "attributeType", "baseFrequency", "baseProfile", "calcMode", "clipPathUnits",
    "diffuseConstant", "edgeMode", "filterUnits", "glyphRef", "gradientTransform", "gradientUnits",
    "kernelMatrix", "kernelUnitLength", "keyPoints", "keySplines", "keyTimes", "lengthAdjust",
    "limitingConeAngle", "markerHeight", "markerUnits", "markerWidth", "maskContentUnits", "maskUnits",
    "numOctaves", "pathLength", "patternContentUnits", "patternTransform", "patternUnits", "pointsAtX",
    "pointsAtY", "pointsAtZ", "preserveAlpha", "preserveAspectRatio", "primitiveUnits", "refX", "refY",
    "repeatCount", "repeatDur", "requiredExtensions", "requiredFeatures", "specularConstant",
    "specularExponent", "spreadMethod", "startOffset", "stdDeviation", "stitchTiles", "surfaceScale",
    "systemLanguage", "tableValues", "targetX", "targetY", "textLength", "viewBox", "viewTarget",
    "xChannelSelector", "yChannelSelector", "zoomAndPan",
  ])

  /// §13.2.6.1, *adjust foreign attributes*: prefixes that mean a namespace.
  static let prefixed: Set<String> = [
    "xlink:actuate", "xlink:arcrole", "xlink:href", "xlink:role", "xlink:show", "xlink:title", "xlink:type",
    "xml:lang", "xml:space", "xmlns:xlink",
  ]

  private static func table(_ names: [String]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: names.map { ($0.asciiLowercased, $0) })
  }
}
