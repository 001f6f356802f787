import HybridCSS
import HybridJSON
import HybridLayout
import HybridViewTree

extension PlaceFact {
  /// The fact in words; `value` is the position after it.
  func wording(_ context: Wording.Context, value: Double?) -> Wording {
    let axis = context.axis
    let change = signedNumber((value ?? 0) - (context.before ?? 0))
    switch self {
    case .origin: return Wording("origin", "starts", "at the corner of \(context.root)")
    case .contentEdge(let side):
      return Wording(
        "content-edge", "starts", "at the \(side.name) of the content of \(context.container)",
        facts: [("side", .string(side.name))], cited: side.insets(of: .container))
    case .paddingEdge(let side):
      return Wording(
        "padding-edge", "starts", "at the \(side.name) of \(context.container), inside its border",
        facts: [("side", .string(side.name))])
    case .viewportEdge(let side):
      return Wording(
        "viewport-edge", "starts", "at the \(side.name) of the viewport",
        facts: [("side", .string(side.name))])
    case .gridAreaEdge(let side, let lines):
      return Wording(
        "grid-area-edge", "starts",
        "at the \(side.name) of its grid area in \(context.container), \(lines.text(axis))",
        facts: [("side", .string(side.name))] + lines.facts, cited: lines.cited(axis))
    case .precedingTracks(let tracks): return tracks.wording(axis)
    case .gridArea(let span): return span.wording(axis)
    case .preceding(let others): return others.wording(context)
    case .margin(let side):
      return Wording(
        "margin", "margin", "\(side.name) \(change)", facts: [("side", .string(side.name))],
        cited: [.init(property: side.margin)])
    case .collapsedMargins(let margins): return margins.wording(context)
    case .autoMargins(let sides, let free, let others):
      let names = sides.map(\.name).joined(separator: " and ")
      var detail = "\(change): auto on \(names), \(plainNumber(free)) free"
      if others > 0 { detail += ", shared with \(others) more on the line" }
      return Wording(
        "auto-margins", "margin", detail,
        facts: [
          ("sides", .array(sides.map { .string($0.name) })), ("freeSpace", .number(free)),
          ("others", .number(Double(others))),
        ], cited: sides.map { .init(property: $0.margin) })
    case .distributed(let distribution): return distribution.wording(change)
    case .flexLine(let line, let count, let extent, let gaps):
      var detail = "\(line + 1) of \(count), behind \(shortNumber(extent))"
      if gaps > 0 { detail += " and \(line == 1 ? "a gap" : "gaps") of \(shortNumber(gaps))" }
      return Wording(
        "flex-line", "line", detail,
        facts: [
          ("line", .number(Double(line + 1))), ("of", .number(Double(count))), ("extent", .number(extent)),
          ("gaps", .number(gaps)),
        ],
        cited: [.init(property: .flexWrap, owner: .container)]
          + (gaps > 0 ? [.init(property: axis.gap, owner: .container)] : []))
    case .aligned(let alignment, let free, let isKeptInside):
      let kept = isKeptInside ? ", kept inside \(context.container) as far as it fits" : ""
      return Wording(
        "aligned", "aligned", "\(change): \(alignment.alignment.text), \(plainNumber(free)) free\(kept)",
        facts: [
          ("alignment", .string(alignment.alignment.text)), ("freeSpace", .number(free)),
          ("keptInside", .bool(isKeptInside)),
        ], cited: [alignment.cited])
    case .baseline(let alignment, let own, let shared, let side):
      return Wording(
        "baseline", "aligned",
        "\(change): its baseline is \(plainNumber(own)) from the \(side.name) of its margin box, "
          + "the line's \(plainNumber(shared)) from the \(side.name) of the line",
        facts: [("own", .number(own)), ("shared", .number(shared)), ("side", .string(side.name))],
        cited: [alignment.cited])
    case .rowBaseline(let alignment):
      return Wording(
        "row-baseline", "aligned", "\(change): the baselines in its row meet",
        facts: [("alignment", .string(alignment.alignment.text))], cited: [alignment.cited])
    case .clearance(let clear):
      return Wording(
        "clearance", "cleared", "\(change): below the floats before it",
        facts: [("clear", .string(clear.name))], cited: [.init(property: .clear)])
    case .floated(let side):
      return Wording(
        "floated", "floats", "to the \(side == .right ? "right" : "left")",
        facts: [("side", side == .right ? "right" : "left")], cited: [.init(property: .float)])
    case .notAboveFloats:
      return Wording("not-above-floats", "moved", "\(change): not above a float before it")
    case .besideFloats: return Wording("beside-floats", "moved", "\(change): beside floats before it")
    case .belowFloats:
      return Wording("below-floats", "moved", "\(change): below floats that leave no room beside them")
    case .inset(let side, let length):
      return Wording(
        "inset", side.name, length.text, facts: [("side", .string(side.name))] + length.facts,
        cited: [.init(property: side.inset)])
    case .staticPosition(let place):
      let sides = axis.sides.map(\.name).joined(separator: " and ")
      let (name, text) =
        switch place {
        case .flow: ("flow", "where it would be in the flow")
        case .flexItem: ("flex-item", "where it would be as the only flex item")
        case .gridArea: ("grid-area", "where alignment puts it in its containing block")
        }
      return Wording(
        "static-position", "in place", "\(sides) are auto: \(text)", facts: [("of", .string(name))],
        cited: [.init(property: .position)])
    case .relative(let side, let length):
      let text = length.text
      return Wording(
        "relative", "moved",
        text.isEmpty ? "\(change) by \(side.name)" : "\(change) by \(side.name), \(text)",
        facts: [("side", .string(side.name))] + length.facts,
        cited: [.init(property: side.inset), .init(property: .position)])
    case .parent(let node, let place):
      return Wording(
        "parent", "counted", "from \(context.label(node)), which is at \(plainNumber(place))",
        facts: [("at", .number(place))])
    case .rounded(let whole):
      return Wording("rounded", "rounded", "\(plainNumber(whole)) in whole points")
    }
  }
}

extension PlaceFact.Preceding {
  fileprivate func wording(_ context: Wording.Context) -> Wording {
    let name = context.label(nearest)
    var detail = count == 1 ? name : "\(count) boxes up to \(name)"
    detail += ": " + plainNumber(extent)
    if gaps > 0 { detail += " and \(count == 1 ? "a gap" : "gaps") of \(shortNumber(gaps))" }
    return Wording(
      "preceding", "behind", detail,
      facts: [
        ("count", .number(Double(count))), ("nearest", .string(name)), ("extent", .number(extent)),
        ("gaps", .number(gaps)),
      ], cited: gaps > 0 ? [.init(property: context.axis.gap, owner: .container)] : [])
  }
}

extension PlaceFact.CollapsedMargins {
  fileprivate func wording(_ context: Wording.Context) -> Wording {
    let list = margins.map { "\($0.side.name) of \(context.label($0.node)) \(plainNumber($0.value))" }
      .joined(separator: ", ")
    var detail = margins.count > 1 ? "\(plainNumber(sum)): \(list), collapsed" : list
    if margins.isEmpty { detail = "\(plainNumber(sum)), several collapsed" }
    if leavesContainer { detail += "; moves \(context.container) instead, through its top" }
    return Wording(
      "collapsed-margins", "margin", detail,
      facts: [
        ("sum", .number(sum)), ("leavesContainer", .bool(leavesContainer)),
        (
          "margins",
          .array(
            margins.map {
              .object(
                JSONObject([
                  ("element", .string(context.label($0.node))), ("side", .string($0.side.name)),
                  ("value", .number($0.value)),
                ]))
            })
        ),
      ], cited: margins.map { .init(property: $0.side.margin, owner: .box($0.node)) })
  }
}

extension PlaceFact.Distribution {
  fileprivate func wording(_ change: String) -> Wording {
    var detail = "\(change): \(alignment.alignment.text), \(plainNumber(freeSpace)) free"
    if between != 0 { detail += ", \(plainNumber(before)) before and \(plainNumber(between)) between" }
    return Wording(
      "distributed", "spread", detail,
      facts: [
        ("alignment", .string(alignment.alignment.text)), ("freeSpace", .number(freeSpace)),
        ("before", .number(before)), ("between", .number(between)),
      ], cited: [alignment.cited])
  }
}

extension HybridLayout.Clear {
  fileprivate var name: String {
    switch self {
    case .none: "none"
    case .left: "left"
    case .right: "right"
    case .both: "both"
    }
  }
}
