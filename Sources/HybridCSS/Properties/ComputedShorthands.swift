import HybridSource

// Computed values of shorthands that no `ShorthandForm` takes apart. CSSOM 1 §6.7.2, *serialize a CSS value*;
// where it leaves a choice, as Chromium writes them.
extension ComputedStyle {
  /// The value of a shorthand, put together from its longhands; nil if no value gives these.
  func computedText(of shorthand: Shorthand) -> String? {
    func text(_ property: PropertyID) -> String { cssText(of: property) ?? "" }
    func named(_ name: String) -> String { cssText(named: name) ?? "" }
    switch shorthand {
    case .background: return layers(shorthand, as: .backgroundImage, backgroundLayer)
    case .backgroundPosition:
      return layers(shorthand, as: .backgroundPositionX) { item, _ in
        "\(item(.backgroundPositionX)) \(item(.backgroundPositionY))"
      }
    case .transition: return layers(shorthand, as: .transitionProperty) { item, _ in transition(item) }
    case .animation: return layers(shorthand, as: .animationName) { item, _ in animation(item) }
    case .mask: return layers(shorthand, as: .maskImage) { item, _ in mask(item) }
    case .animationRange:
      return layers(shorthand, as: .animationRangeStart) { item, _ in
        kept([(item(.animationRangeStart), "")], [(item(.animationRangeEnd), "normal")])
      }
    case .scrollTimeline:
      return layers(shorthand, as: .scrollTimelineName) { item, _ in
        kept([(item(.scrollTimelineName), "")], [(item(.scrollTimelineAxis), "block")])
      }
    case .viewTimeline:
      return layers(shorthand, as: .viewTimelineName) { item, _ in
        kept(
          [(item(.viewTimelineName), "")],
          [(item(.viewTimelineAxis), "block"), (item(.viewTimelineInset), "auto")])
      }
    case .font: return font
    case .fontVariant:
      let parts = shorthand.longhands.map(text).filter { $0 != "normal" }
      return parts.isEmpty ? "normal" : parts.joined(separator: " ")
    case .listStyle:
      return [text(.listStylePosition), text(.listStyleImage), text(.listStyleType)].joined(separator: " ")
    case .textDecoration:
      return kept(
        [(text(.textDecorationLine), "")],
        [
          (named("text-decoration-thickness"), "auto"), (named("text-decoration-style"), "solid"),
          (named("text-decoration-color"), named("color")),
        ])
    case .gridRow: return gridLines([.gridRowStart, .gridRowEnd])
    case .gridColumn: return gridLines([.gridColumnStart, .gridColumnEnd])
    case .gridArea: return gridLines([.gridRowStart, .gridColumnStart, .gridRowEnd, .gridColumnEnd])
    case .gridTemplate:
      guard text(.gridTemplateAreas) == "none" else { return nil }
      let (rows, columns) = (text(.gridTemplateRows), text(.gridTemplateColumns))
      return rows == columns && rows == "none" ? "none" : "\(rows) / \(columns)"
    case .grid:
      let properties: [PropertyID] = [
        .gridTemplateRows, .gridTemplateColumns, .gridTemplateAreas, .gridAutoFlow, .gridAutoRows,
        .gridAutoColumns,
      ]
      return properties.map(text).joined(separator: " / ")
    case .container:
      let type = text(.containerType)
      return text(.containerName) + (type == "normal" ? "" : " / \(type)")
    case .placeContent, .placeItems, .placeSelf, .containIntrinsicSize:
      let values = shorthand.longhands.map(text)
      return values[0] == values[1] ? values[0] : values.joined(separator: " ")
    case .flexFlow: return shorthand.longhands.map(text).joined(separator: " ")
    case .columns:
      let values = shorthand.longhands.map(text).filter { $0 != "auto" }
      return values.isEmpty ? "auto" : values.joined(separator: " ")
    case .borderImage: return borderImage
    case .offset:
      let position = text(.offsetPosition)
      let anchor = text(.offsetAnchor)
      return (position == "normal" ? "" : "\(position) ")
        + [text(.offsetPath), text(.offsetDistance), text(.offsetRotate)].joined(separator: " ")
        + (anchor == "auto" ? "" : " / \(anchor)")
    case .whiteSpace:
      let (collapse, wrap) = (text(.whiteSpaceCollapse), text(.textWrapMode))
      switch (collapse, wrap) {
      case ("collapse", "wrap"): return "normal"
      case ("collapse", "nowrap"): return "nowrap"
      case ("preserve", "nowrap"): return "pre"
      case ("preserve", "wrap"): return "pre-wrap"
      case ("preserve-breaks", "wrap"): return "pre-line"
      case ("break-spaces", "wrap"): return "break-spaces"
      default: return "\(collapse) \(wrap)"
      }
    case .textWrap:
      let style = named("text-wrap-style")
      return kept([], [(text(.textWrapMode), style == "auto" ? "" : "wrap"), (style, "auto")])
    default: return nil
    }
  }

  /// The parts that are always written, and those that differ from the second value.
  private func kept(_ always: [(String, String)], _ others: [(String, String)]) -> String {
    (always + others.filter { $0.0 != $0.1 }).map(\.0).joined(separator: " ")
  }

  // MARK: Lists

  /// The item that a longhand has in one layer.
  private typealias Item = (PropertyID) -> String

  /// The layers of a shorthand: as many as `counted` has. The lists of other longhands are repeated.
  private func layers(
    _ shorthand: Shorthand, as counted: PropertyID, _ layer: (Item, _ isLast: Bool) -> String
  ) -> String {
    var lists: [PropertyID: [String]] = [:]
    for property in shorthand.longhands { lists[property] = items(cssText(of: property) ?? "") }
    let count = lists[counted]?.count ?? 0
    return (0..<count).map { index in
      layer(
        { property in
          guard let items = lists[property], !items.isEmpty else { return "" }
          return items[index % items.count]
        }, index == count - 1)
    }.joined(separator: ", ")
  }

  private func items(_ list: String) -> [String] {
    parseComponentValues(Source(path: "", text: list)).splitAtCommas.map { Array($0.trimmed).cssText }
  }

  private func backgroundLayer(_ item: Item, isLast: Bool) -> String {
    let color = isLast ? "\(cssText(of: .backgroundColor) ?? "") " : ""
    let before: [PropertyID] = [
      .backgroundImage, .backgroundRepeat, .backgroundAttachment, .backgroundPositionX, .backgroundPositionY,
    ]
    let after: [PropertyID] = [.backgroundSize, .backgroundOrigin, .backgroundClip]
    return color + before.map(item).joined(separator: " ") + " / "
      + after.map(item).joined(separator: " ")
  }

  private func transition(_ item: Item) -> String {
    let property = item(.transitionProperty)
    let delay = item(.transitionDelay)
    let duration = item(.transitionDuration)
    let times = kept(
      duration == "0s" && delay == "0s" ? [] : [(duration, "")],
      [
        (item(.transitionTimingFunction), "ease"), (delay, "0s"),
        (item(.transitionBehavior), "normal"),
      ])
    if property == "all" { return times.isEmpty ? "all" : times }
    return times.isEmpty ? property : "\(property) \(times)"
  }

  private func animation(_ item: Item) -> String {
    let delay = item(.animationDelay)
    let duration = item(.animationDuration)
    let isAtOnce = (duration == "0s" || duration == "auto") && delay == "0s"
    let parts = kept(
      isAtOnce ? [] : [(duration, "")],
      [
        (item(.animationTimingFunction), "ease"), (delay, "0s"),
        (item(.animationIterationCount), "1"), (item(.animationDirection), "normal"),
        (item(.animationFillMode), "none"), (item(.animationPlayState), "running"),
      ])
    let name = item(.animationName)
    return parts.isEmpty ? name : name == "none" ? parts : "\(parts) \(name)"
  }

  private func mask(_ item: Item) -> String {
    let (position, size) = (item(.maskPosition), item(.maskSize))
    let place = size == "auto" ? position : "\(position) / \(size)"
    return kept(
      [(item(.maskImage), "")], [(place, "0% 0%"), (item(.maskRepeat), "repeat")])
  }

  // MARK: Others

  private var font: String? {
    func text(_ property: PropertyID) -> String { cssText(of: property) ?? "" }
    let resets: [PropertyID] = [
      .fontVariantLigatures, .fontVariantPosition, .fontVariantNumeric, .fontVariantEastAsian,
      .fontFeatureSettings, .fontVariationSettings,
    ]
    let widths = [
      "50%": "ultra-condensed", "62.5%": "extra-condensed", "75%": "condensed", "87.5%": "semi-condensed",
      "100%": "normal", "112.5%": "semi-expanded", "125%": "expanded", "150%": "extra-expanded",
      "200%": "ultra-expanded",
    ]
    guard resets.allSatisfy({ text($0) == "normal" }), text(.fontKerning) == "auto",
      ["normal", "small-caps"].contains(text(.fontVariantCaps)), let width = widths[text(.fontStretch)]
    else { return nil }
    var line = text(.lineHeight)
    if case .number = self.text.lineHeight {
      line = LengthPercentage.points(self.text.lineHeightInPoints / self.text.usedZoom).cssText
    }
    return kept(
      [],
      [
        (text(.fontStyle), "normal"), (text(.fontVariantCaps), "normal"), (text(.fontWeight), "400"),
        (width, "normal"), (text(.fontSize) + (line == "normal" ? "" : " / \(line)"), ""),
        (text(.fontFamily), ""),
      ])
  }

  /// Lines of `grid-row` and the like. Ends that follow from their starts are left out: `auto`, or the name
  /// of the start.
  private func gridLines(_ properties: [PropertyID]) -> String {
    var lines = properties.map { cssText(of: $0) ?? "" }
    func follows(_ end: String, _ start: String) -> Bool {
      end == (start.contains { $0 == " " || $0.isNumber } ? "auto" : start)
    }
    if lines.count == 4, follows(lines[3], lines[1]) {
      lines.removeLast()
      if follows(lines[2], lines[0]) {
        lines.removeLast()
        if follows(lines[1], lines[0]) { lines.removeLast() }
      }
    } else if lines.count == 2, follows(lines[1], lines[0]) {
      lines.removeLast()
    }
    return lines.joined(separator: " / ")
  }

  private var borderImage: String {
    func text(_ property: PropertyID) -> String {
      // Four equal sides are written once.
      let words = (cssText(of: property) ?? "").split(separator: " ")
      return words.count == 4 && Set(words).count == 1 ? String(words[0]) : words.joined(separator: " ")
    }
    let image = cssText(of: .borderImageSource) ?? ""
    let (slice, width, outset) = (
      text(.borderImageSlice), text(.borderImageWidth), text(.borderImageOutset)
    )
    let rest = text(.borderImageRepeat)
    if image == "none", slice == "100%", width == "1", outset == "0", rest == "stretch" { return "none" }
    return "\(image) \(slice) / \(width) / \(outset) \(rest)"
  }
}
