import HybridCSS
import HybridJSON
import HybridLayout
import HybridSource
import HybridViewTree

extension GridSpan {
  /// `columns 2 to 3: 100 + 92, gaps of 8`.
  func wording(_ axis: Wording.Axis) -> Wording {
    var text = "\(name(axis)): " + (tracks.isEmpty ? "0" : tracks.map(shortNumber).joined(separator: " + "))
    if tracks.count > 1, gap > 0 { text += ", gaps of \(shortNumber(gap))" }
    if tracks.count > 1, between > 0 {
      text += ", \(shortNumber(between)) more between by \(axis.contentAlignment.name)"
    }
    if let stretch {
      text += ", \(tracks.count == 1 ? "" : "auto tracks ")stretched by \(shortNumber(stretch.each))"
    }
    if isAutomatic { text += ", placed automatically" }
    var facts: [(String, JSONValue)] = [
      ("startLine", .number(Double(startLine))), ("endLine", .number(Double(endLine))),
      ("tracks", .array(tracks.map { .number($0) })), ("gap", .number(gap)),
      ("between", .number(between)), ("automatic", .bool(isAutomatic)),
    ]
    if let stretch {
      facts.append(("stretched", .number(stretch.each)))
      facts.append(("alignment", .string(stretch.alignment.alignment.text)))
    }
    var cited: [Wording.Cited] = [
      .init(property: axis.gridStart, isOnlyIfDeclared: true),
      .init(property: axis.gridEnd, isOnlyIfDeclared: true),
      .init(property: axis.gridTemplate, owner: .container),
      .init(property: axis.gridAuto, owner: .container, isOnlyIfDeclared: true),
    ]
    if stretch != nil || tracks.count > 1 && between > 0 {
      cited.append(.init(property: axis.contentAlignment, owner: .container))
    }
    return Wording("grid-area", "grid area", text, facts: facts, cited: cited)
  }

  private var endLine: Int { startLine + max(1, tracks.count) }

  /// `column 2`, `columns 2 to 3`; tracks before the explicit grid have no number.
  private func name(_ axis: Wording.Axis) -> String {
    let track = axis.isHorizontal ? "column" : "row"
    let last = endLine - 1
    if startLine < 1, last < 1 {
      return last == startLine
        ? "an implicit \(track) before the first" : "implicit \(track)s before the first"
    }
    if startLine < 1 { return "\(track)s from before the first to \(last)" }
    return last == startLine ? "\(track) \(startLine)" : "\(track)s \(startLine) to \(last)"
  }
}

extension GridLineRange {
  /// `from column line 2 to 4`; the edge of the padding box for `auto`.
  func text(_ axis: Wording.Axis) -> String {
    let kind = axis.isHorizontal ? "column" : "row"
    func name(_ line: Int?, or edge: String) -> String {
      guard let line else { return "the \(edge) of the padding box" }
      return line > 0 ? "\(kind) line \(line)" : "an implicit \(kind) line before the first"
    }
    return "from \(name(start, or: "start")) to \(name(end, or: "end"))"
  }

  /// A line without a number is `auto`.
  var facts: [(String, JSONValue)] {
    [("startLine", JSONValue(start.map(Double.init))), ("endLine", JSONValue(end.map(Double.init)))]
  }

  func cited(_ axis: Wording.Axis) -> [Wording.Cited] {
    [
      .init(property: axis.gridStart, isOnlyIfDeclared: true),
      .init(property: axis.gridEnd, isOnlyIfDeclared: true),
      .init(property: axis.gridTemplate, owner: .container),
    ]
  }
}

extension PlaceFact.PrecedingTracks {
  func wording(_ axis: Wording.Axis) -> Wording {
    var detail = "\(counted(count, axis.isHorizontal ? "column" : "row")): \(shortNumber(extent))"
    if gaps > 0 { detail += " and \(count == 1 ? "a gap" : "gaps") of \(shortNumber(gaps))" }
    return Wording(
      "preceding-tracks", "behind", detail,
      facts: [("count", .number(Double(count))), ("extent", .number(extent)), ("gaps", .number(gaps))],
      cited: gaps > 0 ? [.init(property: axis.gap, owner: .container)] : [])
  }
}

extension Wording.Axis {
  fileprivate var gridAuto: PropertyID { isHorizontal ? .gridAutoColumns : .gridAutoRows }
  fileprivate var contentAlignment: PropertyID { isHorizontal ? .justifyContent : .alignContent }
}
