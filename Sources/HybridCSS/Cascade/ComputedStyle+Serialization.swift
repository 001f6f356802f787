extension ComputedStyle {
  /// The computed value of a property as CSS writes it; nil for a logical one, which has become another.
  ///
  /// CSSOM 1 §6.7.2, *serialize a CSS value*.
  package func cssText(of property: PropertyID) -> String? {
    switch property.group {
    case .text: text.cssText(of: property)
    case .box: box.cssText(of: property)
    case .flex: flex.cssText(of: property)
    case .grid: grid.cssText(of: property)
    case .border: border.cssText(of: property, current: text.color)
    case .visual: visual.cssText(of: property, current: text.color)
    case .motion: motion.cssText(of: property)
    }
  }
}

extension ComputedStyle.Text {
  fileprivate func cssText(of property: PropertyID) -> String? {
    switch property {
    case .color: color.cssText
    case .fontSize: points(fontSize)
    case .fontFamily: fontFamily.joined(separator: ", ")
    case .fontWeight: numberText(fontWeight)
    case .lineHeight:
      switch lineHeight {
      case .normal: "normal"
      case .number(let factor): numberText(factor)
      case .points(let length): points(length)
      }
    case .letterSpacing: points(letterSpacing)
    case .textAlign: textAlign.rawValue
    case .textIndent: textIndent.cssText
    case .textWrapMode: textWrapMode.rawValue
    case .whiteSpaceCollapse: whiteSpaceCollapse.rawValue
    case .direction: direction.rawValue
    case .writingMode: writingMode.rawValue
    case .visibility: visibility.rawValue
    default: effectText(of: property)
    }
  }
}

extension ComputedStyle.Box {
  fileprivate func cssText(of property: PropertyID) -> String? {
    switch property {
    case .display: display.rawValue
    case .position: position.rawValue
    case .float: float.rawValue
    case .clear: clear.rawValue
    case .boxSizing: boxSizing.rawValue
    case .width: width.cssText
    case .height: height.cssText
    case .minWidth: minWidth.cssText
    case .minHeight: minHeight.cssText
    case .maxWidth: maxWidth.cssText
    case .maxHeight: maxHeight.cssText
    case .aspectRatio: aspectRatio.cssText
    case .marginTop: margin.top.cssText
    case .marginRight: margin.right.cssText
    case .marginBottom: margin.bottom.cssText
    case .marginLeft: margin.left.cssText
    case .paddingTop: padding.top.cssText
    case .paddingRight: padding.right.cssText
    case .paddingBottom: padding.bottom.cssText
    case .paddingLeft: padding.left.cssText
    case .top: inset.top.cssText
    case .right: inset.right.cssText
    case .bottom: inset.bottom.cssText
    case .left: inset.left.cssText
    case .overflowX: overflowX.rawValue
    case .overflowY: overflowY.rawValue
    case .zIndex: zIndex.map { "\($0)" } ?? "auto"
    case .verticalAlign:
      switch verticalAlign {
      case .keyword(let keyword): keyword.rawValue
      case .length(let length): length.cssText
      }
    default: nil
    }
  }
}

extension ComputedStyle.Flex {
  fileprivate func cssText(of property: PropertyID) -> String? {
    switch property {
    case .flexDirection: direction.rawValue
    case .flexWrap: wrap.rawValue
    case .flexGrow: numberText(grow)
    case .flexShrink: numberText(shrink)
    case .flexBasis: basis.cssText
    case .order: "\(order)"
    case .justifyContent: justifyContent.cssText
    case .alignContent: alignContent.cssText
    case .justifyItems: justifyItems.cssText
    case .alignItems: alignItems.cssText
    case .justifySelf: justifySelf.cssText
    case .alignSelf: alignSelf.cssText
    case .rowGap: rowGap.cssText
    case .columnGap: columnGap.cssText
    default: nil
    }
  }
}

extension ComputedStyle.Grid {
  fileprivate func cssText(of property: PropertyID) -> String? {
    switch property {
    case .gridTemplateColumns: templateColumns.isEmpty ? "none" : templateColumns.cssText
    case .gridTemplateRows: templateRows.isEmpty ? "none" : templateRows.cssText
    case .gridTemplateAreas:
      templateAreas.isEmpty
        ? "none" : templateAreas.map { "\"\($0.joined(separator: " "))\"" }.joined(separator: " ")
    case .gridAutoColumns: autoColumns.cssText
    case .gridAutoRows: autoRows.cssText
    case .gridAutoFlow: autoFlow.rawValue
    case .gridRowStart: rowStart.cssText
    case .gridRowEnd: rowEnd.cssText
    case .gridColumnStart: columnStart.cssText
    case .gridColumnEnd: columnEnd.cssText
    default: nil
    }
  }
}

extension ComputedStyle.Border {
  fileprivate func cssText(of property: PropertyID, current: RGBA) -> String? {
    switch property {
    case .borderTopColor: colors.top.resolved(current: current).cssText
    case .borderRightColor: colors.right.resolved(current: current).cssText
    case .borderBottomColor: colors.bottom.resolved(current: current).cssText
    case .borderLeftColor: colors.left.resolved(current: current).cssText
    case .borderTopWidth: points(widths.top)
    case .borderRightWidth: points(widths.right)
    case .borderBottomWidth: points(widths.bottom)
    case .borderLeftWidth: points(widths.left)
    case .borderTopStyle: styles.top.rawValue
    case .borderRightStyle: styles.right.rawValue
    case .borderBottomStyle: styles.bottom.rawValue
    case .borderLeftStyle: styles.left.rawValue
    case .borderTopLeftRadius: radii.topLeft.cssText
    case .borderTopRightRadius: radii.topRight.cssText
    case .borderBottomRightRadius: radii.bottomRight.cssText
    case .borderBottomLeftRadius: radii.bottomLeft.cssText
    case .outlineWidth: points(outlineWidth)
    case .outlineStyle: outlineStyle.rawValue
    case .outlineColor: outlineColor.resolved(current: current).cssText
    case .outlineOffset: points(outlineOffset)
    default: nil
    }
  }
}

extension ComputedStyle.Visual {
  fileprivate func cssText(of property: PropertyID, current: RGBA) -> String? {
    switch property {
    case .backgroundColor: backgroundColor.resolved(current: current).cssText
    case .textDecorationColor: textDecorationColor.resolved(current: current).cssText
    case .opacity: numberText(opacity)
    default: effectText(of: property, current: current)
    }
  }
}

// MARK: - Values

extension RGBA {
  /// CSS Color 4 §15.2.1, *Serializing sRGB values*: bytes, and an alpha of as few digits as tell its byte.
  package var cssText: String {
    let parts = bytes
    let color = "\(parts.red), \(parts.green), \(parts.blue)"
    guard parts.alpha < 255 else { return "rgb(\(color))" }
    let exact = Double(parts.alpha) / 255
    let short = (exact * 100).rounded() / 100
    let alpha = Int((short * 255).rounded()) == Int(parts.alpha) ? short : (exact * 1000).rounded() / 1000
    return "rgba(\(color), \(numberText(alpha)))"
  }
}

extension SizeValue {
  fileprivate var cssText: String {
    switch self {
    case .auto: "auto"
    case .none: "none"
    case .content: "content"
    case .minContent: "min-content"
    case .maxContent: "max-content"
    case .fitContent: "fit-content"
    case .stretch: "stretch"
    case .length(let length): length.cssText
    }
  }
}

extension LengthOrAuto {
  fileprivate var cssText: String {
    switch self {
    case .auto: "auto"
    case .length(let length): length.cssText
    }
  }
}

extension AspectRatio {
  fileprivate var cssText: String {
    guard let ratio else { return "auto" }
    return (isAuto ? "auto " : "") + numberText(ratio)
  }
}

extension Alignment {
  fileprivate var cssText: String {
    switch safety {
    case .unspecified: keyword.rawValue
    case .safe: "safe " + keyword.rawValue
    case .unsafe: "unsafe " + keyword.rawValue
    }
  }
}

extension GridLine {
  fileprivate var cssText: String {
    func named(_ text: String, _ name: String?) -> String {
      name.map { "\(text) \(serializedIdent($0))" } ?? text
    }
    return switch self {
    case .auto: "auto"
    case .line(let line, let name): named("\(line)", name)
    case .named(let name): serializedIdent(name)
    case .span(let count, let name): named("span \(count)", name)
    }
  }
}

extension LengthPercentage {
  /// CSS Values 4 §10.13, *Serialization*, but for the order of terms.
  package var cssText: String {
    switch self {
    case .points(let length): HybridCSS.points(length)
    case .percent(let percent): numberText(percent) + "%"
    case .sum, .scale: "calc(\(inner))"
    case .min, .max, .clamp: inner
    }
  }

  /// What stands inside of a math function.
  private var inner: String {
    switch self {
    case .points, .percent: cssText
    case .sum(let terms): terms.map(\.factor).joined(separator: " + ")
    case .scale(let value, let factor): "\(value.factor) * \(numberText(factor))"
    case .min(let values): "min(\(values.map(\.inner).joined(separator: ", ")))"
    case .max(let values): "max(\(values.map(\.inner).joined(separator: ", ")))"
    case .clamp(let least, let value, let most): "clamp(\(least.inner), \(value.inner), \(most.inner))"
    }
  }

  private var factor: String { if case .sum = self { "(\(inner))" } else { inner } }
}

private func points(_ value: Double) -> String { numberText(value) + "px" }

/// At most six decimals, as CSSOM asks for.
func numberText(_ value: Double) -> String {
  guard value.isFinite, abs(value) < 1e12 else { return value.isNaN ? "NaN" : "\(value)" }
  let millionths = Int64((value * 1e6).rounded())
  let (whole, rest) = (abs(millionths) / 1_000_000, abs(millionths) % 1_000_000)
  var text = (millionths < 0 ? "-" : "") + "\(whole)"
  guard rest > 0 else { return text }
  var digits = "\(rest)"
  digits = String(repeating: "0", count: 6 - digits.count) + digits
  while digits.hasSuffix("0") { digits.removeLast() }
  text += "." + digits
  return text
}
