/// How a border or an outline is drawn. CSS Backgrounds 3 §3.2, CSS UI 4 §2.3.
@frozen public enum LineStyle: String, CaseIterable, Hashable, Sendable, BitwiseCopyable {
  case none, hidden, dotted, dashed, solid, double, groove, ridge, inset, outset
  /// For outlines only: a line as the platform draws it, which is solid here.
  case auto

  /// Whether no line is drawn, so that the width counts as 0.
  @inlinable public var isAbsent: Bool { self == .none || self == .hidden }
}
