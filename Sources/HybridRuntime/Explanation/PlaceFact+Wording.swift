import HybridCSS
import HybridJSON
import HybridLayout
import HybridReload

extension PlaceFact {
  /// The fact in words; `value` is the place after it.
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
    case .gridArea(let span):
      return Wording("grid-area", "grid area", span.text(axis), facts: span.facts, cited: span.cited(axis))
    case .preceding(let others): return others.wording(context)
    case .margin(let side):
      return Wording(
        "margin", "margin", "\(side.name) \(change)", facts: [("side", .string(side.name))],
        cited: [.init(property: side.margin)])
    case .collapsedMargins(let margins): return margins.wording(context)
    case .autoMargins(let sides, let free):
      let names = sides.map(\.name).joined(separator: " and ")
      return Wording(
        "auto-margins", "margin", "\(change): auto on \(names) of \(plainNumber(free)) free",
        facts: [("sides", .array(sides.map { .string($0.name) })), ("freeSpace", .number(free))],
        cited: sides.map { .init(property: $0.margin) })
    case .distributed(let distribution): return distribution.wording(change)
    case .flexLine(let line, let count):
      return Wording(
        "flex-line", "line", "\(line + 1) of \(count)",
        facts: [("line", .number(Double(line + 1))), ("of", .number(Double(count)))],
        cited: [.init(property: .flexWrap, owner: .container)])
    case .aligned(let alignment, let free):
      return Wording(
        "aligned", "aligned", "\(change): \(alignment.alignment.text), \(plainNumber(free)) free",
        facts: [("alignment", .string(alignment.alignment.text)), ("freeSpace", .number(free))],
        cited: [alignment.cited])
    case .baseline(let alignment, let own, let shared):
      return Wording(
        "baseline", "aligned",
        "\(change): its baseline is at \(shortNumber(own)), the line's at \(shortNumber(shared))",
        facts: [("own", .number(own)), ("shared", .number(shared))], cited: [alignment.cited])
    case .clearance(let clear):
      return Wording(
        "clearance", "cleared", "\(change): below the floats before it",
        facts: [("clear", .string(clear.name))], cited: [.init(property: .clear)])
    case .floated(let side, let isBelow):
      return Wording(
        "floated", "floats",
        "to the \(side == .right ? "right" : "left")"
          + (isBelow ? ", below floats that leave no room beside them" : ""),
        facts: [("side", side == .right ? "right" : "left"), ("belowOthers", .bool(isBelow))],
        cited: [.init(property: .float)])
    case .besideFloats: return Wording("beside-floats", "moved", "\(change): beside floats")
    case .inset(let side, let length):
      return Wording(
        "inset", side.name, length.text, facts: [("side", .string(side.name))] + length.facts,
        cited: [.init(property: side.inset)])
    case .staticPosition:
      let sides = axis.sides.map(\.name).joined(separator: " and ")
      return Wording(
        "static-position", "in place", "\(sides) are auto: where it would be in the flow",
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
    if margins.isEmpty { detail = plainNumber(sum) }
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
