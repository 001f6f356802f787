import HybridCSS
import HybridJSON
import HybridLayout
import HybridSource
import HybridViewTree

extension SizeFact {
  /// The fact in words.
  func wording(_ context: Wording.Context) -> Wording {
    let axis = context.axis
    switch self {
    case .available(let room, let kind): return available(room, kind, context)
    case .specified(let length):
      return Wording(
        "specified", axis.size.name, length.text, facts: length.facts,
        cited: [.init(property: axis.size)] + axis.insets(length))
    case .percentageOfIndefinite(let length):
      return Wording(
        "percentage-of-indefinite", axis.size.name,
        "\(length.keyword) counts as auto: the \(axis.extent) of \(context.container) depends on its content",
        facts: [("value", .string(length.keyword))],
        cited: [.init(property: axis.size), .init(property: axis.size, owner: .container)])
    case .filled(let filling): return filling.wording(context)
    case .fitContent(let min, let max, let room):
      let limits = "\(shortNumber(min)) to \(shortNumber(max))"
      return Wording(
        "fit-content", "fits content",
        room.map { "content takes \(limits), room is \(plainNumber($0))" } ?? "content takes \(limits)",
        facts: [("min", .number(min)), ("max", .number(max)), ("room", JSONValue(room))],
        cited: [.init(property: axis.size)])
    case .content(let size):
      return Wording(
        "content", "content", size.text(context), facts: size.facts,
        cited: [.init(property: axis.size)] + size.cited(axis))
    case .aspectRatio(let ratio, let other, let insets):
      return Wording(
        "aspect-ratio", "aspect ratio", ratioText(ratio, from: other, insets, axis),
        facts: ratioFacts(ratio, from: other, insets),
        cited: [.init(property: .aspectRatio)] + (insets > 0 ? axis.insets() : []))
    case .flexBaseSize(let base): return base.wording(context)
    case .hypotheticalMainSize(let limit):
      var wording = limit.wording(context)
      wording.name = "hypothetical-main-size"
      wording.detail += wording.detail.isEmpty ? "before flexing" : ", before flexing"
      return wording
    case .flexed(let flexing): return flexing.wording
    case .inflexible(let reason): return reason.wording
    case .clamped(let limit): return limit.wording(context)
    case .gridArea(let span):
      return span.wording(axis)
    case .gridLines(let lines):
      return Wording(
        "grid-lines", "grid area", lines.text(axis), facts: lines.facts, cited: lines.cited(axis))
    case .lineCrossSize(let line):
      let extent = shortNumber(line.extent)
      return Wording(
        "flex-line", "line",
        line.stretch > 0
          ? "\(extent), \(shortNumber(line.stretch)) of it by align-content" : "\(extent), as its items need",
        facts: [("extent", .number(line.extent)), ("stretch", .number(line.stretch))],
        cited: line.stretch > 0 ? [.init(property: .alignContent, owner: .container)] : [])
    case .rounded(let whole):
      return Wording("rounded", "rounded", "\(plainNumber(whole)) in whole points")
    }
  }

  private func available(_ room: Double?, _ kind: AvailableSpaceKind, _ context: Wording.Context) -> Wording {
    let (name, place) =
      switch kind {
      case .contentBox: ("content-box", "the content box of \(context.container)")
      case .paddingBox: ("padding-box", "the padding box of \(context.container)")
      case .gridArea: ("grid-area", "its grid area in \(context.container)")
      case .besideFloats: ("beside-floats", "what floats and its margins leave in \(context.container)")
      case .viewport: ("viewport", context.root)
      }
    let facts: [(String, JSONValue)] = [("room", JSONValue(room)), ("of", .string(name))]
    guard let room else {
      let reason =
        kind == .viewport
        ? "in \(context.root)"
        : "as the \(context.axis.extent) of \(context.container) depends on its content"
      return Wording("available", "available", "no limit, \(reason)", facts: facts)
    }
    return Wording("available", "available", "\(plainNumber(room)), \(place)", facts: facts)
  }
}

/// `width 160 ÷ 1.6`; `content width 160 ÷ 1.6 + 8 padding and border`.
private func ratioText(_ ratio: Double, from other: Double, _ insets: Double, _ axis: Wording.Axis) -> String
{
  let number = shortNumber(ratio)
  let text =
    axis.isHorizontal
    ? "height \(shortNumber(other)) × \(number)" : "width \(shortNumber(other)) ÷ \(number)"
  return insets > 0 ? "content \(text) + \(shortNumber(insets)) padding and border" : text
}

private func ratioFacts(_ ratio: Double, from other: Double, _ insets: Double) -> [(String, JSONValue)] {
  [("ratio", .number(ratio)), ("from", .number(other))] + (insets > 0 ? [("insets", .number(insets))] : [])
}

extension SizeFact.Filling {
  fileprivate func wording(_ context: Wording.Context) -> Wording {
    let axis = context.axis
    let extent =
      margins == 0 ? shortNumber(room) : "\(shortNumber(room)) less margins of \(plainNumber(margins))"
    var facts: [(String, JSONValue)] = [("room", .number(room)), ("margins", .number(margins))]
    func wording(_ label: String, _ detail: String, _ reason: String, _ cited: [Wording.Cited]) -> Wording {
      facts.append(("reason", .string(reason)))
      return Wording(
        "filled", label, detail, facts: facts, cited: cited + (margins == 0 ? [] : axis.margins))
    }
    switch reason {
    case .block: return wording("fills", "the room: \(extent)", "block", [.init(property: axis.size)])
    case .keyword: return wording("fills", "the room: \(extent)", "keyword", [.init(property: axis.size)])
    case .flexLine(let alignment):
      return wording(
        "stretched", "to its line: \(extent)", "flex-line", [alignment.cited, .init(property: axis.size)])
    case .gridArea(let alignment):
      return wording(
        "stretched", "to its grid area: \(extent)", "grid-area",
        [alignment.cited, .init(property: axis.size)])
    case .insets(let start, let end):
      let sides = axis.sides
      for (side, length) in zip(sides, [start, end]) {
        facts.append((side.name, .string(length.length.keyword)))
      }
      return wording(
        "fills", "between \(sides[0].name) and \(sides[1].name): \(extent)", "insets",
        sides.map { .init(property: $0.inset) })
    }
  }
}

extension SizeFact.ContentSize {
  fileprivate func text(_ context: Wording.Context) -> String {
    switch self {
    case .minContent: "its min-content size"
    case .maxContent: "its max-content size"
    case .measured(let width): "\(context.leaf), \(shortNumber(width)) wide"
    case .blocks(0, 0): "no content"
    case .blocks(1, 0): "1 block"
    case .blocks(let count, 0): "\(counted(count, "block")) below one another"
    case .blocks(0, let floats): counted(floats, "float")
    case .blocks(let count, let floats): "\(counted(count, "block")) and \(counted(floats, "float"))"
    case .fitContent(let room): room.map { "fit-content in \(plainNumber($0))" } ?? "fit-content"
    case .flexItems(0), .gridItems(0): "no content"
    case .flexItems(let count), .gridItems(let count): counted(count, "item")
    }
  }

  fileprivate var facts: [(String, JSONValue)] {
    switch self {
    case .minContent: [("of", "min-content")]
    case .maxContent: [("of", "max-content")]
    case .measured(let width): [("of", "measured"), ("width", .number(width))]
    case .blocks(let count, let floats):
      [("of", "blocks"), ("count", .number(Double(count)))]
        + (floats > 0 ? [("floats", .number(Double(floats)))] : [])
    case .fitContent(let room): [("of", "fit-content"), ("room", JSONValue(room))]
    case .flexItems(let count): [("of", "flex-items"), ("count", .number(Double(count)))]
    case .gridItems(let count): [("of", "grid-items"), ("count", .number(Double(count)))]
    }
  }

  fileprivate func cited(_ axis: Wording.Axis) -> [Wording.Cited] {
    var cited: [Wording.Cited] = []
    if case .measured = self {
      cited = [.init(property: .fontSize, isOnlyIfDeclared: true)]
      if !axis.isHorizontal { cited.append(.init(property: .lineHeight, isOnlyIfDeclared: true)) }
    }
    return cited + axis.insets()
  }
}

extension SizeFact.FlexBaseSize {
  fileprivate func wording(_ context: Wording.Context) -> Wording {
    let axis = context.axis
    func wording(
      _ detail: String, _ source: String, _ facts: [(String, JSONValue)], _ cited: [Wording.Cited]
    ) -> Wording {
      Wording("flex-base-size", "base size", detail, facts: [("from", .string(source))] + facts, cited: cited)
    }
    switch self {
    case .flexBasis(let length):
      return wording(
        length.text, "flex-basis", length.facts, [.init(property: .flexBasis)] + axis.insets(length))
    case .mainSize(let length):
      return wording(
        length.text, axis.size.name, length.facts, [.init(property: axis.size)] + axis.insets(length))
    case .content(let size):
      return wording(
        size.text(context), "content", size.facts,
        [.init(property: .flexBasis, isOnlyIfDeclared: true), .init(property: axis.size)] + size.cited(axis))
    case .aspectRatio(let ratio, let other, let insets):
      // `from` names where the base size comes from.
      return wording(
        ratioText(ratio, from: other, insets, axis), "aspect-ratio",
        [("ratio", .number(ratio)), ("other", .number(other))]
          + (insets > 0 ? [("insets", .number(insets))] : []),
        [.init(property: .aspectRatio)])
    case .filled(let filling):
      var wording = filling.wording(context)
      (wording.name, wording.label) = ("flex-base-size", "base size")
      return wording
    }
  }
}

extension SizeFact.Flexing {
  fileprivate var wording: Wording {
    let grows = freeSpace >= 0
    var detail = "\(signedNumber(amount)): "
    let missing = grows ? "free" : "missing"
    if sharing > 1 {
      detail += "\(shortNumber(weight)) of \(shortNumber(totalWeight)) parts of "
      detail += "\(shortNumber(abs(freeSpace))) \(missing)"
    } else if fraction == nil {
      detail += grows ? "all that is free" : "all that the line lacks"
    }
    if let fraction {
      detail += sharing > 1 ? ", which is " : ""
      detail += "\(shortNumber(fraction)) of \(shortNumber(abs(freeSpace) / fraction)) \(missing)"
      detail += ", as the factors add up to less than 1"
    }
    if limited > 0 { detail += "; \(limited == 1 ? "another" : "\(limited) others") at a limit" }
    var facts: [(String, JSONValue)] = [
      ("amount", .number(amount)), ("factor", .number(factor)), ("weight", .number(weight)),
      ("totalWeight", .number(totalWeight)),
      ("freeSpace", .number(freeSpace)), ("sharing", .number(Double(sharing))),
      ("limited", .number(Double(limited))),
    ]
    if let fraction { facts.append(("fraction", .number(fraction))) }
    return Wording(
      "flexed", grows ? "grown" : "shrunk", detail, facts: facts,
      cited: [.init(property: grows ? .flexGrow : .flexShrink)])
  }
}

extension SizeFact.Inflexibility {
  fileprivate var wording: Wording {
    func wording(
      _ label: String, _ detail: String, _ reason: String, freeSpace: Double? = nil,
      _ cited: [Wording.Cited] = []
    ) -> Wording {
      var facts: [(String, JSONValue)] = [("reason", .string(reason))]
      if let freeSpace { facts.append(("freeSpace", .number(freeSpace))) }
      return Wording("inflexible", label, detail, facts: facts, cited: cited)
    }
    switch self {
    case .noFreeSpace: return wording("not flexed", "the items fill the line as they are", "no-free-space")
    case .nothingLeft:
      return wording("not flexed", "other items reached limits, nothing is left", "nothing-left")
    case .nothingToShrink:
      return wording("not shrunk", "without padding and border its base size is 0", "nothing-to-shrink")
    case .factorIsZero(let free) where free > 0:
      return wording(
        "not grown", "\(shortNumber(free)) of the line are free", "factor-is-zero", freeSpace: free,
        [.init(property: .flexGrow)])
    case .factorIsZero(let free):
      return wording(
        "not shrunk", "the line lacks \(shortNumber(-free))", "factor-is-zero", freeSpace: free,
        [.init(property: .flexShrink)])
    case .limited(let free) where free > 0:
      return wording("not grown", "its maximum holds it back", "limited", freeSpace: free)
    case .limited(let free):
      return wording("not shrunk", "its minimum holds it up", "limited", freeSpace: free)
    }
  }
}

extension SizeFact.Limit {
  fileprivate func wording(_ context: Wording.Context) -> Wording {
    let axis = context.axis
    let property = isMinimum ? axis.minimum : axis.maximum
    let label = isMinimum ? "at least" : "at most"
    var facts: [(String, JSONValue)] = [("limit", isMinimum ? "minimum" : "maximum")]
    func wording(
      _ detail: String, _ source: String, _ more: [(String, JSONValue)], _ cited: [Wording.Cited]
    ) -> Wording {
      facts += [("from", .string(source))] + more
      return Wording("clamped", label, detail, facts: facts, cited: cited)
    }
    switch origin {
    case .property(let length):
      let text = length.text
      return wording(
        text.isEmpty ? property.name : "\(property.name), \(text)", property.name, length.facts,
        [.init(property: property)] + axis.insets(length))
    case .automatic(let content, let specified):
      var more: [(String, JSONValue)] = [("content", .number(content))]
      var detail = "its content, \(shortNumber(content))"
      if let specified {
        more.append(("specified", .number(specified)))
        detail =
          specified < content
          ? "its own \(axis.extent), less than the \(shortNumber(content)) of its content" : detail
      }
      return wording(detail, "automatic", more, [.init(property: property)])
    case .automaticByRatio:
      return wording(
        "its automatic \(isMinimum ? "minimum" : "maximum"), with the aspect ratio", "automatic-by-ratio", [],
        [.init(property: property), .init(property: .aspectRatio)])
    case .aspectRatio(let ratio, let other, let insets):
      return wording(
        "by the aspect ratio, " + ratioText(ratio, from: other, insets, axis), "aspect-ratio",
        [("ratio", .number(ratio)), ("other", .number(other))]
          + (insets > 0 ? [("insets", .number(insets))] : []),
        [
          .init(property: .aspectRatio),
          .init(property: isMinimum ? axis.other.minimum : axis.other.maximum),
        ])
    case .insets:
      return wording("its padding and border", "insets", [], axis.insets())
    }
  }
}

extension Wording.Axis {
  fileprivate var other: Self { isHorizontal ? .vertical : .horizontal }

  /// The causes of a difference between content box and border box.
  fileprivate func insets(_ length: UsedLength) -> [Wording.Cited] { length.insets > 0 ? insets() : [] }
}

extension JSONValue {
  init(_ number: Double?) { self = number.map { .number($0) } ?? .null }
}
